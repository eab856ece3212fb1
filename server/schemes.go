package server

import (
	"encoding/json"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/catalog"
)

// schemes is a tool's access as OpenAI's tool descriptor has it, and its mirror in _meta, the same bytes
// (developers.openai.com/plugins/build/auth, read 2026-11-29): "noauth", "oauth2", or both for a tool that
// does more for a caller it knows.
func schemes(a auth.Access) ([]catalog.SecurityScheme, map[string]json.RawMessage) {
	var out []catalog.SecurityScheme
	if a.Anonymous() {
		out = append(out, catalog.SecurityScheme{Type: "noauth"})
	}
	if scopes := a.Scopes(); len(scopes) > 0 || !a.Anonymous() {
		out = append(out, catalog.SecurityScheme{Type: "oauth2", Scopes: append([]string{}, scopes...)})
	}
	b, err := json.Marshal(out)
	if err != nil {
		return out, nil // not reached: only strings are in it
	}
	return out, map[string]json.RawMessage{"securitySchemes": b}
}

// scopes are all scopes that the tools ask for, for the resource metadata.
func scopes(tools []Tool) []string {
	var out []string
	for _, t := range tools {
		out = append(out, t.d.spec.Access.Scopes()...)
	}
	return out
}
