package stock

import (
	"fmt"
	"strings"
	"time"
)

// Call is one tools/call and what it must come to.
type Call struct {
	// Tool is its name.
	Tool string
	// Arguments is a JSON object.
	Arguments string
	// Want is the structured content of the answer, as encoding/json decodes it into any.
	Want map[string]any
}

// Checks are n different calls of check_inventory, at most 5,000.
func Checks(n int) []Call {
	calls := make([]Call, n)
	for i := range calls {
		l := At(i%Products, (i+i/Products)%len(Warehouses))
		calls[i] = Call{
			Tool:      "check_inventory",
			Arguments: fmt.Sprintf(`{"product_sku":%q,"warehouse":%q}`, l.SKU, l.Warehouse),
			Want: map[string]any{
				"product_sku": l.SKU, "warehouse": l.Warehouse,
				"on_hand": float64(l.OnHand), "reserved": float64(l.Reserved), "available": float64(l.Available()),
				"as_of": Counted.Format(time.RFC3339),
			},
		}
	}
	return calls
}

// Note is a call of note_stock with size bytes of arguments.
func Note(size int) Call {
	const around = len(`{"product_sku":"SKU-0001","note":""}`)
	n := max(size-around, 1)
	note := strings.Repeat("pallet 7 wet; ", n/14+1)[:n]
	return Call{
		Tool:      "note_stock",
		Arguments: `{"product_sku":"SKU-0001","note":"` + note + `"}`,
		Want:      map[string]any{"product_sku": "SKU-0001", "characters": float64(n)},
	}
}

// Read is a call of read_journal whose structured content has about size bytes.
func Read(size int) Call {
	n := max(size/100, 1)
	want := make([]any, n)
	for i, e := range Journal(n) {
		want[i] = map[string]any{"line": float64(e.Line), "text": e.Text}
	}
	return Call{
		Tool:      "read_journal",
		Arguments: fmt.Sprintf(`{"lines":%d}`, n),
		Want:      map[string]any{"entries": want},
	}
}
