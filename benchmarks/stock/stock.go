package stock

import (
	"fmt"
	"strings"
	"time"
)

// Products is the number of SKUs, SKU-0000 to SKU-0499.
const Products = 500

// Warehouses are the cities.
var Warehouses = [...]string{"Chicago", "Denver", "Atlanta", "Seattle", "Boston", "Dallas", "Phoenix", "Portland", "Memphis", "Tampa"}

// Counted is when every count was read: the same for all, so that an answer is known to the byte.
var Counted = time.Date(2026, 7, 28, 9, 30, 0, 0, time.UTC)

// Level is the stock of one product in one warehouse.
type Level struct {
	SKU, Warehouse   string
	OnHand, Reserved int
}

// Available is what can still be promised.
func (l Level) Available() int { return l.OnHand - l.Reserved }

// Shelf holds all rows in memory. It is not written to after [NewShelf], so it may be read concurrently.
type Shelf map[place]Level

type place struct{ sku, warehouse string }

// NewShelf makes the 5,000 rows.
func NewShelf() Shelf {
	s := make(Shelf, Products*len(Warehouses))
	for p := range Products {
		for w, city := range Warehouses {
			l := At(p, w)
			s[place{l.SKU, city}] = l
		}
	}
	return s
}

// Find looks one row up. The error of a row that there is not says which SKUs there are.
func (s Shelf) Find(sku, warehouse string) (Level, error) {
	l, ok := s[place{sku, warehouse}]
	if !ok {
		return Level{}, fmt.Errorf("no product %q in %q; SKUs are SKU-0000 to SKU-%04d", sku, warehouse, Products-1)
	}
	return l, nil
}

// At is the row of a product and a warehouse by their numbers.
func At(product, warehouse int) Level {
	onHand := (product*37+warehouse*11)%900 + 1
	return Level{
		SKU:       fmt.Sprintf("SKU-%04d", product),
		Warehouse: Warehouses[warehouse],
		OnHand:    onHand,
		Reserved:  (product*13 + warehouse*7) % onHand,
	}
}

// Entry is a line of the journal, which makes results of any size: 100 bytes as JSON.
type Entry struct {
	Line int
	Text string
}

// Journal is its first n lines, numbered from 1,000,000.
func Journal(n int) []Entry {
	entries := make([]Entry, n)
	for i := range entries {
		entries[i] = Entry{Line: 1_000_000 + i, Text: journalText}
	}
	return entries
}

// journalText fills an entry up to 100 bytes: {"line":1000000,"text":"..."} and a comma.
var journalText = strings.Repeat("counted by hand; ", 5)[:73]
