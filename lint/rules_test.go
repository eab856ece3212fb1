package lint_test

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/lint"
)

var update = flag.Bool("update", false, "rewrite the want sections of testdata")

// TestEachRule reads testdata/<rule-id>.txtar: a listing the rule must reject, the problems it must find
// there, and a listing it must leave alone.
func TestEachRule(t *testing.T) {
	files := map[string]bool{}
	stray, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range stray {
		files[strings.TrimSuffix(filepath.Base(file), ".txtar")] = true
	}
	for _, rule := range lint.Rules() {
		if !files[rule.ID] {
			t.Errorf("rule %s has no testdata/%s.txtar", rule.ID, rule.ID)
			continue
		}
		delete(files, rule.ID)
		t.Run(rule.ID, func(t *testing.T) {
			file := "testdata/" + rule.ID + ".txtar"
			a := readArchive(t, file)
			got := lines(find(t, a.section["reject.json"], rule.ID))
			if got == "" {
				t.Error("reject.json is not rejected")
			}
			if *update {
				a.section["want"] = got
				a.write(t, file)
			} else if got != a.section["want"] {
				t.Errorf("got\n%s\nwant\n%s", got, a.section["want"])
			}
			if got := lines(find(t, a.section["accept.json"], rule.ID)); got != "" {
				t.Errorf("accept.json is not left alone:\n%s", got)
			}
		})
	}
	for id := range files {
		t.Errorf("testdata/%s.txtar belongs to no rule", id)
	}
}

func TestRulesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range lint.Rules() {
		switch {
		case seen[r.ID]:
			t.Errorf("the identifier %s is used twice", r.ID)
		case r.Level < fault.Error || r.Level > fault.Info:
			t.Errorf("%s has the level %v", r.ID, r.Level)
		case !strings.HasSuffix(r.Doc, ".") || strings.Count(r.Doc, ". ") > 0:
			t.Errorf("%s is not told in one sentence: %q", r.ID, r.Doc)
		case r.Check == nil:
			t.Errorf("%s has no check", r.ID)
		}
		seen[r.ID] = true
	}
}

// find judges a snapshot, which may have evidence and waivers beside its tools, and keeps the problems of one rule.
func find(t *testing.T, snapshot, id string) fault.Problems {
	t.Helper()
	var read struct {
		catalog.Catalog
		Evidence *lint.Evidence `json:"evidence"`
		Waivers  []lint.Waiver  `json:"waivers"`
	}
	if err := json.Unmarshal([]byte(snapshot), &read); err != nil {
		t.Fatal(err)
	}
	return of(lint.Judge(lint.Subject{Catalog: read.Catalog, Evidence: read.Evidence}, lint.Options{Waivers: read.Waivers}).Found, id)
}

// only runs all rules over a catalog and keeps the problems of some.
func only(c catalog.Catalog, ids ...string) fault.Problems { return of(lint.Run(c), ids...) }

// of keeps the problems of some rules.
func of(found fault.Problems, ids ...string) fault.Problems {
	return slices.DeleteFunc(found, func(p fault.Problem) bool { return !slices.Contains(ids, p.Rule.ID) })
}

func lines(ps fault.Problems) string {
	var b strings.Builder
	for _, p := range ps {
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}

// archive is a txtar file: a comment, then sections that each begin with "-- name --".
type archive struct {
	comment string
	order   []string
	section map[string]string
}

func readArchive(t *testing.T, file string) archive {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	a := archive{section: map[string]string{}}
	name := ""
	for line := range strings.Lines(string(data)) {
		if inner, ok := strings.CutPrefix(strings.TrimSpace(line), "-- "); ok && strings.HasSuffix(inner, " --") {
			name = strings.TrimSuffix(inner, " --")
			a.order = append(a.order, name)
			a.section[name] = ""
			continue
		}
		if name == "" {
			a.comment += line
			continue
		}
		a.section[name] += line
	}
	want := []string{"accept.json", "reject.json", "want"}
	if got := slices.Sorted(maps.Keys(a.section)); !slices.Equal(got, want) {
		t.Fatalf("%s has the sections %q, want %q", file, got, want)
	}
	return a
}

func (a archive) write(t *testing.T, file string) {
	t.Helper()
	var b strings.Builder
	b.WriteString(a.comment)
	for _, name := range a.order {
		b.WriteString("-- " + name + " --\n" + a.section[name])
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
