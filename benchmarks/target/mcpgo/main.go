// Command mcpgo is the benchmark's server on mark3labs/mcp-go with its validation of input and output
// turned on, without sessions.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/comity-mcp/comity/benchmarks/meter"
	"github.com/comity-mcp/comity/benchmarks/stock"
)

type checkInventory struct {
	ProductSKU string `json:"product_sku"`
	Warehouse  string `json:"warehouse"`
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
		log.Fatal(server.ServeStdio(s))
	}
	log.Fatal(server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(*addr))
}

func declare(tools int) *server.MCPServer {
	s := server.NewMCPServer("inventory", "1.0.0", server.WithTitle("Inventory"), server.WithToolCapabilities(false),
		server.WithInputSchemaValidation(), server.WithOutputSchemaValidation(), server.WithStrictInputSchemaDefault())
	shelf := stock.NewShelf()
	check := mcp.NewStructuredToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in checkInventory) (stockLevel, error) {
		l, err := shelf.Find(in.ProductSKU, in.Warehouse)
		if err != nil {
			return stockLevel{}, err
		}
		return stockLevel{l.SKU, l.Warehouse, l.OnHand, l.Reserved, l.Available(), stock.Counted}, nil
	})
	for n := range tools {
		name, title := "check_inventory", "Check inventory"
		description := "Returns on-hand, reserved and available units of one product in one warehouse. Use it when the SKU is known."
		if n > 0 {
			name = fmt.Sprintf("check_inventory_in_aisle_%d", n)
			title = fmt.Sprintf("Check inventory in aisle %d", n)
			description = fmt.Sprintf("Returns the units of one product as aisle %d of one warehouse counts them. Use it when the SKU is known.", n)
		}
		s.AddTool(mcp.NewTool(name, mcp.WithTitleAnnotation(title), mcp.WithDescription(description),
			mcp.WithString("product_sku", mcp.Required(), mcp.Description("Product SKU, e.g. SKU-0421"), mcp.Pattern("^SKU-[0-9]{4}$")),
			mcp.WithString("warehouse", mcp.Required(), mcp.Description("Warehouse city"), mcp.Enum(stock.Warehouses[:]...)),
			mcp.WithOutputSchema[stockLevel]()), check)
	}
	s.AddTool(mcp.NewTool("note_stock", mcp.WithDescription("Returns how long a note about one product is. Use it to send arguments of any size."),
		mcp.WithInputSchema[noteStock](), mcp.WithOutputSchema[noted]()),
		mcp.NewStructuredToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in noteStock) (noted, error) {
			return noted{in.ProductSKU, len(in.Note)}, nil
		}))
	s.AddTool(mcp.NewTool("read_journal", mcp.WithDescription("Returns the first lines of the journal of counts. Use it to get a result of any size."),
		mcp.WithInputSchema[readJournal](), mcp.WithOutputSchema[journal]()),
		mcp.NewStructuredToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in readJournal) (journal, error) {
			var out journal
			for _, e := range stock.Journal(in.Lines) {
				out.Entries = append(out.Entries, entry(e))
			}
			return out, nil
		}))
	return s
}
