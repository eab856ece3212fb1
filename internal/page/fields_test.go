package page_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

var (
	fieldOf = regexp.MustCompile(`(?s)<dt><code>([^<]*)</code> <span class="type">([^<]*)</span></dt>\s*<dd dir="auto">([^<]*)(?: <span class="limits">([^<]*)</span>)?</dd>`)
	article = regexp.MustCompile(`(?s)<article .*?</article>`)
)

func TestInputFieldsInWords(t *testing.T) {
	for _, c := range []struct{ claim, schema, want string }{
		{"a required string", `{"properties":{"a":{"type":"string","description":"An a"}},"required":["a"]}`, "a|string|An a|"},
		{"the order of the schema", `{"properties":{"z":{"type":"string"},"a":{"type":"string"}},"required":["z","a"]}`, "z|string||; a|string||"},
		{"not required is optional", `{"properties":{"a":{"type":"integer"}}}`, "a|integer, optional||"},
		{"null is optional", `{"properties":{"a":{"type":["string","null"]}},"required":["a"]}`, "a|string, optional||"},
		{"null beside an object is optional", `{"properties":{"a":{"anyOf":[{"type":"object","properties":{"b":{"type":"string"}},"required":["b"]},{"type":"null"}]}},"required":["a"]}`, "a|object, optional||; a.b|string||"},
		{"bounds", `{"properties":{"a":{"type":"integer","minimum":1,"maximum":50},"b":{"type":"string","minLength":2,"pattern":"^x$"}},"required":["a","b"]}`, "a|integer||1 to 50; b|string||at least 2 characters, matches ^x$"},
		{"a large bound keeps its digits", `{"properties":{"a":{"type":"integer","maximum":9007199254740993}},"required":["a"]}`, "a|integer||at most 9007199254740993"},
		{"choices without null", `{"properties":{"a":{"type":["string","null"],"enum":["x","y",null]}},"required":["a"]}`, "a|string, optional||one of x, y"},
		{"a list of objects", `{"properties":{"a":{"type":"array","maxItems":9,"items":{"type":"object","properties":{"b":{"type":"number"}},"required":["b"]}}},"required":["a"]}`, "a|list of object||at most 9 entries; a[].b|number||"},
		{"no type", `{"properties":{"a":{}},"required":["a"]}`, "a|any value||"},
		{"true as a schema", `{"properties":{"a":true},"required":["a"]}`, "a|any value||"},
		{"no schema", `"nothing"`, ""},
	} {
		s := inventory()
		s.Catalog.Tools[0].InputSchema = json.RawMessage(c.schema)
		var got []string
		for _, m := range fieldOf.FindAllStringSubmatch(article.FindString(string(made(t, s).Bytes())), -1) {
			got = append(got, strings.Join(m[1:], "|"))
		}
		if g := strings.Join(got, "; "); g != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.claim, g, c.want)
		}
	}
}

func TestDeepSchemasEnd(t *testing.T) {
	schema := `{"type":"string"}`
	for range 50 {
		schema = `{"type":"object","properties":{"a":` + schema + `,"b":` + `{"type":"string"}` + `}}`
	}
	s := inventory()
	s.Catalog.Tools[0].InputSchema = json.RawMessage(schema)
	if got := len(fieldOf.FindAllString(article.FindString(string(made(t, s).Bytes())), -1)); got != 8 {
		t.Errorf("got %d fields, want two on each of four levels", got)
	}
}

func TestALongValueIsCutInTheDialog(t *testing.T) {
	s := inventory()
	s.Examples["check_inventory"] = json.RawMessage(`{"a":"` + strings.Repeat("\u00e4", 1000) + `","b":{"c": [1,  2]}}`)
	got := string(made(t, s).Bytes())
	if want := strings.Repeat("\u00e4", 199) + "…</code>"; !strings.Contains(got, want) {
		t.Errorf("the page has no %s", want)
	}
	if want := `<dd><code>{&#34;c&#34;:[1,2]}</code></dd>`; !strings.Contains(got, want) {
		t.Errorf("the page has no %s", want)
	}
}
