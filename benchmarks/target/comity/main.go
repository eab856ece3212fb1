// Command comity is the benchmark's server on Comity.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/benchmarks/meter"
	"github.com/comity-mcp/comity/benchmarks/stock"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
)

// CheckInventory is what check_inventory takes.
type CheckInventory struct {
	ProductSKU string `json:"product_sku" jsonschema:"pattern=^SKU-[0-9]{4}$" jsonschema_description:"Product SKU, e.g. SKU-0421"`
	Warehouse  string `json:"warehouse" jsonschema:"enum=Chicago,enum=Denver,enum=Atlanta,enum=Seattle,enum=Boston,enum=Dallas,enum=Phoenix,enum=Portland,enum=Memphis,enum=Tampa" jsonschema_description:"Warehouse city"`
}

// StockLevel is what check_inventory gives.
type StockLevel struct {
	ProductSKU string    `json:"product_sku" jsonschema_description:"Product SKU"`
	Warehouse  string    `json:"warehouse" jsonschema_description:"Warehouse city"`
	OnHand     int       `json:"on_hand" jsonschema_description:"Units on the shelves"`
	Reserved   int       `json:"reserved" jsonschema_description:"Units promised to orders"`
	Available  int       `json:"available" jsonschema_description:"Units free to promise"`
	AsOf       time.Time `json:"as_of" jsonschema_description:"When the count was read"`
}

// NoteStock is what note_stock takes: arguments of any size.
type NoteStock struct {
	ProductSKU string `json:"product_sku" jsonschema:"pattern=^SKU-[0-9]{4}$" jsonschema_description:"Product SKU, e.g. SKU-0421"`
	Note       string `json:"note" jsonschema_description:"What was seen on the shelf"`
}

// Noted is what note_stock gives.
type Noted struct {
	ProductSKU string `json:"product_sku" jsonschema_description:"Product SKU"`
	Characters int    `json:"characters" jsonschema_description:"Length of the note"`
}

// ReadJournal is what read_journal takes.
type ReadJournal struct {
	Lines int `json:"lines" jsonschema:"minimum=1,maximum=20000" jsonschema_description:"How many lines to read"`
}

// Journal is what read_journal gives: a result of any size.
type Journal struct {
	Entries []Entry `json:"entries" jsonschema_description:"Lines of the journal, oldest first"`
}

// Entry is one line of it.
type Entry struct {
	Line int    `json:"line" jsonschema_description:"Line number"`
	Text string `json:"text" jsonschema_description:"What was written down"`
}

func main() {
	tools := flag.Int("tools", 1, "how many tools there are beside the two for sizes")
	issuer := flag.String("issuer", "", "the issuer of the tokens that callers need; none without it")
	quiet := flag.Bool("quiet", false, "log warnings only, which turns audit off")
	jobs := flag.Bool("jobs", false, "with the engine of jobs in memory")
	metered := flag.String("meter", "", "where the meter listens")
	server.Main(func(_ context.Context, f server.Flags) (server.Config, io.Closer, error) {
		if err := meter.Serve(*metered); err != nil {
			return server.Config{}, nil, err
		}
		config := declare(f, *tools, *issuer)
		if *quiet {
			log := zerolog.New(os.Stderr).Level(zerolog.WarnLevel)
			config.Logger = &log
		}
		if *jobs {
			config.Jobs = handles.Memory()
			return config, config.Jobs, nil
		}
		return config, nil, nil
	})
}

func declare(f server.Flags, tools int, issuer string) server.Config {
	access := auth.Anyone()
	var policy auth.Policy = auth.Off{Because: "the benchmark measures calls without tokens too"}
	if issuer != "" {
		policy, access = auth.OAuth{Issuers: []string{issuer}}, auth.Scopes("inventory:read")
	}
	config := server.Config{
		Name: "inventory", Title: "Inventory", Version: "1.0.0", URL: f.URL, World: annotations.Closed, Auth: policy,
		Description: "Stock levels of 500 products in ten warehouses, kept in memory to measure what a call costs.",
	}
	shelf := stock.NewShelf()
	for n := range tools {
		spec := server.Spec{
			Name: "check_inventory", Title: "Check inventory", Access: access,
			Description: "Returns on-hand, reserved and available units of one product in one warehouse. Use it when the SKU is known.",
		}
		if n > 0 {
			spec.Name = fmt.Sprintf("check_inventory_in_aisle_%d", n)
			spec.Title = fmt.Sprintf("Check inventory in aisle %d", n)
			spec.Description = fmt.Sprintf("Returns the units of one product as aisle %d of one warehouse counts them. Use it when the SKU is known.", n)
		}
		config.Tools = append(config.Tools, server.Read(spec, check(shelf)))
	}
	config.Tools = append(config.Tools,
		server.Read(server.Spec{
			Name: "note_stock", Title: "Note stock", Access: access,
			Description: "Returns how long a note about one product is. Use it to send arguments of any size.",
		}, func(_ context.Context, in NoteStock) (Noted, error) { return Noted{in.ProductSKU, len(in.Note)}, nil }),
		server.Read(server.Spec{
			Name: "read_journal", Title: "Read journal", Access: access, MaxResult: 130_000,
			Description: "Returns the first lines of the journal of counts. Use it to get a result of any size.",
		}, func(_ context.Context, in ReadJournal) (Journal, error) {
			var out Journal
			for _, e := range stock.Journal(in.Lines) {
				out.Entries = append(out.Entries, Entry(e))
			}
			return out, nil
		}))
	return config
}

func check(shelf stock.Shelf) func(context.Context, CheckInventory) (StockLevel, error) {
	return func(_ context.Context, in CheckInventory) (StockLevel, error) {
		l, err := shelf.Find(in.ProductSKU, in.Warehouse)
		if err != nil {
			return StockLevel{}, server.Errorf(server.NotFound, "%v", err)
		}
		return StockLevel{l.SKU, l.Warehouse, l.OnHand, l.Reserved, l.Available(), stock.Counted}, nil
	}
}
