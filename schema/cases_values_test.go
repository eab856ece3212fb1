package schema_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/schema"
)

// Failures seen in the field, of values that come and go. Each test is named for its case.

func TestR028JSONAsTextIsRefusedByName(t *testing.T) {
	type filter struct {
		X int `json:"x" jsonschema_description:"d"`
	}
	type in struct {
		Tags   []string `json:"tags" jsonschema_description:"d"`
		Filter filter   `json:"filter" jsonschema_description:"d"`
		Text   string   `json:"text" jsonschema_description:"d"`
	}
	got := refusal[in](t, `{"tags":"[\"a\"]","filter":"{\"x\":1}","text":"{}"}`)
	want := `tags: "[\"a\"]" is a string; it must be an array; this string holds JSON: send the array itself, not its text (d).
filter: "{\"x\":1}" is a string; it must be an object; this string holds JSON: send the object itself, not its text (d).`
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got, want := decode[in](t, `{"tags":[],"filter":{"x":1},"text":"{\"x\":1}"}`).Text, `{"x":1}`; got != want {
		t.Errorf("got %q, want text that holds JSON untouched, %q", got, want)
	}
}

func TestR029ArgumentsMustBeAnObject(t *testing.T) {
	for args, want := range map[string]string{
		`"{\"id\":5}"`:             `arguments: must be a JSON object, not a string; send the object itself, not its text.`,
		`[]`:                       `arguments: must be a JSON object, not an array.`,
		`5`:                        `arguments: must be a JSON object, not a number.`,
		`{"\"id\": 5":null}`:       `"\"id\": 5": unknown name; names here: product_sku, warehouse.`,
		`{"product_sku":`:          `arguments: not valid JSON from byte`,
		`{} {}`:                    `arguments: not valid JSON from byte`,
		"{\"warehouse\":\"\xff\"}": `arguments: not valid JSON from byte`,
	} {
		if got := refusal[checkInventory](t, args); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want it to begin with %q", args, got, want)
		}
	}
}

