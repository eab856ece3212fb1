package wrap_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/schema/wrap"
)

// Each line of testdata/strict.jsonl is an input schema and what the two SDKs made of it when they were
// run (openai-agents 0.22.0 and @openai/agents-core 0.20.0): "unchanged", "fallback", or a document.
func TestConvertersDoWhatTheSDKsDid(t *testing.T) {
	file, err := os.Open("testdata/strict.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := 0
	for scan := bufio.NewScanner(file); scan.Scan(); lines++ {
		var v struct {
			Name       string
			In, Py, JS json.RawMessage
		}
		if err := json.Unmarshal(scan.Bytes(), &v); err != nil {
			t.Fatalf("line %d: %v", lines+1, err)
		}
		t.Run(v.Name, func(t *testing.T) {
			got, err := wrap.StrictPython(v.In)
			compare(t, "Python", outcome(t, v.In, got, err), v.Py)
			got, err = wrap.StrictJS(v.In)
			compare(t, "JavaScript", outcome(t, v.In, got, err), v.JS)

			fixed := wrap.FixedPoint(v.In) == nil
			if want := string(v.Py) == `"unchanged"` && string(v.JS) == `"unchanged"`; fixed != want {
				t.Errorf("fixed point: got %v, want %v: %v", fixed, want, wrap.FixedPoint(v.In))
			}
		})
	}
	if lines != 42 {
		t.Errorf("got %d vectors, want 42", lines)
	}
}

// outcome puts a conversion in the words of the vectors. Member order counts.
func outcome(t *testing.T, in, got json.RawMessage, err error) json.RawMessage {
	t.Helper()
	if _, ok := errors.AsType[*wrap.FallbackError](err); ok {
		return json.RawMessage(`"fallback"`)
	}
	if err != nil {
		t.Fatalf("got %v, want a conversion or a fallback", err)
	}
	if bytes.Equal(compact(t, in), compact(t, got)) {
		return json.RawMessage(`"unchanged"`)
	}
	return got
}

func compare(t *testing.T, which string, got, want json.RawMessage) {
	t.Helper()
	if g, w := compact(t, got), compact(t, want); !bytes.Equal(g, w) {
		t.Errorf("%s:\n got %s\nwant %s", which, g, w)
	}
}

func compact(t *testing.T, doc json.RawMessage) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, doc); err != nil {
		t.Fatalf("%v in %s", err, doc)
	}
	return b.Bytes()
}

func TestFallbackSaysWhereAndWhy(t *testing.T) {
	const open = `{"type":"object","properties":{"labels":{"type":"object","additionalProperties":{"type":"string"}}},"required":["labels"],"additionalProperties":false}`
	for name, convert := range map[string]func(json.RawMessage) (json.RawMessage, error){
		"Python": wrap.StrictPython, "JavaScript": wrap.StrictJS,
	} {
		_, err := convert(json.RawMessage(open))
		f, ok := errors.AsType[*wrap.FallbackError](err)
		if !ok {
			t.Errorf("%s: got %v, want a fallback", name, err)
			continue
		}
		want := wrap.FallbackError{Path: "properties.labels", Because: "allows undeclared properties; set additionalProperties to false"}
		if *f != want {
			t.Errorf("%s: got %+v, want %+v", name, *f, want)
		}
	}
}

