package schema_test

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/schema"
)

// A listing is a type that a rule must refuse, with the place, beside one that it must leave alone.
type listing struct {
	rule   string
	path   string
	refuse problemsOf
	accept problemsOf
}

type problemsOf func() fault.Problems

func in[T any]() fault.Problems  { _, problems := schema.Input[T](); return problems }
func out[T any]() fault.Problems { _, problems := schema.Output[T](); return problems }

// field makes an argument or result of one field, so that a listing shows nothing but what it is about.
func field[T any](tag string) reflect.Type {
	if !strings.Contains(tag, "json:") {
		tag = `json:"f" ` + tag
	}
	if !strings.Contains(tag, "jsonschema_description:") {
		tag += ` jsonschema_description:"d"`
	}
	return reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.TypeFor[T](), Tag: reflect.StructTag(tag)}})
}

func inField[T any](tag string) problemsOf {
	return func() fault.Problems { _, problems := schema.InputOf(field[T](tag)); return problems }
}

func outField[T any](tag string) problemsOf {
	return func() fault.Problems { _, problems := schema.OutputOf(field[T](tag)); return problems }
}

var listings = []listing{
	{"schema-root", "", in[[]string], in[struct{}]},
	{"schema-root", "", in[*base], in[base]},
	{"schema-root", "", in[time.Time], inField[time.Time](``)},
	{"schema-root", "", in[any], in[base]},
	{"schema-root", "", out[map[string]int], outField[map[string]int](``)},
	{"schema-recursive-type", "kids[]", in[node], in[once]},
	{"schema-depth", "d[][][][][][][][][]", out[deeper], out[deep1]},
	{"schema-deep", "d.d[][][]", in[deep1], in[deep2]},
	{"schema-size", "e.f", large, inField[string](``)},
	{"schema-any", "f", inField[any](``), inField[string](``)},
	{"schema-any", "f[]", outField[[]any](``), outField[[]string](``)},
	{"schema-any", "f", outField[error](``), outField[string](``)},
	{"schema-kind", "f", inField[func()](``), inField[string](``)},
	{"schema-kind", "f", inField[chan int](``), inField[int](``)},
	{"schema-kind", "f", outField[complex128](``), outField[float64](``)},
	{"schema-kind", "f", outField[uintptr](``), outField[uint](``)},
	{"schema-pointer", "f", inField[**string](``), inField[*string](``)},
	{"schema-map-input", "f", inField[map[string]string](``), inField[[]base](``)},
	{"schema-map-key", "f", outField[map[int]string](``), outField[map[string]string](``)},
	{"schema-map-key", "f", outField[map[netip.Addr]string](``), outField[map[Unit]string](``)},
	{"schema-map-key", "f", outField[map[TextKey]string](``), outField[map[string]TextKey](``)},
	{"schema-bytes", "f", outField[[]uint8](``), outField[[]Level](``)},
	{"schema-bytes", "f", inField[[]byte](``), inField[[]int](``)},
	{"schema-bytes", "f", outField[[16]byte](``), outField[[16]int](``)},
	{"schema-raw-json", "f", inField[json.RawMessage](``), inField[string](``)},
	{"schema-json-number", "f", inField[json.Number](``), inField[int64](``)},
	{"schema-duration", "f", inField[time.Duration](``), inField[int](``)},
	{"schema-url", "f", inField[url.URL](``), inField[string](``)},
	{"schema-own-encoding", "f", outField[OwnJSON](``), outField[Handle](``)},
	{"schema-own-encoding", "f", inField[*big.Int](``), inField[*netip.Addr](``)},
	{"schema-own-encoding", "f", outField[labelled](``), outField[struct {
		Handle Handle `json:"handle"`
		Label  string `json:"label"`
	}](``)},
	{"schema-own-encoding", "f", outField[struct {
		*netip.Addr
		Label string `json:"label"`
	}](``), outField[Day](``)},
	{"schema-text-half", "f", inField[Half](``), outField[Half](``)},
	{"schema-text-half", "f", outField[OtherHalf](``), inField[OtherHalf](``)},
	{"schema-string-type", "f", inField[BadHandle](``), inField[Handle](``)},
	{"schema-string-type", "f", outField[NotAString](``), outField[Handle](``)},
	{"schema-string-type", "f", outField[Panics](``), outField[Handle](``)},
	{"schema-embedding", "", in[byPointer], in[byValue]},
	{"schema-embedding", "", out[struct{ Unit }], out[struct {
		Unit `json:"unit"`
	}]},
	{"schema-no-fields", "", in[hidden], in[struct{}]},
	{"schema-no-fields", "", out[struct {
		sync.Mutex
		Name string `json:"name"`
	}], out[struct {
		_    sync.Mutex
		Name string `json:"name" jsonschema_description:"d"`
	}]},
	{"schema-json-option", "f", outField[string](`json:"f,omitempty,omitempty"`), outField[string](`json:"f,omitempty"`)},
	{"schema-unexported", "s", tagged, in[base]},
	{"schema-tag-syntax", "f", inField[string](`jsonschema:"pattern=^\d$"`), inField[string](`jsonschema:"pattern=^\\d$"`)},
	{"schema-json-option", "f", inField[string](`json:"f,omitEmpty"`), inField[string](`json:"f"`)},
	{"schema-json-option", "f", outField[[]string](`json:"f,inline"`), outField[[]string](`json:"f,omitempty"`)},
	{"schema-omitzero-input", "f", inField[time.Time](`json:"f,omitzero"`), outField[time.Time](`json:"f,omitzero"`)},
	{"schema-omitempty-input", "f", inField[*string](`json:"f,omitempty"`), outField[*string](`json:"f,omitempty"`)},
	{"schema-string-option", "f", inField[bool](`json:"f,string"`), inField[int](`json:"f,string"`)},
	{"schema-string-option", "f", outField[float64](`json:"f,string"`), outField[*uint64](`json:"f,string"`)},
	{"schema-name", "a-b", inField[string](`json:"a-b"`), inField[string](`json:"a_b"`)},
	{"schema-duplicate-name", "name", in[twice], in[once]},
	{"schema-duplicate-name", "NAME", in[struct {
		A string `json:"name" jsonschema_description:"d"`
		B string `json:"NAME" jsonschema_description:"d"`
	}], in[once]},
	{"schema-64-bit-id", "id", inField[int64](`json:"id"`), inField[int64](`json:"id,string"`)},
	{"schema-64-bit-id", "itemId", outField[uint](`json:"itemId"`), outField[uint](`json:"item_count"`)},
	{"schema-described", "f", in[struct {
		F string `json:"f"`
	}], in[struct {
		F Unit `json:"f"`
	}]},
	{"schema-described", "f", inField[any](`jsonschema_description:""`), inField[Handle](`jsonschema_description:""`)},
	{"schema-described-output", "f", out[struct {
		F string `json:"f"`
	}], out[struct {
		F Handle `json:"f"`
	}]},
	{"schema-tag-word", "f", inField[string](`jsonschema:"maxlength=3"`), inField[string](`jsonschema:"maxLength=3"`)},
	{"schema-tag-word", "f", inField[string](`jsonschema:"required"`), inField[*string](`jsonschema:"title=T"`)},
	{"schema-tag-word", "f", inField[int](`jsonschema:"maxLength=3"`), inField[int](`jsonschema:"maximum=3"`)},
	{"schema-tag-word", "f", inField[[]string](`jsonschema:"uniqueItems=true"`), inField[[]string](`jsonschema:"maxItems=3"`)},
	{"schema-tag-word", "f", inField[string](`jsonschema:"-"`), inField[string](`jsonschema:"enum=-"`)},
	{"schema-tag-word", "f", inField[string](`jsonschema_extras:"a=b"`), inField[string](`jsonschema_extras:"x-mcp-header=Region"`)},
	{"schema-tag-word", "f", inField[Handle](`jsonschema:"pattern=^a$"`), inField[Handle](`jsonschema:"example=rc_abcdefgh"`)},
	{"schema-tag-value", "f", inField[string](`jsonschema:"maxLength=many"`), inField[string](`jsonschema:"maxLength=10"`)},
	{"schema-tag-value", "f", inField[int](`jsonschema:"minimum=0x10"`), inField[int](`jsonschema:"minimum=16"`)},
	{"schema-tag-value", "f", inField[int](`jsonschema:"minimum= 16"`), inField[int](`jsonschema:"minimum=16"`)},
	{"schema-tag-value", "f", inField[float64](`jsonschema:"maximum=1e999"`), inField[float64](`jsonschema:"maximum=1e99"`)},
	{"schema-tag-value", "f", inField[float64](`jsonschema:"title="`), inField[float64](`jsonschema:"title=a"`)},
	{"schema-tag-value", "f", inField[int](`jsonschema:"minimum=0.5"`), inField[float64](`jsonschema:"minimum=0.5"`)},
	{"schema-tag-value", "f", inField[float64](`jsonschema:"maximum=Inf"`), inField[float64](`jsonschema:"maximum=1e9"`)},
	{"schema-tag-value", "f", inField[float64](`jsonschema:"multipleOf=0"`), inField[float64](`jsonschema:"multipleOf=0.1"`)},
	{"schema-tag-value", "f", inField[string](`jsonschema:"pattern=a,pattern=b"`), inField[string](`jsonschema:"enum=a,enum=b"`)},
	{"schema-tag-value", "f", inField[*bool](`jsonschema:"default=yes"`), inField[*bool](`jsonschema:"default=true"`)},
	{"schema-pattern", "f", inField[string](`jsonschema:"pattern=(?i)^a$"`), inField[string](`jsonschema:"pattern=^[aA]$"`)},
	{"schema-pattern", "f", inField[string](`jsonschema:"pattern=\\Aa\\z"`), inField[string](`jsonschema:"pattern=^a$"`)},
	{"schema-pattern", "f", inField[string](`jsonschema:"pattern=\\pL"`), inField[string](`jsonschema:"pattern=[A-Za-z]"`)},
	{"schema-pattern", "f", inField[string](`jsonschema:"pattern=a++"`), inField[string](`jsonschema:"pattern=a+"`)},
	{"schema-pattern", "f", inField[string](`jsonschema:"pattern=[[:alpha:]]"`), inField[string](`jsonschema:"pattern=[\\[:]"`)},
	{"schema-pattern", "f", inField[string](`jsonschema:"pattern=(a"`), inField[string](`jsonschema:"pattern=(?:a)"`)},
	{"schema-format", "f", inField[string](`jsonschema:"format=uri"`), inField[string](`jsonschema:"format=email"`)},
	{"schema-bounds", "f", inField[int](`jsonschema:"minimum=5,maximum=4"`), inField[int](`jsonschema:"minimum=4,maximum=4"`)},
	{"schema-bounds", "f", inField[int](`jsonschema:"exclusiveMinimum=4,maximum=4"`), inField[int](`jsonschema:"exclusiveMinimum=3,maximum=4"`)},
	{"schema-bounds", "f", inField[string](`jsonschema:"minLength=5,maxLength=4"`), inField[string](`jsonschema:"minLength=4,maxLength=4"`)},
	{"schema-bounds", "f", inField[[]int](`jsonschema:"minItems=5,maxItems=4"`), inField[[]int](`jsonschema:"minItems=4,maxItems=4"`)},
	{"schema-bounds", "f", inField[int8](`jsonschema:"maximum=128"`), inField[int8](`jsonschema:"maximum=127"`)},
	{"schema-bounds", "f", inField[[2]int](`jsonschema:"minItems=1"`), inField[[2]int](``)},
	{"schema-bounds", "f", inField[int](`jsonschema:"exclusiveMinimum=1,exclusiveMaximum=2"`), inField[int](`jsonschema:"exclusiveMinimum=1,exclusiveMaximum=3"`)},
	{"schema-bounds", "f", inField[float64](`jsonschema:"exclusiveMinimum=1,exclusiveMaximum=1"`), inField[float64](`jsonschema:"exclusiveMinimum=1,exclusiveMaximum=2"`)},
	{"schema-bounds", "f", inField[int](`jsonschema:"multipleOf=10,minimum=1,maximum=5"`), inField[int](`jsonschema:"multipleOf=10,minimum=1,maximum=10"`)},
	{"schema-bounds", "f", inField[int](`jsonschema:"multipleOf=10,minimum=1,exclusiveMaximum=10"`), inField[int](`jsonschema:"multipleOf=10,minimum=-5,exclusiveMaximum=11"`)},
	{"schema-bounds", "f", inField[int](`jsonschema:"multipleOf=10,exclusiveMinimum=-10,exclusiveMaximum=10"`), inField[int](`jsonschema:"multipleOf=10,minimum=-10,exclusiveMaximum=10"`)},
	{"schema-bounds", "f", inField[float64](`jsonschema:"multipleOf=0.5,minimum=0.6,maximum=0.9"`), inField[float64](`jsonschema:"multipleOf=0.5,minimum=0.6,maximum=1"`)},
	{"schema-bounds", "f", inField[uint8](`jsonschema:"multipleOf=300"`), inField[uint16](`jsonschema:"multipleOf=300"`)},
	{"schema-bounds", "f", inField[int8](`jsonschema:"exclusiveMinimum=127"`), inField[int8](`jsonschema:"exclusiveMinimum=126"`)},
	{"schema-bounds", "f", inField[uint](`jsonschema:"exclusiveMaximum=0"`), inField[uint](`jsonschema:"exclusiveMaximum=1"`)},
	{"schema-bounds", "f", inField[uint64](`jsonschema:"exclusiveMinimum=18446744073709551615"`), inField[uint64](`jsonschema:"minimum=18446744073709551615"`)},
	{"schema-bounds", "f", inField[float32](`jsonschema:"minimum=1e39"`), inField[float64](`jsonschema:"minimum=1e39"`)},
	{"schema-bounds", "f[]", inField[[]int](`jsonschema:"minimum=2,maximum=1"`), inField[[]int](`jsonschema:"minimum=1,maximum=1"`)},
	{"schema-bounds", "f", inField[string](`jsonschema:"maxLength=0"`), inField[string](`jsonschema:"maxLength=1"`)},
	{"schema-bounds", "f", inField[string](`jsonschema:"format=date,maxLength=5"`), inField[string](`jsonschema:"format=date,maxLength=10"`)},
	{"schema-bounds", "f", inField[string](`jsonschema:"format=ipv4,minLength=16"`), inField[string](`jsonschema:"format=ipv4,minLength=15"`)},
	{"schema-bounds", "f", inField[[]int](`jsonschema:"maxItems=0"`), inField[[]int](`jsonschema:"maxItems=1"`)},
	{"schema-bounds", "f", outField[[0]int](``), outField[[1]int](``)},
	{"schema-bounds", "f", inField[[200_000]int](``), inField[[40_000]int](``)},
	{"schema-bounds", "f", outField[[400][400]int](``), outField[[400][100]int](``)},
	{"schema-bounds", "f", inField[*[1 << 40]bool](``), inField[*[100]bool](``)},
	{"schema-bounds", "f", inField[string](`jsonschema:"minLength=2000000000"`), inField[string](`jsonschema:"minLength=2000"`)},
	{"schema-bounds", "f", inField[[]base](`jsonschema:"minItems=10000"`), inField[[]*base](`jsonschema:"minItems=10000"`)},
	{"schema-enum", "f", inField[string](`jsonschema:"maxLength=1,enum=a,enum=bb"`), inField[string](`jsonschema:"maxLength=2,enum=a,enum=bb"`)},
	{"schema-enum", "f", inField[string](`jsonschema:"enum=a,enum=a"`), inField[string](`jsonschema:"enum=a"`)},
	{"schema-enum", "f", inField[int](`jsonschema:"minimum=2,enum=1"`), inField[int](`jsonschema:"minimum=1,enum=1"`)},
	{"schema-enum", "f[]", inField[[]int8](`jsonschema:"enum=128"`), inField[[]int8](`jsonschema:"enum=127"`)},
	{"schema-default", "f", inField[string](`jsonschema:"default=a"`), inField[*string](`jsonschema:"default=a"`)},
	{"schema-default", "f", outField[*string](`jsonschema:"default=a"`), inField[*string](`jsonschema:"default="`)},
	{"schema-default", "f", inField[*netip.Addr](`jsonschema:"default=localhost"`), inField[*netip.Addr](`jsonschema:"default=127.0.0.1"`)},
	{"schema-example", "f", inField[string](`jsonschema:"pattern=^[0-9]$,example=a"`), inField[string](`jsonschema:"pattern=^[0-9]$,example=1"`)},
	{"schema-example", "f", inField[time.Time](`jsonschema:"example=today"`), inField[time.Time](`jsonschema:"example=2026-11-29T14:05:00Z"`)},
	{"schema-hook", "f", inField[PointerHook](``), inField[Unit](``)},
	{"schema-hook", "f", inField[Alias](``), inField[Unit](``)},
	{"schema-hook", "f", inField[Whole](``), inField[Unit](``)},
	{"schema-hook", "", inField[PanickingHook](``), inField[Unit](``)},
	{"schema-hook", "more", in[Adder], in[Adjusted]},
	{"schema-hook", "name", in[Remover], in[Adjusted]},
	{"schema-example", "f", inField[*OddExample](``), inField[Unit](``)},
	{"schema-hook", "f", inField[Retyped](``), inField[Unit](``)},
}

