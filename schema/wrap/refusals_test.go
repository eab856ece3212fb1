package wrap_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/schema/wrap"
)

func TestStrictRefusals(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		want      []string // path and keyword
	}{
		{"a core is taken", string(checkInventory.Input), nil},
		{"bounds are taken", string(getCustomer.Input), nil},
		{"a keyword the converter does not look at",
			`{"type":"object","properties":{"a":{"type":"string","not":{"const":"x"}}},"required":["a"],"additionalProperties":false}`,
			[]string{"a not"}},
		{"what Python converts and the API refuses",
			`{"type":"object","properties":{"x":{"allOf":[{"type":"object","properties":{},"required":[],"additionalProperties":false},{"type":"string"}]}},"required":["x"],"additionalProperties":false}`,
			[]string{"x allOf", "x type"}},
		{"a format it does not know",
			`{"type":"object","properties":{"u":{"type":"string","format":"uri"},"d":{"type":"string","format":"date"}},"required":["u","d"],"additionalProperties":false}`,
			[]string{"u format"}},
		{"a boolean schema and one without a type",
			`{"type":"object","properties":{"b":true,"e":{}},"required":["b","e"],"additionalProperties":false}`,
			[]string{"b type", "e type"}},
		{"an open object and an optional property inside an array",
			`{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"k":{"type":"string"}}}}},"required":["l"],"additionalProperties":false}`,
			[]string{"l[] additionalProperties", "l[].k required"}},
		{"a union at the root", `{"anyOf":[{"type":"string"}]}`, []string{" type", " anyOf"}},
		{"a list of item schemas", `{"type":"object","properties":{"l":{"type":"array","items":[{"type":"string"}]}},"required":["l"],"additionalProperties":false}`,
			[]string{"l items"}},
	} {
		refused, err := wrap.StrictRefusals(json.RawMessage(c.doc))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range refused {
			got = append(got, r.Path+" "+r.Keyword)
			if r.Host != wrap.OpenAI || !strings.Contains(r.Says, ";") {
				t.Errorf("%s: got %+v, want OpenAI and a way out", c.name, r)
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
	if _, err := wrap.StrictRefusals(json.RawMessage(`[]`)); err == nil {
		t.Error("an array: got no error")
	}
}

// properties makes a tool with n properties of the given schema; required says whether they are listed.
func properties(n int, schema string, required bool) wrap.Tool {
	var members, names []string
	for i := range n {
		members = append(members, fmt.Sprintf(`"p%d":%s`, i, schema))
		if required {
			names = append(names, fmt.Sprintf(`"p%d"`, i))
		}
	}
	return wrap.Tool{Name: "t", Input: json.RawMessage(`{"type":"object","properties":{` + strings.Join(members, ",") +
		`},"required":[` + strings.Join(names, ",") + `],"additionalProperties":false}`)}
}

func TestBudget(t *testing.T) {
	many := func(n int, tool wrap.Tool) []wrap.Tool {
		all := make([]wrap.Tool, n)
		for i := range all {
			all[i] = tool
		}
		return all
	}
	one := func(tool wrap.Tool) []wrap.Tool { return []wrap.Tool{tool} }
	nested := func(n int) string { // n levels of objects
		return strings.Repeat(`{"type":"object","required":["a"],"additionalProperties":false,"properties":{"a":`, n) +
			`{"type":"string"}` + strings.Repeat(`}}`, n)
	}
	enum := func(n, length int) string {
		var values []string
		for i := range n {
			values = append(values, fmt.Sprintf("%q", fmt.Sprintf("%0*d", length, i)))
		}
		return `{"type":"string","enum":[` + strings.Join(values, ",") + `]}`
	}
	for _, c := range []struct {
		name  string
		tools []wrap.Tool
		want  []string // host, path and keyword
	}{
		{"16 tools with a union each fit", many(16, checkInventory), nil},
		{"20 tools fit", many(20, getCustomer), nil},
		{"21 tools do not", many(21, getCustomer), []string{"Anthropic: strict"}},
		{"24 optional properties fit", many(2, properties(12, `{"type":"string"}`, false)), nil},
		{"25 do not", one(properties(25, `{"type":"string"}`, false)), []string{"Anthropic: required"}},
		{"16 unions fit", one(properties(16, `{"type":["string","null"]}`, true)), nil},
		{"17 over two tools do not", append(one(properties(16, `{"type":["string","null"]}`, true)),
			properties(1, `{"anyOf":[{"type":"string"},{"type":"null"}]}`, true)), []string{"Anthropic: type"}},
		{"5000 properties fit", one(properties(5000, `{"type":"string"}`, true)), nil},
		{"5001 do not", one(properties(5001, `{"type":"string"}`, true)), []string{"OpenAI:t properties"}},
		{"10 levels fit", one(wrap.Tool{Name: "t", Input: json.RawMessage(nested(10))}), nil},
		{"11 do not", one(wrap.Tool{Name: "t", Input: json.RawMessage(nested(11))}), []string{"OpenAI:t type"}},
		{"an array counts as a level", one(properties(1, `{"type":"array","items":`+nested(9)+`}`, true)), []string{"OpenAI:t type"}},
		{"1000 enum values fit", one(properties(4, enum(250, 4), true)), nil},
		{"1004 do not", one(properties(4, enum(251, 4), true)), []string{"OpenAI:t enum"}},
		{"250 long values fit", one(properties(1, enum(250, 100), true)), nil},
		{"251 long ones do not", one(properties(1, enum(251, 100), true)), []string{"OpenAI:t.p0 enum"}},
		{"120000 characters of values do not", one(properties(5, enum(200, 120), true)), []string{"OpenAI:t properties"}},
		{"argument names are held against both hosts", one(wrap.Tool{Name: "t", Input: json.RawMessage(
			`{"type":"object","properties":{"a.b":{"type":"string"},"c d":{"type":"string"}},"required":["a.b","c d"],"additionalProperties":false}`)}),
			[]string{"Gemini:t.a.b properties", "Anthropic:t.c d properties", "Gemini:t.c d properties"}},
	} {
		refused, err := wrap.Budget(c.tools)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range refused {
			got = append(got, fmt.Sprintf("%s:%s %s", r.Host, r.Path, r.Keyword))
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
	if _, err := wrap.Budget([]wrap.Tool{{Name: "t"}}); err == nil {
		t.Error("a tool without input: got no error")
	}
}

func TestHostNames(t *testing.T) {
	got := []string{wrap.OpenAI.String(), wrap.Anthropic.String(), wrap.Gemini.String(), wrap.Host(0).String()}
	if want := []string{"OpenAI", "Anthropic", "Gemini", "host(0)"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
