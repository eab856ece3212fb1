package catalog_test

import (
	"reflect"
	"testing"

	"github.com/comity-mcp/comity/catalog"
)

func TestASnapshotReadsBackAsItWas(t *testing.T) {
	var want catalog.Catalog
	want.Server = catalog.Server{Name: "stock", Title: "Stock", Version: "1.0.0", Description: "d", Instructions: "i", URL: "https://stock.example.com/mcp"}
	if err := want.ReadTools([]byte(listing)); err != nil {
		t.Fatal(err)
	}
	first, err := want.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	got, err := catalog.ReadSnapshot(first)
	if err != nil {
		t.Fatal(err)
	}
	second, err := got.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if string(first) != string(second) {
		t.Errorf("got %s, want %s", second, first)
	}
	if !reflect.DeepEqual(got.Server, want.Server) || got.Tools[0].Name != want.Tools[0].Name {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestPagesAreAppended(t *testing.T) {
	var c catalog.Catalog
	for range 2 {
		if err := c.ReadTools([]byte(listing)); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.Tools) != 2 {
		t.Errorf("got %d tools, want 2", len(c.Tools))
	}
}

func TestASchemaThatIsNoJSONIsAnError(t *testing.T) {
	if b, err := (catalog.Tool{Name: "x", InputSchema: []byte("{")}).Bytes(); err == nil {
		t.Errorf("got %s", b)
	}
	if b, err := (catalog.Catalog{Tools: []catalog.Tool{{InputSchema: []byte("{")}}}).Snapshot(); err == nil {
		t.Errorf("got %s", b)
	}
}

func TestAListingOfAnotherFormIsToldInItsOwnWords(t *testing.T) {
	for listing, want := range map[string]string{
		`[]`:                        "the whole is a list, where an object belongs",
		`{"tools":{}}`:              "tools is an object, where a list belongs",
		`{"tools":"none"}`:          "tools is a string, where a list belongs",
		`{"tools":[7]}`:             "tools is a number, where an object belongs",
		`{"tools":[{"name":5}]}`:    "tools.name is a number, where a string belongs",
		`{"tools":[{"name":true}]}`: "tools.name is true or false, where a string belongs",
		`{"tools":[{"annotations":{"readOnlyHint":"yes"}}]}`: "tools.annotations.readOnlyHint is a string, where true or false belongs",
	} {
		var c catalog.Catalog
		if err := c.ReadTools([]byte(listing)); err == nil || err.Error() != "reading the tools/list result: "+want {
			t.Errorf("%s: got %v, want %s", listing, err, want)
		}
	}
	if _, err := catalog.ReadSnapshot([]byte(`{"server":"stock"}`)); err == nil || err.Error() != "reading the catalog: server is a string, where an object belongs" {
		t.Errorf("got %v", err)
	}
}
