package main

import (
	"strings"
	"testing"
)

// What a model reads when it got something wrong is part of the product: each text is written out.
func TestRefusalsSayTheWayOut(t *testing.T) {
	c, s := connected(t)
	_, err := s.writer.Exec(`
		UPDATE stock SET on_hand = 20, reserved = 8 WHERE sku = 'SKU-4421' AND warehouse = 'CHI01';
		UPDATE stock SET on_hand = 20, reserved = 20 WHERE sku = 'SKU-4421' AND warehouse <> 'CHI01';
		UPDATE stock SET on_hand = 90, reserved = 45 WHERE sku = 'SKU-4421' AND warehouse = 'DAL01'`)
	if err != nil {
		t.Fatal(err)
	}
	reorder := args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 50, "request_key": "restock-1"}
	var made Reorder
	c.Call("create_reorder", reorder).Into(t, &made)
	allocate := args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 2, "order_reference": "SO-1", "request_key": "so-1-line-1"}
	if r := c.Call("allocate_stock", allocate); r.Failed {
		t.Fatal(r.Text)
	}
	const cities = "Warehouses go by city: Atlanta, Chicago, Dallas, Denver, Phoenix, Seattle"
	for _, test := range []struct {
		claim, tool string
		args        args
		want        string
	}{
		{"a SKU with a digit too many gets the one that was meant", "check_inventory",
			args{"product_sku": "SKU-44211", "warehouse": "Chicago"},
			"Unknown product_sku \"SKU-44211\". SKUs are 'SKU-' plus 4 digits; did you mean SKU-4421?"},
		{"a SKU in small letters gets the one that was meant", "check_inventory",
			args{"product_sku": "sku-4421", "warehouse": "Chicago"},
			"Unknown product_sku \"sku-4421\". SKUs are 'SKU-' plus 4 digits; did you mean SKU-4421?"},
		{"a name in place of a SKU gets the tool that finds it", "check_inventory",
			args{"product_sku": "cordless drill", "warehouse": "Chicago"},
			"Unknown product_sku \"cordless drill\". SKUs are 'SKU-' plus 4 digits; search_products finds them by name."},
		{"a misspelt city gets the one that was meant", "check_inventory",
			args{"product_sku": "SKU-4421", "warehouse": "Chicgo"},
			"Unknown warehouse \"Chicgo\". " + cities + "; did you mean Chicago?"},
		{"a city without a warehouse gets the list", "check_inventory",
			args{"product_sku": "SKU-4421", "warehouse": "Boston"},
			"Unknown warehouse \"Boston\". " + cities + "."},
		{"a code in place of a city gets the city", "check_inventory",
			args{"product_sku": "SKU-4421", "warehouse": "CHI01"},
			"Unknown warehouse \"CHI01\". " + cities + "; did you mean Chicago?"},
		{"two faults are told in one answer", "check_inventory",
			args{"product_sku": "SKU-44211", "warehouse": "Boston"},
			"Unknown product_sku \"SKU-44211\". SKUs are 'SKU-' plus 4 digits; did you mean SKU-4421? Unknown warehouse \"Boston\". " + cities + "."},
		{"a cursor that was made up is refused", "search_products",
			args{"query": "drill", "cursor": "page-2"},
			"cursor: \"page-2\" is not a next_cursor of this query and category. Send next_cursor as it was given, or leave cursor out to begin again."},
		{"neither id nor key is refused", "get_reorder_status", args{},
			"Give one of reorder_id, e.g. RO-1001, and request_key, the one that create_reorder was called with; not both, and not neither."},
		{"both id and key are refused", "get_reorder_status", args{"reorder_id": "RO-1001", "request_key": "restock-1"},
			"Give one of reorder_id, e.g. RO-1001, and request_key, the one that create_reorder was called with; not both, and not neither."},
		{"an unknown reorder says what an id looks like", "get_reorder_status", args{"reorder_id": "1001"},
			"Unknown reorder_id \"1001\". Reorder ids are 'RO-' plus a number, e.g. RO-1001, and are given by create_reorder."},
		{"an unknown key says that nothing happened", "get_reorder_status", args{"request_key": "restock-2"},
			"No reorder was made with request_key \"restock-2\". If create_reorder was called with it, the call took no effect and can be repeated."},
		{"a key of a seeded reorder is nobody's", "get_reorder_status", args{"request_key": "seed-0"},
			"No reorder was made with request_key \"seed-0\". If create_reorder was called with it, the call took no effect and can be repeated."},
		{"a reorder for an unknown SKU is refused", "create_reorder",
			args{"product_sku": "SKU-44211", "warehouse": "Chicago", "units": 1, "request_key": "restock-3"},
			"Unknown product_sku \"SKU-44211\". SKUs are 'SKU-' plus 4 digits; did you mean SKU-4421?"},
		{"a key used for another reorder is refused", "create_reorder", with(reorder, "units", 60),
			"request_key \"restock-1\" was used before with other arguments: it made " + made.ReorderID + ", 50 units of SKU-4421 for Chicago. Nothing was ordered now. Send another request_key for another reorder."},
		{"a key used for another allocation is refused", "allocate_stock", with(allocate, "order_reference", "SO-2"),
			"request_key \"so-1-line-1\" was used before with other arguments: it reserved 2 units of SKU-4421 in Chicago for SO-1. Nothing was reserved now. Send another request_key for another allocation."},
		{"more units than there are is refused with the number", "allocate_stock", with(with(allocate, "units", 11), "request_key", "so-1-line-2"),
			"units: 11 were asked for, and 10 units of SKU-4421 are available in Chicago. Nothing was reserved. Dallas has the most elsewhere: 45."},
		{"an allocation in an unknown city is refused", "allocate_stock", with(allocate, "warehouse", "Boston"),
			"Unknown warehouse \"Boston\". " + cities + "."},
	} {
		t.Run(test.claim, func(t *testing.T) {
			got := c.Call(test.tool, test.args)
			if !got.Failed || got.Text != test.want || got.Structured != nil {
				t.Errorf("%s(%v)\n got %+v\nwant %s", test.tool, test.args, got, test.want)
			}
		})
	}
}

