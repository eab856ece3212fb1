package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/lint"
)

// These tests are in the package because a command has no other way in.

func TestIdentifiersAreUniqueAcrossPackages(t *testing.T) {
	where := map[string]string{}
	all := declared()
	for _, g := range lint.Groups() {
		wire := group{title: "lint, " + g.Name}
		for _, r := range g.Rules {
			wire.rules = append(wire.rules, r.Rule)
		}
		all = append(all, wire)
	}
	for _, g := range all {
		if len(g.rules) == 0 {
			t.Errorf("%q has no rules", g.title)
		}
		for _, r := range g.rules {
			if earlier, taken := where[r.ID]; taken {
				t.Errorf("%s is a rule of %q and of %q: rename one", r.ID, earlier, g.title)
			}
			where[r.ID] = g.title
			if r.ID == "" || r.Doc == "" || r.Level < fault.Error || r.Level > fault.Info {
				t.Errorf("incomplete rule %+v", r)
			}
		}
	}
}

func TestThePageIsCurrent(t *testing.T) {
	t.Chdir("../..")
	if err := run(nil, true); err != nil {
		t.Error(err)
	}
}

func TestAStalePageIsFound(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := run(nil, true); err == nil || !strings.Contains(err.Error(), "reading the list of rules") {
		t.Errorf("without a page: got %v", err)
	}
	if err := os.Mkdir("docs", 0o755); err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	if err := run(&printed, false); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page, printed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(nil, true); err != nil {
		t.Errorf("just printed: got %v", err)
	}
	if err := os.WriteFile(page, append(printed.Bytes(), '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(nil, true); err == nil || !strings.Contains(err.Error(), "is stale: run go generate") {
		t.Errorf("with a line too many: got %v", err)
	}
}

func TestATextStaysInItsCell(t *testing.T) {
	rule := fault.Rule{ID: "x", Doc: "No <system> | tag.", URL: "https://example.com/a", Level: fault.Warning}
	got := string(render([]group{{"T", "A.", []fault.Rule{rule}}}, []lint.Group{
		{Name: "names", Rules: []lint.Rule{{Rule: rule, OpenAI: fault.Error, Anthropic: lint.Moot}}},
		{Name: "calls", Live: true},
	}))
	for _, want := range []string{
		"## T\n\nA. 1 rule.\n\n| rule | level | what holds | source |\n|---|---|---|---|\n" +
			"| `x` | warning | No &lt;system> \\| tag. | [example.com](https://example.com/a) |\n",
		": 1 rule of the listing and 0 of a running server,",
		"### Listing: names\n\n| rule | portable | openai | anthropic | what holds | source |\n|---|---|---|---|---|---|\n" +
			"| `x` | warning | error | – | No &lt;system> \\| tag. | [example.com](https://example.com/a) |\n",
		"### Running server: calls\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant it to have\n%s", got, want)
		}
	}
}
