package schema_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/comity-mcp/comity/schema"
)

// one is a closed object with a property p.
func one(p string) string {
	return `{"type":"object","properties":{"p":` + p + `},"required":["p"],"additionalProperties":false}`
}

func TestDiff(t *testing.T) {
	const (
		compatible = schema.Compatible
		risky      = schema.Risky
		breaking   = schema.Breaking
	)
	const (
		none     = `{"type":"object","properties":{},"required":[],"additionalProperties":false}`
		optional = `{"type":"object","properties":{"p":{"type":"string"}},"required":[],"additionalProperties":false}`
		open     = `{"type":"object","properties":{},"required":[]}`
		labels   = `{"type":"object","additionalProperties":{"type":"string"}}`
	)
	for _, c := range []struct {
		name, old, new    string
		arguments, result schema.Class
	}{
		{"a new required property", none, one(`{"type":"string"}`), breaking, risky},
		{"a new nullable property", none, one(`{"type":["string","null"]}`), compatible, risky},
		{"a new optional property", none, optional, compatible, risky},
		{"a new property where anything went", open, `{"type":"object","properties":{"p":{"type":"string"}},"required":[]}`, risky, compatible},
		{"a removed property", one(`{"type":"string"}`), none, breaking, breaking},
		{"a removed optional property", optional, none, breaking, compatible},
		{"optional becomes required", optional, one(`{"type":"string"}`), breaking, compatible},
		{"required becomes optional", one(`{"type":"string"}`), optional, compatible, breaking},

		{"a nullable property becomes required", `{"type":"object","properties":{"p":{"type":["string","null"]}},"required":[],"additionalProperties":false}`, one(`{"type":["string","null"]}`), compatible, compatible},
		{"a nullable property becomes optional", one(`{"type":["string","null"]}`), `{"type":"object","properties":{"p":{"type":["string","null"]}},"required":[],"additionalProperties":false}`, compatible, breaking},

		{"nullable is removed", one(`{"type":["string","null"]}`), one(`{"type":"string"}`), breaking, compatible},
		{"nullable is added", one(`{"type":"string"}`), one(`{"type":["string","null"]}`), compatible, breaking},
		{"nullable is removed from an enum", one(`{"type":["string","null"],"enum":["a",null]}`), one(`{"type":"string","enum":["a"]}`), breaking, compatible},
		{"another type", one(`{"type":"string"}`), one(`{"type":"integer"}`), breaking, breaking},
		{"integer becomes number", one(`{"type":"integer"}`), one(`{"type":"number"}`), compatible, breaking},
		{"number becomes integer", one(`{"type":"number"}`), one(`{"type":"integer"}`), breaking, compatible},
		{"one type becomes two", one(`{"type":"string"}`), one(`{"type":["string","integer"]}`), compatible, breaking},
		{"anything becomes a type", one(`{"description":"d"}`), one(`{"type":"string","description":"d"}`), breaking, compatible},

		{"an enum loses a value", one(`{"type":"string","enum":["a","b"]}`), one(`{"type":"string","enum":["a"]}`), breaking, compatible},
		{"an enum gains a value", one(`{"type":"string","enum":["a"]}`), one(`{"type":"string","enum":["a","b"]}`), compatible, breaking},
		{"an enum is new", one(`{"type":"string"}`), one(`{"type":"string","enum":["a"]}`), breaking, compatible},
		{"an enum is gone", one(`{"type":"string","enum":["a"]}`), one(`{"type":"string"}`), compatible, breaking},
		{"a const becomes an enum that has it", one(`{"type":"string","const":"a"}`), one(`{"type":"string","enum":["a","b"]}`), compatible, breaking},

		{"a minimum is raised", one(`{"type":"integer","minimum":1}`), one(`{"type":"integer","minimum":2}`), breaking, compatible},
		{"a minimum is lowered", one(`{"type":"integer","minimum":2}`), one(`{"type":"integer","minimum":1}`), compatible, breaking},
		{"a minimum that float64 cannot tell from the old one", one(`{"type":"integer","minimum":9007199254740992}`), one(`{"type":"integer","minimum":9007199254740993}`), breaking, compatible},
		{"a bound becomes exclusive", one(`{"type":"number","maximum":5}`), one(`{"type":"number","exclusiveMaximum":5}`), breaking, compatible},
		{"a maximum is new", one(`{"type":"integer"}`), one(`{"type":"integer","maximum":5}`), breaking, compatible},
		{"a maximum is gone", one(`{"type":"integer","maximum":5}`), one(`{"type":"integer"}`), compatible, breaking},
		{"a length is cut", one(`{"type":"string","maxLength":32}`), one(`{"type":"string","maxLength":16}`), breaking, compatible},
		{"fewer items are needed", one(`{"type":"array","items":{"type":"string"},"minItems":2}`), one(`{"type":"array","items":{"type":"string"},"minItems":1}`), compatible, breaking},
		{"coarser multiples", one(`{"type":"integer","multipleOf":5}`), one(`{"type":"integer","multipleOf":10}`), breaking, compatible},
		{"finer multiples", one(`{"type":"integer","multipleOf":10}`), one(`{"type":"integer","multipleOf":5}`), compatible, breaking},
		{"other multiples", one(`{"type":"integer","multipleOf":4}`), one(`{"type":"integer","multipleOf":6}`), breaking, breaking},
		{"multiples are gone", one(`{"type":"integer","multipleOf":6}`), one(`{"type":"integer"}`), compatible, breaking},
		{"multiples are new", one(`{"type":"integer"}`), one(`{"type":"integer","multipleOf":6}`), breaking, compatible},
		{"items must be unique", one(`{"type":"array","items":{"type":"string"}}`), one(`{"type":"array","items":{"type":"string"},"uniqueItems":true}`), breaking, compatible},

		{"a pattern is new", one(`{"type":"string"}`), one(`{"type":"string","pattern":"^a"}`), breaking, compatible},
		{"a pattern is gone", one(`{"type":"string","pattern":"^a"}`), one(`{"type":"string"}`), compatible, breaking},
		{"a pattern changes", one(`{"type":"string","pattern":"^a"}`), one(`{"type":"string","pattern":"^b"}`), risky, risky},
		{"a format changes", one(`{"type":"string","format":"date"}`), one(`{"type":"string","format":"date-time"}`), risky, risky},
		{"a default changes", one(`{"type":"integer","default":10}`), one(`{"type":"integer","default":20}`), risky, compatible},

		{"a default of null is new", one(`{"type":["integer","null"]}`), one(`{"type":["integer","null"],"default":null}`), risky, compatible},

		{"an object is opened", none, open, compatible, breaking},
		{"an object is closed", open, none, breaking, compatible},
		{"a map becomes a closed object", one(labels), one(none), breaking, compatible},
		{"the values of a map change type", one(labels), one(`{"type":"object","additionalProperties":{"type":"integer"}}`), breaking, breaking},
		{"items are described", one(`{"type":"array"}`), one(`{"type":"array","items":{"type":"string"}}`), breaking, compatible},

		{"a description changes", one(`{"type":"string","description":"a"}`), one(`{"type":"string","description":"b"}`), compatible, compatible},
		{"a keyword of the author's own changes", one(`{"type":"string","x-unit":"kg"}`), one(`{"type":"string","x-unit":"t"}`), compatible, compatible},
		{"a keyword a core does not use changes", one(`{"anyOf":[{"type":"string"}]}`), one(`{"anyOf":[{"type":"integer"}]}`), risky, risky},
		{"no schema at all", none, `[]`, breaking, breaking},
	} {
		for side, want := range map[schema.Side]schema.Class{schema.Arguments: c.arguments, schema.Result: c.result} {
			changes := schema.Diff(json.RawMessage(c.old), json.RawMessage(c.new), side)
			if len(changes) != 1 {
				t.Errorf("%s, %s: got %d changes, want 1: %+v", c.name, side, len(changes), changes)
			}
			for _, got := range changes {
				if got.Class != want {
					t.Errorf("%s, %s: got %s, want %s: %+v", c.name, side, got.Class, want, got)
				}
			}
			for _, doc := range []string{c.old, c.new} {
				if again := schema.Diff(json.RawMessage(doc), json.RawMessage(doc), side); len(again) != 0 && doc != `[]` {
					t.Errorf("%s, %s: got %+v for the same document twice, want nothing", c.name, side, again)
				}
			}
		}
	}
}

