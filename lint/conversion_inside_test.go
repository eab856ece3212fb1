package lint

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
)

// TestThePortableFormNeedsNoConversion judges every listing of testdata with the short cut and without it. It is in the
// package because the short cut is not to be seen from outside.
func TestThePortableFormNeedsNoConversion(t *testing.T) {
	files, err := filepath.Glob("testdata/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no testdata (%v)", err)
	}
	short := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range strings.Split("\n"+string(data), "\n-- ") {
			_, listing, _ := strings.Cut(section, " --\n")
			var c catalog.Catalog
			if json.Unmarshal([]byte(listing), &c) != nil && json.Unmarshal(data, &c) != nil {
				continue
			}
			p := newPass(c)
			for _, tool := range p.tools {
				if !tool.input.portable {
					continue
				}
				short++
				tool.input.portable = false
				for _, r := range conversionRules() {
					p.rule = r.Rule
					r.Check(p)
				}
				for _, found := range p.found {
					if found.Rule.ID != "strict-size" && found.Rule.ID != "strict-claude-budget" && strings.HasPrefix(found.Path, tool.path+".") {
						t.Errorf("%s: %s has the portable form: got %s", file, tool.Name, found)
					}
				}
				tool.input.portable, p.found = true, fault.Problems(nil)
			}
		}
	}
	if short < 50 {
		t.Errorf("got %d schemas of the portable form, want at least 50", short)
	}
}
