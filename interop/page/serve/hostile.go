package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/page"
)

// mischief has a way out of every context that a page puts a text into; what it would do is set a mark that the test
// looks for.
const mischief = `</title></style></script></code></pre></section><script>document.pwned=1</script><img src=x onerror="document.pwned=1">` +
	"\" onmouseover=\"document.pwned=1\" ' autofocus onfocus='document.pwned=1' {{.Script}} ${document.pwned=1} javascript:document.pwned=1 " +
	"<!-- --> <b id=pwned>&lt;&#60;&quot; \u202e\u2066gpj.exe \u200b\u2028 \U0001f9ee \u05e2\u05d1\u05e8\u05d9\u05ea a\u0301 `backticks` \\ % \t"

// hostile is a server that no declaration of ours would be let through as.
func hostile() (page.Subject, error) {
	long := strings.Repeat("Donaudampfschifffahrt", 100)
	s := page.Subject{
		Catalog: catalog.Catalog{
			Server: catalog.Server{Name: "hostile", Title: mischief, Version: mischief, Description: mischief + long, URL: "https://hostile.example.com/mcp"},
			Authorization: &catalog.Authorization{Resource: "https://hostile.example.com/mcp", Scopes: []string{mischief, long},
				Issuers: []string{"javascript:document.pwned=1", "https://login.example.com/" + long}},
		},
		Effects:  map[string]annotations.Effect{},
		Examples: map[string]json.RawMessage{},
	}
	schema, err := json.Marshal(map[string]any{"type": "object", "required": []string{mischief}, "properties": map[string]any{
		mischief: map[string]any{"type": "string", "description": mischief, "enum": []string{mischief, long}, "pattern": mischief},
		long:     map[string]any{"type": []string{"string", "null"}, "description": long},
	}})
	if err != nil {
		return s, err
	}
	for i := range 200 {
		name := fmt.Sprintf("tool_%d", i)
		t := catalog.Tool{Name: name, Title: mischief, Description: mischief, InputSchema: schema,
			SecuritySchemes: []catalog.SecurityScheme{{Type: "oauth2", Scopes: []string{mischief}}}}
		switch i % 4 {
		case 1:
			t.Name, t.Title = mischief+name, ""
		case 2:
			t.Description = long
			if s.Examples[name], err = json.Marshal(map[string]string{mischief: mischief, long: long}); err != nil {
				return s, err
			}
		case 3:
			t.InputSchema, t.SecuritySchemes = json.RawMessage(`["no schema`), nil
		}
		s.Catalog.Tools = append(s.Catalog.Tools, t)
	}
	shown, err := all(s.Catalog)
	if err != nil {
		return s, err
	}
	s.Snippets = append(shown, page.Snippet{ID: "hostile", Product: mischief, Title: mischief, File: mischief, Source: "javascript:document.pwned=1",
		Read: mischief, Text: strings.ReplaceAll(mischief, "\t", "\n\t") + "\n"})
	return s, nil
}
