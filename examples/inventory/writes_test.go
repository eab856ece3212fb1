package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server/servertest"
)

// count counts the rows of a table.
func count(t *testing.T, s *store, table string) int {
	t.Helper()
	var n int
	if err := s.reader.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTheSameReorderTwiceIsOne(t *testing.T) {
	c, s := connected(t)
	before := count(t, s, "reorders")
	servertest.Repeat(t, c, "create_reorder",
		args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 50, "request_key": "restock-1"},
		func() any { return count(t, s, "reorders") })
	if got := count(t, s, "reorders"); got != before+1 {
		t.Errorf("there are %d reorders, want %d", got, before+1)
	}
}

func TestTheSameAllocationTwiceReservesOnce(t *testing.T) {
	c, _ := connected(t)
	servertest.Repeat(t, c, "allocate_stock",
		args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 2, "order_reference": "SO-1", "request_key": "so-1-line-1"},
		func() any {
			var level StockLevel
			c.Call("check_inventory", args{"product_sku": "SKU-4421", "warehouse": "Chicago"}).Into(t, &level)
			return level.Reserved
		})
}

func TestARepeatedAllocationGivesTheFirstResultWhenNothingIsLeft(t *testing.T) {
	c, _ := connected(t)
	in := args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 2, "order_reference": "SO-1", "request_key": "so-1-line-1"}
	first := c.Call("allocate_stock", in)
	var made Allocation
	first.Into(t, &made)
	rest := with(with(in, "units", made.AvailableAfter), "request_key", "so-1-line-2")
	c.Call("allocate_stock", rest).Into(t, &made)
	if made.AvailableAfter != 0 {
		t.Fatalf("%d units are left, want none", made.AvailableAfter)
	}
	if again := c.Call("allocate_stock", in); again.Text != first.Text {
		t.Errorf("again: %s\nfirst: %s", again.Text, first.Text)
	}
}

func TestAKeyBelongsToItsCaller(t *testing.T) {
	s := opened(t, t.TempDir())
	srv := declared(t, s, "http://127.0.0.1:8080/mcp")
	in := args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 50, "request_key": "restock-1"}
	var made [2]Reorder
	for i := range made {
		caller := auth.Caller{Issuer: "https://login.example.com", Subject: fmt.Sprint("user-", i), Scopes: []string{"inventory:read", "inventory:write"}}
		servertest.Connect(t, srv, caller).Call("create_reorder", in).Into(t, &made[i])
	}
	if made[0].ReorderID == made[1].ReorderID {
		t.Errorf("two callers with the same key share %s", made[0].ReorderID)
	}
}

// Twenty orders for 3 units each meet 20 units: six can be served.
func TestParallelAllocationsNeverOversell(t *testing.T) {
	c, s := connected(t)
	if _, err := s.writer.Exec("UPDATE stock SET on_hand = 20, reserved = 0 WHERE sku = 'SKU-4421' AND warehouse = 'CHI01'"); err != nil {
		t.Fatal(err)
	}
	var served atomic.Int32
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			r, err := c.Try(t.Context(), "allocate_stock", args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 3,
				"order_reference": fmt.Sprintf("SO-%d", i), "request_key": fmt.Sprintf("so-%d-line-1", i)})
			if err != nil {
				t.Error(err)
			} else if !r.Failed {
				served.Add(1)
			}
		})
	}
	all.Wait()
	var level StockLevel
	c.Call("check_inventory", args{"product_sku": "SKU-4421", "warehouse": "Chicago"}).Into(t, &level)
	if served.Load() != 6 || level.Reserved != 18 || count(t, s, "allocations") != 6 {
		t.Errorf("%d orders were served, %d units are reserved in %d rows; want 6, 18 and 6", served.Load(), level.Reserved, count(t, s, "allocations"))
	}
}

// A host that gave up waiting sends the call again while the first is still running.
func TestParallelRepeatsMakeOneReorder(t *testing.T) {
	c, s := connected(t)
	before := count(t, s, "reorders")
	results := make([]string, 12)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() {
			r, err := c.Try(t.Context(), "create_reorder", args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 50, "request_key": "restock-1"})
			if err != nil || r.Failed {
				t.Errorf("create_reorder: %v %s", err, r.Text)
			}
			results[i] = r.Text
		})
	}
	all.Wait()
	for _, r := range results {
		if r != results[0] {
			t.Errorf("one call got %s, another %s", r, results[0])
		}
	}
	if got := count(t, s, "reorders"); got != before+1 {
		t.Errorf("there are %d reorders, want %d", got, before+1)
	}
}
