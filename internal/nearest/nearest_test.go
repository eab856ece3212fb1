package nearest_test

import (
	"testing"

	"github.com/comity-mcp/comity/internal/nearest"
)

func TestTo(t *testing.T) {
	for _, c := range []struct {
		claim, got string
		among      []string
		want       string
	}{
		{"one character too many", "SKU-44211", []string{"SKU-0001", "SKU-4421"}, "SKU-4421"},
		{"a separator moved", "start_rfc3339", []string{"end_rfc_3339", "start_rfc_3339"}, "start_rfc_3339"},
		{"case only", "Warehouse", []string{"warehouse"}, "warehouse"},
		{"two letters swapped", "warehosue", []string{"product_sku", "warehouse"}, "warehouse"},
		{"the one that begins most alike among equals", "SKU-44211", []string{"SKU-4211", "SKU-4421"}, "SKU-4421"},
		{"the first of equals", "ab", []string{"ac", "ad"}, "ac"},
		{"nothing close", "colour", []string{"warehouse", "sku"}, ""},
		{"nothing to choose from", "x", nil, ""},
		{"an empty value suggests nothing", "", []string{"a"}, ""},
		{"a single letter is not turned into another word", "q", []string{"warehouse"}, ""},
	} {
		t.Run(c.claim, func(t *testing.T) {
			got, ok := nearest.To(c.got, c.among)
			if got != c.want || ok != (c.want != "") {
				t.Errorf("To(%q, %q) = %q, %v; want %q", c.got, c.among, got, ok, c.want)
			}
		})
	}
}
