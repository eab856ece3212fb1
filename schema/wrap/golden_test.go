package wrap_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/comity-mcp/comity/schema/wrap"
)

var update = flag.Bool("update", false, "rewrite testdata/<wrapper>/<tool>.json")

// testdata/<wrapper>/<tool>.json holds what the host gets and what was left out. A missing or a stray
// file fails.
func TestWrappersAgainstGoldens(t *testing.T) {
	tools := []wrap.Tool{getCustomer, checkInventory, searchOrders}
	for name, wrapper := range wrappers {
		want := []string{}
		for _, tool := range tools {
			file := filepath.Join("testdata", name, tool.Name+".json")
			want = append(want, file)
			t.Run(name+"/"+tool.Name, func(t *testing.T) {
				w, err := wrapper(tool)
				if err != nil {
					t.Fatal(err)
				}
				golden(t, file, w)
			})
		}
		got, err := filepath.Glob(filepath.Join("testdata", name, "*"))
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("files of %s:\n got %v\nwant %v", name, got, want)
		}
	}
}

func golden(t *testing.T, file string, w wrap.Wrapped) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(struct {
		JSON    json.RawMessage `json:"json"`
		LeftOut []wrap.Omission `json:"left_out"`
	}{w.JSON, slices.Concat([]wrap.Omission{}, w.LeftOut)})
	if err != nil {
		t.Fatal(err)
	}
	got := b.Bytes()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; run the test with -update and review the file", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", file, got, want)
	}
}
