package schema_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/schema"
)

// listed writes problems one a line.
func listed(ps fault.Problems) string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// TestASlipInATagIsToldOnce has tags that newcomers write, and all that is said of each.
func TestASlipInATagIsToldOnce(t *testing.T) {
	type inner struct {
		X int `json:"x" jsonschema_description:"d"`
	}
	const textWords = "(words here: title, description, minLength, maxLength, pattern, format, enum, default, example) [schema-tag-word]"
	const numberWords = "(words here: title, description, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, enum, default, example) [schema-tag-word]"
	const listWords = "words here: title, description, minItems, maxItems, minLength, maxLength, pattern, format, enum, example [schema-tag-word]"
	const oneOf, anyOf = "strict hosts refuse oneOf; make one optional field for each form", "strict hosts refuse alternatives; make one optional field for each form"
	cases := []struct {
		name string
		got  fault.Problems
		want string
	}{
		{"an option of another JSON library", inField[string](`json:"f,inline"`)(),
			`f: the json tag has the option "inline"; known are omitempty, omitzero and string [schema-json-option]`},
		{"an option that would take the members of a struct out", inField[inner](`json:"f,inline"`)(),
			`f: the json tag has the option "inline"; known are omitempty, omitzero and string [schema-json-option]`},
		{"an option after a space", outField[string](`json:"f, omitempty"`)(),
			`f: the json tag has the option " omitempty"; remove the space: omitempty [schema-json-option]`},
		{"an option in another case", outField[string](`json:"f,omitEmpty"`)(),
			`f: the json tag has the option "omitEmpty"; did you mean omitempty? [schema-json-option]`},
		{"no option between commas", outField[string](`json:"f,,omitempty"`)(),
			`f: the json tag has an empty option, from a comma too many; remove the comma [schema-json-option]`},
		{"no option after a comma", outField[string](`json:"f,"`)(), ``},
		{"nullable", inField[string](`jsonschema:"nullable"`)(),
			`f: the jsonschema tag says "nullable": make the field a pointer; it then accepts null [schema-tag-word]`},
		{"nullable on a list", inField[[]string](`jsonschema:"nullable"`)(),
			`f: the jsonschema tag says "nullable": make the field a pointer; it then accepts null [schema-tag-word]`},
		{"uniqueItems", inField[[]string](`jsonschema:"uniqueItems=true"`)(),
			`f: the jsonschema tag says "uniqueItems=true": OpenAI's strict mode refuses uniqueItems; check it in the handler [schema-tag-word]`},
		{"readOnly", inField[string](`jsonschema:"readOnly=true"`)(),
			`f: the jsonschema tag says "readOnly=true": hosts ignore readOnly; leave the field out of the arguments [schema-tag-word]`},
		{"oneof_type", inField[string](`jsonschema:"oneof_type=string;integer"`)(), `f: the jsonschema tag says "oneof_type=string;integer": ` + oneOf + ` [schema-tag-word]`},
		{"anyof_type", inField[string](`jsonschema:"anyof_type=string;integer"`)(), `f: the jsonschema tag says "anyof_type=string;integer": ` + anyOf + ` [schema-tag-word]`},
		{"oneof_required, which goes to the struct", inField[string](`jsonschema:"oneof_required=a"`)(),
			`f: the jsonschema tag says "oneof_required=a": strict hosts refuse oneOf; say in the descriptions which fields go together [schema-tag-word]`},
		{"type", inField[string](`jsonschema:"type=integer"`)(), `f: the jsonschema tag says "type=integer": the Go type says the type; change the field's type [schema-tag-word]`},
		{"a dash", inField[string](`jsonschema:"-"`)(),
			"f: the jsonschema tag says \"-\": it would hide the field from the schema and not from JSON; write `json:\"-\"` [schema-tag-word]"},
		{"extra words", inField[string](`jsonschema_extras:"a=b"`)(),
			`f: jsonschema_extras="a=b" adds words that hosts do not know; remove the tag, or write x-mcp-header=NAME [schema-tag-word]`},
		{"a default of a list", inField[*[]string](`jsonschema:"default=[]"`)(), `f: the jsonschema tag says "default=[]", which has no meaning on an array; ` + listWords},
		{"an example of a list of lists", inField[[][]string](`jsonschema:"example=a"`)(),
			`f: the jsonschema tag says "example=a", which has no meaning on an array; words here: title, description, minItems, maxItems [schema-tag-word]`},
		{"a bound that is no whole number", inField[int](`jsonschema:"minimum=0.5"`)(),
			`f: minimum=0.5 is not a whole number, and the field is an integer; write e.g. 10 [schema-tag-value]`},

		{"values with bars between", inField[string](`jsonschema:"enum=a|b|c"`)(),
			`f: enum=a|b|c is one value, of which nothing else is allowed; write enum=a,enum=b,enum=c [schema-tag-value]`},
		{"values with semicolons between", inField[[]string](`jsonschema:"enum=a; b"`)(),
			`f: enum=a; b is one value, of which nothing else is allowed; write enum=a,enum=b [schema-tag-value]`},
		{"numbers with bars between", inField[int](`jsonschema:"enum=1|2"`)(),
			`f: enum=1|2 is one value, of which nothing else is allowed; write enum=1,enum=2 [schema-tag-value]`},
		{"values with commas between", inField[string](`jsonschema:"enum=a,b,maxLength=2"`)(),
			`f: the jsonschema tag has the part "b" after an enum, which is no word; if it is another value of the enum, write enum=b [schema-tag-word]`},
		{"a common word after an enum", inField[string](`jsonschema:"enum=a,required"`)(),
			`f: the jsonschema tag says "required": a field is required unless it is a pointer; remove the word [schema-tag-word]`},
		{"a bar in one value of several", inField[string](`jsonschema:"enum=a|b,enum=c"`)(), ``},

		{"a space after a comma", inField[string](`jsonschema:"minLength=1, maxLength=3"`)(),
			`f: the jsonschema tag has a space beside maxLength (" maxLength=3"); remove the space [schema-tag-word]`},
		{"a space before the equals sign", inField[string](`jsonschema:"maxLength =3"`)(),
			`f: the jsonschema tag has a space beside maxLength ("maxLength =3"); remove the space [schema-tag-word]`},
		{"a space before a count", inField[string](`jsonschema:"maxLength= 3"`)(),
			`f: the value of maxLength has a space beside it (" 3"); remove the space: maxLength=3 [schema-tag-value]`},
		{"a space after a number", inField[int](`jsonschema:"minimum=3 ,maximum=4"`)(),
			`f: the value of minimum has a space beside it ("3 "); remove the space: minimum=3 [schema-tag-value]`},
		{"a space before a value of an enum", inField[string](`jsonschema:"enum=a,enum= b"`)(),
			`f: the value of enum has a space beside it (" b"); remove the space: enum=b [schema-tag-value]`},
		{"a value of an enum that is a space", inField[string](`jsonschema:"enum= ,enum=x"`)(), ``},
		{"a description after a space", in[struct {
			F string `json:"f" jsonschema:"maxLength=3, description=d"`
		}](), `f: the jsonschema tag has a space beside description (" description=d"); remove the space [schema-tag-word]`},
		{"a comma at the end", inField[string](`jsonschema:"minLength=1,"`)(),
			`f: the jsonschema tag has an empty part, from a comma too many; remove the comma [schema-tag-word]`},
		{"two commas", inField[string](`jsonschema:"minLength=1, ,maxLength=3"`)(),
			`f: the jsonschema tag has an empty part, from a comma too many; remove the comma [schema-tag-word]`},
		{"an empty tag", inField[string](`jsonschema:""`)(), `f: the jsonschema tag is empty; remove it [schema-tag-word]`},

		{"a word in lower case", inField[string](`jsonschema:"maxlength=3"`)(),
			`f: the jsonschema tag has the part "maxlength=3", which is no known word; did you mean maxLength? ` + textWords},
		{"a word in snake case", inField[float64](`jsonschema:"exclusive_minimum=3"`)(),
			`f: the jsonschema tag has the part "exclusive_minimum=3", which is no known word; did you mean exclusiveMinimum? ` + numberWords},
		{"a word in lower case without a value", inField[string](`jsonschema:"MaxLength"`)(),
			`f: the jsonschema tag has the part "MaxLength", which is no known word; did you mean maxLength? ` + textWords},
		{"a word of another kind in lower case", inField[int](`jsonschema:"maxlength=3"`)(),
			`f: the jsonschema tag has the part "maxlength=3", which is no known word; maxLength is one, and has no meaning on an integer: use another ` + numberWords},
		{"a common word in another case", inField[string](`jsonschema:"Required"`)(),
			`f: the jsonschema tag says "Required": a field is required unless it is a pointer; remove the word [schema-tag-word]`},
		{"a common word in snake case", inField[[]string](`jsonschema:"unique_items=true"`)(),
			`f: the jsonschema tag says "unique_items=true": OpenAI's strict mode refuses uniqueItems; check it in the handler [schema-tag-word]`},
		{"a short form", inField[int](`jsonschema:"min=1"`)(),
			`f: the jsonschema tag says "min=1": write minimum for a number, minLength for a text, minItems for a list [schema-tag-word]`},
		{"a description in the wrong case", in[struct {
			F string `json:"f" jsonschema:"Description=d"`
		}](), `f: the jsonschema tag has the part "Description=d", which is no known word; did you mean description? ` + textWords},
		{"a description alone, as other libraries read the tag", in[struct {
			F string `json:"f" jsonschema:"The product's SKU, e.g. SKU-4421"`
		}](), `f: the jsonschema tag is a text ("The product's SKU, e.g. SKU-4421"), and holds words such as maxLength=40; put the text into jsonschema_description [schema-tag-word]`},
		{"a description cut by its comma", inField[string](`jsonschema:"title=One, two"`)(),
			`f: the jsonschema tag has the part " two", which is no known word; if a comma cut it off, write the comma as \\, or put the text into jsonschema_description ` + textWords},
	}
	for _, c := range cases {
		if got := listed(c.got); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestBoundsWithoutRoomSaySo has the sentences of places where nothing fits.
func TestBoundsWithoutRoomSaySo(t *testing.T) {
	for want, got := range map[string]fault.Problems{
		"no int is more than 1, less than 2, so that nothing fits; swap or widen the bounds":        inField[int](`jsonschema:"exclusiveMinimum=1,exclusiveMaximum=2"`)(),
		"no float32 is at least 1e39, so that nothing fits; swap or widen the bounds":               inField[float32](`jsonschema:"minimum=1e39"`)(),
		"no multiple of 10 is at least 1, at most 5; widen the bounds, or change multipleOf":        inField[int](`jsonschema:"multipleOf=10,minimum=1,maximum=5"`)(),
		"0 is the only multiple of 300 that uint8 holds; change multipleOf, or the type":            inField[uint8](`jsonschema:"multipleOf=300"`)(),
		"0 is the only multiple of 9 that is at most 5; widen the bounds, or change multipleOf":     inField[uint8](`jsonschema:"multipleOf=9,maximum=5"`)(),
		"[0]int is always [], which says nothing; use a slice, or remove the field":                 inField[[0]int](``)(),
		"the length of a uuid is 36, outside minLength and maxLength; remove them":                  inField[string](`jsonschema:"format=uuid,maxLength=5"`)(),
		"the length of an ipv4 is 7 to 15, outside minLength and maxLength; remove them":            inField[string](`jsonschema:"format=ipv4,minLength=16"`)(),
		"maxLength=0 leaves room for \"\" alone, which says nothing; raise it, or remove the field": inField[string](`jsonschema:"maxLength=0"`)(),
		"the smallest value here has more than 100000 bytes of JSON, more than a model writes and a result holds; let the list or text be shorter, " +
			"and give the rest in pages": inField[[200_000]int](``)(),
	} {
		if want := "f: " + want + " [schema-bounds]"; listed(got) != want {
			t.Errorf("got  %s\nwant %s", listed(got), want)
		}
	}
}

// Two slips in one tag are two problems, and what only follows from one of them is none.
func TestSlipsDoNotHideOtherFaults(t *testing.T) {
	got := listed(inField[string](`jsonschema:"maxlength=3,default=a"`)())
	if !strings.Contains(got, "did you mean maxLength?") || !strings.Contains(got, "[schema-default]") || strings.Count(got, "\n") != 1 {
		t.Errorf("got %s\nwant the slip and the default of a required argument", got)
	}
	got = listed(inField[Retyped](`jsonschema:"maxlength=3"`)())
	if !strings.Contains(got, "did you mean maxLength?") || !strings.Contains(got, "[schema-hook]") || strings.Count(got, "\n") != 1 {
		t.Errorf("got %s\nwant the slip and the hook", got)
	}
}

func TestATagThatIsForNothingIsTold(t *testing.T) {
	for tag, want := range map[string]string{
		`json:"s"`:                   "s: the field s is not exported and has a json tag; export it, or remove the tag [schema-unexported]",
		`jsonschema:"maxLength=3"`:   "s: the field s is not exported and has a jsonschema tag; export it, or remove the tag [schema-unexported]",
		`jsonschema_description:"d"`: "s: the field s is not exported and has a jsonschema_description tag; export it, or remove the tag [schema-unexported]",
		`yaml:"s"`:                   "",
	} {
		_, problems := schema.InputOf(reflect.StructOf([]reflect.StructField{
			{Name: "F", Type: reflect.TypeFor[string](), Tag: `json:"f" jsonschema_description:"d"`},
			{Name: "s", PkgPath: "x", Type: reflect.TypeFor[string](), Tag: reflect.StructTag(tag)},
		}))
		if got := listed(problems); got != want {
			t.Errorf("%s: got %q, want %q", tag, got, want)
		}
	}
	got := listed(in[struct {
		base `jsonschema_description:"d"`
	}]())
	want := ": schema_test.base is embedded, so its members stand here and its jsonschema_description tag is for none of them; " +
		"remove the tag, or give the field a name [schema-embedding]"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
