package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// field is one argument of a tool. One inside another has a dotted name, and [] where it is in a list.
type field struct {
	Name, Type, Limits, Description string
	Optional                        bool

	top bool // it is an argument itself
}

// node is as much of a JSON Schema as a person needs.
type node struct {
	Type        any             `json:"type"`
	Description string          `json:"description"`
	Properties  json.RawMessage `json:"properties"`
	Required    []string        `json:"required"`
	Items       json.RawMessage `json:"items"`
	AnyOf       []node          `json:"anyOf"`
	Enum        []any           `json:"enum"`
	Format      string          `json:"format"`
	Pattern     string          `json:"pattern"`
	Minimum     *json.Number    `json:"minimum"`
	Maximum     *json.Number    `json:"maximum"`
	MinLength   *json.Number    `json:"minLength"`
	MaxLength   *json.Number    `json:"maxLength"`
	MinItems    *json.Number    `json:"minItems"`
	MaxItems    *json.Number    `json:"maxItems"`
}

const (
	// deepest is how far objects in objects are followed, and mostFields how many are shown: a catalog that was read
	// from elsewhere has no bound.
	deepest    = 4
	mostFields = 200
)

// fieldsOf are the arguments of an input schema, in its order. What cannot be read has none.
func fieldsOf(schema json.RawMessage) []field {
	fields := within("", schema, 0)
	return fields[:min(len(fields), mostFields)]
}

func within(prefix string, schema json.RawMessage, depth int) []field {
	n := read(schema)
	if depth == deepest {
		return nil
	}
	var out []field
	for _, m := range members(n.Properties) {
		inner := read(m.value)
		f := field{
			Name: prefix + shown(m.name), Type: inner.kind(), Limits: shown(inner.limits()), Description: shown(inner.Description),
			Optional: inner.nullable() || !slices.Contains(n.Required, m.name), top: depth == 0,
		}
		out = append(out, f)
		out = append(out, within(f.Name+".", m.value, depth+1)...)
		if list := inner.value().Items; list != nil {
			out = append(out, within(f.Name+"[].", list, depth+1)...)
		}
		if len(out) > mostFields {
			break
		}
	}
	return out
}

func read(schema json.RawMessage) node {
	var n node
	if err := json.Unmarshal(schema, &n); err != nil {
		return node{} // a schema may be true, or anything that another server sends
	}
	v := n.value()
	if n.Properties == nil {
		n.Properties, n.Required = v.Properties, v.Required
	}
	return n
}

// value is the node without its null: the first alternative that is not null.
func (n node) value() node {
	for _, a := range n.AnyOf {
		if a.Type != "null" {
			return a
		}
	}
	return n
}

func (n node) nullable() bool {
	return slices.Contains(n.types(), "null") || slices.ContainsFunc(n.AnyOf, func(a node) bool { return a.Type == "null" })
}

func (n node) types() []string {
	switch t := n.Type.(type) {
	case string:
		return []string{t}
	case []any:
		var out []string
		for _, one := range t {
			if s, ok := one.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}

// kind is the type in JSON's words: "string", "list of integer", "any value".
func (n node) kind() string {
	v := n.value()
	var kinds []string
	for _, t := range v.types() {
		switch {
		case t == "null":
		case t == "array" && v.Items != nil:
			kinds = append(kinds, "list of "+read(v.Items).kind())
		case t == "array":
			kinds = append(kinds, "list")
		default:
			kinds = append(kinds, shown(t))
		}
	}
	if len(kinds) == 0 {
		return "any value"
	}
	return strings.Join(kinds, " or ")
}

// limits are the bounds of the value in words, empty for none.
func (n node) limits() string {
	v := n.value()
	var out []string
	if len(v.Enum) > 0 {
		out = append(out, "one of "+choices(v.Enum))
	}
	out = append(out, bounds(v.Minimum, v.Maximum, ""), bounds(v.MinLength, v.MaxLength, " characters"), bounds(v.MinItems, v.MaxItems, " entries"))
	if v.Format != "" {
		out = append(out, v.Format)
	}
	if v.Pattern != "" {
		out = append(out, "matches "+v.Pattern)
	}
	return strings.Join(slices.DeleteFunc(out, func(s string) bool { return s == "" }), ", ")
}

func bounds(low, high *json.Number, of string) string {
	switch {
	case low != nil && high != nil:
		return fmt.Sprintf("%s to %s%s", *low, *high, of)
	case low != nil:
		return fmt.Sprintf("at least %s%s", *low, of)
	case high != nil:
		return fmt.Sprintf("at most %s%s", *high, of)
	}
	return ""
}

// choices lists the values of an enum, without null.
func choices(enum []any) string {
	var out []string
	for _, v := range enum {
		if v != nil {
			out = append(out, fmt.Sprint(v))
		}
	}
	return strings.Join(out, ", ")
}
