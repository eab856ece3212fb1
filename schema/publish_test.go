package schema_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"net"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/invopop/jsonschema"

	"github.com/comity-mcp/comity/schema"
)

// property returns what is published for one field, without its description, and whether it is in
// "required".
func property(t *testing.T, core *schema.Core) (published string, required bool) {
	t.Helper()
	var root struct {
		Properties struct{ F json.RawMessage }
		Required   []string
	}
	if err := json.Unmarshal(core.JSON(), &root); err != nil {
		t.Fatal(err)
	}
	return strings.Replace(string(root.Properties.F), `,"description":"d"`, "", 1), len(root.Required) == 1
}

func TestTypesArePublishedAsTheyTravel(t *testing.T) {
	cases := []struct {
		name     string
		of       reflect.Type
		want     string
		required bool
		output   bool
	}{
		{"text", field[string](``), `{"type":"string"}`, true, false},
		{"a truth value", field[bool](``), `{"type":"boolean"}`, true, false},
		{"int has no bounds", field[int](``), `{"type":"integer"}`, true, false},
		{"int64 has no bounds, which would not fit in 53 bits", field[int64](``), `{"type":"integer"}`, true, false},
		{"int8 has its bounds", field[int8](``), `{"type":"integer","minimum":-128,"maximum":127}`, true, false},
		{"uint32 has its bounds", field[uint32](``), `{"type":"integer","minimum":0,"maximum":4294967295}`, true, false},
		{"uint64 begins at 0", field[uint64](``), `{"type":"integer","minimum":0}`, true, false},
		{"a tag narrows the bounds", field[uint8](`jsonschema:"maximum=9"`), `{"type":"integer","minimum":0,"maximum":9}`, true, false},
		{"a float", field[float32](``), `{"type":"number"}`, true, false},
		{"an integer as text", field[int64](`json:"f,string"`), `{"type":"string","pattern":"^(0|-?[1-9][0-9]*)$"}`, true, false},
		{"an unsigned integer as text", field[uint](`json:"f,string"`), `{"type":"string","pattern":"^(0|[1-9][0-9]*)$"}`, true, false},
		{"a pointer is nullable and required", field[*string](``), `{"type":["string","null"]}`, true, false},
		{"a nullable enum holds null", field[*string](`jsonschema:"enum=each,enum=case"`), `{"type":["string","null"],"enum":["each","case",null]}`, true, false},
		{"a nullable integer as text", field[*int](`json:"f,string"`), `{"type":["string","null"],"pattern":"^(0|-?[1-9][0-9]*)$"}`, true, false},
		{"omitempty is a plain optional", field[*string](`json:"f,omitempty"`), `{"type":"string"}`, false, false},
		{"a nullable object", field[*base](``), `{"type":["object","null"],"properties":{"name":{"type":"string","description":"d"}},"required":["name"],"additionalProperties":false}`, true, false},
		{"a list", field[[]string](``), `{"type":"array","items":{"type":"string"}}`, true, false},
		{"a nullable list", field[*[]int8](``), `{"type":["array","null"],"items":{"type":"integer","minimum":-128,"maximum":127}}`, true, false},
		{"a list of pointers takes null", field[[]*string](``), `{"type":"array","items":{"type":["string","null"]}}`, true, false},
		{"an array has its length", field[[3]bool](``), `{"type":"array","minItems":3,"maxItems":3,"items":{"type":"boolean"}}`, true, false},
		{"a time", field[time.Time](``), `{"type":"string","format":"date-time"}`, true, false},
		{"an address", field[netip.Addr](``), `{"type":"string"}`, true, false},
		{"an IP is not only IPv4", field[net.IP](``), `{"type":"string"}`, true, false},
		{"a big float", field[*big.Float](``), `{"type":["string","null"]}`, true, false},
		{"a type that says what it is", field[Handle](`jsonschema_description:""`), `{"type":"string","description":"A recount handle","pattern":"^rc_[a-z0-9]{8}$"}`, true, false},
		{"a type with a hook", field[Unit](`jsonschema_description:""`), `{"type":"string","description":"Unit","enum":["each","case"]}`, true, false},
		{"an empty struct", field[struct{}](``), `{"type":"object","properties":{},"required":[],"additionalProperties":false}`, true, false},
		{"a map in a result", field[map[string]*int](``), `{"type":"object","additionalProperties":{"type":["integer","null"]}}`, true, true},
		{"omitempty in a result", field[[]int](`json:"f,omitempty"`), `{"type":"array","items":{"type":"integer"}}`, false, true},
		{"omitzero in a result", field[*int](`json:"f,omitzero"`), `{"type":"integer"}`, false, true},
		{"a nullable result", field[*int](``), `{"type":["integer","null"]}`, true, true},
	}
	for _, c := range cases {
		of := schema.InputOf
		if c.output {
			of = schema.OutputOf
		}
		core, problems := of(c.of)
		if err := problems.Err(); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, required := property(t, core)
		if got != c.want || required != c.required {
			t.Errorf("%s: got %s, required %t\nwant %s, required %t", c.name, got, required, c.want, c.required)
		}
	}
}

