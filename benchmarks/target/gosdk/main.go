// Command gosdk is the benchmark's server on the official Go SDK, in its typed form, without sessions and
// with JSON answers: the fastest form it has that both eras share.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/benchmarks/meter"
	"github.com/comity-mcp/comity/benchmarks/stock"
)

type checkInventory struct {
	ProductSKU string `json:"product_sku" jsonschema:"Product SKU, e.g. SKU-0421"`
	Warehouse  string `json:"warehouse" jsonschema:"Warehouse city"`
}

type stockLevel struct {
	ProductSKU string    `json:"product_sku" jsonschema:"Product SKU"`
	Warehouse  string    `json:"warehouse" jsonschema:"Warehouse city"`
	OnHand     int       `json:"on_hand" jsonschema:"Units on the shelves"`
	Reserved   int       `json:"reserved" jsonschema:"Units promised to orders"`
	Available  int       `json:"available" jsonschema:"Units free to promise"`
	AsOf       time.Time `json:"as_of" jsonschema:"When the count was read"`
}

type noteStock struct {
	ProductSKU string `json:"product_sku" jsonschema:"Product SKU, e.g. SKU-0421"`
	Note       string `json:"note" jsonschema:"What was seen on the shelf"`
}

type noted struct {
	ProductSKU string `json:"product_sku" jsonschema:"Product SKU"`
	Characters int    `json:"characters" jsonschema:"Length of the note"`
}

type readJournal struct {
	Lines int `json:"lines" jsonschema:"How many lines to read"`
}

type journal struct {
	Entries []entry `json:"entries" jsonschema:"Lines of the journal, oldest first"`
}

type entry struct {
	Line int    `json:"line" jsonschema:"Line number"`
	Text string `json:"text" jsonschema:"What was written down"`
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "where to listen")
	tools := flag.Int("tools", 1, "how many tools there are beside the two for sizes")
	metered := flag.String("meter", "", "where the meter listens")
	overStdio := flag.Bool("stdio", false, "serve one client over standard input and output")
	flag.Parse()
	if err := meter.Serve(*metered); err != nil {
		log.Fatal(err)
	}
	s := declare(*tools)
	if *overStdio {
		log.Fatal(s.Run(context.Background(), &mcp.StdioTransport{}))
	}
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	mux := http.NewServeMux()
	mux.Handle("/mcp", h)
	log.Fatal(http.ListenAndServe(*addr, mux))
}

func declare(tools int) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "inventory", Title: "Inventory", Version: "1.0.0"}, nil)
	shelf := stock.NewShelf()
	check := func(_ context.Context, _ *mcp.CallToolRequest, in checkInventory) (*mcp.CallToolResult, stockLevel, error) {
		l, err := shelf.Find(in.ProductSKU, in.Warehouse)
		if err != nil {
			return nil, stockLevel{}, err
		}
		return nil, stockLevel{l.SKU, l.Warehouse, l.OnHand, l.Reserved, l.Available(), stock.Counted}, nil
	}
	for n := range tools {
		t := &mcp.Tool{
			Name: "check_inventory", Title: "Check inventory",
			Description: "Returns on-hand, reserved and available units of one product in one warehouse. Use it when the SKU is known.",
			InputSchema: input(),
		}
		if n > 0 {
			t.Name = fmt.Sprintf("check_inventory_in_aisle_%d", n)
			t.Title = fmt.Sprintf("Check inventory in aisle %d", n)
			t.Description = fmt.Sprintf("Returns the units of one product as aisle %d of one warehouse counts them. Use it when the SKU is known.", n)
		}
		mcp.AddTool(s, t, check)
	}
	mcp.AddTool(s, &mcp.Tool{Name: "note_stock", Title: "Note stock", Description: "Returns how long a note about one product is. Use it to send arguments of any size."},
		func(_ context.Context, _ *mcp.CallToolRequest, in noteStock) (*mcp.CallToolResult, noted, error) {
			return nil, noted{in.ProductSKU, len(in.Note)}, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "read_journal", Title: "Read journal", Description: "Returns the first lines of the journal of counts. Use it to get a result of any size."},
		func(_ context.Context, _ *mcp.CallToolRequest, in readJournal) (*mcp.CallToolResult, journal, error) {
			var out journal
			for _, e := range stock.Journal(in.Lines) {
				out.Entries = append(out.Entries, entry(e))
			}
			return nil, out, nil
		})
	return s
}

// input is the inferred schema with the pattern and the enum that struct tags cannot say.
func input() *jsonschema.Schema {
	s, err := jsonschema.For[checkInventory](nil)
	if err != nil {
		log.Fatal(err)
	}
	s.Properties["product_sku"].Pattern = "^SKU-[0-9]{4}$"
	for _, w := range stock.Warehouses {
		s.Properties["warehouse"].Enum = append(s.Properties["warehouse"].Enum, w)
	}
	return s
}
