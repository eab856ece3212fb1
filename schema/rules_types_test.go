package schema_test

import (
	"time"

	"github.com/invopop/jsonschema"
)

// Types that the listings of rules are about.
type (
	// Half can be written and not read.
	Half struct{ S string }
	// OtherHalf can be read and not written.
	OtherHalf struct{ S string }
	// OwnJSON writes itself.
	OwnJSON struct{ S string }
	// Handle travels as a string and says which.
	Handle struct{ s string }
	// BadHandle says a pattern that only Go knows.
	BadHandle string
	// TextKey is a string that writes itself.
	TextKey string
	// Level is a byte that travels as text.
	Level uint8
	// NotAString says it is a string and is not.
	NotAString struct {
		N int `json:"n"`
	}
	// Panics cannot be asked.
	Panics string
	// Unit is a string whose hook lists its values.
	Unit string
	// PointerHook has its hook where nobody looks.
	PointerHook string
	// Alias says it is another type.
	Alias string
	// Retyped is given another type by its hook.
	Retyped string
	// Whole replaces its schema.
	Whole string
	// PanickingHook cannot be asked.
	PanickingHook string
	// Adder adds a property that no field carries.
	Adder struct {
		Name string `json:"name" jsonschema_description:"d"`
	}
	// Remover removes one that a field carries.
	Remover struct {
		Name string `json:"name" jsonschema_description:"d"`
	}
	// OddExample gives an example that is no JSON value of its type.
	OddExample string

	base struct {
		Name string `json:"name" jsonschema_description:"d"`
	}
	byValue   struct{ base }
	byPointer struct{ *base }
	twice     struct {
		base
		Name string `json:"name" jsonschema_description:"d"`
	}
	once struct {
		base
		Title string `json:"title" jsonschema_description:"d"`
	}
	hidden   struct{ _ string }
	labelled struct {
		Handle
		Label string `json:"label"`
	}
	// Day embeds a time and says itself what it is.
	Day   struct{ time.Time }
	deep1 struct {
		D deep2 `json:"d" jsonschema_description:"d"`
	}
	deep2 struct {
		D [][][][]string `json:"d" jsonschema_description:"d"`
	}
	deeper struct {
		D [][][][][][][][][][]string `json:"d" jsonschema_description:"d"`
	}
	node struct {
		Kids []node `json:"kids" jsonschema_description:"d"`
	}
)

func (Half) MarshalText() ([]byte, error)      { return nil, nil }
func (*OtherHalf) UnmarshalText([]byte) error  { return nil }
func (OwnJSON) MarshalJSON() ([]byte, error)   { return []byte("1"), nil }
func (h Handle) MarshalText() ([]byte, error)  { return []byte(h.s), nil }
func (h *Handle) UnmarshalText(b []byte) error { h.s = string(b); return nil }
func (Handle) SchemaString() (string, string)  { return "^rc_[a-z0-9]{8}$", "A recount handle" }
func (BadHandle) SchemaString() (string, string) {
	return `(?i)^a$`, "d"
}
func (d Day) MarshalJSON() ([]byte, error)        { return []byte(d.Format(`"2006-01-02"`)), nil }
func (Day) SchemaString() (string, string)        { return "^[0-9-]{10}$", "A day" }
func (TextKey) MarshalText() ([]byte, error)      { return []byte("k"), nil }
func (Level) MarshalText() ([]byte, error)        { return []byte("high"), nil }
func (NotAString) SchemaString() (string, string) { return "", "d" }
func (Panics) SchemaString() (string, string)     { panic("no") }

func (Unit) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Enum, s.Description = []any{"each", "case"}, "Unit"
}
func (PanickingHook) JSONSchemaExtend(*jsonschema.Schema) { panic("no") }
func (Adder) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Properties.Set("more", &jsonschema.Schema{Type: "string", Description: "d"})
}
func (Remover) JSONSchemaExtend(s *jsonschema.Schema)    { s.Properties.Delete("name") }
func (OddExample) JSONSchemaExtend(s *jsonschema.Schema) { s.Examples = []any{[]string{"a"}} }
func (*PointerHook) JSONSchemaExtend(*jsonschema.Schema) {}
func (Alias) JSONSchemaAlias() any                       { return 0 }
func (Retyped) JSONSchemaExtend(s *jsonschema.Schema)    { s.Type = "integer" }
func (Whole) JSONSchema() *jsonschema.Schema             { return &jsonschema.Schema{Type: "integer"} }
