package page_test

import (
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/page"
)

// everywhere is a subject with one text wherever a catalog has one. The words around it keep it from being empty.
func everywhere(text string) page.Subject {
	s := inventory()
	c := &s.Catalog
	c.Server = catalog.Server{Name: "n" + text, Title: "t" + text, Version: "v" + text, Description: "d" + text, URL: "https://a.example/" + text}
	c.Authorization = &catalog.Authorization{Resource: "https://a.example/mcp", Issuers: []string{"i" + text}, Scopes: []string{"s" + text}}
	property := map[string]any{"type": "string", "description": "d" + text, "enum": []string{"e" + text}, "pattern": "p" + text, "format": "f" + text}
	schema, _ := json.Marshal(map[string]any{"type": "object", "properties": map[string]any{"p" + text: property}})
	example, _ := json.Marshal(map[string]string{"p" + text: "e" + text})
	s.Examples = map[string]json.RawMessage{}
	for i := range c.Tools {
		t := &c.Tools[i]
		t.Name, t.Title, t.Description, t.InputSchema = t.Name+text, "t"+text, "d"+text, schema
		t.SecuritySchemes = []catalog.SecurityScheme{{Type: "oauth2", Scopes: []string{"s" + text}}}
		s.Examples[t.Name] = example
	}
	for i := range s.Snippets {
		n := &s.Snippets[i]
		n.Product, n.Title, n.File, n.Source, n.Read, n.Text = n.Product+text, "t"+text, "f"+text, text+"s", "r"+text, "x"+text
	}
	return s
}

var (
	tags   = regexp.MustCompile(`<[^>]*>`)
	quoted = regexp.MustCompile(`"[^"]*"`)
	code   = regexp.MustCompile(`(?s)<pre.*?</pre>`) // what is copied is left as it is
)

// skeleton is every tag of a page with the names of its attributes, in order.
func skeleton(d *page.Document) []string {
	body, _, _ := strings.Cut(string(d.Bytes()), "<script>") // the script is ours, and the last thing
	out := tags.FindAllString(body, -1)
	for i, tag := range out {
		out[i] = quoted.ReplaceAllString(tag, `""`)
	}
	return out
}

// FuzzTexts looks for a text that adds, ends or changes an element.
func FuzzTexts(f *testing.F) {
	for _, text := range []string{
		"</title></style></script></code></pre></section><script>alert(1)</script>",
		`"><img src=x onerror=alert(1)>`, `" onmouseover="alert(1)`, `' autofocus onfocus='alert(1)`, "javascript:alert(1)", "{{.Script}}", "<!--", "]]>", "&lt;&#60;", "`${1}`",
		"\u202egpj.exe\u2066", "\u200b", "\x00\x01\r\n\t", "\xff\xfe", "\u2028\u2029", "\U0001f9ee a\u0301 \u05e2\u05d1\u05e8\u05d9\u05ea", strings.Repeat("long ", 400),
	} {
		f.Add(text)
	}
	want := skeleton(made(f, everywhere("plain")))
	f.Fuzz(func(t *testing.T, text string) {
		d := made(t, everywhere(text))
		if got := skeleton(d); !slices.Equal(got, want) {
			t.Errorf("%q makes another page: got %d tags, want %d", text, len(got), len(want))
		}
		if strings.ContainsAny(code.ReplaceAllString(string(d.Bytes()), ""), "\u202a\u202b\u202d\u202e\u2066\u2067\u2068") {
			t.Errorf("%q turns the page round", text)
		}
	})
}

func TestWhatIsNotSeenIsWrittenOut(t *testing.T) {
	s := inventory()
	s.Catalog.Server.Title = "Inven\u202etory\u200b"
	if got, want := html.UnescapeString(string(made(t, s).Bytes())), `<h1 dir="auto">Inven[U+202E]tory[U+200B]</h1>`; !strings.Contains(got, want) {
		t.Errorf("the page has no %s", want)
	}
}

func TestALinkThatRunsIsNone(t *testing.T) {
	s := inventory()
	s.Snippets[0].Source = "javascript:alert(1)"
	s.Catalog.Authorization.Resource = "javascript:alert(1)"
	if got := string(made(t, s).Bytes()); strings.Contains(got, `href="javascript:`) {
		t.Error("a link of the page runs a script")
	}
}
