package wrap

import (
	"fmt"
	"slices"
	"strings"
)

// GeminiDeclaration returns the tool as a function declaration with parameters in Gemini's own subset of
// OpenAPI 3.0 (@google/genai 3.3.0, FunctionDeclaration and Schema): types in upper case, null as nullable,
// enums of strings only, no additionalProperties. Parameters are left unset for a tool without arguments,
// because Gemini takes no object without properties.
//
// Prefer [GeminiJSONDeclaration] where the API version takes it: it embeds the core unchanged.
func GeminiDeclaration(t Tool) (Wrapped, error) {
	core, err := readInput(t)
	if err != nil {
		return Wrapped{}, err
	}
	g := &gemini{left: unsaid(t, "a Gemini declaration")}
	parts := []part{{"name", quoted(t.Name)}, {"description", quoted(t.Description)}}
	parameters := g.schema(core, "")
	if p := parameters.get("properties"); p.isObject() && len(p.members) > 0 {
		parts = append(parts, part{"parameters", parameters.bytes()})
	} else {
		g.leave("", "parameters", "dropped: a Gemini function without arguments has no parameters.")
	}
	return Wrapped{JSON: envelope(parts...), LeftOut: g.left}, nil
}

// GeminiJSONDeclaration returns the tool as a function declaration with parametersJsonSchema, which is
// what Gemini CLI sends. The core is embedded as it is. Gemini takes constraints there without enforcing
// all of them; the server does.
func GeminiJSONDeclaration(t Tool) (Wrapped, error) {
	if _, err := readInput(t); err != nil {
		return Wrapped{}, err
	}
	return Wrapped{
		JSON: envelope(
			part{"name", quoted(t.Name)},
			part{"description", quoted(t.Description)},
			part{"parametersJsonSchema", trimmed(t.Input)},
		),
		LeftOut: unsaid(t, "a Gemini declaration"),
	}, nil
}

// geminiKeeps are the members of Gemini's Schema that mean what they mean in JSON Schema.
var geminiKeeps = []string{
	"title", "description", "default", "required", "pattern", "minLength", "maxLength", "minItems", "maxItems",
	"minProperties", "maxProperties", "minimum", "maximum",
}

// geminiMoves are the keywords Gemini lacks and words can carry.
var geminiMoves = []string{"exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems"}

// geminiFormats are the formats the Gemini API takes for each type (function calling guide, read
// 2026-11-29).
var geminiFormats = map[string][]string{
	"string": {"enum", "date-time"}, "integer": {"int32", "int64"}, "number": {"float", "double"},
}

// A gemini is one conversion; it collects what is left out.
type gemini struct{ left []Omission }

func (g *gemini) leave(path, keyword, says string) {
	g.left = append(g.left, Omission{path, keyword, says})
}

// schema returns the converted copy of s. Members keep the order of s.
func (g *gemini) schema(s *node, path string) *node {
	out := &node{kind: object}
	if s.kind != object {
		g.leave(path, "type", "dropped: Gemini has no boolean schemas; the server still enforces it.")
		return out
	}
	types, nullable := geminiTypes(s)
	moves := slices.Clone(geminiMoves)
	for _, m := range s.members {
		switch m.name {
		case "type":
			g.types(out, types, path)
		case "properties":
			g.properties(out, m.value, path)
		case "items":
			out.set("items", g.items(m.value, path))
		case "anyOf", "oneOf":
			nullable = g.union(out, m, path) || nullable
		case "enum", "const":
			if name := g.enum(out, s, m); name != "" {
				moves = append(moves, name)
			}
		case "format":
			if m.value.isText() && len(types) == 1 && slices.Contains(geminiFormats[types[0]], m.value.text) {
				out.set("format", m.value)
			} else {
				moves = append(moves, "format")
			}
		default:
			g.other(out, m, path)
		}
	}
	if nullable {
		out.set("nullable", truth(true))
	}
	// The words come from a copy that still has the keywords, and the description goes where it was.
	said := s.clone()
	moved := move(said, path, "Gemini", moves)
	if d := said.get("description"); len(moved) > 0 && d != nil {
		out.set("description", d)
	}
	g.left = append(g.left, moved...)
	return out
}

