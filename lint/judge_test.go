package lint_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/lint"
)

// untitled is a server whose one tool has no title, and a pattern that only some hosts dislike in its name.
func untitled() catalog.Catalog {
	c := catalog.Catalog{Tools: []catalog.Tool{{Name: "Get-Stock"}}}
	return c
}

func TestALevelIsThatOfTheProfile(t *testing.T) {
	for profile, want := range map[lint.Profile]fault.Level{0: fault.Warning, lint.Portable: fault.Warning, lint.OpenAI: fault.Info, lint.Anthropic: fault.Info} {
		report := lint.Judge(lint.Subject{Catalog: untitled()}, lint.Options{Profile: profile})
		got := of(report.Found, "name-pattern")
		if len(got) != 1 || got[0].Rule.Level != want {
			t.Errorf("%v: got %v of level %v, want one of level %v", profile, got, levels(got), want)
		}
	}
}

func TestAServerOfOurOwnKeepsTheRulesOfTheHouse(t *testing.T) {
	for name, c := range map[string]struct {
		found fault.Problems
		want  fault.Level
	}{
		"somebody else's is warned":              {lint.Judge(lint.Subject{Catalog: untitled()}, lint.Options{}).Found, fault.Warning},
		"one of our own is refused for the same": {lint.Run(untitled()), fault.Error},
	} {
		got := of(c.found, "name-pattern", "server-title")
		if !slices.Equal(levels(got), []fault.Level{c.want, c.want}) {
			t.Errorf("%s: got %v of the levels %v, want two of level %v", name, got, levels(got), c.want)
		}
	}
	for _, r := range lint.Rules() {
		if r.House && r.Level == fault.Error {
			t.Errorf("%s is an error for everybody, so it needs no House", r.ID)
		}
	}
}

func levels(ps fault.Problems) []fault.Level {
	var list []fault.Level
	for _, p := range ps {
		list = append(list, p.Rule.Level)
	}
	return list
}

func TestAMootRuleIsNotJudged(t *testing.T) {
	moot := map[lint.Profile]int{}
	for _, r := range lint.Rules() {
		for _, p := range lint.Profiles() {
			if level, judged := r.Under(p); !judged {
				moot[p]++
			} else if level < fault.Error || level > fault.Info {
				t.Errorf("%s has the level %d under %v", r.ID, level, p)
			}
		}
	}
	if moot[lint.Portable] > 0 {
		t.Errorf("got %d rules that are moot under portable, which is every host at once", moot[lint.Portable])
	}
	live := 0
	for _, g := range lint.Groups() {
		if g.Live {
			live += len(g.Rules)
		}
	}
	all := len(lint.Rules())
	if listing := all - live; listing < 90 {
		t.Errorf("got %d rules on listings, want at least 90", listing)
	}
	if got := lint.Judge(lint.Subject{Catalog: untitled()}, lint.Options{}); got.Rules != all-live || got.Probed {
		t.Errorf("without evidence: got %d rules, probed %v; want %d, false", got.Rules, got.Probed, all-live)
	}
	if got := lint.Judge(lint.Subject{Catalog: untitled(), Evidence: &lint.Evidence{}}, lint.Options{}); got.Rules != all || !got.Probed {
		t.Errorf("with evidence: got %d rules, probed %v; want %d, true", got.Rules, got.Probed, all)
	}
	for _, p := range []lint.Profile{lint.OpenAI, lint.Anthropic} {
		got := lint.Judge(lint.Subject{Catalog: untitled(), Evidence: &lint.Evidence{}}, lint.Options{Profile: p})
		if got.Rules != all-moot[p] || moot[p] == 0 {
			t.Errorf("%v: got %d rules, want %d", p, got.Rules, all-moot[p])
		}
	}
}

func TestAWaivedProblemIsToldWithItsReason(t *testing.T) {
	all := lint.Judge(lint.Subject{Catalog: untitled()}, lint.Options{})
	for path, covers := range map[string]bool{"Get-Stock.title": true, "Get-*": true, "*": true, "Get-Stock": false, "get-stock.title": false, "Get-Stock.titl": false} {
		report := lint.Judge(lint.Subject{Catalog: untitled()}, lint.Options{Waivers: []lint.Waiver{
			{Rule: "title-missing", Path: path, Reason: "the title comes later"},
		}})
		title := of(all.Found, "title-missing")[0]
		switch {
		case covers && !reflect.DeepEqual(report.Waived, []lint.Waived{{Problem: title, Reason: "the title comes later"}}):
			t.Errorf("%s: got waived %v, want %v", path, report.Waived, title)
		case covers && len(report.Found) != len(all.Found)-1:
			t.Errorf("%s: got %d found, want %d", path, len(report.Found), len(all.Found)-1)
		case !covers && (len(report.Waived) > 0 || len(of(report.Found, "lint-waiver")) != 1):
			t.Errorf("%s: got waived %v and found %v, want nothing waived and the waiver told", path, report.Waived, of(report.Found, "lint-waiver"))
		}
	}
}

// A file of waivers serves every profile, with a probe and without.
func TestAWaiverOfARuleThatIsNotJudgedIsLeftAlone(t *testing.T) {
	for _, id := range []string{"strict-optional", "live-stdout"} {
		report := lint.Judge(lint.Subject{Catalog: untitled()}, lint.Options{Profile: lint.Anthropic, Waivers: []lint.Waiver{
			{Rule: id, Path: "*", Reason: "another profile needs it"},
		}})
		if got := of(report.Found, "lint-waiver"); len(got) > 0 {
			t.Errorf("%s: got %v", id, got)
		}
	}
}