// tagged has a json tag on a field that is not exported; go vet would refuse it as a literal type.
func tagged() fault.Problems {
	_, problems := schema.InputOf(reflect.StructOf([]reflect.StructField{{
		Name: "s", PkgPath: "x", Type: reflect.TypeFor[string](), Tag: `json:"s"`,
	}}))
	return problems
}

// large has more places than a host takes.
func large() fault.Problems {
	t := reflect.TypeFor[string]()
	for range 4 {
		fields := make([]reflect.StructField, 10)
		for i := range fields {
			fields[i] = reflect.StructField{
				Name: string(rune('A' + i)), Type: t,
				Tag: reflect.StructTag(`json:"` + string(rune('a'+i)) + `" jsonschema_description:"d"`),
			}
		}
		t = reflect.StructOf(fields)
	}
	_, problems := schema.InputOf(t)
	return problems
}

func TestEveryRuleRefusesAndLeavesAlone(t *testing.T) {
	listed := map[string]bool{}
	for _, l := range listings {
		listed[l.rule] = true
		wantProblem(t, l.refuse(), l.rule, l.path)
		for _, p := range l.accept() {
			if p.Rule.Level == fault.Error || p.Rule.ID == l.rule {
				t.Errorf("%s: got %v, want the other type left alone", l.rule, p)
			}
		}
	}
	for _, r := range schema.Rules() {
		if !listed[r.ID] {
			t.Errorf("got no listing for %s, want one to refuse and one to leave alone", r.ID)
		}
		delete(listed, r.ID)
	}
	for id := range listed {
		t.Errorf("got a listing for %s, want it among Rules", id)
	}
}

