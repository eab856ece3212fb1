package wrap_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/schema/wrap"
)

func TestCoreIsEmbeddedByteForByte(t *testing.T) {
	for _, c := range []struct {
		tool   wrap.Tool
		change []string // the wrappers that have to change the core
	}{
		{checkInventory, []string{"gemini"}},
		{getCustomer, []string{"anthropic", "gemini"}},
		{searchOrders, []string{"anthropic", "gemini", "openai", "openai_chat"}},
		{wrap.Tool{Name: "spaced", Input: json.RawMessage("{ \"type\": \"object\",\n\"properties\":{}, \"required\":[],\"additionalProperties\":false}")}, []string{"gemini"}},
	} {
		for name, wrapper := range wrappers {
			w, err := wrapper(c.tool)
			if err != nil {
				t.Fatalf("%s of %s: %v", name, c.tool.Name, err)
			}
			got, want := bytes.Contains(w.JSON, c.tool.Input), !slices.Contains(c.change, name)
			if got != want {
				t.Errorf("%s of %s embeds the core: got %v, want %v\n%s", name, c.tool.Name, got, want, w.JSON)
			}
			again, _ := wrapper(c.tool)
			if !bytes.Equal(w.JSON, again.JSON) {
				t.Errorf("%s of %s: got other bytes the second time", name, c.tool.Name)
			}
		}
	}
}

// Each keyword stands in one property. A host's form either still has it or says that it has not.
func TestNothingIsLeftOutSilently(t *testing.T) {
	for _, c := range []struct{ keyword, schema string }{
		{"minLength", `"type":"string","minLength":3`},
		{"maxLength", `"type":"string","maxLength":3`},
		{"pattern", `"type":"string","pattern":"^(?=a)"`},
		{"format", `"type":"string","format":"regex"`},
		{"contentEncoding", `"type":"string","contentEncoding":"base64"`},
		{"minimum", `"type":"integer","minimum":3`},
		{"maximum", `"type":"integer","maximum":3`},
		{"exclusiveMinimum", `"type":"integer","exclusiveMinimum":3`},
		{"exclusiveMaximum", `"type":"integer","exclusiveMaximum":3`},
		{"multipleOf", `"type":"integer","multipleOf":3`},
		{"enum", `"type":"integer","enum":[3]`},
		{"const", `"type":"integer","const":3`},
		{"default", `"type":"integer","default":3`},
		{"examples", `"type":"integer","examples":[3]`},
		{"x-unit", `"type":"integer","x-unit":"kg"`},
		{"minItems", `"type":"array","items":{"type":"string"},"minItems":3`},
		{"maxItems", `"type":"array","items":{"type":"string"},"maxItems":3`},
		{"uniqueItems", `"type":"array","items":{"type":"string"},"uniqueItems":true`},
		{"contains", `"type":"array","items":{"type":"string"},"contains":{"type":"string"}`},
		{"prefixItems", `"type":"array","prefixItems":[{"type":"string"}]`},
		{"minProperties", `"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false,"minProperties":1`},
		{"patternProperties", `"type":"object","properties":{},"required":[],"additionalProperties":false,"patternProperties":{"^x":{"type":"string"}}`},
		{"additionalProperties", `"type":"object","additionalProperties":{"type":"string"}`},
		{"oneOf", `"oneOf":[{"type":"string"},{"type":"integer"}]`},
		{"allOf", `"allOf":[{"type":"string"},{"type":"string"}]`},
		{"not", `"type":"string","not":{"const":"x"}`},
		{"$ref", `"$ref":"#/$defs/X"`},
	} {
		in := json.RawMessage(`{"type":"object","properties":{"p":{` + c.schema + `}},"required":["p"],"additionalProperties":false,"$defs":{"X":{"type":"string"}}}`)
		for name, wrapper := range wrappers {
			w, err := wrapper(wrap.Tool{Name: "t", Input: in})
			if err != nil {
				t.Fatalf("%s of %s: %v", name, c.keyword, err)
			}
			kept := bytes.Contains(w.JSON, []byte(`"`+c.keyword+`":`))
			said := slices.ContainsFunc(w.LeftOut, func(o wrap.Omission) bool {
				return o.Path == "p" && o.Keyword == c.keyword && o.Says != ""
			})
			// Gemini: one-value enums stand for const, and p itself is closed like the root.
			if c.keyword == "additionalProperties" && name == "gemini" {
				kept = false
			}
			if kept == said {
				t.Errorf("%s of %s: kept %v and said %v, want one of them\n%s\n%+v", name, c.keyword, kept, said, w.JSON, w.LeftOut)
			}
		}
	}
}

