package probe_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/lint"
	"github.com/comity-mcp/comity/lint/probe"
)

// TestArgumentsAreMadeFromTheSchema looks at what a server is sent as valid.
func TestArgumentsAreMadeFromTheSchema(t *testing.T) {
	for _, c := range []struct{ name, schema, want string }{
		{"an example comes first", `{"type":"string","examples":["SKU-4421"],"default":"x"}`, `"SKU-4421"`},
		{"a default is valid", `{"type":"integer","default":7}`, `7`},
		{"the first of several values", `{"type":"string","enum":["Chicago","Berlin"]}`, `"Chicago"`},
		{"the one value", `{"const":"v1"}`, `"v1"`},
		{"an example in the description", `{"type":"string","description":"Product SKU, e.g. SKU-4421."}`, `"SKU-4421"`},
		{"an example in quotes", `{"type":"string","description":"City, for example \"New York\""}`, `"New York"`},
		{"an example that does not fit is passed over", `{"type":"string","pattern":"^[0-9]{3}$","description":"Number, e.g. SKU-4421"}`, `"111"`},
		{"a pattern", `{"type":"string","pattern":"^(?:rc|ex)_[a-z2-7]{4}\\d+$"}`, `"rc_aaaa1"`},
		{"a format", `{"type":"string","format":"date"}`, `"2026-01-15"`},
		{"a word of the right length", `{"type":"string","minLength":9,"maxLength":10}`, `"exampleee"`},
		{"a short word", `{"type":"string","maxLength":3}`, `"exa"`},
		{"a number from a bound", `{"type":"integer","minimum":5}`, `5`},
		{"a number under a bound", `{"type":"number","exclusiveMaximum":0.5}`, `-0.5`},
		{"a multiple", `{"type":"integer","multipleOf":4}`, `4`},
		{"a truth", `{"type":"boolean"}`, `false`},
		{"as few items as may be", `{"type":"array","items":{"type":"integer"},"minItems":2}`, `[1,1]`},
		{"what must be in an object", `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}},"required":["a"]}`, `{"a":1}`},
		{"one of several schemas", `{"anyOf":[{"type":"null"},{"type":"integer"}]}`, `1`},
		{"nothing, where nothing else is easy", `{"type":["string","null"],"pattern":"^\\bx\\b$"}`, `null`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fake{tools: tool(c.schema), call: func(map[string]any) string { return good }}
			look(t, probe.Target{URL: start(t, f)}, quick())
			if got, want := f.sent[0], `{"value":`+c.want+`}`; got != want {
				t.Errorf("sent %s, want %s", got, want)
			}
		})
	}
}

// tool is a read with one required argument.
func tool(schema string) string {
	return fmt.Sprintf(`{"name":"get_value","inputSchema":{"type":"object","properties":{"value":%s},"required":["value"],"additionalProperties":false},`+
		`"annotations":{"readOnlyHint":true}}`, schema)
}

// TestWhatCannotBeMadeUpIsSaid holds that a tool is never called with what might reach out, or with what is against its schema.
func TestWhatCannotBeMadeUpIsSaid(t *testing.T) {
	for _, c := range []struct{ name, schema, want string }{
		{"an address", `{"type":"string","format":"uri"}`, "value: it is an address, and the schema has no example of one"},
		{"a pattern that looks ahead", `{"type":"string","pattern":"^(?=a)a$"}`, "its inputSchema could not be read"},
		{"a pattern of borders", `{"type":"string","pattern":"a\\Bb"}`, "nothing simple matches the pattern"},
		{"no type", `{"description":"Anything"}`, "value: its schema does not say what it is"},
		{"what no value is", `{"type":"integer","minimum":3,"maximum":2}`, "what the schema's parts allow, the whole does not"},
		{"another document", `{"$ref":"https://other.example/schema.json"}`, "it refers to another document"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fake{tools: tool(c.schema), call: func(map[string]any) string { return refused("value is not one of those allowed") }}
			e, _ := look(t, probe.Target{URL: start(t, f)}, quick())
			for _, call := range e.Calls {
				if call.With == lint.WithValid {
					t.Errorf("it was called with %s", call.Sent)
				}
			}
			if len(e.Skipped) != 1 || e.Skipped[0].What != "get_value" || !strings.Contains(e.Skipped[0].Why, c.want) {
				t.Errorf("left out %+v, want %s", e.Skipped, c.want)
			}
		})
	}
}
