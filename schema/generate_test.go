package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
)

// A generator makes types and documents at random: the same seed, the same ones.
type generator struct {
	*rand.Rand
	input bool
}

func newGenerator(seed uint64, input bool) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, 42)), input: input}
}

// structType makes a struct of up to five fields, with tags, that the package accepts.
func (g *generator) structType(depth int) reflect.Type {
	var fields []reflect.StructField
	for i := range g.IntN(5) + 1 {
		t, tag := g.fieldType(depth)
		option := ""
		switch {
		case g.IntN(3) == 0 && t.Kind() != reflect.Pointer:
			tag = g.standard(t, tag)
			t = reflect.PointerTo(t)
		case g.IntN(6) == 0:
			option = ",omitempty"
		case g.IntN(6) == 0 && !g.input:
			option = ",omitzero"
		case tag == "" && t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64 && g.IntN(4) == 0:
			option = ",string"
		}
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("F%d", i),
			Type: t,
			Tag: reflect.StructTag(fmt.Sprintf(`json:"f%d%s" jsonschema:"%s" jsonschema_description:"Field %d"`,
				i, option, strings.Trim("title=T,"+tag, ","), i)),
		})
	}
	return reflect.StructOf(fields)
}

// standard adds a default to the tag of some optional arguments.
func (g *generator) standard(t reflect.Type, tag string) string {
	if !g.input || tag != "" || g.IntN(2) == 0 {
		return tag
	}
	switch t.Kind() {
	case reflect.String:
		return "default=a"
	case reflect.Int, reflect.Float64:
		return "default=3"
	}
	return tag
}

func (g *generator) fieldType(depth int) (reflect.Type, string) {
	pick := g.IntN(9)
	if depth <= 0 {
		pick = g.IntN(5)
	}
	switch pick {
	case 0:
		return reflect.TypeFor[string](), choose(g, "", "minLength=1,maxLength=3", "enum=a,enum=bb", "pattern=^[a-z]{1\\\\,3}$",
			"format=date", "format=uuid", "pattern=\\\\S")
	case 1:
		t := choose(g, reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[int64](), reflect.TypeFor[uint64]())
		return t, choose(g, "", "minimum=2", "minimum=1,maximum=9", "enum=1,enum=3", "multipleOf=3", "exclusiveMinimum=0")
	case 2:
		return reflect.TypeFor[float64](), choose(g, "", "minimum=-0.5,maximum=2.5", "exclusiveMaximum=1e2", "multipleOf=0.25", "enum=0.5,enum=2")
	case 3:
		return reflect.TypeFor[bool](), ""
	case 4:
		return reflect.TypeFor[time.Time](), ""
	case 5:
		return g.structType(depth - 1), ""
	case 6:
		t, _ := g.fieldType(depth - 1)
		return reflect.SliceOf(t), choose(g, "", "minItems=1", "minItems=1,maxItems=2")
	case 7:
		t, _ := g.fieldType(depth - 1)
		return reflect.ArrayOf(1+g.IntN(2), t), ""
	}
	t, _ := g.fieldType(depth - 1)
	if g.input {
		return reflect.SliceOf(reflect.PointerTo(t)), ""
	}
	return reflect.MapOf(reflect.TypeFor[string](), t), ""
}

func choose[T any](g *generator, of ...T) T { return of[g.IntN(len(of))] }

// A published is a schema as read from its bytes; the generator of documents knows nothing else.
type published struct {
	Type                 any
	Properties           map[string]*published
	Required             []string
	Items                *published
	AdditionalProperties json.RawMessage
	Enum                 []any
	Minimum, Maximum     *float64
	MinItems, MaxItems   *int
	MinLength, MaxLength *int
	Pattern, Format      string
}

func (p *published) kind() (string, bool) {
	if types, ok := p.Type.([]any); ok {
		return types[0].(string), true
	}
	return p.Type.(string), false
}