func TestStrictIsClaimedOnlyWhereItHolds(t *testing.T) {
	for _, c := range []struct {
		name, property    string
		openAI, anthropic bool
	}{
		{"a plain string", `{"type":"string"}`, true, true},
		{"a bounded string", `{"type":"string","maxLength":3}`, true, true},
		{"a map", `{"type":"object","additionalProperties":{"type":"string"}}`, false, false},
		{"anything", `true`, false, false},
		{"no type", `{"description":"any"}`, false, false},
		{"unique items", `{"type":"array","items":{"type":"string"},"uniqueItems":true}`, false, true},
		{"format uri", `{"type":"string","format":"uri"}`, false, true},
		{"alternatives", `{"oneOf":[{"type":"string"},{"type":"integer"}]}`, false, false},
		{"an enum of objects", `{"enum":[{"a":1}]}`, true, false},
	} {
		in := json.RawMessage(`{"type":"object","properties":{"p":` + c.property + `},"required":["p"],"additionalProperties":false}`)
		for name, want := range map[string]bool{"openai": c.openAI, "anthropic": c.anthropic} {
			w, err := wrappers[name](wrap.Tool{Name: "t", Input: in})
			if err != nil {
				t.Fatal(err)
			}
			var got struct{ Strict bool }
			if err := json.Unmarshal(w.JSON, &got); err != nil {
				t.Fatal(err)
			}
			if got.Strict != want {
				t.Errorf("%s, %s: got strict %v, want %v", c.name, name, got.Strict, want)
			}
			said := slices.ContainsFunc(w.LeftOut, func(o wrap.Omission) bool { return o.Keyword == "strict" })
			if said == got.Strict || !got.Strict && !bytes.Contains(w.JSON, in) {
				t.Errorf("%s, %s: got strict %v, reported %v in %s", c.name, name, got.Strict, said, w.JSON)
			}
		}
	}
}

func TestGeminiForms(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"null in a type becomes nullable", `{"type":["string","null"]}`, `{"type":"STRING","nullable":true}`},
		{"a null branch becomes nullable", `{"description":"d","anyOf":[{"type":"string","description":"d"},{"type":"null"}]}`,
			`{"description":"d","type":"STRING","nullable":true}`},
		{"several types become a union", `{"type":["string","integer","null"]}`, `{"anyOf":[{"type":"STRING"},{"type":"INTEGER"}],"nullable":true}`},
		{"alternatives become a union", `{"oneOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"STRING"},{"type":"INTEGER"}]}`},
		{"a constant string becomes an enum of one", `{"type":"string","const":"a"}`, `{"type":"STRING","enum":["a"]}`},
		{"a constant number goes into words", `{"type":"integer","const":3}`, `{"type":"INTEGER","description":"Always 3."}`},
		{"strings that its type does not take go into words", `{"type":"integer","enum":["a"]}`, `{"type":"INTEGER","description":"One of: \"a\"."}`},
		{"a union of null alone is just nullable", `{"type":"string","anyOf":[{"type":"null"}]}`, `{"type":"STRING","nullable":true}`},
		{"date-time stays", `{"type":"string","format":"date-time"}`, `{"type":"STRING","format":"date-time"}`},
		{"int64 stays", `{"type":"integer","format":"int64"}`, `{"type":"INTEGER","format":"int64"}`},
		{"an enum with a null its type does not take goes into words", `{"type":"string","enum":["a",null]}`,
			`{"type":"STRING","description":"One of: \"a\", null."}`},
	} {
		in := json.RawMessage(`{"type":"object","properties":{"p":` + c.in + `}}`)
		w, err := wrap.GeminiDeclaration(wrap.Tool{Name: "t", Input: in})
		if err != nil {
			t.Fatal(err)
		}
		want := `{"name":"t","description":"","parameters":{"type":"OBJECT","properties":{"p":` + c.want + `}}}`
		if string(w.JSON) != want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, w.JSON, want)
		}
	}
}