// What the vectors leave out: seen with the two SDKs on the same documents.
func TestConvertersBeyondTheVectors(t *testing.T) {
	const fell = `"fallback"`
	for _, c := range []struct{ name, in, py, js string }{
		{"a typeless property with properties is closed by Python only",
			`{"type":"object","properties":{"x":{"properties":{"k":{"type":"string"}}}},"required":["x"],"additionalProperties":false}`,
			`{"type":"object","properties":{"x":{"properties":{"k":{"type":"string"}},"type":"object","additionalProperties":false,"required":["k"]}},"required":["x"],"additionalProperties":false}`,
			fell},
		{"JavaScript puts index-like names first",
			`{"type":"object","properties":{"b":{"type":"string"},"10":{"type":"string"},"9":{"type":"string"}},"required":["b","10","9"],"additionalProperties":false}`,
			`"unchanged"`,
			`{"type":"object","properties":{"9":{"type":"string"},"10":{"type":"string"},"b":{"type":"string"}},"required":["9","10","b"],"additionalProperties":false}`},
		{"a described optional repeats its description in JavaScript",
			`{"type":"object","properties":{"a":{"type":"string","description":"d"}},"required":[],"additionalProperties":false}`,
			`{"type":"object","properties":{"a":{"type":"string","description":"d"}},"required":["a"],"additionalProperties":false}`,
			`{"type":"object","properties":{"a":{"description":"d","anyOf":[{"type":"string","description":"d"},{"type":"null"}]}},"required":["a"],"additionalProperties":false}`},
		{"a reference into a place that moves gets a definition in JavaScript",
			`{"type":"object","properties":{"a":{"type":"object","properties":{"k":{"type":"string"}},"required":["k"],"additionalProperties":false},"b":{"$ref":"#/properties/a"}},"required":["b"],"additionalProperties":false}`,
			fell,
			`{"type":"object","properties":{"a":{"anyOf":[{"type":"object","properties":{"k":{"type":"string"}},"required":["k"],"additionalProperties":false},{"type":"null"}]},"b":{"$ref":"#/$defs/__openai_strict_ref_0"}},"required":["a","b"],"additionalProperties":false,"$defs":{"__openai_strict_ref_0":{"type":"object","properties":{"k":{"type":"string"}},"required":["k"],"additionalProperties":false}}}`},
		{"an anyOf beside a type is left by Python and refused by JavaScript",
			`{"type":"object","properties":{"a":{"type":"string","anyOf":[{"minLength":1},{"maxLength":0}]}},"required":["a"],"additionalProperties":false}`,
			`"unchanged"`, fell},
		{"an optional property inside a union is refused by JavaScript",
			`{"type":"object","properties":{"a":{"anyOf":[{"type":"object","properties":{"k":{"type":"string"}},"additionalProperties":false},{"type":"null"}]}},"required":["a"],"additionalProperties":false}`,
			`{"type":"object","properties":{"a":{"anyOf":[{"type":"object","properties":{"k":{"type":"string"}},"additionalProperties":false,"required":["k"]},{"type":"null"}]}},"required":["a"],"additionalProperties":false}`,
			fell},
		{"a chain of described references is written out by Python",
			`{"type":"object","properties":{"x":{"allOf":[{"$ref":"#/$defs/A","title":"t"}],"description":"outer"}},"required":["x"],"additionalProperties":false,"$defs":{"A":{"$ref":"#/$defs/B","description":"inner"},"B":{"type":"string"}}}`,
			`{"type":"object","properties":{"x":{"description":"outer","type":"string","title":"t"}},"required":["x"],"additionalProperties":false,"$defs":{"A":{"description":"inner","type":"string"},"B":{"type":"string"}}}`,
			fell},
		{"an allOf of one may repeat a bound in another spelling in Python",
			`{"type":"object","properties":{"a":{"allOf":[{"type":"integer","minimum":1}],"minimum":1.0}},"required":["a"],"additionalProperties":false}`,
			`{"type":"object","properties":{"a":{"type":"integer","minimum":1}},"required":["a"],"additionalProperties":false}`, fell},
		{"but not contradict it",
			`{"type":"object","properties":{"a":{"allOf":[{"type":"integer","minimum":1}],"minimum":1.5}},"required":["a"],"additionalProperties":false}`, fell, fell},
		{"a reference to a schema that refuses everything gets a definition in JavaScript",
			`{"type":"object","properties":{"a":false,"b":{"$ref":"#/properties/a"}},"required":["b"],"additionalProperties":false}`, fell,
			`{"type":"object","properties":{"a":{"anyOf":[false,{"type":"null"}]},"b":{"$ref":"#/$defs/__openai_strict_ref_0"}},"required":["a","b"],"additionalProperties":false,"$defs":{"__openai_strict_ref_0":false}}`},
		{"a reference to a schema that takes everything stays in JavaScript",
			`{"type":"object","properties":{"a":true,"b":{"$ref":"#/properties/a"}},"required":["b"],"additionalProperties":false}`, fell,
			`{"type":"object","properties":{"a":true,"b":{"$ref":"#/properties/a"}},"required":["a","b"],"additionalProperties":false}`},
		{"a union without branches is refused by JavaScript even where nothing looks",
			`{"type":"string","properties":{"a":{"anyOf":[]}},"required":["a"]}`, `"unchanged"`, fell},
		{"a nullable root is refused by Python",
			`{"type":["object","null"],"properties":{},"required":[],"additionalProperties":false}`, fell, `"unchanged"`},
		{"a document nested a hundred levels deep is refused by both",
			`{"type":"object","properties":{"a":` + strings.Repeat(`{"type":"array","items":`, 100) + `{"type":"string"}` + strings.Repeat(`}`, 100) + `},"required":["a"],"additionalProperties":false}`, fell, fell},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := json.RawMessage(c.in)
			got, err := wrap.StrictPython(in)
			compare(t, "Python", outcome(t, in, got, err), json.RawMessage(c.py))
			got, err = wrap.StrictJS(in)
			compare(t, "JavaScript", outcome(t, in, got, err), json.RawMessage(c.js))
		})
	}
}

// Each definition refers to the next one twice: written out, 2^40 schemas.
func TestFanningReferencesEndInAFallback(t *testing.T) {
	for _, note := range []string{"", `,"description":"d"`} {
		var defs []string
		for i := range 40 {
			ref := fmt.Sprintf(`{"$ref":"#/$defs/A%d"%s}`, i+1, note)
			defs = append(defs, fmt.Sprintf(`"A%d":{"anyOf":[%s,%s]}`, i, ref, ref))
		}
		doc := json.RawMessage(`{"type":"object","properties":{"a":{"$ref":"#/$defs/A0"` + note + `}},"additionalProperties":false,"$defs":{` +
			strings.Join(defs, ",") + `,"A40":{"type":"string"}}}`)
		for name, convert := range map[string]func(json.RawMessage) (json.RawMessage, error){
			"Python": wrap.StrictPython, "JavaScript": wrap.StrictJS,
		} {
			got, err := convert(doc)
			if _, ok := errors.AsType[*wrap.FallbackError](err); !ok {
				t.Errorf("%s: got %s and error %v, want a fallback", name, got, err)
			}
		}
	}
}