// geminiTypes returns the types of s other than null, and whether null is one of them.
func geminiTypes(s *node) (types []string, nullable bool) {
	all := []*node{s.get("type")}
	if t := s.get("type"); t.isArray() {
		all = t.items
	}
	for _, t := range all {
		switch {
		case !t.isText():
		case t.text == "null":
			nullable = true
		default:
			types = append(types, t.text)
		}
	}
	return types, nullable
}

func (g *gemini) types(out *node, types []string, path string) {
	switch len(types) {
	case 0:
		out.set("type", str("NULL"))
	case 1:
		out.set("type", str(strings.ToUpper(types[0])))
	default:
		union := &node{kind: array}
		for _, t := range types {
			union.items = append(union.items, &node{kind: object, members: []member{{"type", str(strings.ToUpper(t))}}})
		}
		g.either(out, union, path)
	}
}

// either sets the union, of which a schema has one at most in Gemini's form.
func (g *gemini) either(out, union *node, path string) {
	if out.has("anyOf") {
		g.leave(path, "anyOf", "dropped: a second union in one place; the server still enforces it.")
		return
	}
	out.set("anyOf", union)
}

func (g *gemini) properties(out, properties *node, path string) {
	converted := &node{kind: object}
	for _, p := range properties.members {
		converted.set(p.name, g.schema(p.value, argument(path, p.name)))
	}
	out.set("properties", converted)
}

func (g *gemini) items(items *node, path string) *node {
	if items.isArray() {
		g.leave(path, "items", "dropped: Gemini takes one schema for all items; the server still enforces it.")
		return &node{kind: object}
	}
	return g.schema(items, path+"[]")
}

// union converts the branches, takes a null branch off, and returns whether there was one. A single
// branch that remains is written into out itself.
func (g *gemini) union(out *node, m member, path string) (nullable bool) {
	union := &node{kind: array}
	for i, b := range m.value.items {
		if t := b.get("type"); t.isText() && t.text == "null" {
			nullable = true
			continue
		}
		union.items = append(union.items, g.schema(b, fmt.Sprintf("%s<%s %d>", path, m.name, i+1)))
	}
	if m.name == "oneOf" {
		g.leave(path, "oneOf", "rewritten: sent as anyOf; the server still takes exactly one branch.")
	}
	if len(union.items) == 1 {
		for _, inner := range union.items[0].members {
			switch had := out.get(inner.name); {
			case had == nil:
				out.set(inner.name, inner.value)
			case !equal(had, inner.value):
				g.leave(path, inner.name, "dropped: said twice, and Gemini gets the outer one; the server still enforces both.")
			}
		}
		return nullable
	}
	if len(union.items) > 0 {
		g.either(out, union, path)
	}
	return nullable
}

// enum writes an enum of strings, null left to nullable, or returns the keyword for the description.
func (g *gemini) enum(out, s *node, m member) string {
	values := []*node{m.value}
	if m.name == "enum" {
		values = m.value.items
	}
	kept := &node{kind: array}
	for _, v := range values {
		switch {
		case v.isText():
			kept.items = append(kept.items, v)
		case v.isNull() && s.mayBe("null"):
		default:
			return m.name
		}
	}
	if len(kept.items) == 0 || !s.mayBe("string") {
		return m.name
	}
	out.set("enum", kept)
	return ""
}

// other keeps what Gemini knows and reports the rest, unless words will carry it.
func (g *gemini) other(out *node, m member, path string) {
	switch {
	case slices.Contains(geminiKeeps, m.name):
		out.set(m.name, m.value)
	case slices.Contains(geminiMoves, m.name):
	case m.name == "additionalProperties" && m.value.isFalse():
		g.leave(path, m.name, "dropped: Gemini has no such keyword; the server still refuses undeclared properties.")
	case strings.HasPrefix(m.name, "x-") || slices.Contains(jsNotes, m.name) && m.name != "$ref":
		g.leave(path, m.name, "dropped: Gemini has no such keyword; it constrains nothing.")
	default:
		g.leave(path, m.name, "dropped: Gemini has no such keyword; the server still enforces it.")
	}
}
