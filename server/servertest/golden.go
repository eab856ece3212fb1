package servertest

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/server"
)

var (
	update    = flag.Bool("servertest.update", false, "rewrite the golden files of servertest.Golden")
	releasing = flag.Bool("servertest.release", false, "rewrite the snapshots of servertest.Released, for a release")
)

// Golden compares each tool, as it stands in tools/list, with dir/NAME.json. A missing file, a file
// without its tool and any difference fail. The flag -servertest.update writes the files instead.
func Golden(t testing.TB, srv *server.Server, dir string) {
	t.Helper()
	want := map[string]bool{}
	for _, tool := range srv.Catalog().Tools {
		b, err := tool.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		var indented bytes.Buffer
		if err := json.Indent(&indented, b, "", "  "); err != nil {
			t.Fatal(err)
		}
		indented.WriteByte('\n')
		name := tool.Name + ".json"
		want[name] = true
		compare(t, filepath.Join(dir, name), indented.Bytes())
	}
	stray(t, dir, want)
}

func compare(t testing.TB, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("there is no golden file: %v; write it with -servertest.update and review it", err)
		return
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s has changed for every host that lists it.\n%sIf that is meant, run with -servertest.update and review the difference.", path, difference(got, want))
	}
}

// difference is the first line that differs, in both.
func difference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	line := 0
	for line < len(g) && line < len(w) && g[line] == w[line] {
		line++
	}
	at := func(lines []string) string {
		if line < len(lines) {
			return lines[line]
		}
		return "(the end)"
	}
	return fmt.Sprintf("line %d, got:  %s\nline %d, want: %s\n", line+1, at(g), line+1, at(w))
}

func stray(t testing.TB, dir string, want map[string]bool) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Errorf("reading the golden files: %v", err)
		return
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".json") || want[f.Name()] {
			continue
		}
		path := filepath.Join(dir, f.Name())
		if *update {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Errorf("%s belongs to no tool; a removed tool breaks hosts that keep its list, so state the name in Spec.Was of its successor, then run with -servertest.update", path)
	}
}