func TestRefusedStructsKeepTheirDescriptions(t *testing.T) {
	type recursive struct {
		Name string       `json:"name" jsonschema_description:"d"`
		Unit Unit         `json:"unit"`
		Job  Handle       `json:"job"`
		None string       `json:"none"`
		Kids []*recursive `json:"kids" jsonschema_description:"d"`
	}
	type panicking struct {
		Hook PanickingHook `json:"hook" jsonschema_description:"d"`
		Name string        `json:"name" jsonschema_description:"d"`
	}
	if got, want := identify(in[recursive]()), []string{"kids[] schema-recursive-type", "none schema-described"}; !equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := identify(in[panicking]()), []string{" schema-hook"}; !equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOneFaultIsToldOnce(t *testing.T) {
	cases := []struct {
		name string
		got  fault.Problems
		want string
	}{
		{"an alias", inField[Alias](``)(), "f: schema_test.Alias has JSONSchemaAlias, and JSON still carries schema_test.Alias; use the other type for the field [schema-hook]"},
		{"a default outside its enum", inField[*string](`jsonschema:"enum=each,enum=case,default=eech"`)(),
			"f: default=\"eech\" is not valid here: \"eech\" is not one of the values here; did you mean each? Allowed: each, case, null; correct it, or remove it [schema-default]"},
		{"a word in the wrong case", inField[string](`jsonschema:"maxlength=3"`)(),
			"f: the jsonschema tag has the part \"maxlength=3\", which is no known word; did you mean maxLength? (words here: title, description, minLength, maxLength, pattern, format, enum, default, example) [schema-tag-word]"},
		{"an example of the wrong length", inField[string](`jsonschema:"maxLength=1,example=ab"`)(),
			"f: the example \"ab\" is not valid here: \"ab\" is 2 characters, more than the 1 allowed; correct it, or remove it [schema-example]"},
	}
	for _, c := range cases {
		if len(c.got) != 1 || c.got[0].String() != c.want {
			t.Errorf("%s: got %v\nwant %s", c.name, c.got, c.want)
		}
	}
}

func TestNoTypeIsAProblem(t *testing.T) {
	core, problems := schema.InputOf(nil)
	if core != nil {
		t.Errorf("got %s, want no core", core.JSON())
	}
	wantProblem(t, problems, "schema-root", "")
}

func TestRulesSayWhatTheyAre(t *testing.T) {
	var ids []string
	for _, r := range schema.Rules() {
		ids = append(ids, r.ID)
		if !strings.HasPrefix(r.ID, "schema-") || !strings.HasSuffix(r.Doc, ".") || r.Level.String() == "unknown" {
			t.Errorf("got %+v, want an id that begins with schema-, a sentence and a level", r)
		}
	}
	if slices.Sort(ids); len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Errorf("got %q, want each id once", ids)
	}
}

