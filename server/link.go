package server

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Link is a resource that a result points to, for what is too large or no JSON: a file, a picture. Use
// it as a field of a result. It is part of the structured result as any struct is, and a resource_link
// block beside the text (specification 2026-07-28, server/tools, resource links). The resource itself is
// served by a handler added in Config.Extend, which checks who asks.
type Link struct {
	// URI is where resources/read, or an HTTP client, finds it.
	URI string `json:"uri" jsonschema_description:"Where the resource is; read it with resources/read, or over HTTP where it is an https address"`
	// Name is what a person calls it, for example a file name.
	Name string `json:"name" jsonschema_description:"Name of the resource, for a person"`
	// MIMEType says what it is, for example "text/csv".
	MIMEType string `json:"mime_type" jsonschema_description:"Media type of the resource, e.g. text/csv"`
	// Size is its size in bytes.
	Size int64 `json:"size" jsonschema:"minimum=0" jsonschema_description:"Size of the resource in bytes"`
}

var linkType = reflect.TypeFor[Link]()

// travels reports whether JSON carries a field of a struct, or what it embeds. Package schema has refused types that
// contain themselves by way of such fields; by way of others they may, and values too.
func travels(f reflect.StructField) bool {
	return (f.IsExported() || f.Anonymous) && f.Tag.Get("json") != "-"
}

// pointsTo reports whether values of t can hold a Link that travels.
func pointsTo(t reflect.Type) bool {
	if t == nil || t == linkType {
		return t == linkType
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return pointsTo(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); travels(f) && pointsTo(f.Type) {
				return true
			}
		}
	}
	return false
}

// linksIn returns the links of a result, in the order in which they are written. A Link that was never set points nowhere.
func linksIn(v reflect.Value) []Link {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil
		}
		return linksIn(v.Elem())
	case reflect.Slice, reflect.Array:
		var out []Link
		for i := range v.Len() {
			out = append(out, linksIn(v.Index(i))...)
		}
		return out
	case reflect.Map:
		keys := v.MapKeys() // strings
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		var out []Link
		for _, key := range keys {
			out = append(out, linksIn(v.MapIndex(key))...)
		}
		return out
	case reflect.Struct:
		if v.Type() == linkType {
			if v.IsZero() {
				return nil
			}
			return []Link{v.Interface().(Link)}
		}
		var out []Link
		for i := range v.NumField() {
			if travels(v.Type().Field(i)) {
				out = append(out, linksIn(v.Field(i))...)
			}
		}
		return out
	}
	return nil
}

// links are those of a job's result.
func (j *job) links(result json.RawMessage) []Link { return linksOf(j.out, result) }

// linksOf are those of a result of type t that was kept as JSON.
func linksOf(t reflect.Type, result json.RawMessage) []Link {
	if result == nil || !pointsTo(t) {
		return nil
	}
	v := reflect.New(t)
	if err := jsonv2.Unmarshal(result, v.Interface()); err != nil {
		return nil // a type that can be written and not read; the link is in the structured result
	}
	return linksIn(v.Elem())
}

// block is the link as a content block.
func (l Link) block() mcp.Content {
	return &mcp.ResourceLink{URI: l.URI, Name: l.Name, MIMEType: l.MIMEType, Size: &l.Size}
}