// Whatever Diff calls compatible must hold by set inclusion, as an independent validator sees it: a value
// that was legal as an argument still is, and a value that a new result may have was legal before.
func TestDiffIsSoundAgainstAnOracle(t *testing.T) {
	properties := []string{
		`{"type":"string"}`, `{"type":["string","null"]}`, `{"type":"string","enum":["a","abc"]}`, `{"type":"string","enum":["a"]}`,
		`{"type":["string","null"],"enum":["a",null]}`, `{"type":"string","const":"a"}`, `{"type":"string","minLength":2}`,
		`{"type":"string","maxLength":2}`, `{"type":"string","minLength":1,"maxLength":3}`, `{"type":"string","pattern":"^a"}`,
		`{"type":"string","pattern":"b"}`, `{"type":"integer"}`, `{"type":"number"}`, `{"type":["number","null"]}`, `{"type":["string","integer"]}`,
		`{"type":"integer","minimum":2}`, `{"type":"integer","exclusiveMinimum":2}`, `{"type":"number","minimum":2,"exclusiveMinimum":3}`,
		`{"type":"number","maximum":4}`, `{"type":"number","exclusiveMaximum":4}`, `{"type":"integer","minimum":2,"maximum":4}`,
		`{"type":"integer","multipleOf":2}`, `{"type":"integer","multipleOf":4}`, `{"type":"integer","multipleOf":3}`, `{"type":"integer","enum":[2,4]}`,
		`{"type":"array","items":{"type":"string"}}`, `{"type":"array","items":{"type":["string","null"]}}`, `{"type":"array"}`,
		`{"type":"array","items":{"type":"string"},"minItems":1}`, `{"type":"array","items":{"type":"string"},"maxItems":1}`,
		`{"type":"array","items":{"type":"string"},"uniqueItems":true}`, `{"type":"object"}`, `{"type":"object","additionalProperties":false}`,
		`{"type":"object","additionalProperties":{"type":"string"}}`, `{"type":"object","properties":{"k":{"type":"string"}},"required":["k"],"additionalProperties":false}`,
		`{"type":"object","properties":{"k":{"type":"string"}},"additionalProperties":false}`, `{"type":"object","properties":{"k":{"type":"string"}}}`,
		`{"type":"object","properties":{"k":{"type":"integer"}},"required":["k"],"additionalProperties":false}`, `{"type":"boolean"}`, `{}`,
		`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"type":"string","format":"date"}`, `{"type":"object","minProperties":1}`,
	}
	values := []string{
		`null`, `true`, `"a"`, `"ab"`, `"abc"`, `"abcd"`, `""`, `"b"`, `0`, `1`, `2`, `2.5`, `3`, `4`, `4.5`, `6`, `-1`, `12`,
		`[]`, `["a"]`, `["a","b"]`, `["a","a"]`, `[null]`, `[1]`, `{}`, `{"k":"a"}`, `{"k":1}`, `{"j":"a"}`, `{"j":1}`, `{"k":"a","j":"b"}`,
	}
	legal := map[string]map[string]bool{}
	for _, p := range properties {
		legal[p] = map[string]bool{}
		c := jsonschema.NewCompiler()
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(p))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource("p.json", doc); err != nil {
			t.Fatal(err)
		}
		oracle, err := c.Compile("p.json")
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		for _, v := range values {
			instance, err := jsonschema.UnmarshalJSON(strings.NewReader(v))
			if err != nil {
				t.Fatal(err)
			}
			legal[p][v] = oracle.Validate(instance) == nil
		}
	}
	for _, old := range properties {
		for _, new := range properties {
			for _, side := range []schema.Side{schema.Arguments, schema.Result} {
				changes := schema.Diff(json.RawMessage(one(old)), json.RawMessage(one(new)), side)
				if slices.ContainsFunc(changes, func(c schema.Change) bool { return c.Class != schema.Compatible }) {
					continue
				}
				sent, known := old, new // what may be sent, and what must take it
				if side == schema.Result {
					sent, known = new, old
				}
				for _, v := range values {
					if legal[sent][v] && !legal[known][v] {
						t.Errorf("%s from %s to %s: got compatible %+v, but %s is legal in one and not in the other", side, old, new, changes, v)
						break
					}
				}
			}
		}
	}
}

