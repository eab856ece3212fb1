package schema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/invopop/jsonschema"
)

// describe takes what invopop makes of each struct, one level at a time, into the nodes: titles,
// descriptions, words of tags, and what JSONSchemaExtend methods add. Inner structs are reflected on
// their own, so that invopop never walks further than this package has looked.
func (r *reader) describe(n *node, path string) {
	switch n.kind {
	case array:
		r.describe(n.items, path+"[]")
	case mapping:
		r.describe(n.items, path+"{}")
	case object:
		if s := r.reflect(n.goType, path); s != nil {
			r.describeObject(n, s, path)
		} else {
			r.describeRefused(n)
		}
		for i := range n.properties {
			p := &n.properties[i]
			r.describe(p.node, join(path, p.name))
		}
	}
}

func (r *reader) describeObject(n *node, s *jsonschema.Schema, path string) {
	if n.description == "" {
		n.description = s.Description
	}
	if n.title == "" {
		n.title = s.Title
	}
	r.leftOver(s, path)
	var have []string
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		have = append(have, pair.Key)
	}
	for i := range n.properties {
		p := &n.properties[i]
		property, ok := s.Properties.Get(p.name)
		if !ok || property == nil {
			p.node.description = cmp.Or(p.says, p.node.description)
			r.hook(join(path, p.name), "JSONSchemaExtend of %s removed this property, which JSON still carries; leave it in", n.goType)
			continue
		}
		r.take(p.node, property, join(path, p.name))
		if p.says != "" {
			p.node.description = p.says
		}
		if p.node.kind == array && p.node.items.kind == text {
			mend(p.node.items, p.words)
		}
	}
	inlined := slices.ContainsFunc(n.properties, func(p property) bool { return r.slipped(join(path, p.name), hookSlip) })
	for _, name := range have {
		if !slices.Contains(n.names, name) && !inlined {
			r.problem(ruleHook, join(path, name), "JSONSchemaExtend of %s added a property that no field carries; add a field", n.goType)
		}
	}
}

// describeRefused gives the properties of a refused struct their descriptions, so that they are not
// reported as well.
func (r *reader) describeRefused(n *node) {
	for i := range n.properties {
		p := &n.properties[i]
		if p.says != "" {
			p.node.description = p.says
		} else if p.node.description == "" {
			if base := r.base(p.node.goType); base != nil {
				p.node.description = base.Description
			}
		}
	}
}

// take moves what a reflected property says into its node.
func (r *reader) take(n *node, s *jsonschema.Schema, path string) {
	n.title = s.Title
	if s.Description != "" {
		n.description = s.Description
	}
	if n.description == "" {
		if base := r.base(n.goType); base != nil {
			n.description = base.Description // invopop erases it when the field has no text of its own
		}
	}
	if s.Type != n.kind.String() && !r.refused[n.goType] {
		r.hook(path, "the schema was given the type %q, and JSON carries %s; let the hook leave the type alone", s.Type, article(n.kind))
	}
	r.leftOver(s, path)
	r.takeText(n, s)
	n.minimum, n.maximum = bound(string(s.Minimum)), bound(string(s.Maximum))
	n.above, n.below = bound(string(s.ExclusiveMinimum)), bound(string(s.ExclusiveMaximum))
	n.multipleOf = bound(string(s.MultipleOf))
	n.minItems, n.maxItems = count(s.MinItems), count(s.MaxItems)
	for _, value := range s.Enum {
		n.enum = append(n.enum, memberOf(value))
	}
	for _, value := range s.Examples {
		n.examples = append(n.examples, []byte(valueJSON(value)))
	}
	if s.Default != nil {
		n.standard = []byte(valueJSON(s.Default))
	}
	switch {
	case n.kind == array && s.Items != nil:
		r.take(n.items, s.Items, path+"[]")
	case n.kind == mapping && s.AdditionalProperties != nil:
		r.take(n.items, s.AdditionalProperties, path+"{}")
	}
}

// mend sets the words of a list's texts again: invopop drops those whose value holds an equals sign.
func mend(items *node, words []string) {
	var enum []member
	var examples []json.RawMessage
	for _, part := range words {
		switch word, value, _ := strings.Cut(part, "="); word {
		case "pattern":
			items.pattern = value
		case "enum":
			enum = append(enum, memberOf(value))
		case "example":
			examples = append(examples, []byte(valueJSON(value)))
		}
	}
	if enum != nil {
		items.enum = enum
	}
	if examples != nil {
		items.examples = examples
	}
}

func (r *reader) takeText(n *node, s *jsonschema.Schema) {
	n.minLength, n.maxLength = count(s.MinLength), count(s.MaxLength)
	n.format = s.Format
	if n.pattern == "" {
		n.pattern = s.Pattern
	}
}

// reflect gives what invopop makes of one struct, without looking into its inner structs. It is nil
// when the struct was refused or a hook panics.
func (r *reader) reflect(t reflect.Type, path string) (s *jsonschema.Schema) {
	if r.refused[t] {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			r.problem(ruleHook, path, "a schema method of %s, or of a type in it, panics (%v); let it return what it has", t, p)
			s = nil
		}
	}()
	opened := false
	reflector := jsonschema.Reflector{
		Anonymous: true, DoNotReference: true, ExpandedStruct: true,
		Mapper: func(inner reflect.Type) *jsonschema.Schema {
			if inner == t && !opened {
				opened = true
				return nil
			}
			return r.opaque(inner)
		},
	}
	s = reflector.ReflectFromType(t)
	if s.Properties == nil {
		s.Properties = jsonschema.NewProperties()
	}
	return s
}

// base gives the schema of a type without a field around it.
func (r *reader) base(t reflect.Type) (s *jsonschema.Schema) {
	if t == nil || t.Kind() == reflect.Struct && !does[extender](t) || r.refused[t] {
		return nil
	}
	defer func() {
		if recover() != nil {
			s = nil // reported by reflect
		}
	}()
	if s := r.opaque(t); s != nil {
		return s
	}
	reflector := jsonschema.Reflector{Anonymous: true, DoNotReference: true, Mapper: r.opaque}
	return reflector.ReflectFromType(t)
}

func bound(text string) *number {
	if text == "" {
		return nil
	}
	n := readNumber(text)
	return &n
}

func count(v *uint64) *int {
	if v == nil {
		return nil
	}
	n := int(min(*v, 1<<31-1))
	return &n
}

// numeric is the grammar of a JSON number (RFC 8259 section 6).
var numeric = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

func memberOf(value any) member {
	m := member{json: valueJSON(value)}
	m.text = m.json
	if numeric.MatchString(m.json) {
		n := readNumber(m.json)
		m.number = &n
	} else if raw := jsontext.Value(m.json); raw.Kind() == '"' {
		plain, _ := jsontext.AppendUnquote(nil, m.json)
		m.text = string(plain)
	}
	return m
}

// valueJSON writes what a tag or a hook gave: a string, a bool, or a number in some Go form.
func valueJSON(value any) string {
	v := reflect.ValueOf(value)
	switch {
	case v.IsValid() && v.Type() == numberType:
		return v.String()
	case v.IsValid() && v.Kind() == reflect.String:
		return string(appendQuoted(nil, v.String()))
	case value == nil:
		return "null"
	}
	if text := fmt.Sprint(value); text == "true" || text == "false" || numeric.MatchString(text) {
		return text
	}
	return "{}" // of a hook: no place that takes words takes an object
}
