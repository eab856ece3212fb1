package lint_test

import (
	"slices"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
)

// Failures from the field that are visible on the wire, named for their ids in internal/cases.

func TestR019AlternativesAreNotStrictReady(t *testing.T) {
	expectAt(t, `{"name":"a","inputSchema":{"type":"object","properties":{
		"one":{"oneOf":[{"type":"integer"},{"type":"string"}]},"all":{"allOf":[{"type":"string"}]},"none":{"not":{"type":"null"}},
		"keys":{"type":"object","patternProperties":{"^x":{"type":"string"}}},"any":{"anyOf":[{"type":"integer"},{"type":"string"}]}}}}`,
		[]string{"input-not-strict", "input-any-of"}, "a.input.all", "a.input.any", "a.input.keys", "a.input.none", "a.input.one")
}

func TestR020AMapIsNotStrictReady(t *testing.T) {
	expectAt(t, `{"name":"a","inputSchema":{"type":"object","properties":{"labels":{"type":"object","additionalProperties":{}}}}}`,
		[]string{"input-map"}, "a.input.labels")
}

func TestR022NoDialectInASchema(t *testing.T) {
	expectAt(t, `{"name":"a","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema"},"outputSchema":{"$id":"urn:a"}}`,
		[]string{"node-dialect"}, "a.input", "a.output")
}

func TestR023NamesThatHostsRefuse(t *testing.T) {
	for _, name := range []string{"stock.check", "a/b", "Create Share", "a2345678901234567890123456789012345678901234567890123456789012345", "", "état"} {
		c := catalog.Catalog{Tools: []catalog.Tool{{Name: name}}}
		if got := paths(only(c, "name-refused", "name-pattern")); len(got) != 1 {
			t.Errorf("%q: got problems at %q, want one", name, got)
		}
	}
}

func TestR026ALengthOfTimeSaysItsUnit(t *testing.T) {
	expectAt(t, `{"name":"a","inputSchema":{"type":"object","properties":{"timeout":{"type":"integer","description":"How long to wait"},
		"pause":{"type":"integer","description":"Pause"},"delay":{"type":"integer","description":"Delay in seconds"}}}}`,
		[]string{"node-time-unit"}, "a.input.timeout")
}

func TestR041AWideIdentifierIsAString(t *testing.T) {
	expectAt(t, `{"name":"a","outputSchema":{"type":"object","properties":{"id":{"type":"integer","format":"uint64"},
		"row_id":{"type":"integer","maximum":9007199254740992},"line_id":{"type":"integer","maximum":9007199254740991}}}}`,
		[]string{"node-wide-id"}, "a.output.id", "a.output.row_id")
}

func TestR058MissingHintsAreRefused(t *testing.T) {
	expectAt(t, `{"name":"a"},{"name":"b","annotations":{"readOnlyHint":true}}`, []string{"hint-missing", "hint-missing-review"}, "a.annotations", "b.annotations")
}

func TestR059ABlankTitleIsRefused(t *testing.T) {
	expectAt(t, `{"name":"a","title":" \t"},{"name":"b","title":"Title B","annotations":{"title":"Another"}}`,
		[]string{"title-missing", "title-in-annotations"}, "a.title", "b.annotations.title")
}

// expectAt judges the tools of a listing and compares where the rules found something.
func expectAt(t *testing.T, tools string, rules []string, want ...string) {
	t.Helper()
	var c catalog.Catalog
	if err := c.ReadTools([]byte(`{"tools":[` + tools + `]}`)); err != nil {
		t.Fatal(err)
	}
	if got := paths(only(c, rules...)); !slices.Equal(got, want) {
		t.Errorf("got problems at %q, want %q", got, want)
	}
}

func paths(found fault.Problems) []string {
	var list []string
	for _, p := range found {
		list = append(list, p.Path)
	}
	return list
}
