package snippets_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/snippets"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func TestEveryClientWritesItsGolden(t *testing.T) {
	wanted := map[string]bool{}
	for _, client := range snippets.Clients() {
		for shop, c := range shops() {
			file := filepath.Join("testdata", client.ID, shop+".golden")
			wanted[file] = true
			got, err := snippets.Render(c, client.ID)
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			if *update {
				write(t, file, got)
				continue
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Errorf("%v; run the test with -update", err)
				continue
			}
			if got != string(want) {
				t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
			}
			if !strings.HasSuffix(got, "\n") || strings.HasSuffix(got, "\n\n") {
				t.Errorf("%s does not end in one newline", file)
			}
		}
	}
	found, err := filepath.Glob("testdata/*/*.golden")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		if !wanted[file] {
			t.Errorf("%s belongs to no client; remove it", file)
		}
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
