package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestCheckInventoryCountsOneShelf(t *testing.T) {
	c, s := connected(t)
	_, err := s.writer.Exec("UPDATE stock SET on_hand = 130, reserved = 30 WHERE sku = 'SKU-4421' AND warehouse = 'CHI01'")
	if err != nil {
		t.Fatal(err)
	}
	for _, city := range []string{"Chicago", "chicago", " CHICAGO "} {
		before := now()
		var got StockLevel
		c.Call("check_inventory", args{"product_sku": "SKU-4421", "warehouse": city}).Into(t, &got)
		if got.AsOf.Before(before) || got.AsOf.After(time.Now()) {
			t.Errorf("as_of = %v, want the time of the call, %v", got.AsOf, before)
		}
		want := StockLevel{ProductSKU: "SKU-4421", Warehouse: "Chicago", OnHand: 130, Reserved: 30, Available: 100, AsOf: got.AsOf}
		if got != want {
			t.Errorf("check_inventory for %q = %+v, want %+v", city, got, want)
		}
	}
}

func TestCheckInventoryOfAProductThatIsNotKeptThereIsZero(t *testing.T) {
	c, s := connected(t)
	var sku string
	err := s.reader.QueryRow("SELECT sku FROM products WHERE sku NOT IN (SELECT sku FROM stock WHERE warehouse = 'SEA01') LIMIT 1").Scan(&sku)
	if err != nil {
		t.Fatal(err)
	}
	var got StockLevel
	c.Call("check_inventory", args{"product_sku": sku, "warehouse": "Seattle"}).Into(t, &got)
	if want := (StockLevel{ProductSKU: sku, Warehouse: "Seattle", AsOf: got.AsOf}); got != want {
		t.Errorf("check_inventory = %+v, want %+v", got, want)
	}
}

func TestListWarehousesGivesWhatTheOtherToolsTake(t *testing.T) {
	c, _ := connected(t)
	var got Warehouses
	c.Call("list_warehouses", nil).Into(t, &got)
	want := []Warehouse{{"Atlanta", "ATL01"}, {"Chicago", "CHI01"}, {"Dallas", "DAL01"}, {"Denver", "DEN01"}, {"Phoenix", "PHX01"}, {"Seattle", "SEA01"}}
	if !slices.Equal(got.Warehouses, want) {
		t.Errorf("list_warehouses = %v, want %v", got.Warehouses, want)
	}
	for _, w := range got.Warehouses {
		if r := c.Call("check_inventory", args{"product_sku": "SKU-4421", "warehouse": w.Warehouse}); r.Failed {
			t.Errorf("check_inventory refuses %q: %s", w.Warehouse, r.Text)
		}
	}
}

func TestSearchProductsPagesThroughEverythingOnce(t *testing.T) {
	c, _ := connected(t)
	var skus []string
	in := args{"query": "sku", "limit": 50}
	for {
		var page Products
		c.Call("search_products", in).Into(t, &page)
		if page.Total != productCount {
			t.Fatalf("total = %d, want %d", page.Total, productCount)
		}
		for _, p := range page.Products {
			skus = append(skus, p.ProductSKU)
		}
		if page.HasMore != (page.NextCursor != "") {
			t.Fatalf("has_more = %v with next_cursor %q", page.HasMore, page.NextCursor)
		}
		if !page.HasMore {
			break
		}
		in["cursor"] = page.NextCursor
	}
	if len(skus) != productCount || !slices.IsSorted(skus) || len(slices.Compact(slices.Clone(skus))) != productCount {
		t.Errorf("the pages have %d products, want %d different ones in order", len(skus), productCount)
	}
	if !slices.Contains(skus, "SKU-4421") {
		t.Error("SKU-4421 is not among the products")
	}
}

func TestSearchProducts(t *testing.T) {
	c, _ := connected(t)
	for _, test := range []struct {
		claim string
		args  args
		want  func(Products) bool
	}{
		{"words match in any order and case", args{"query": "Drill KESTREL"}, func(p Products) bool {
			return slices.Contains(p.Products, Product{"SKU-4421", firstProduct, "tools"})
		}},
		{"a SKU is found by itself", args{"query": "sku-4421"}, func(p Products) bool {
			return p.Total == 1 && p.Products[0].ProductSKU == "SKU-4421"
		}},
		{"twenty are given when no limit is", args{"query": "kestrel", "limit": nil, "category": nil, "cursor": nil}, func(p Products) bool {
			return len(p.Products) == 20 && p.HasMore && p.Total > 20
		}},
		{"a limit is kept to", args{"query": "kestrel", "limit": 3}, func(p Products) bool { return len(p.Products) == 3 && p.HasMore }},
		{"an empty cursor is the first page", args{"query": "drill", "cursor": ""}, func(p Products) bool { return len(p.Products) > 0 }},
		{"nothing found is an empty list", args{"query": "unobtainium"}, func(p Products) bool {
			return p.Products != nil && len(p.Products) == 0 && p.Total == 0 && !p.HasMore
		}},
		{"wildcards are plain characters", args{"query": "%"}, func(p Products) bool { return p.Total == 0 }},
		{"quotes are plain characters", args{"query": "' OR 1=1 --"}, func(p Products) bool { return p.Total == 0 }},
	} {
		t.Run(test.claim, func(t *testing.T) {
			var got Products
			c.Call("search_products", test.args).Into(t, &got)
			if !test.want(got) {
				t.Errorf("search_products(%v) = %+v", test.args, got)
			}
		})
	}
}

