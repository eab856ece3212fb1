package server

import (
	"encoding/json"
	"slices"

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
	for _, d := range declarations(tools) {
		out = append(out, d.spec.Access.Scopes()...)
	}
	return out
}

// firstScopes are the scopes to sign in with before anybody has said which tool they will call: those of
// the tools that only read, or all where none does. The others are asked for by the call that needs them, so
// that a closed server and a bad token ask for no more than an open one (MCP 2026-07-28, security best
// practices, scope minimization).
func firstScopes(tools []Tool) []string {
	var reading []Tool
	for _, t := range tools {
		if t.d.reads && t.d.parts == nil {
			reading = append(reading, t)
		}
	}
	first := scopes(reading)
	if len(first) == 0 {
		first = scopes(tools)
	}
	return distinct(first)
}

// distinct sorts the scopes and leaves one of each.
func distinct(scopes []string) []string {
	slices.Sort(scopes)
	return slices.Compact(scopes)
}