// document makes a value for a schema, mostly valid: about one place in twelve is wrong in some way.
func (g *generator) document(p *published) string {
	kind, nullable := p.kind()
	if nullable && g.IntN(4) == 0 {
		return "null"
	}
	if g.IntN(40) == 0 {
		return choose(g, "null", "true", `"x"`, "0", "1.5", "[]", "{}", `["a"]`, `{"f0":1}`)
	}
	switch kind {
	case "object":
		return g.object(p)
	case "array":
		n := g.IntN(4)
		if p.MinItems != nil && g.IntN(10) > 0 {
			n = *p.MinItems
		}
		items := make([]string, n)
		for i := range items {
			items[i] = g.document(p.Items)
		}
		return "[" + strings.Join(items, ",") + "]"
	case "string":
		return g.text(p)
	case "integer":
		return choose(g, g.member(p), "0", "1", "2", "3", "9", "10", "-1", "127", "128", "-129", "65535", "65536", "3.0", "1e1", "30e-1", "0.5",
			"9007199254740993", "-0", "0e5", "4611686018427387904")
	case "number":
		return choose(g, g.member(p), "0", "0.5", "0.25", "2.5", "2.50000000000000000001", "100", "99.5", "1e2", "-0.5", "-0.75", "7", "1e300", "1e-400", "0.1")
	}
	return choose(g, "true", "false")
}

func (g *generator) object(p *published) string {
	var members []string
	for name, property := range inOrder(p.Properties) {
		switch {
		case g.IntN(30) == 0: // left out
		case g.IntN(30) == 0:
			members = append(members, fmt.Sprintf("%q:null", name))
		default:
			members = append(members, fmt.Sprintf("%q:%s", name, g.document(property)))
		}
	}
	var items *published
	if json.Unmarshal(p.AdditionalProperties, &items) == nil && items != nil {
		for i := range g.IntN(3) {
			members = append(members, fmt.Sprintf(`"k%d":%s`, i, g.document(items)))
		}
	}
	if g.IntN(40) == 0 {
		members = append(members, choose(g, `"unknown":1`, `"F0":1`, `"\u0066":null`))
	}
	g.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, ",") + "}"
}

func (g *generator) text(p *published) string {
	switch p.Format {
	case "date-time":
		return choose(g, `"2026-11-29T14:05:00Z"`, `"2026-11-29T14:05:00.123+02:00"`, `"2026-11-29T14:05:00\u005a"`, `"2026-11-29"`, `"2026-13-01T00:00:00Z"`)
	case "date":
		return choose(g, `"2026-11-29"`, `"2026-02-30"`, `"today"`)
	case "uuid":
		return choose(g, `"123e4567-e89b-12d3-a456-426614174000"`, `"123e4567"`)
	}
	return choose(g, g.member(p), `""`, `"a"`, `"abc"`, `"abcd"`, `"\u00e9\u00e9\u00e9"`, `"ééé"`, `"😀"`, `" "`, `"\u0061"`, `"12"`, `"-7"`, `"007"`, `"bb"`)
}

// member is a value of the enum, if there is one.
func (g *generator) member(p *published) string {
	if len(p.Enum) == 0 {
		if strings.Contains(p.Pattern, "[1-9]") {
			return choose(g, `"12"`, `"0"`)
		}
		if strings.HasPrefix(fmt.Sprint(p.Type), "string") || strings.Contains(fmt.Sprint(p.Type), "[string") {
			return `"a"`
		}
		return "3"
	}
	b, err := json.Marshal(choose(g, p.Enum...))
	if err != nil {
		return "null"
	}
	return string(b)
}

func inOrder(m map[string]*published) func(func(string, *published) bool) {
	return func(yield func(string, *published) bool) {
		for i := range len(m) {
			name := fmt.Sprintf("f%d", i)
			if p := m[name]; p != nil && !yield(name, p) {
				return
			}
		}
	}
}

func readPublished(doc []byte) (*published, error) {
	var p published
	d := json.NewDecoder(bytes.NewReader(doc))
	return &p, d.Decode(&p)
}