func TestSearchProductsKnowsEveryCategory(t *testing.T) {
	c, _ := connected(t)
	total := 0
	for _, a := range assortment {
		var got Products
		c.Call("search_products", args{"query": "sku", "category": a.category, "limit": 50}).Into(t, &got)
		total += got.Total
		for _, p := range got.Products {
			if p.Category != a.category {
				t.Errorf("%s is in the category %q, want %q", p.ProductSKU, p.Category, a.category)
			}
		}
	}
	if total != productCount {
		t.Errorf("the categories have %d products in all, want %d", total, productCount)
	}
}

func TestGetReorderStatusFindsAReorderByIDAndByKey(t *testing.T) {
	c, _ := connected(t)
	var made Reorder
	c.Call("create_reorder", args{"product_sku": "SKU-4421", "warehouse": "dallas", "units": 40, "request_key": "dallas-drills"}).Into(t, &made)
	if want := (Reorder{ReorderID: made.ReorderID, ProductSKU: "SKU-4421", Warehouse: "Dallas", Units: 40, Status: "requested",
		RequestedOn: made.RequestedOn, ExpectedOn: made.ExpectedOn}); made != want || !strings.HasPrefix(made.ReorderID, "RO-") {
		t.Errorf("create_reorder = %+v, want %+v with an id", made, want)
	}
	if made.ExpectedOn <= made.RequestedOn {
		t.Errorf("expected on %s, requested on %s", made.ExpectedOn, made.RequestedOn)
	}
	for _, in := range []args{{"reorder_id": made.ReorderID}, {"request_key": "dallas-drills", "reorder_id": nil}} {
		var got ReorderStatus
		c.Call("get_reorder_status", in).Into(t, &got)
		if got.Reorder != made {
			t.Errorf("get_reorder_status(%v) = %+v, want %+v", in, got.Reorder, made)
		}
	}
}

func TestTheDataHasReordersInEveryState(t *testing.T) {
	c, s := connected(t)
	ids, err := column(t.Context(), s.reader, "SELECT 'RO-' || id FROM reorders")
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]int{}
	for _, id := range ids {
		var got ReorderStatus
		c.Call("get_reorder_status", args{"reorder_id": id}).Into(t, &got)
		states[got.Status]++
		today := got.AsOf.Format(time.DateOnly)
		if arrived := got.Status == "received"; arrived != (got.ExpectedOn <= today) {
			t.Errorf("%s is %s and expected on %s; today is %s", id, got.Status, got.ExpectedOn, today)
		}
		if got.ExpectedOn < got.RequestedOn {
			t.Errorf("%s is expected on %s, before it was requested, %s", id, got.ExpectedOn, got.RequestedOn)
		}
	}
	if len(states) != len(stages) {
		t.Errorf("the reorders are in the states %v, want %d of them", states, len(stages))
	}
}

func TestAllocateStockReservesForAnOrder(t *testing.T) {
	c, _ := connected(t)
	in := args{"product_sku": "SKU-4421", "warehouse": "Chicago"}
	var before, after StockLevel
	c.Call("check_inventory", in).Into(t, &before)
	var got Allocation
	c.Call("allocate_stock", args{"product_sku": "SKU-4421", "warehouse": "CHICAGO", "units": 3,
		"order_reference": "SO-20871", "request_key": "so-20871-line-1"}).Into(t, &got)
	if want := (Allocation{"SKU-4421", "Chicago", 3, "SO-20871", before.Available - 3}); got != want {
		t.Errorf("allocate_stock = %+v, want %+v", got, want)
	}
	c.Call("check_inventory", in).Into(t, &after)
	if after.OnHand != before.OnHand || after.Reserved != before.Reserved+3 || after.Available != before.Available-3 {
		t.Errorf("after the allocation: %+v, before: %+v", after, before)
	}
}
