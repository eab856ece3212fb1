package schema_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/comity-mcp/comity/schema"
)

type everything struct {
	Text    string     `json:"text" jsonschema:"minLength=1,maxLength=5" jsonschema_description:"d"`
	Choice  *string    `json:"choice" jsonschema:"enum=each,enum=case,default=each" jsonschema_description:"d"`
	Count   int8       `json:"count" jsonschema_description:"d"`
	Big     uint64     `json:"big,string" jsonschema_description:"d"`
	Ratio   float32    `json:"ratio" jsonschema:"minimum=0,multipleOf=0.5" jsonschema_description:"d"`
	At      *time.Time `json:"at" jsonschema_description:"d"`
	Lines   []line     `json:"lines" jsonschema:"maxItems=3" jsonschema_description:"d"`
	Inner   *line      `json:"inner" jsonschema_description:"d"`
	Pair    [2]bool    `json:"pair" jsonschema_description:"d"`
	Comment string     `json:"comment,omitempty" jsonschema_description:"d"`
}

type line struct {
	SKU string `json:"sku" jsonschema:"pattern=^SKU-[0-9]{4}$" jsonschema_description:"d"`
	Qty *int   `json:"qty" jsonschema:"minimum=1,default=1" jsonschema_description:"d"`
}

// FuzzDecode holds three things for any bytes at all: no panic, the verdict of Check, and an error that
// is bounded and readable.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `{}`, `[]`, `"{}"`, `{"text":"a"}`, `{"text":"a","text":"b"}`, `{"Text":1}`, "{\"te\xffxt\":1}", `{"a":{"a":{"a":1,"a":2}}}`,
		`{"text":"ab","choice":null,"count":1.0,"big":"18446744073709551615","ratio":1.5,"at":"2026-11-29T14:05:00Z",` +
			`"lines":[{"sku":"SKU-4421","qty":2e0},{"sku":"SKU-0001"}],"inner":null,"pair":[true,false],"comment":null}`,
		`{"count":1e999999999999999999999,"ratio":-1e-99999999,"big":"99999999999999999999999"}`, `{"lines":[1,2,3,4,{"sku":"\ud800"}]}`, strings.Repeat(`{"inner":`, 200),
	} {
		f.Add([]byte(seed))
	}
	core := input[everything](f)
	f.Fuzz(func(t *testing.T, doc []byte) {
		var in everything
		err := core.Decode(doc, &in)
		if got, want := err == nil, core.Check(doc) == nil; got != want {
			t.Fatalf("got decoded %t, want the verdict of Check, %t: %v", got, want, err)
		}
		if err == nil {
			if in.Choice == nil {
				t.Error("got no choice, want its default")
			}
			return
		}
		faults, ok := errors.AsType[schema.Faults](err)
		if !ok || len(faults) == 0 || len(faults) > 100 {
			t.Fatalf("got %T of %d, want 1 to 100 Faults", err, len(faults))
		}
		if text := err.Error(); len(text) > 1000 || !utf8.ValidString(text) {
			t.Errorf("got %d bytes, want at most 1000 of UTF-8: %q", len(text), text)
		}
	})
}

func input[T any](t testing.TB) *schema.Core {
	t.Helper()
	core, problems := schema.Input[T]()
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return core
}

func output[T any](t testing.TB) *schema.Core {
	t.Helper()
	core, problems := schema.Output[T]()
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return core
}

// encode returns the bytes of a result that must be fine.
func encode[T any](t testing.TB, v T) string {
	t.Helper()
	b, err := output[T](t).Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// decode returns the value of arguments that must be fine.
func decode[T any](t testing.TB, args string) T {
	t.Helper()
	var in T
	if err := input[T](t).Decode(json.RawMessage(args), &in); err != nil {
		t.Fatal(err)
	}
	return in
}

// refusal returns what a model reads about arguments that must be refused.
func refusal[T any](t testing.TB, args string) string {
	t.Helper()
	var in T
	err := input[T](t).Decode(json.RawMessage(args), &in)
	if err == nil {
		t.Fatalf("got %+v, want a refusal of %s", in, args)
	}
	return err.Error()
}