func TestGeminiLeavesParametersUnsetWithoutArguments(t *testing.T) {
	w, err := wrap.GeminiDeclaration(wrap.Tool{Name: "ping", Description: "d",
		Input: json.RawMessage(`{"type":"object","properties":{},"required":[],"additionalProperties":false}`)})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(w.JSON), `{"name":"ping","description":"d"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var keywords []string
	for _, o := range w.LeftOut {
		keywords = append(keywords, o.Keyword)
	}
	if want := []string{"additionalProperties", "parameters"}; !reflect.DeepEqual(keywords, want) {
		t.Errorf("left out: got %v, want %v", keywords, want)
	}
}

func TestGeminiTellsMapsFromClosedObjects(t *testing.T) {
	for _, c := range []struct{ additional, want string }{
		{`false`, "dropped: Gemini has no such keyword; the server still refuses undeclared properties."},
		{`{"type":"string"}`, "dropped: Gemini has no such keyword; the server still enforces it."},
	} {
		w, err := wrap.GeminiDeclaration(wrap.Tool{Name: "t", Input: json.RawMessage(
			`{"type":"object","properties":{"p":{"type":"object","additionalProperties":` + c.additional + `}}}`)})
		if err != nil {
			t.Fatal(err)
		}
		want := []wrap.Omission{{Path: "p", Keyword: "additionalProperties", Says: c.want}}
		if !reflect.DeepEqual(w.LeftOut, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.additional, w.LeftOut, want)
		}
	}
}

func TestAnthropicKeepsSimplePatterns(t *testing.T) {
	for _, c := range []struct {
		pattern string
		keeps   bool
	}{
		{`^\d+$`, true}, {`^(?:a|b)\.\\b$`, true}, {`^SKU-[0-9]{4}$`, true},
		{`\bx`, false}, {`x\B`, false}, {`(a)\1`, false}, {`(?<n>a)\k<n>`, false},
		{`(?=a)`, false}, {`(?!a)`, false}, {`(?<=a)b`, false}, {`(?<!a)b`, false},
	} {
		pattern, err := json.Marshal(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		w, err := wrap.AnthropicTool(wrap.Tool{Name: "t", Input: json.RawMessage(
			`{"type":"object","properties":{"p":{"type":"string","pattern":` + string(pattern) + `}},"required":["p"],"additionalProperties":false}`)})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(w.LeftOut) == 0; got != c.keeps {
			t.Errorf("%s: got kept %v, want %v", c.pattern, got, c.keeps)
		}
	}
}

func TestBoundsReadAsWords(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`"type":"string","minLength":5,"maxLength":32`, "Length: 5 to 32 characters."},
		{`"type":"string","minLength":5`, "Length: at least 5 characters."},
		{`"type":"string","maxLength":32`, "Length: at most 32 characters."},
		{`"type":"string","minLength":4,"maxLength":4`, "Length: exactly 4 characters."},
		{`"type":"integer","minimum":0,"maximum":10`, "Range: 0 to 10."},
		{`"type":"integer","minimum":0`, "Range: at least 0."},
		{`"type":"integer","minimum":7,"maximum":7`, "Range: exactly 7."},
		{`"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1e3`, "Range: more than 0, less than 1e3."},
		{`"type":"number","minimum":-2.5,"exclusiveMaximum":1`, "Range: at least -2.5, less than 1."},
		{`"type":"array","items":{"type":"string"},"maxItems":50,"uniqueItems":true`, "Number of items: at most 50. No item twice."},
		{`"type":"string","pattern":"\\bx"`, "Must match the regular expression `\\bx`."},
		{`"type":"string","description":"Ends plainly","maxLength":3`, "Ends plainly. Length: at most 3 characters."},
		{`"type":"string","description":"Ends well.","maxLength":3`, "Ends well. Length: at most 3 characters."},
	} {
		w, err := wrap.AnthropicTool(wrap.Tool{Name: "t",
			Input: json.RawMessage(`{"type":"object","properties":{"p":{` + c.schema + `}},"required":["p"],"additionalProperties":false}`)})
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Schema struct {
				Properties struct{ P struct{ Description string } }
			} `json:"input_schema"`
		}
		if err := json.Unmarshal(w.JSON, &got); err != nil {
			t.Fatal(err)
		}
		if d := got.Schema.Properties.P.Description; d != c.want {
			t.Errorf("{%s}:\n got %q\nwant %q", c.schema, d, c.want)
		}
	}
}