func TestR031NullIsAbsenceForOptionalsOnly(t *testing.T) {
	type in struct {
		Title     string     `json:"title" jsonschema_description:"Title of the report"`
		StartDate *string    `json:"start_date" jsonschema_description:"d"`
		Unit      *string    `json:"unit" jsonschema:"enum=each,enum=case" jsonschema_description:"d"`
		Lines     *[]line    `json:"lines" jsonschema_description:"d"`
		Inner     *line      `json:"inner" jsonschema_description:"d"`
		At        *time.Time `json:"at" jsonschema_description:"d"`
		Plain     string     `json:"plain,omitempty" jsonschema_description:"d"`
	}
	want := in{Title: "a"}
	for _, args := range []string{
		`{"title":"a","start_date":null,"unit":null,"lines":null,"inner":null,"at":null,"plain":null}`,
		`{"title":"a"}`,
	} {
		if got := decode[in](t, args); got != want {
			t.Errorf("%s: got %+v, want %+v", args, got, want)
		}
	}
	if got, want := refusal[in](t, `{"title":null}`), "title: null is not allowed here; it must be a string, and may not be null (Title of the report)."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestR032TextThatSaysNullIsText(t *testing.T) {
	type in struct {
		Opt  *string  `json:"opt" jsonschema_description:"d"`
		Tags []string `json:"tags" jsonschema_description:"d"`
	}
	got := decode[in](t, `{"opt":"null","tags":["null"]}`)
	if got.Opt == nil || *got.Opt != "null" || !equal(got.Tags, []string{"null"}) {
		t.Errorf("got %+v, want the text null in both", got)
	}
}

func TestR035MisspeltNamesAreRefused(t *testing.T) {
	type in struct {
		Start *string `json:"start_rfc_3339" jsonschema_description:"d"`
		Limit *int    `json:"limit" jsonschema_description:"d"`
	}
	got := refusal[in](t, `{"start_rfc3339":"2026-01-01T00:00:00Z"}`)
	if want := "start_rfc3339: unknown name; did you mean start_rfc_3339? Names here: start_rfc_3339, limit."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestR038NamesAreCaseSensitiveAtEveryDepth(t *testing.T) {
	type inner struct {
		Token string `json:"token" jsonschema_description:"d"`
	}
	type in struct {
		Name  *string `json:"name" jsonschema_description:"d"`
		Inner *inner  `json:"inner" jsonschema_description:"d"`
	}
	for args, want := range map[string]string{
		`{"Name":"x"}`:                                       "Name: unknown name; names are case-sensitive, write name.",
		`{"inner":{"token":"a","toKen":"b"}}`:                "inner.toKen: unknown name; names are case-sensitive, write token.",
		"{\"inner\":{\"token\":\"a\",\"to\u212aen\":\"b\"}}": "inner.\"to\u212aen\": unknown name; names are case-sensitive, write token.",
		`{"name":"a","name":"b"}`:                            "name: sent twice; send it once.",
		`{"inner":{"token":"a","token":"b"}}`:                "inner.token: sent twice; send it once.",
		`{"name":"a","\u006eame":"b"}`:                       "name: sent twice; send it once.",
	} {
		if got := refusal[in](t, args); got != want {
			t.Errorf("%s: got %q, want %q", args, got, want)
		}
	}
}

func TestR040IntegersAreExactOrRefused(t *testing.T) {
	type in struct {
		N int64 `json:"n" jsonschema_description:"d"`
	}
	for args, want := range map[string]int64{
		`{"n":9007199254740993}`:        9007199254740993,
		`{"n":-9223372036854775808}`:    -9223372036854775808,
		`{"n":9223372036854775807}`:     9223372036854775807,
		`{"n":9.223372036854775807e18}`: 9223372036854775807,
		`{"n":-0}`:                      0,
	} {
		if got := decode[in](t, args).N; got != want {
			t.Errorf("%s: got %d, want %d", args, got, want)
		}
	}
	for _, args := range []string{`{"n":9223372036854775808}`, `{"n":1e19}`, `{"n":1e999999999}`} {
		got := refusal[in](t, args)
		if want := "is out of range: -9223372036854775808 to 9223372036854775807"; !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want it to hold %q", args, got, want)
		}
	}
	for _, sent := range []string{"0.5", "1e-1", "10e-2", "1e-99999999999999999999"} {
		if got, want := refusal[in](t, `{"n":`+sent+`}`), "n: "+sent+" is not a whole number (d)."; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestR043ExplicitZeroIsKept(t *testing.T) {
	type inner struct {
		Limit *int `json:"limit" jsonschema:"default=3" jsonschema_description:"d"`
	}
	type in struct {
		On    *bool   `json:"on" jsonschema:"default=true" jsonschema_description:"d"`
		Limit *int    `json:"limit" jsonschema:"default=10" jsonschema_description:"d"`
		Unit  *string `json:"unit" jsonschema:"default=each" jsonschema_description:"d"`
		Plain int     `json:"plain,omitempty" jsonschema:"default=7" jsonschema_description:"d"`
		List  []inner `json:"list" jsonschema_description:"d"`
	}
	cases := []struct{ name, args, want string }{
		{"sent zeros stay", `{"on":false,"limit":0,"unit":"","plain":0,"list":[{"limit":0}]}`,
			`{"on":false,"limit":0,"unit":"","list":[{"limit":0}]}`},
		{"absence takes the default", `{"list":[{}]}`, `{"on":true,"limit":10,"unit":"each","plain":7,"list":[{"limit":3}]}`},
		{"null takes the default", `{"on":null,"limit":null,"unit":null,"plain":null,"list":[{"limit":null}]}`,
			`{"on":true,"limit":10,"unit":"each","plain":7,"list":[{"limit":3}]}`},
	}
	for _, c := range cases {
		b, err := json.Marshal(decode[in](t, c.args))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(b); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestR044MissingIsNotZero(t *testing.T) {
	type in struct {
		Name  string `json:"name" jsonschema_description:"d"`
		Title string `json:"title" jsonschema_description:"Title of the report"`
	}
	if got, want := refusal[in](t, `{"name":"x"}`), "title: missing; it must be a string (Title of the report)."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := decode[in](t, `{"name":"","title":""}`); got != (in{}) {
		t.Errorf("got %+v, want empty texts accepted where no length is stated", got)
	}
}

func TestR046NilSlicesAreEmptyLists(t *testing.T) {
	type out struct {
		Items []stockLevel `json:"items" jsonschema_description:"d"`
	}
	if got, want := encode(t, out{}), `{"items":[]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := string(output[out](t).JSON()); strings.Contains(got, "null") {
		t.Errorf("got %s, want a plain array", got)
	}
}

func TestR047NilIsEmptyAtEveryDepth(t *testing.T) {
	type inner struct {
		Y map[string]string `json:"y"`
		Z [][]int           `json:"z"`
	}
	type out struct {
		M map[string]int     `json:"m"`
		N map[string][]inner `json:"n"`
		L []inner            `json:"l"`
		P *inner             `json:"p"`
	}
	got := encode(t, out{N: map[string][]inner{"b": nil, "a": {{}}}, L: []inner{{Z: [][]int{nil}}}, P: &inner{}})
	want := `{"m":{},"n":{"a":[{"y":{},"z":[]}],"b":[]},"l":[{"y":{},"z":[[]]}],"p":{"y":{},"z":[]}}`
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestR055WideIDsLeaveAsText(t *testing.T) {
	type number struct {
		ID int64 `json:"id"`
	}
	_, problems := schema.Output[number]()
	wantProblem(t, problems, "schema-64-bit-id", "id")
	type text struct {
		ID int64 `json:"id,string"`
	}
	if got, want := encode(t, text{ID: 1915883588174806058}), `{"id":"1915883588174806058"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestL07NotANumberIsAFaultThatNamesTheField(t *testing.T) {
	type inner struct {
		F float64 `json:"f"`
	}
	type out struct {
		L []inner            `json:"l"`
		M map[string]float64 `json:"m"`
	}
	core := output[out](t)
	for want, v := range map[string]out{
		"l[1].f":   {L: []inner{{1}, {math.NaN()}}},
		`m{"a b"}`: {M: map[string]float64{"a b": math.Inf(-1)}},
	} {
		_, err := core.Encode(v)
		faults, ok := err.(schema.Faults)
		if !ok || len(faults) != 1 || faults[0].Path != want {
			t.Errorf("got %v, want one fault at %s", err, want)
		}
	}
}

func TestL08ATimeNobodySetIsNotSent(t *testing.T) {
	type out struct {
		At       time.Time   `json:"at"`
		Nullable *time.Time  `json:"nullable"`
		Empty    time.Time   `json:"empty,omitempty"`
		Zero     time.Time   `json:"zero,omitzero"`
		List     []time.Time `json:"list"`
	}
	set := time.Date(2026, 11, 29, 14, 5, 0, 0, time.UTC)
	if got, want := encode(t, out{At: set}), `{"at":"2026-11-29T14:05:00Z","nullable":null,"list":[]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := encode(t, out{At: set, Empty: set, Zero: set}),
		`{"at":"2026-11-29T14:05:00Z","nullable":null,"empty":"2026-11-29T14:05:00Z","zero":"2026-11-29T14:05:00Z","list":[]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	_, err := output[out](t).Encode(out{List: []time.Time{{}}})
	want := `at: "0001-01-01T00:00:00Z" was never set and would be sent as year 1, which reads as a real date; set it, or make the field *time.Time, or add omitzero to its json tag.
list[0]: "0001-01-01T00:00:00Z" was never set and would be sent as year 1, which reads as a real date; set it, or make the field *time.Time, or add omitzero to its json tag.`
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// A time that nobody set stays one when it is moved to another zone. Zones had local mean time in year 1,
// with seconds that RFC 3339 cannot carry, so that its text names an instant a few seconds off.
func TestL08ATimeNobodySetIsKnownInEveryZone(t *testing.T) {
	type optional struct {
		Empty time.Time `json:"empty,omitempty"`
		Zero  time.Time `json:"zero,omitzero"`
	}
	type required struct {
		At time.Time `json:"at"`
	}
	for _, seconds := range []int{3600, -3600, 14*3600 + 59, 53*60 + 28, -(4*3600 + 56*60 + 2), 59} {
		at := time.Time{}.In(time.FixedZone("", seconds))
		if got, want := encode(t, optional{at, at}), `{}`; got != want {
			t.Errorf("%d seconds east: got %s, want %s", seconds, got, want)
		}
		_, err := output[required](t).Encode(required{at})
		if err == nil || !strings.Contains(err.Error(), "was never set") {
			t.Errorf("%d seconds east: got %v, want the field named as never set", seconds, err)
		}
	}
	early := time.Date(1, 1, 1, 0, 1, 0, 0, time.UTC)
	if got, want := encode(t, optional{early, early}), `{"empty":"0001-01-01T00:01:00Z","zero":"0001-01-01T00:01:00Z"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestL08TimesNobodySetInsideOtherMembers(t *testing.T) {
	type stop struct {
		At time.Time `json:"at,omitempty"`
		No int       `json:"no"`
	}
	type out struct {
		Times map[string]time.Time `json:"times,omitempty"`
		List  []time.Time          `json:"list,omitempty"`
		Stops map[string][]stop    `json:"stops"`
	}
	if got, want := encode(t, out{Stops: map[string][]stop{"b": {{No: 1}}, "a": nil}}), `{"stops":{"a":[],"b":[{"no":1}]}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	core := output[out](t)
	for want, v := range map[string]out{
		"times{a}": {Times: map[string]time.Time{"a": {}}},
		"list[0]":  {List: []time.Time{{}}},
	} {
		_, err := core.Encode(v)
		if faults, ok := err.(schema.Faults); !ok || len(faults) != 1 || faults[0].Path != want {
			t.Errorf("got %v, want one fault at %s", err, want)
		}
	}
	if got := core.Check([]byte(`{"stops":{"a":[],"a":[]}}`)); got.Error() != "stops{a}: sent twice; send it once." {
		t.Errorf("got %v, want the second key refused", got)
	}
}

// Strict travels as a string, reads itself and does not forgive null.
type Strict string

func (*Strict) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return errors.New("null is not for me")
	}
	return nil
}

func (Strict) SchemaString() (pattern, description string) { return "", "d" }

func TestR031NullNeverReachesTheType(t *testing.T) {
	type in struct {
		Plain   Strict  `json:"plain,omitempty"`
		Pointer *Strict `json:"pointer"`
	}
	if got := decode[in](t, `{"plain":null,"pointer":null}`); got != (in{}) {
		t.Errorf("got %+v, want nothing", got)
	}
}