// TestProblemsEndInTheWayOut reads every problem of every listing.
func TestProblemsEndInTheWayOut(t *testing.T) {
	for _, l := range listings {
		for _, p := range l.refuse() {
			if !strings.ContainsAny(p.Says, ";:") || strings.Contains(p.Says, "%!") || p.At != "" {
				t.Errorf("got %q, want a sentence with a way out and no place in the source", p)
			}
		}
	}
}

func TestAProblemNeverComesAlone(t *testing.T) {
	type inner struct {
		B any            `json:"b"`
		C map[string]int `json:"c" jsonschema_description:"d"`
	}
	type many struct {
		A     string        `json:"a" jsonschema:"pattern=(,maxLenght=3"`
		Inner []inner       `json:"inner" jsonschema_description:"d"`
		Wait  time.Duration `json:"wait" jsonschema_description:"d"`
		ID    int64         `json:"id" jsonschema_description:"d"`
		Tree  *node         `json:"tree" jsonschema_description:"d"`
	}
	want := []string{
		"a schema-described", "a schema-pattern", "a schema-tag-word", "id schema-64-bit-id",
		"inner[].b schema-any", "inner[].b schema-described", "inner[].c schema-map-input",
		"tree.kids[] schema-recursive-type", "wait schema-duration",
	}
	if got := identify(in[many]()); !equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
