package lint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/comity-mcp/comity/internal/seen"
)

// Reading stops at these bounds, so that a hostile listing costs bounded time; schema-size reports it.
const (
	maxNodes = 5000
	maxDepth = 40
)

// schemaTree is one schema of a tool, read once.
type schemaTree struct {
	// sent is whether there was a schema at all.
	sent bool
	// root is nil when the schema was not sent or is no JSON object.
	root *node
	// nodes are all subschemas, the root first, in a fixed order.
	nodes []*node
	// cut is whether reading stopped at a bound.
	cut bool
	// portable is whether every conversion leaves the schema alone.
	portable bool
}

// place is how a node hangs on its parent.
type place int

const (
	atRoot place = iota + 1
	atProperty
	atItems
	elsewhere
)

// node is one subschema.
type node struct {
	path   string
	place  place
	name   string // the property's name, for atProperty only
	words  []string
	parent *node // nil for the root
	depth  int   // steps from the root
	level  int   // how many objects one stands in here, the root and the node itself included
	value  any   // what was sent in place of the schema
	keys   map[string]any
	// reachable is whether only properties lead here from the root (MCP 2026-07-28, streamable-http,
	// custom headers).
	reachable bool
}

func readSchema(raw json.RawMessage, path string) schemaTree {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return schemaTree{}
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return schemaTree{sent: true}
	}
	keys, ok := value.(map[string]any)
	if !ok {
		return schemaTree{sent: true}
	}
	s := schemaTree{sent: true}
	s.root = &node{path: path, place: atRoot, level: 1, value: value, keys: keys, reachable: true}
	s.visit(s.root)
	s.portable = portable(s)
	return s
}

// visit notes n and everything below it.
func (s *schemaTree) visit(n *node) {
	if len(s.nodes) >= maxNodes || n.depth > maxDepth {
		s.cut = true
		return
	}
	s.nodes = append(s.nodes, n)
	if properties, ok := n.keys["properties"].(map[string]any); ok {
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			s.visit(n.child(n.path+"."+step(name), atProperty, name, properties[name]))
		}
	}
	if items, ok := n.keys["items"]; ok {
		if _, list := items.([]any); !list {
			s.visit(n.child(n.path+"[]", atItems, "", items))
		}
	}
	for _, key := range []string{"additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
		"unevaluatedProperties", "unevaluatedItems"} {
		if sub, ok := n.keys[key].(map[string]any); ok {
			s.visit(n.child(n.path+"."+key, elsewhere, "", sub))
		}
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf", "prefixItems", "items"} {
		subs, _ := n.keys[key].([]any)
		for i, sub := range subs {
			s.visit(n.child(fmt.Sprintf("%s.%s[%d]", n.path, key, i), elsewhere, "", sub))
		}
	}
	for _, key := range []string{"patternProperties", "dependentSchemas", "$defs", "definitions"} {
		subs, _ := n.keys[key].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(subs)) {
			s.visit(n.child(n.path+"."+key+"."+step(name), elsewhere, "", subs[name]))
		}
	}
}

// step is a name as it stands in a path: one with characters that are not seen, and none at all, in quotes
// and ASCII.
func step(name string) string {
	if name == "" || strings.ContainsFunc(name, seen.Hidden) {
		return strconv.QuoteToASCII(name)
	}
	return name
}

func (n *node) child(path string, at place, name string, value any) *node {
	keys, _ := value.(map[string]any)
	c := &node{
		path: path, place: at, name: name, parent: n, depth: n.depth + 1, level: n.level, value: value, keys: keys,
		reachable: n.reachable && at == atProperty,
	}
	if c.object() {
		c.level++
	}
	if at == atProperty {
		c.words = words(name)
	}
	return c
}

// text returns a keyword's value when it is a string.
func (n *node) text(keyword string) string {
	s, _ := n.keys[keyword].(string)
	return s
}

// has reports whether the keyword was sent, null included.
func (n *node) has(keyword string) bool {
	_, ok := n.keys[keyword]
	return ok
}

// types returns the node's types other than "null".
func (n *node) types() []string {
	switch t := n.keys["type"].(type) {
	case string:
		return []string{t}
	case []any:
		var types []string
		for _, e := range t {
			if s, ok := e.(string); ok && s != "null" {
				types = append(types, s)
			}
		}
		return types
	}
	return nil
}

// is reports whether the node may hold a value of that type.
func (n *node) is(kind string) bool { return slices.Contains(n.types(), kind) }

// nullable reports whether null is one of the node's types.
func (n *node) nullable() bool {
	switch t := n.keys["type"].(type) {
	case string:
		return t == "null"
	case []any:
		return slices.Contains(t, any("null"))
	}
	return false
}

// top returns the properties of the root, in the order of their names.
func (s schemaTree) top() []*node {
	var list []*node
	for _, n := range s.nodes {
		if n.place == atProperty && n.parent == s.root {
			list = append(list, n)
		}
	}
	return list
}

// object reports whether the node describes an object, in words or by listing properties.
func (n *node) object() bool { return n.is("object") || n.has("properties") }

// typed reports whether the node says what it holds: a type, fixed values, or other schemas.
func (n *node) typed() bool {
	for _, key := range []string{"type", "enum", "const", "$ref", "$dynamicRef", "anyOf", "oneOf", "allOf"} {
		if n.has(key) {
			return true
		}
	}
	return false
}

// required returns the names of the object's required list.
func (n *node) required() []string {
	list, _ := n.keys["required"].([]any)
	var names []string
	for _, e := range list {
		if s, ok := e.(string); ok {
			names = append(names, s)
		}
	}
	return names
}

// label is what a sentence calls the value that the node describes.
func (n *node) label() string {
	switch n.place {
	case atRoot:
		return "the root"
	case atProperty:
		return fmt.Sprintf("%q", n.name)
	case atItems:
		return "the items of " + n.parent.label()
	}
	return "a part of " + n.parent.label()
}

// subject is what a sentence about the schema itself begins with.
func (n *node) subject() string {
	if n.place == atRoot {
		return "The root of the schema"
	}
	return "The schema of " + n.label()
}

// objectLabel is what a sentence about an object begins with.
func (n *node) objectLabel() string {
	switch n.place {
	case atRoot:
		return "The root object"
	case atProperty:
		return "The object " + n.label()
	}
	return "The object in " + n.label()
}

// number returns a JSON number as a float, and whether the value is one.
func number(value any) (float64, bool) {
	n, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}
