package stock_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/comity-mcp/comity/benchmarks/stock"
)

// Sizes on the axes of the charts are what is sent.
func TestCallsHaveTheSizeTheyAreAskedFor(t *testing.T) {
	for _, size := range []int{100, 1000, 100_000, 1 << 20} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			note := stock.Note(size)
			if got := len(note.Arguments); got != size || !json.Valid([]byte(note.Arguments)) {
				t.Errorf("got %d bytes of arguments", got)
			}
			b, err := json.Marshal(stock.Read(size).Want)
			if got := len(b); err != nil || got > size+20 || got < size-size/10-100 {
				t.Errorf("got %d bytes of structured content and %v", got, err)
			}
		})
	}
}

func TestEveryCheckIsDifferentAndOfARowThatThereIs(t *testing.T) {
	shelf, seen := stock.NewShelf(), map[string]bool{}
	for _, c := range stock.Checks(5000) {
		l, err := shelf.Find(c.Want["product_sku"].(string), c.Want["warehouse"].(string))
		if err != nil || float64(l.OnHand) != c.Want["on_hand"] || float64(l.Available()) != c.Want["available"] || l.Available() < 0 {
			t.Errorf("got %+v and %v for %v", l, err, c.Want)
		}
		seen[c.Arguments] = true
	}
	if len(seen) != 5000 {
		t.Errorf("got %d different calls, want 5000", len(seen))
	}
	if l, err := shelf.Find("SKU-9999", "Chicago"); err == nil {
		t.Errorf("got %+v for a product that there is not", l)
	}
}
