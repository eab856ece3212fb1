package server_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
)

// What the tools of this benchmark take and give: a get, a search, a page, a write and a list of changes.
type (
	recordKey struct {
		ID string `json:"record_id" jsonschema:"pattern=^R-[0-9]{4}$" jsonschema_description:"Number of the record, e.g. R-4421"`
	}
	record struct {
		ID      string    `json:"record_id" jsonschema_description:"Number of the record"`
		Site    string    `json:"site" jsonschema_description:"City of the site"`
		Count   int       `json:"count" jsonschema_description:"Units counted"`
		Weight  float64   `json:"weight_kg" jsonschema_description:"Weight in kilograms"`
		Damaged bool      `json:"damaged" jsonschema_description:"Whether damage was seen"`
		Seen    time.Time `json:"seen_at" jsonschema_description:"When it was last seen"`
	}
	recordSearch struct {
		Text  string   `json:"text" jsonschema:"minLength=2,maxLength=80" jsonschema_description:"Words to look for, e.g. blue paint"`
		Sites []string `json:"sites" jsonschema:"maxItems=10" jsonschema_description:"Cities to look in; none for all"`
		Order *string  `json:"order" jsonschema:"enum=newest,enum=oldest,enum=heaviest" jsonschema_description:"What comes first; newest when null"`
		Limit *int     `json:"limit" jsonschema:"minimum=1,maximum=50" jsonschema_description:"How many at most; 20 when null"`
	}
	records struct {
		Records []record `json:"records" jsonschema_description:"What was found"`
		More    bool     `json:"more" jsonschema_description:"Whether there is more than was asked for"`
	}
	recordPage struct {
		Site   string  `json:"site" jsonschema_description:"City of the site, e.g. Chicago"`
		Cursor *string `json:"cursor" jsonschema_description:"next_cursor of the page before; null for the first"`
	}
	recordsPage struct {
		Records []record `json:"records" jsonschema_description:"One page of records"`
		Cursor  *string  `json:"next_cursor" jsonschema_description:"Cursor of the next page; null on the last"`
	}
	newRecord struct {
		Site    string  `json:"site" jsonschema_description:"City of the site, e.g. Chicago"`
		Count   int     `json:"count" jsonschema:"minimum=1,maximum=9999" jsonschema_description:"Units counted"`
		Weight  float64 `json:"weight_kg" jsonschema:"minimum=0,maximum=20000" jsonschema_description:"Weight in kilograms"`
		Remark  *string `json:"remark" jsonschema:"maxLength=200" jsonschema_description:"What else was seen; null when nothing"`
		Damaged bool    `json:"damaged" jsonschema_description:"Whether damage was seen"`
	}
	recordChange struct {
		ID      string      `json:"record_id" jsonschema:"pattern=^R-[0-9]{4}$" jsonschema_description:"Number of the record, e.g. R-4421"`
		Changes []fieldSays `json:"changes" jsonschema:"minItems=1,maxItems=5" jsonschema_description:"What is to be other than it is"`
	}
	fieldSays struct {
		Field string `json:"field" jsonschema:"enum=site,enum=count,enum=remark" jsonschema_description:"What to change"`
		Value string `json:"value" jsonschema_description:"Its new value"`
	}
)

// BenchmarkNew is the start of a server: its tools are declared, their schemas made and every rule judged.
func BenchmarkNew(b *testing.B) {
	for _, tools := range []int{1, 40, 200} {
		b.Run(fmt.Sprintf("%d tools", tools), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if got := len(mustNew(b, config(recordTools(tools)...)).Catalog().Tools); got != tools {
					b.Fatalf("got %d tools, want %d", got, tools)
				}
			}
		})
	}
}

// recordTools are that many different tools, at most 200.
func recordTools(n int) []server.Tool {
	kinds := []string{"pallet", "crate", "barrel", "carton", "parcel", "drum", "sack", "bale", "coil", "reel", "tank", "trailer", "van",
		"forklift", "scanner", "dock", "aisle", "rack", "bin", "label", "seal", "invoice", "contract", "quote", "refund", "claim", "audit",
		"permit", "driver", "route", "depot", "supplier", "carrier", "customer", "voucher", "badge", "shift", "meter", "filter", "pump"}
	var tools []server.Tool
	for i := 0; len(tools) < n; i++ {
		tools = append(tools, toolsOf(kinds[i])...)
	}
	return tools[:n]
}

func toolsOf(kind string) []server.Tool {
	spec := func(name, title, description string) server.Spec {
		return server.Spec{Name: fmt.Sprintf(name, kind), Title: fmt.Sprintf(title, kind), Description: fmt.Sprintf(description, kind), Access: auth.Anyone()}
	}
	return []server.Tool{
		server.Read(spec("get_%s", "Get one %s", "Returns site, count and weight of one %[1]s. Use it when the number of the %[1]s is known."), nothing[recordKey, record]),
		server.Read(spec("search_%ss", "Search %ss", "Finds the %[1]ss whose remarks hold some words. Use it when no number of a %[1]s is known."), nothing[recordSearch, records]),
		server.Read(spec("list_%ss", "List %ss", "Lists every %[1]s of one site, a page at a time, in the order in which each %[1]s arrived there."), nothing[recordPage, recordsPage]),
		server.Write(spec("create_%s", "Create a %s", "Creates a %[1]s at a site and returns it with its number. Search first, so that no %[1]s is there twice."), annotations.Creates, nothing[newRecord, record]),
		server.Write(spec("update_%s", "Update a %s", "Changes some fields of one %[1]s and leaves the others as they are. Returns the %[1]s as it is afterwards."), annotations.Alters, nothing[recordChange, record]),
	}
}

func nothing[In, Out any](context.Context, In) (Out, error) {
	var out Out
	return out, nil
}
