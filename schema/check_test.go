package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/comity-mcp/comity/schema"
)

// TestFaultsAreWrittenForAModel has one sentence a case; %s is the one field, "f".
func TestFaultsAreWrittenForAModel(t *testing.T) {
	type pair struct {
		Key   string `json:"key" jsonschema_description:"d"`
		Value int    `json:"value" jsonschema_description:"d"`
	}
	cases := []struct {
		name string
		of   reflect.Type
		sent string
		want schema.Fault
	}{
		{"a number as text says how to send it", field[int](``), `"5"`,
			schema.Fault{Path: "f", Sent: `"5"`, Allowed: "an integer", Says: `f: "5" is a string; it must be an integer; send 5 without quotes (d).`}},
		{"text that is no number gets no advice", field[int](``), `"five"`,
			schema.Fault{Path: "f", Sent: `"five"`, Allowed: "an integer", Says: `f: "five" is a string; it must be an integer (d).`}},
		{"a truth value as text", field[bool](``), `"true"`,
			schema.Fault{Path: "f", Sent: `"true"`, Allowed: "a boolean", Says: `f: "true" is a string; it must be a boolean; send true without quotes (d).`}},
		{"a number for text", field[string](``), `5`,
			schema.Fault{Path: "f", Sent: `5`, Allowed: "a string", Says: `f: 5 is not allowed here; it must be a string; send it in quotes (d).`}},
		{"one value for a list", field[[]string](``), `"a"`,
			schema.Fault{Path: "f", Sent: `"a"`, Allowed: "an array", Says: `f: "a" is a string; it must be an array; send a list, also of one: ["a"] (d).`}},
		{"an object for text", field[string](``), `{"a":[1,{"b":2}]}`,
			schema.Fault{Path: "f", Sent: "an object", Allowed: "a string", Says: `f: an object is not allowed here; it must be a string (d).`}},
		{"a list for a number", field[float64](``), `[1]`,
			schema.Fault{Path: "f", Sent: "an array", Allowed: "a number", Says: `f: an array is not allowed here; it must be a number (d).`}},
		{"too short", field[string](`jsonschema:"minLength=2"`), `"é"`,
			schema.Fault{Path: "f", Sent: `"é"`, Allowed: "a string", Says: `f: "é" is 1 character, fewer than the 2 it needs (d).`}},
		{"too long, in code points", field[string](`jsonschema:"maxLength=1"`), `"😀é"`,
			schema.Fault{Path: "f", Sent: `"😀é"`, Allowed: "a string", Says: `f: "😀é" is 2 characters, more than the 1 allowed (d).`}},
		{"too few items", field[[]int](`jsonschema:"minItems=1"`), `[]`,
			schema.Fault{Path: "f", Allowed: "an array", Says: `f: has 0 items, fewer than the 1 it needs (d).`}},
		{"too many items", field[[1]int](``), `[1,2]`,
			schema.Fault{Path: "f", Allowed: "an array", Says: `f: has 2 items, more than the 1 allowed (d).`}},
		{"below", field[int](`jsonschema:"minimum=1,maximum=100"`), `0`,
			schema.Fault{Path: "f", Sent: "0", Allowed: "an integer, at least 1, at most 100", Says: `f: 0 is out of range: at least 1, at most 100 (d).`}},
		{"not above", field[float64](`jsonschema:"exclusiveMinimum=0"`), `0e1`,
			schema.Fault{Path: "f", Sent: "0e1", Allowed: "a number, more than 0", Says: `f: 0e1 is out of range: more than 0 (d).`}},
		{"beyond the Go type", field[int32](``), `2147483648`,
			schema.Fault{Path: "f", Sent: "2147483648", Allowed: "an integer, at least -2147483648, at most 2147483647", Says: `f: 2147483648 is out of range: at least -2147483648, at most 2147483647 (d).`}},
		{"far beyond its bounds", field[int](`jsonschema:"minimum=1,maximum=99"`), `1e999999999`,
			schema.Fault{Path: "f", Sent: "1e999999999", Allowed: "an integer, at least 1, at most 99", Says: `f: 1e999999999 is out of range: at least 1, at most 99 (d).`}},
		{"beyond the Go type where only the other side is bounded", field[int64](`jsonschema:"exclusiveMinimum=0"`), `9223372036854775808`,
			schema.Fault{Path: "f", Sent: "9223372036854775808", Allowed: "an integer, more than 0", Says: `f: 9223372036854775808 is out of range: more than 0, at most 9223372036854775807 (d).`}},
		{"below the Go type where only the other side is bounded", field[int64](`jsonschema:"maximum=9"`), `-1e30`,
			schema.Fault{Path: "f", Sent: "-1e30", Allowed: "an integer, at most 9", Says: `f: -1e30 is out of range: at least -9223372036854775808, at most 9 (d).`}},
		{"beyond the Go type and outside an enum", field[int](`jsonschema:"enum=1,enum=2"`), `1e30`,
			schema.Fault{Path: "f", Sent: "1e30", Allowed: "one of 1, 2", Says: `f: 1e30 is not one of the values here; allowed: 1, 2.`}},
		{"beyond the Go type and any multiple", field[int](`jsonschema:"multipleOf=5"`), `1e30`,
			schema.Fault{Path: "f", Sent: "1e30", Allowed: "an integer", Says: `f: 1e30 is out of range: -9223372036854775808 to 9223372036854775807 (d).`}},
		{"beyond a float and its bounds", field[float64](`jsonschema:"maximum=1"`), `1e309`,
			schema.Fault{Path: "f", Sent: "1e309", Allowed: "a number, at most 1", Says: `f: 1e309 is out of range: at most 1 (d).`}},
		{"beyond a float32 and its bounds", field[float32](`jsonschema:"exclusiveMinimum=0,maximum=1"`), `-1e39`,
			schema.Fault{Path: "f", Sent: "-1e39", Allowed: "a number, more than 0, at most 1", Says: `f: -1e39 is out of range: more than 0, at most 1 (d).`}},
		{"beyond a float and outside an enum", field[float64](`jsonschema:"enum=0.5,enum=1"`), `1e309`,
			schema.Fault{Path: "f", Sent: "1e309", Allowed: "one of 0.5, 1", Says: `f: 1e309 is not one of the values here; allowed: 0.5, 1.`}},
		{"beyond a float where only the other side is bounded", field[float64](`jsonschema:"minimum=0"`), `1e309`,
			schema.Fault{Path: "f", Sent: "1e309", Allowed: "a number, at least 0", Says: `f: 1e309 is too large a number (d).`}},
		{"beyond a float and any multiple", field[float64](`jsonschema:"multipleOf=0.5"`), `1e309`,
			schema.Fault{Path: "f", Sent: "1e309", Allowed: "a number", Says: `f: 1e309 is too large a number (d).`}},
		{"beyond a float", field[float64](``), `1e309`,
			schema.Fault{Path: "f", Sent: "1e309", Allowed: "a number", Says: `f: 1e309 is too large a number (d).`}},
		{"beyond a float32", field[float32](``), `-1e39`,
			schema.Fault{Path: "f", Sent: "-1e39", Allowed: "a number", Says: `f: -1e39 is too large a number (d).`}},
		{"no multiple", field[float64](`jsonschema:"multipleOf=0.1"`), `0.25`,
			schema.Fault{Path: "f", Sent: "0.25", Allowed: "a number", Says: `f: 0.25 is not a multiple of 0.1 (d).`}},
		{"a number outside an enum", field[int](`jsonschema:"enum=1,enum=2"`), `3`,
			schema.Fault{Path: "f", Sent: "3", Allowed: "one of 1, 2", Says: `f: 3 is not one of the values here; allowed: 1, 2.`}},
		{"text outside a nullable enum", field[*string](`jsonschema:"enum=each,enum=case"`), `"eech"`,
			schema.Fault{Path: "f", Sent: `"eech"`, Allowed: "one of each, case, null", Nearest: "each",
				Says: `f: "eech" is not one of the values here; did you mean each? Allowed: each, case, null.`}},
		{"digits with a zero in front", field[int64](`json:"f,string"`), `"007"`,
			schema.Fault{Path: "f", Sent: `"007"`, Allowed: "a whole number in decimal digits, as a string", Says: `f: "007" is not a whole number in decimal digits (d).`}},
		{"digits beyond the Go type", field[int8](`json:"f,string"`), `"128"`,
			schema.Fault{Path: "f", Sent: `"128"`, Allowed: "a whole number in decimal digits, as a string", Says: `f: "128" is out of range: -128 to 127 (d).`}},
		{"no date", field[time.Time](``), `"29 November"`,
			schema.Fault{Path: "f", Sent: `"29 November"`, Allowed: "a string that is an RFC 3339 date and time such as 2026-11-29T14:05:00Z",
				Says: `f: "29 November" is not an RFC 3339 date and time such as 2026-11-29T14:05:00Z (d).`}},
		{"inside a list", field[[]pair](``), `[{"key":"a","value":1},{"key":"b","value":"1"}]`,
			schema.Fault{Path: "f[1].value", Sent: `"1"`, Allowed: "an integer", Says: `f[1].value: "1" is a string; it must be an integer; send 1 without quotes (d).`}},
		{"tiny and negative", field[float64](`jsonschema:"minimum=0"`), `-1e-500`,
			schema.Fault{Path: "f", Sent: "-1e-500", Allowed: "a number, at least 0", Says: `f: -1e-500 is out of range: at least 0 (d).`}},
		{"tiny and no multiple", field[float64](`jsonschema:"multipleOf=0.1"`), `1e-500`,
			schema.Fault{Path: "f", Sent: "1e-500", Allowed: "a number", Says: `f: 1e-500 is not a multiple of 0.1 (d).`}},
		{"a long value is clipped", field[int](``), `"` + strings.Repeat("é", 100) + `"`,
			schema.Fault{Path: "f", Sent: `"` + strings.Repeat("é", 59) + `...`, Allowed: "an integer", Says: `f: "` + strings.Repeat("é", 59) + `... is a string; it must be an integer (d).`}},
	}
	for _, c := range cases {
		core, problems := schema.InputOf(c.of)
		if err := problems.Err(); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := core.Check(json.RawMessage(`{"f":` + c.sent + `}`))
		if want := (schema.Faults{c.want}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.name, got, want)
		}
	}
}