// with is a copy of in with one value changed.
func with(in args, name string, value any) args {
	out := args{name: value}
	for k, v := range in {
		if k != name {
			out[k] = v
		}
	}
	return out
}

func TestNoUnitsAnywhereIsSaidSo(t *testing.T) {
	c, s := connected(t)
	if _, err := s.writer.Exec("UPDATE stock SET reserved = on_hand WHERE sku = 'SKU-4421'"); err != nil {
		t.Fatal(err)
	}
	got := c.Call("allocate_stock", args{"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 1, "order_reference": "SO-1", "request_key": "so-1-line-1"})
	want := "units: 1 were asked for, and 0 units of SKU-4421 are available in Chicago. Nothing was reserved. No other warehouse has any."
	if !got.Failed || got.Text != want {
		t.Errorf("got %+v\nwant %s", got, want)
	}
}

// The schema refuses what no handler should have to look at, all of it in one answer.
func TestArgumentsOutOfBoundsNeverReachAHandler(t *testing.T) {
	c, _ := connected(t)
	for _, test := range []struct {
		claim, tool string
		args        args
		want        []string
	}{
		{"a limit over the most", "search_products", args{"query": "drill", "limit": 51}, []string{"limit", "51", "50"}},
		{"an empty query", "search_products", args{"query": ""}, []string{"query"}},
		{"a category that does not exist", "search_products", args{"query": "drill", "category": "tool"}, []string{"category", "did you mean", "tools"}},
		{"no units, a short key and a misspelt name at once", "create_reorder",
			args{"product_sku": "SKU-4421", "warehous": "Chicago", "units": 0, "request_key": "k"},
			[]string{"units", "request_key", "warehous", "did you mean warehouse"}},
	} {
		t.Run(test.claim, func(t *testing.T) {
			got := c.Call(test.tool, test.args)
			for _, want := range test.want {
				if !got.Failed || !strings.Contains(got.Text, want) {
					t.Errorf("%s(%v) = %+v, want it to speak of %q", test.tool, test.args, got, want)
				}
			}
		})
	}
}

func TestACursorOfAnotherSearchIsRefused(t *testing.T) {
	c, _ := connected(t)
	var page Products
	c.Call("search_products", args{"query": "kestrel garden", "limit": 1}).Into(t, &page)
	for _, in := range []args{
		{"query": "kestrel", "cursor": page.NextCursor},
		{"query": "kestrel", "category": "garden", "cursor": page.NextCursor},
		{"query": "kestrel garden", "cursor": page.NextCursor[1:]},
		{"query": "kestrel garden", "cursor": page.NextCursor + "A"},
	} {
		if got := c.Call("search_products", in); !got.Failed || !strings.Contains(got.Text, "is not a next_cursor of this query") {
			t.Errorf("search_products(%v) = %+v, want the cursor refused", in, got)
		}
	}
	if got := c.Call("search_products", args{"query": "GARDEN  kestrel", "cursor": page.NextCursor}); !got.Failed {
		t.Errorf("the words in another order make another question: %+v", got)
	}
}