func TestDiffSeesThroughSpelling(t *testing.T) {
	a := `{"type":"object","properties":{"a":{"type":"string","enum":["x","y"]},"b":{"type":"number","minimum":1}},"required":["a","b"],"additionalProperties":false}`
	b := ` { "additionalProperties": false, "required": ["b","a"], "properties": {
		"b": {"minimum": 1.0, "type": ["number"]}, "a": {"enum": ["y","x"], "type": "string"}}, "type": "object" }`
	for _, side := range []schema.Side{schema.Arguments, schema.Result} {
		if got := schema.Diff(json.RawMessage(a), json.RawMessage(b), side); len(got) != 0 {
			t.Errorf("%s: got %+v, want nothing", side, got)
		}
	}
}

func TestDiffReportsEverythingByPath(t *testing.T) {
	const (
		old = `{"type":"object","properties":{` +
			`"lines":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string","maxLength":32},"note":{"type":"string"}},"required":["sku","note"],"additionalProperties":false}},` +
			`"unit":{"type":"string","enum":["each","case"],"description":"Unit"},` +
			`"labels":{"type":"object","additionalProperties":{"type":"string"}}` +
			`},"required":["lines","unit","labels"],"additionalProperties":false}`
		new = `{"type":"object","properties":{` +
			`"lines":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string","maxLength":16}},"required":["sku"],"additionalProperties":false}},` +
			`"unit":{"type":"string","enum":["each","pallet"],"description":"Unit of quantities"},` +
			`"labels":{"type":"object","additionalProperties":{"type":"integer"}},` +
			`"limit":{"type":["integer","null"]}` +
			`},"required":["lines","unit","labels","limit"],"additionalProperties":false}`
	)
	const keep = "; keep what was, or publish the tool under a new name."
	want := []schema.Change{
		{"labels{}", schema.Breaking, "The type changes from string to integer" + keep},
		{"limit", schema.Compatible, "It is new."},
		{"lines[].note", schema.Breaking, "It is gone, and calls that send it are refused; keep it, or publish the tool under a new name."},
		{"lines[].sku", schema.Breaking, "The greatest length is 16, before 32" + keep},
		{"unit", schema.Breaking, `"case" is no longer a legal value` + keep},
		{"unit", schema.Compatible, `"pallet" is a new value.`},
		{"unit", schema.Compatible, "The description changes."},
	}
	if got := schema.Diff(json.RawMessage(old), json.RawMessage(new), schema.Arguments); !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}

func TestDiffWords(t *testing.T) {
	got := []string{
		schema.Arguments.String(), schema.Result.String(), schema.Side(0).String(),
		schema.Compatible.String(), schema.Risky.String(), schema.Breaking.String(), schema.Class(0).String(),
	}
	want := []string{"arguments", "result", "side(0)", "compatible", "risky", "breaking", "class(0)"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func ExampleDiff() {
	released := json.RawMessage(`{"type":"object","properties":{"unit":{"type":"string"}},"required":["unit"],"additionalProperties":false}`)
	next := json.RawMessage(`{"type":"object","properties":{"unit":{"type":"string","maxLength":8}},"required":["unit"],"additionalProperties":false}`)
	for _, c := range schema.Diff(released, next, schema.Arguments) {
		fmt.Printf("%s, %s: %s\n", c.Path, c.Class, c.Says)
	}
	// Output:
	// unit, breaking: The greatest length is 8, before unbounded; keep what was, or publish the tool under a new name.
}