func TestValuesAtTheEdgeAreAccepted(t *testing.T) {
	cases := []struct {
		name string
		of   reflect.Type
		sent string
	}{
		{"tiny above 0", field[float64](`jsonschema:"exclusiveMinimum=0"`), `1e-500`},
		{"0 is a multiple however it is written", field[float64](`jsonschema:"multipleOf=0.1"`), `0e-500`},
		{"0.3 is a multiple of 0.1, which it is not in float64", field[float64](`jsonschema:"multipleOf=0.1"`), `0.3`},
		{"rounds down to the largest float32", field[float32](``), `3.40282347e38`},
		{"the largest uint64", field[uint64](``), `18446744073709551615`},
		{"the largest uint64 as text", field[uint64](`json:"f,string"`), `"18446744073709551615"`},
	}
	for _, c := range cases {
		core, problems := schema.InputOf(c.of)
		if err := problems.Err(); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if err := core.Decode(json.RawMessage(`{"f":`+c.sent+`}`), reflect.New(c.of).Interface()); err != nil {
			t.Errorf("%s: got %v, want it accepted", c.name, err)
		}
	}
}

func TestLongListsOfChoicesAreClipped(t *testing.T) {
	words := make([]string, 200)
	for i := range words {
		words[i] = fmt.Sprintf("enum=choice_number_%d", i)
	}
	core, problems := schema.InputOf(field[string](`jsonschema:"` + strings.Join(words, ",") + `"`))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	got := core.Check(json.RawMessage(`{"f":"?"}`)).Error()
	if len(got) > 400 || !strings.HasSuffix(got, " more.") {
		t.Errorf("got %d bytes, want at most 400 that end in how many more: %s", len(got), got)
	}
}

