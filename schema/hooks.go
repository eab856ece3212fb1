package schema

import (
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"
)

type extender interface{ JSONSchemaExtend(*jsonschema.Schema) }

// opaque answers for the types that invopop must not walk into: structs, types with a form of their
// own, and refused ones. It is nil for the rest.
func (r *reader) opaque(t reflect.Type) *jsonschema.Schema {
	switch {
	case r.refused[t] || t.Kind() == reflect.Interface:
		return &jsonschema.Schema{Type: "string"}
	case t == timeType:
		return &jsonschema.Schema{Type: "string", Format: dateTime}
	case encodingOf(t).any():
		s := &jsonschema.Schema{Type: "string"}
		if hook, ok := reflect.New(t).Elem().Interface().(extender); ok {
			hook.JSONSchemaExtend(s)
		}
		return s
	case t.Kind() == reflect.Struct:
		return &jsonschema.Schema{Type: "object"}
	}
	return nil
}

// hooks refuses the methods that put another schema in the place of the one the Go type has.
func (r *reader) hooks(t reflect.Type, path string) {
	if methodless(t) {
		return
	}
	switch {
	case does[interface{ JSONSchema() *jsonschema.Schema }](t):
		r.problem(ruleHook, path, "%s has JSONSchema, which may say anything about it; use JSONSchemaExtend, or SchemaString for a string", t)
	case does[interface{ JSONSchemaAlias() any }](t):
		r.problem(ruleHook, path, "%s has JSONSchemaAlias, and JSON still carries %s; use the other type for the field", t, t)
	case does[interface{ JSONSchemaProperty(string) any }](t):
		r.problem(ruleHook, path, "%s has JSONSchemaProperty, and JSON still carries the fields' own types; change those", t)
	case does[extender](t) && !t.Implements(reflect.TypeFor[extender]()):
		r.problem(ruleHook, path, "JSONSchemaExtend of %s is on the pointer, where it is never called; put it on the value", t)
	default:
		return
	}
	r.refused[t] = true
}

// leftOver refuses what a hook added and the published schema does not carry.
func (r *reader) leftOver(s *jsonschema.Schema, path string) {
	var words []string
	add := func(there bool, word string) {
		if there {
			words = append(words, word)
		}
	}
	add(s.Ref != "" || s.DynamicRef != "", "$ref")
	add(len(s.AllOf) > 0, "allOf")
	add(len(s.AnyOf) > 0, "anyOf")
	add(len(s.OneOf) > 0, "oneOf")
	add(s.Not != nil, "not")
	add(s.If != nil || s.Then != nil || s.Else != nil, "if")
	add(len(s.DependentSchemas) > 0 || len(s.DependentRequired) > 0, "dependent*")
	add(len(s.PrefixItems) > 0, "prefixItems")
	add(s.Contains != nil || s.MinContains != nil || s.MaxContains != nil, "contains")
	add(len(s.PatternProperties) > 0 || s.PropertyNames != nil, "patternProperties")
	add(s.Const != nil, "const")
	add(s.UniqueItems, "uniqueItems")
	add(s.MinProperties != nil || s.MaxProperties != nil, "minProperties")
	add(s.ContentEncoding != "" || s.ContentMediaType != "" || s.ContentSchema != nil, "contentEncoding")
	add(s.ReadOnly || s.WriteOnly, "readOnly")
	add(s.Deprecated, "deprecated")
	extras := len(s.Extras)
	if _, ok := s.Extras["x-mcp-header"]; ok { // read from the field's tag, see extras
		extras--
	}
	add(extras > 0, "words of its own")
	if len(words) > 0 {
		r.hook(path, "a schema method added %s, which strict hosts refuse; use enum, bounds or the description", strings.Join(words, ", "))
	}
}