func TestWordsOfTagsArePublishedWhole(t *testing.T) {
	cases := []struct {
		of   reflect.Type
		want string
	}{
		{field[string](`jsonschema:"title=A\\, b,minLength=1,maxLength=9,pattern=^a=b$,example=a=b"`),
			`{"type":"string","title":"A, b","pattern":"^a=b$","minLength":1,"maxLength":9,"examples":["a=b"]}`},
		{field[string](`jsonschema:"format=date,example=2026-11-29,example=2026-11-30"`), `{"type":"string","format":"date","examples":["2026-11-29","2026-11-30"]}`},
		{field[*string](`jsonschema:"enum=a b,enum=c,default=c"`), `{"type":["string","null"],"enum":["a b","c",null],"default":"c"}`},
		{field[int](`jsonschema:"minimum=-2,maximum=9,multipleOf=2,example=4"`), `{"type":"integer","minimum":-2,"maximum":9,"multipleOf":2,"examples":[4]}`},
		{field[int](`jsonschema:"enum=1,enum=-2"`), `{"type":"integer","enum":[1,-2]}`},
		{field[*uint8](`jsonschema:"default=0"`), `{"type":["integer","null"],"minimum":0,"maximum":255,"default":0}`},
		{field[float64](`jsonschema:"exclusiveMinimum=0.50,exclusiveMaximum=1e3"`), `{"type":"number","exclusiveMinimum":0.50,"exclusiveMaximum":1e3}`},
		{field[*bool](`jsonschema:"default=false"`), `{"type":["boolean","null"],"default":false}`},
		{field[[]string](`jsonschema:"minItems=1,maxItems=4,pattern=^k=v$,enum=k=v"`), `{"type":"array","minItems":1,"maxItems":4,"items":{"type":"string","enum":["k=v"],"pattern":"^k=v$"}}`},
		{field[[]string](`jsonschema:"format=uuid,maxLength=36"`), `{"type":"array","items":{"type":"string","format":"uuid","maxLength":36}}`},
		{field[[]int](`jsonschema:"minimum=1,maximum=5"`), `{"type":"array","items":{"type":"integer","minimum":1,"maximum":5}}`},
		{field[[][]int](`jsonschema:"minItems=2"`), `{"type":"array","minItems":2,"items":{"type":"array","items":{"type":"integer"}}}`},
		{field[time.Time](`jsonschema:"example=2026-11-29T14:05:00Z"`), `{"type":"string","format":"date-time","examples":["2026-11-29T14:05:00Z"]}`},
		{field[uint64](`json:"f,string" jsonschema:"example=42"`), `{"type":"string","pattern":"^(0|[1-9][0-9]*)$","examples":["42"]}`},
	}
	for _, c := range cases {
		core, problems := schema.InputOf(c.of)
		if err := problems.Err(); err != nil {
			t.Errorf("%v: %v", c.of, err)
			continue
		}
		if got, _ := property(t, core); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// Adjusted sets words on its properties from its hook, and describes itself.
type Adjusted struct {
	Unit string `json:"unit" jsonschema_description:"d"`
}

func (Adjusted) JSONSchemaExtend(s *jsonschema.Schema) {
	unit, _ := s.Properties.Get("unit")
	unit.Enum = []any{"each", "case"}
	s.Description = "What is counted"
}

// Documented takes its texts from a method, as generators of documentation do.
type Documented struct {
	Own  string `json:"own"`
	Both string `json:"both" jsonschema_description:"From the tag"`
}

func (Documented) GetFieldDocString(name string) string { return "About " + name }

func TestHooksOfStructsAreHeard(t *testing.T) {
	want := `{"type":"object","description":"What is counted","properties":{"unit":{"type":"string","description":"d","enum":["each","case"]}},` +
		`"required":["unit"],"additionalProperties":false}`
	if got := string(input[Adjusted](t).JSON()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	type outer struct {
		A Adjusted `json:"a"`
		B Adjusted `json:"b" jsonschema_description:"Second"`
	}
	got := string(input[outer](t).JSON())
	if !strings.Contains(got, `"a":`+want) || !strings.Contains(got, `"b":`+strings.Replace(want, "What is counted", "Second", 1)) {
		t.Errorf("got %s, want the type's description on a and the tag's on b", got)
	}
	got = string(input[Documented](t).JSON())
	if !strings.Contains(got, `"own":{"type":"string","description":"About Own"}`) || !strings.Contains(got, `"both":{"type":"string","description":"From the tag"}`) {
		t.Errorf("got %s, want the method's text for own and the tag's for both", got)
	}
}

func TestTheSameTypeGivesTheSameBytes(t *testing.T) {
	for seed := range uint64(50) {
		of := newGenerator(seed, true).structType(3)
		first, _ := schema.InputOf(of)
		second, _ := schema.InputOf(of)
		if !bytes.Equal(first.JSON(), second.JSON()) {
			t.Errorf("got %s and %s, want the same bytes", first.JSON(), second.JSON())
		}
	}
}

func TestEmbeddedFieldsKeepTheirPlace(t *testing.T) {
	type outer struct {
		First string `json:"first" jsonschema_description:"d"`
		base
		Last *string `json:"last" jsonschema_description:"d"`
	}
	core := input[outer](t)
	if got, want := core.Properties(), []string{"first", "name", "last"}; !equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := core.Optional(), []string{"last"}; !equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got := decode[outer](t, `{"first":"a","name":"b"}`)
	if want := (outer{First: "a", base: base{Name: "b"}}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := encode(t, outer{First: "a"}), `{"first":"a","name":"","last":null}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFieldsLeftOutOfJSONAreNotThere(t *testing.T) {
	type in struct {
		Name   string `json:"name" jsonschema_description:"d"`
		Secret any    `json:"-"`
		cache  map[string]int
	}
	if got, want := input[in](t).Properties(), []string{"name"}; !equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, args := range []string{`{"name":"a","-":1}`, `{"name":"a","Secret":1}`, `{"name":"a","cache":{}}`} {
		if got := refusal[in](t, args); !strings.Contains(got, "unknown name; names here: name.") {
			t.Errorf("%s: got %q, want the name refused", args, got)
		}
	}
	if got := decode[in](t, `{"name":"a"}`); got.cache != nil || got.Secret != nil {
		t.Errorf("got %+v, want nothing but the name", got)
	}
}