func TestNullOfAResultThatMayBeMissing(t *testing.T) {
	type out struct {
		Note *string `json:"note,omitempty"`
	}
	got := output[out](t).Check(json.RawMessage(`{"note":null}`)).Error()
	if want := "note: null is not allowed here; it must be a string; leave it out instead."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestEveryFaultIsReportedAtOnce(t *testing.T) {
	got := refusal[everything](t, `{"text":"too long","Count":1,"big":5,"lines":[{"sku":"x","qty":0},7,{"sku":"SKU-4421"}],"pair":[true]}`)
	want := `text: "too long" is 8 characters, more than the 5 allowed (d).
Count: unknown name; names are case-sensitive, write count.
big: 5 is not allowed here; it must be a whole number in decimal digits, as a string; send it in quotes (d).
lines[0].sku: "x" does not match ^SKU-[0-9]{4}$ (d).
lines[0].qty: 0 is out of range: at least 1 (d).
lines[1]: 7 is not allowed here; it must be an object.
pair: has 1 item, fewer than the 2 it needs (d).
count: missing; it must be an integer, at least -128, at most 127 (d).
ratio: missing; it must be a number, at least 0 (d).`
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestErrorsAreBounded(t *testing.T) {
	type in struct {
		List []int `json:"list" jsonschema_description:"d"`
	}
	core := input[in](t)
	faults := core.Check(json.RawMessage(`{"list":[` + strings.Repeat(`"a",`, 5000) + `1]}`))
	if got, want := len(faults), 100; got != want {
		t.Errorf("got %d faults, want %d", got, want)
	}
	text := faults.Error()
	if len(text) > 1000 || !strings.HasSuffix(text, " more") || !strings.HasPrefix(text, "list[0]: ") {
		t.Errorf("got %d bytes, want at most 1000 that end in how many more: %s", len(text), text)
	}
	long := schema.Faults{{Says: strings.Repeat("é", 2000)}, {Says: "b"}}
	if got := long.Error(); len(got) > 1000 || !strings.HasSuffix(got, "...\nand 1 more") {
		t.Errorf("got %d bytes %q, want the first clipped", len(got), got)
	}
}

// TestHostileArgumentsAreCheap holds that the work for a large document of faults is that of the first 100.
func TestHostileArgumentsAreCheap(t *testing.T) {
	core := input[everything](t)
	var b strings.Builder
	b.WriteString("{")
	for i := range 100_000 {
		fmt.Fprintf(&b, `"commant%d":0,`, i)
	}
	b.WriteString(`"text":"a"}`)
	started := time.Now()
	if got, want := len(core.Check(json.RawMessage(b.String()))), 100; got != want {
		t.Errorf("got %d faults, want %d", got, want)
	}
	for _, f := range core.Check(json.RawMessage(`{"ratio":1.` + strings.Repeat("0", 1<<20) + `1}`)) {
		if f.Path == "ratio" && !strings.Contains(f.Says, "too long a number") {
			t.Errorf("got %q, want the number refused for its length", f.Says)
		}
	}
	if took := time.Since(started); took > 5*time.Second {
		t.Errorf("got an answer after %v, want it at once", took)
	}
}

func TestNamesCannotPassForWordsOfOurs(t *testing.T) {
	got := refusal[checkInventory](t, `{"x\nproduct_sku: fine.":1,"product_sku":"a\nb","warehouse":"c"}`)
	want := `"x\nproduct_sku: fine.": unknown name; names here: product_sku, warehouse.
product_sku: "a\nb" does not match ^SKU-[0-9]{4}$ (Product SKU, e.g. SKU-4421).`
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestWhatIsUnseenIsEscaped(t *testing.T) {
	type in struct {
		Word string           `json:"word" jsonschema:"maxLength=3" jsonschema_description:"d"`
		N    int              `json:"n" jsonschema_description:"d"`
		List []checkInventory `json:"list" jsonschema_description:"d"`
	}
	got := refusal[in](t, "{\"\u202edrow\":1,\"word\":\"a\u200b\U000e0041\ufe0f\u3164\",\"n\":\"5\u2066\",\"list\":[\"\u00a0\",{\"\u2800\":1}]}")
	want := `"\u202edrow": unknown name; names here: word, n, list.
word: "a\u200b\udb40\udc41\ufe0f\u3164" is 5 characters, more than the 3 allowed (d).
n: "5\u2066" is a string; it must be an integer (d).
list[0]: "\u00a0" is a string; it must be an object.
list[1]."\u2800": unknown name; names here: product_sku, warehouse.`
	if !strings.HasPrefix(got, want) {
		t.Errorf("got %s\nwant it to begin with %s", got, want)
	}
	var arguments in
	err := input[in](t).Decode(json.RawMessage("\"\u202e\""), &arguments)
	if faults, ok := errors.AsType[schema.Faults](err); !ok || faults[0].Sent != `"\u202e"` {
		t.Errorf("got %+v, want the text sent with its escape", err)
	}
	type out struct {
		Counts map[string]float64 `json:"counts"`
	}
	_, err = output[out](t).Encode(out{Counts: map[string]float64{"a\u202e": math.NaN()}})
	if want := `counts{"a\u202e"}: `; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want it to begin with %s", err, want)
	}
}

func TestMisuseIsNoFault(t *testing.T) {
	in, out := input[checkInventory](t), output[stockLevel](t)
	var right checkInventory
	var nilResult *stockLevel
	for name, err := range map[string]error{
		"decoding with an output core":   out.Decode(inventoryArguments, &stockLevel{}),
		"decoding into a value":          in.Decode(inventoryArguments, right),
		"decoding into nil":              in.Decode(inventoryArguments, nil),
		"decoding into a nil pointer":    in.Decode(inventoryArguments, (*checkInventory)(nil)),
		"decoding into another type":     in.Decode(inventoryArguments, &stockLevel{}),
		"encoding with an input core":    second(in.Encode(right)),
		"encoding nil":                   second(out.Encode(nil)),
		"encoding a nil pointer":         second(out.Encode(nilResult)),
		"encoding a value of other type": second(out.Encode(right)),
	} {
		if _, faults := errors.AsType[schema.Faults](err); err == nil || faults {
			t.Errorf("%s: got %v, want a plain error", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestDecodeOverwritesWhatWasThere(t *testing.T) {
	type in struct {
		Name  *string `json:"name" jsonschema_description:"d"`
		Lines []line  `json:"lines" jsonschema_description:"d"`
	}
	old := "old"
	got := in{Name: &old, Lines: []line{{SKU: "old"}}}
	if err := input[in](t).Decode(json.RawMessage(`{"lines":[]}`), &got); err != nil {
		t.Fatal(err)
	}
	if got.Name != nil || len(got.Lines) != 0 || old != "old" {
		t.Errorf("got %+v, want nothing of the old value", got)
	}
}

func TestResultsAreCheckedBeforeTheyLeave(t *testing.T) {
	type out struct {
		Unit  string   `json:"unit" jsonschema:"enum=each,enum=case"`
		Score float64  `json:"score" jsonschema:"maximum=1"`
		Tags  []string `json:"tags,omitempty" jsonschema:"minItems=1"`
	}
	if got, want := encode(t, out{Unit: "each"}), `{"unit":"each","score":0}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	_, err := output[out](t).Encode(&out{Unit: "box", Score: 2})
	want := "unit: \"box\" is not one of the values here; allowed: each, case.\nscore: 2 is out of range: at most 1."
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = output[out](t).Encode(out{Unit: "each\xff"})
	if err == nil || !strings.HasPrefix(err.Error(), "unit: cannot be sent as JSON (") {
		t.Errorf("got %v, want a fault that names the field whose text is not UTF-8", err)
	}
}

func TestCheckOfAResultForgivesNothing(t *testing.T) {
	core := output[stockLevel](t)
	for _, doc := range []string{``, `null`, `{}`, `{"product_sku":null}`} {
		if core.Check(json.RawMessage(doc)) == nil {
			t.Errorf("%q: got no fault, want some", doc)
		}
	}
}

func TestACoreIsSharedSafely(t *testing.T) {
	in, out := input[everything](t), output[stockLevel](t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 200 {
				var got everything
				if err := in.Decode(json.RawMessage(`{"Text":"\u0061"}`), &got); err == nil {
					t.Error("got no fault, want some")
				}
				if _, err := out.Encode(inventoryResult); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

func TestTheSameArgumentsAreNotChanged(t *testing.T) {
	args := `{"sku":"SKU-4421","qty":1.0}`
	doc := json.RawMessage(args)
	var got line
	if err := input[line](t).Decode(doc, &got); err != nil || *got.Qty != 1 {
		t.Errorf("got %+v, %v, want qty 1", got, err)
	}
	if string(doc) != args {
		t.Errorf("got %s, want the caller's bytes left alone, %s", doc, args)
	}
}