func TestOnlyRemarksLeaveAReportClean(t *testing.T) {
	for _, c := range []struct {
		levels []fault.Level
		want   bool
	}{
		{nil, true},
		{[]fault.Level{fault.Info}, true},
		{[]fault.Level{fault.Info, fault.Warning}, false},
		{[]fault.Level{fault.Error}, false},
	} {
		var r lint.Report
		for _, level := range c.levels {
			r.Found = append(r.Found, fault.Rule{ID: "x", Level: level}.Problem("a", "It is."))
		}
		if got := r.Clean(); got != c.want {
			t.Errorf("%v: got %v, want %v", c.levels, got, c.want)
		}
	}
}

func TestProfilesHaveNames(t *testing.T) {
	var names []string
	for _, p := range lint.Profiles() {
		names = append(names, p.String())
		if got, err := lint.ParseProfile(p.String()); got != p || err != nil {
			t.Errorf("%v reads back as %v, %v", p, got, err)
		}
	}
	if want := []string{"portable", "openai", "anthropic"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	if got := lint.Profile(0).String() + lint.Profile(9).String(); got != "unknownunknown" {
		t.Errorf("got %q", got)
	}
	for name, want := range map[string]string{
		"OpenAI": `there is no profile "OpenAI": did you mean "openai"`,
		"claude": `there is no profile "claude": use one of portable, openai, anthropic`,
		"":       `there is no profile "": use one of portable, openai, anthropic`,
	} {
		if _, err := lint.ParseProfile(name); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", name, err, want)
		}
	}
}

func TestEveryRuleIsInOneGroup(t *testing.T) {
	var inGroups []string
	for _, g := range lint.Groups() {
		if g.Name == "" || len(g.Rules) == 0 {
			t.Errorf("incomplete group %q", g.Name)
		}
		for _, r := range g.Rules {
			inGroups = append(inGroups, r.ID)
			if g.Live != strings.HasPrefix(r.ID, "live-") {
				t.Errorf("%s is in %q, live %v", r.ID, g.Name, g.Live)
			}
		}
	}
	var all []string
	for _, r := range lint.Rules() {
		all = append(all, r.ID)
	}
	if !slices.Equal(all, inGroups) {
		t.Errorf("got %q, want %q", all, inGroups)
	}
}

func ExampleJudge() {
	c := catalog.Catalog{Server: catalog.Server{Name: "inventory", Title: "Inventory", Version: "1.4.0",
		Description: "Product inventory lookup and stock levels for a retail supply chain."}}
	report := lint.Judge(lint.Subject{Catalog: c}, lint.Options{
		Profile: lint.OpenAI,
		Waivers: []lint.Waiver{{Rule: "catalog-empty", Path: "server.tools", Reason: "the tools come with the next release"}},
	})
	fmt.Println(report.Profile, report.Clean())
	for _, w := range report.Waived {
		fmt.Println(w.Path, w.Rule.ID, "waived:", w.Reason)
	}
	// Output:
	// openai true
	// server.tools catalog-empty waived: the tools come with the next release
}

func ExampleParseProfile() {
	p, err := lint.ParseProfile("anthropic")
	fmt.Println(p, err)
	_, err = lint.ParseProfile("opena")
	fmt.Println(err)
	// Output:
	// anthropic <nil>
	// there is no profile "opena": did you mean "openai"
}

func ExampleRule_Under() {
	for _, r := range lint.Rules() {
		if r.ID != "auth-scheme-mirror" {
			continue
		}
		for _, p := range lint.Profiles() {
			level, judged := r.Under(p)
			if !judged {
				fmt.Println(p, "does not look at it")
				continue
			}
			fmt.Println(p, level)
		}
	}
	// Output:
	// portable warning
	// openai error
	// anthropic does not look at it
}

func ExampleGroups() {
	for _, g := range lint.Groups() {
		if !g.Live {
			fmt.Println(g.Name)
		}
	}
	// Output:
	// names
	// server
	// descriptions
	// annotations
	// schemas
	// input
	// strict conversion
	// output
	// handles
	// catalog
	// sign-in
	// single hosts
	// waivers
}

// A snapshot has its schemas indented, and is judged as the server is.
func TestALayoutOfJSONCostsNothing(t *testing.T) {
	schema := `{"type":"object","properties":{"note":{"type":"string","description":"` + strings.Repeat("with  two  spaces ", 200) + `"}}}`
	var indented bytes.Buffer
	if err := json.Indent(&indented, []byte(schema), "", "        "); err != nil {
		t.Fatal(err)
	}
	var costs []string
	for _, layout := range []string{schema, indented.String()} {
		c := catalog.Catalog{Tools: []catalog.Tool{{Name: "add_note", InputSchema: json.RawMessage(layout)}}}
		costs = append(costs, lines(only(c, "catalog-tool-cost")))
	}
	want := fmt.Sprintf("about %d tokens", (len(schema)+len("add_note")+3)/4)
	if !strings.Contains(costs[0], want) || costs[1] != costs[0] {
		t.Errorf("got %q, want both with %q", costs, want)
	}
}