func TestUnreadableSchemasAreErrors(t *testing.T) {
	for _, c := range []struct{ name, doc, want string }{
		{"nothing", ``, "nothing was given"},
		{"no object", `[]`, "not a JSON object"},
		{"a name twice", `{"type":"object","type":"object"}`, `"type" occurs twice`},
		{"two values", `{} {}`, "something follows"},
		{"cut short", `{"type":`, "unexpected EOF"},
		{"not UTF-8", "{\"a\":\"\xff\"}", "UTF-8"},
		{"a tower", strings.Repeat(`{"items":`, 5000) + `{}` + strings.Repeat(`}`, 5000), "1000 levels"},
	} {
		for name, wrapper := range wrappers {
			w, err := wrapper(wrap.Tool{Name: "t", Input: json.RawMessage(c.doc)})
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), `"t"`) {
				t.Errorf("%s, %s: got %s and error %v, want an error with %q", c.name, name, w.JSON, err, c.want)
			}
		}
	}
	if _, err := wrap.MCPTool(wrap.Tool{Name: "t", Input: checkInventory.Input, Output: json.RawMessage(`1`)}); err == nil {
		t.Error("an output that is no object: got no error")
	}
}

func FuzzWrappers(f *testing.F) {
	for _, t := range []wrap.Tool{getCustomer, checkInventory, searchOrders} {
		f.Add([]byte(t.Input))
		f.Add([]byte(t.Output))
	}
	f.Add([]byte(`{"$ref":"#","description":"x","allOf":[{"$ref":"#/$defs/A"}],"$defs":{"A":{"$ref":"#/$defs/A"}}}`))
	f.Add([]byte(`{"type":["object","null"],"properties":{"1":true,"a":{"anyOf":[]}},"items":[false],"enum":[null],"const":{}}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		for name, convert := range map[string]func(json.RawMessage) (json.RawMessage, error){
			"Python": wrap.StrictPython, "JavaScript": wrap.StrictJS,
		} {
			got, err := convert(doc)
			if err == nil && !json.Valid(got) {
				t.Errorf("%s: got %s, want valid JSON", name, got)
			}
		}
		_ = wrap.FixedPoint(doc)
		_, _ = wrap.StrictRefusals(doc)
		_, _ = wrap.Budget([]wrap.Tool{{Input: doc}})
		for name, wrapper := range wrappers {
			w, err := wrapper(wrap.Tool{Name: "t", Input: doc, Output: doc})
			if err != nil {
				continue
			}
			if !json.Valid(w.JSON) {
				t.Errorf("%s: got %s, want valid JSON", name, w.JSON)
			}
			if err := strictHolds(name, w.JSON); err != nil {
				t.Error(err)
			}
		}
	})
}

// strictHolds checks that what is sent as strict to OpenAI is something its API takes.
func strictHolds(name string, doc json.RawMessage) error {
	var sent struct {
		Parameters json.RawMessage
		Strict     bool
	}
	if name != "openai" || json.Unmarshal(doc, &sent) != nil || !sent.Strict {
		return nil
	}
	refused, err := wrap.StrictRefusals(sent.Parameters)
	if err != nil || len(refused) > 0 {
		return fmt.Errorf("%s is strict and refused: %v %v", sent.Parameters, refused, err)
	}
	return nil
}
