// Command floor is what a call costs before any protocol: net/http and encoding/json, one decode, one
// encode, no validation and no MCP beyond the form of the answers. No server can cost much less on net/http.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"

	"github.com/comity-mcp/comity/benchmarks/meter"
	"github.com/comity-mcp/comity/benchmarks/stock"
)

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string `json:"name"`
		Arguments struct {
			ProductSKU string `json:"product_sku"`
			Warehouse  string `json:"warehouse"`
			Note       string `json:"note"`
			Lines      int    `json:"lines"`
		} `json:"arguments"`
	} `json:"params"`
}

type response struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

type result struct {
	Content           []text          `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent"`
}

type text struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type stockLevel struct {
	ProductSKU string    `json:"product_sku"`
	Warehouse  string    `json:"warehouse"`
	OnHand     int       `json:"on_hand"`
	Reserved   int       `json:"reserved"`
	Available  int       `json:"available"`
	AsOf       time.Time `json:"as_of"`
}

type noted struct {
	ProductSKU string `json:"product_sku"`
	Characters int    `json:"characters"`
}

type journal struct {
	Entries []entry `json:"entries"`
}

type entry struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "where to listen")
	tools := flag.Int("tools", 1, "how many tools are listed beside the two for sizes")
	metered := flag.String("meter", "", "where the meter listens")
	flag.Parse()
	if err := meter.Serve(*metered); err != nil {
		log.Fatal(err)
	}
	shelf, list := stock.NewShelf(), listing(*tools)
	log.Fatal(http.ListenAndServe(*addr, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var req request
		if err := json.Unmarshal(body, &req); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var answer any = list
		if req.Method == "tools/call" {
			if answer, err = call(shelf, req); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
		}
		b, err := json.Marshal(response{"2.0", req.ID, answer})
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write(b)
	})))
}

func call(shelf stock.Shelf, req request) (any, error) {
	in := req.Params.Arguments
	var out any
	switch req.Params.Name {
	case "note_stock":
		out = noted{in.ProductSKU, len(in.Note)}
	case "read_journal":
		var j journal
		for _, e := range stock.Journal(in.Lines) {
			j.Entries = append(j.Entries, entry(e))
		}
		out = j
	default:
		l, err := shelf.Find(in.ProductSKU, in.Warehouse)
		if err != nil {
			return nil, err
		}
		out = stockLevel{l.SKU, l.Warehouse, l.OnHand, l.Reserved, l.Available(), stock.Counted}
	}
	b, err := json.Marshal(out)
	if err != nil {
		return nil, err
	}
	return result{[]text{{"text", string(b)}}, b}, nil
}

// listing is the result of tools/list: each tool as long as Comity's is, to compare the sending of it.
func listing(tools int) json.RawMessage {
	const schemas = `"inputSchema":{"type":"object","properties":{"product_sku":{"type":"string","description":"Product SKU, e.g. SKU-0421","pattern":"^SKU-[0-9]{4}$"},` +
		`"warehouse":{"type":"string","description":"Warehouse city","enum":["Chicago","Denver","Atlanta","Seattle","Boston","Dallas","Phoenix","Portland","Memphis","Tampa"]}},` +
		`"required":["product_sku","warehouse"],"additionalProperties":false},` +
		`"outputSchema":{"type":"object","properties":{"product_sku":{"type":"string","description":"Product SKU"},"warehouse":{"type":"string","description":"Warehouse city"},` +
		`"on_hand":{"type":"integer","description":"Units on the shelves"},"reserved":{"type":"integer","description":"Units promised to orders"},` +
		`"available":{"type":"integer","description":"Units free to promise"},"as_of":{"type":"string","format":"date-time","description":"When the count was read"}},` +
		`"required":["product_sku","warehouse","on_hand","reserved","available","as_of"],"additionalProperties":false}`
	var b bytes.Buffer
	b.WriteString(`{"tools":[`)
	for n := range tools + 2 {
		if n > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"check_inventory_in_aisle_%d","title":"Check inventory in aisle %d","description":"Returns the units of one product as aisle %d of one warehouse counts them. Use it when the SKU is known.",%s}`, n, n, n, schemas)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}
