package lint_test

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/lint"
)

// inventory is the listing of the example server.
func inventory(t testing.TB) catalog.Catalog {
	t.Helper()
	data, err := os.ReadFile("testdata/inventory.json")
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.ReadSnapshot(data)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestRunIsDeterministicAndLeavesTheCatalogAlone(t *testing.T) {
	c := inventory(t)
	before, err := c.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Tools {
		c.Tools[i].Annotations = nil
		c.Tools[i].Description = ""
	}
	first, second := lint.Run(c), lint.Run(c)
	if !reflect.DeepEqual(first, second) {
		t.Errorf("got\n%sthen\n%s", lines(second), lines(first))
	}
	if len(first) < 2*len(c.Tools) {
		t.Errorf("got %d problems, want at least two a tool", len(first))
	}
	c = inventory(t)
	lint.Run(c)
	if after, err := c.Snapshot(); err != nil || string(after) != string(before) {
		t.Errorf("the catalog has changed (%v):\n%s", err, after)
	}
}

// A path is cut at its first dot to find the tool, and printed beside the paths of the server itself.
func TestAToolWhoseNameCannotLeadGoesByItsPosition(t *testing.T) {
	for name, want := range map[string]string{
		"get_thing":                "get_thing.title",
		"Get-Thing2":               "Get-Thing2.title",
		"get.thing":                "tools[1].title",
		"get thing":                "tools[1].title",
		"tools[0]":                 "tools[1].title",
		"server":                   "tools[1].title",
		"first":                    "tools[1].title", // taken
		"":                         "tools[1].title",
		"get\u202ething":           "tools[1].title",
		strings.Repeat("long", 40): "tools[1].title",
	} {
		c := catalog.Catalog{Tools: []catalog.Tool{{Name: "first", Title: "First"}, {Name: name}}}
		if got := paths(only(c, "title-missing")); !slices.Equal(got, []string{want}) {
			t.Errorf("%q: got a problem at %q, want %q", name, got, want)
		}
	}
}

func TestAPropertyIsSeenInItsPath(t *testing.T) {
	expectAt(t, `{"name":"a","inputSchema":{"type":"object","properties":{"":{},"größe":{},"\u202eb":{},"c\ufe0f":{},"d.e":{}}}}`,
		[]string{"input-untyped"}, `a.input.""`, `a.input."\u202eb"`, `a.input."c\ufe0f"`, `a.input.d.e`, `a.input.größe`)
}

func TestAnEmptyCatalogIsOnlyUnnamed(t *testing.T) {
	var got []string
	for _, p := range lint.Run(catalog.Catalog{}) {
		got = append(got, p.Path)
	}
	want := []string{"server.description", "server.name", "server.title", "server.tools", "server.version"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestServerDescriptionsHaveABestLength(t *testing.T) {
	for length, want := range map[int]int{59: 1, 60: 0, 400: 0, 401: 1} {
		c := catalog.Catalog{Server: catalog.Server{Description: strings.Repeat("é", length)}}
		if got := paths(only(c, "server-description-length")); len(got) != want {
			t.Errorf("%d characters: got problems at %q, want %d", length, got, want)
		}
	}
}

func TestTheListOfRulesIsTheCallersOwn(t *testing.T) {
	rules := lint.Rules()
	rules[0] = lint.Rule{}
	if lint.Rules()[0].Check == nil {
		t.Error("changing the returned slice changed the list of rules")
	}
}

// TestHostileListingsTakeBoundedTime has 256 KB each of what rules could be slow on.
func TestHostileListingsTakeBoundedTime(t *testing.T) {
	const size = 1 << 18
	fill := func(piece string) string { return strings.Repeat(piece, size/len(piece)) }
	numbered := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for _, c := range []struct{ claim, tool string }{
		{"a text of wordings that never end", `{"name":"a","description":"` + fill("you must call use this tool for all ") + `"}`},
		{"a text of tags that never close", `{"name":"a","description":"` + fill("<system <!-- ") + `"}`},
		{"a long name", `{"name":"` + fill("set_") + `"}`},
		{"many tools of one name", numbered(`{"name":"a%.0d"}`, size/20)},
		{"many properties and as many required strangers", `{"name":"a","inputSchema":{"properties":{` + numbered(`"p%d":{}`, size/30) +
			`},"required":[` + numbered(`"q%d"`, size/30) + `]}}`},
		{"deep objects", `{"name":"a","inputSchema":` + strings.Repeat(`{"properties":{"a":`, 4000) + `{}` + strings.Repeat(`}}`, 4000) + `}`},
		{"deep alternatives that fan out", `{"name":"a","inputSchema":` + strings.Repeat(`{"anyOf":[{},{},`, 4000) + `{}` + strings.Repeat(`]}`, 4000) + `}`},
		{"a long list of values", `{"name":"a","inputSchema":{"enum":[` + numbered(`"value %d"`, size/20) + `]}}`},
	} {
		t.Run(c.claim, func(t *testing.T) {
			var listing catalog.Catalog
			if err := listing.ReadTools([]byte(`{"tools":[` + c.tool + `]}`)); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			lint.Run(listing)
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// FuzzRun reads arbitrary bytes as a tools/list answer, or as a whole catalog. Whatever a server sends, judging it under
// any profile neither panics nor takes long, every problem has a place, a sentence and a rule, and each one that is waived
// is no longer found.
func FuzzRun(f *testing.F) {
	f.Add([]byte(`{"tools":[{"name":"a.b","inputSchema":true,"outputSchema":{"type":["array",null,3],"items":[null]}}]}`))
	f.Add([]byte(`{"tools":[{"name":"é","title":"\u200d","inputSchema":{"properties":{"":{"x-mcp-header":{}},"id":{"maximum":1e999}}}}]}`))
	f.Add([]byte(`{"tools":[{"description":"\ud800 <system x>","inputSchema":{"required":[1],"enum":7,"allOf":[{"not":{}}]}}]}`))
	f.Add([]byte(`{"tools":[{"name":"start_x","outputSchema":{"properties":{"x_id":{"type":"integer"},"status":{"enum":["working",null]}}}},
		{"name":"get_x","inputSchema":{"properties":{"id":{}}},"annotations":{"readOnlyHint":true},"_meta":{"openai/profile":true,"":0}}]}`))
	f.Add([]byte(`{"server":{"url":"::","command":["--api-key=x"]},"authorization":{"authorization_servers":[""]},
		"tools":[{"name":"search","securitySchemes":[{"type":""}],"_meta":{"securitySchemes":{}}},{"name":"fetch"}]}`))
	f.Add([]byte(`{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"b":{"type":["array","null"],"items":{"enum":[{}]},
		"default":[1],"examples":[[]],"pattern":"(?=","minItems":3,"maxItems":1}},"required":["b","b"],"additionalProperties":false}}]}`))
	snapshot, err := os.ReadFile("testdata/inventory.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(snapshot)
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := catalog.ReadSnapshot(data)
		if err != nil {
			return
		}
		start := time.Now()
		for _, profile := range lint.Profiles() {
			found := lint.Judge(lint.Subject{Catalog: c}, lint.Options{Profile: profile}).Found
			var waivers []lint.Waiver
			for _, p := range found {
				if p.Path == "" || p.Says == "" || p.Rule.ID == "" || p.Rule.Level < fault.Error {
					t.Errorf("incomplete problem %+v", p)
				}
				waivers = append(waivers, lint.Waiver{Rule: p.Rule.ID, Path: p.Path, Reason: "to see it go"})
			}
			if len(waivers) > 100 {
				continue
			}
			report := lint.Judge(lint.Subject{Catalog: c}, lint.Options{Profile: profile, Waivers: waivers})
			if len(report.Found) > 0 || len(report.Waived) != len(found) {
				t.Errorf("got %d found and %d waived of %d, all of them waived:\n%s", len(report.Found), len(report.Waived), len(found), lines(report.Found))
			}
		}
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("judging %d bytes took %v", len(data), took)
		}
	})
}

// many is a server of 200 tools, the example's six over and over under their own names.
func many(t testing.TB) catalog.Catalog {
	t.Helper()
	six := inventory(t)
	c := catalog.Catalog{Server: six.Server}
	for i := range 200 {
		tool := six.Tools[i%len(six.Tools)]
		tool.Name = fmt.Sprintf("%s_%d", tool.Name, i)
		tool.Description = fmt.Sprintf("%s Aisle %d only.", tool.Description, i)
		c.Tools = append(c.Tools, tool)
	}
	return c
}

// TestTwoHundredToolsAreJudgedInTwoSeconds leaves room for a busy machine: BenchmarkRun says what it takes.
func TestTwoHundredToolsAreJudgedInTwoSeconds(t *testing.T) {
	c := many(t)
	best := time.Hour
	for range 3 {
		start := time.Now()
		lint.Run(c)
		best = min(best, time.Since(start))
	}
	if best > 2*time.Second {
		t.Errorf("the quickest of three took %v", best)
	}
}

// BenchmarkRun judges 200 tools.
func BenchmarkRun(b *testing.B) {
	c := many(b)
	b.ReportAllocs()
	for b.Loop() {
		if err := lint.Run(c).Err(); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleRun() {
	var c catalog.Catalog
	err := c.ReadTools([]byte(`{"tools": [{
		"name": "stock.check",
		"title": "Check stock",
		"description": "Returns on-hand and reserved stock for one product.",
		"inputSchema": {"type": "object", "properties": {}, "required": []},
		"annotations": {"title": "Check stock", "readOnlyHint": true, "destructiveHint": false}
	}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	c.Server = catalog.Server{Name: "inventory", Title: "Inventory", Version: "1.4.0", Description: "Stock levels."}
	for _, p := range lint.Run(c).Of(fault.Error) {
		fmt.Println(p)
	}
	// Output:
	// tools[0].annotations: The annotations lack openWorldHint, which OpenAI's directory wants of every tool, false included: send true or false for each. [hint-missing-review]
	// tools[0].input: The root object takes any further property, so a misspelt name goes unnoticed, and strict modes refuse it where no SDK closes it: add "additionalProperties": false. [input-open]
	// tools[0].name: The name "stock.check" has '.' as character 6; names are a lower-case letter, then at most 39 lower-case letters, digits and underscores: use "stock_check". [name-refused]
}

func ExampleRules() {
	rule := lint.Rules()[0]
	fmt.Println(rule.ID, rule.Level)
	fmt.Println(rule.Doc)
	// Output:
	// name-refused error
	// A tool's name has 1 to 64 letters, digits, underscores and hyphens; model APIs refuse the request for any other.
}
