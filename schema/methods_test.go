package schema_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/schema"
)

type (
	// Guarded refuses every text but ok, with an error that nobody may read.
	Guarded string
	// Late is Guarded for a type that reads JSON.
	Late string
	// Faulty panics where it is asked to.
	Faulty string
	// FaultyJSON is Faulty for a type that reads and writes JSON.
	FaultyJSON string
	// FaultyZero panics when it is asked whether it is zero.
	FaultyZero struct {
		N int `json:"n"`
	}
)

func refuse(b []byte) error {
	if string(b) == "ok" || string(b) == `"ok"` {
		return nil
	}
	return &fs.PathError{Op: "open", Path: "/etc/secret", Err: fs.ErrPermission}
}

func panicAt(s, method string) {
	if strings.Trim(s, `"`) == method {
		panic("at " + method)
	}
}

func (g Guarded) MarshalText() ([]byte, error) { return []byte(g), refuse([]byte(g)) }
func (*Guarded) UnmarshalText(b []byte) error  { return refuse(b) }
func (l Late) MarshalJSON() ([]byte, error)    { return json.RawMessage(`"ok"`), refuse([]byte(l)) }
func (*Late) UnmarshalJSON(b []byte) error     { return refuse(b) }
func (Late) SchemaString() (string, string)    { return "^[a-z]+$", "The word ok" }
func (f Faulty) MarshalText() ([]byte, error) {
	panicAt(string(f), "MarshalText")
	return []byte(f), nil
}
func (*Faulty) UnmarshalText(b []byte) error      { panicAt(string(b), "UnmarshalText"); return nil }
func (f FaultyJSON) MarshalJSON() ([]byte, error) { panic(errors.New("at MarshalJSON")) }
func (*FaultyJSON) UnmarshalJSON(b []byte) error  { panicAt(string(b), "UnmarshalJSON"); return nil }
func (FaultyJSON) SchemaString() (string, string) { return "", "d" }
func (z FaultyZero) IsZero() bool                 { panicAt("IsZero", "IsZero"); return false }

// What a method of a type says against a value is kept for the log and never told to a model.
func TestWhatAMethodSaysIsNotToldToAModel(t *testing.T) {
	type in struct {
		Word  *Guarded  `json:"word" jsonschema_description:"The word ok"`
		Words []Guarded `json:"words" jsonschema_description:"Each of them ok"`
		Late  *Late     `json:"late"`
	}
	core := input[in](t)
	for args, want := range map[string]string{
		`{"word":"no","words":["ok","no"]}`: "word: \"no\" is not accepted (The word ok).\nwords[1]: \"no\" is not accepted (Each of them ok).",
		`{"late":"no","words":[]}`:          "late: is not accepted (The word ok).",
	} {
		var got in
		err := core.Decode(json.RawMessage(args), &got)
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v\nwant %s", args, err, want)
		}
		faults, _ := errors.AsType[schema.Faults](err)
		if cause := errors.Unwrap(faults); !errors.Is(cause, fs.ErrPermission) || !strings.Contains(cause.Error(), "/etc/secret") {
			t.Errorf("%s: got the cause %v, want what the method said", args, cause)
		}
	}
	if cause := errors.Unwrap(core.Check(json.RawMessage(`{}`))); cause != nil {
		t.Errorf("got the cause %v, want none where no method was asked", cause)
	}
}

func TestWhatAMethodSaysOfAResultIsKeptForTheLog(t *testing.T) {
	type out struct {
		Word Guarded `json:"word"`
		Late Late    `json:"late"`
	}
	for want, v := range map[string]out{
		"word: cannot be sent as JSON.": {Word: "no", Late: "ok"},
		"late: cannot be sent as JSON.": {Word: "ok", Late: "no"},
	} {
		_, err := output[out](t).Encode(v)
		faults, _ := errors.AsType[schema.Faults](err)
		if err == nil || err.Error() != want || !errors.Is(errors.Unwrap(faults), fs.ErrPermission) {
			t.Errorf("got %v with the cause %v, want %s", err, errors.Unwrap(faults), want)
		}
	}
	type at struct {
		At time.Time `json:"at"`
	}
	_, err := output[at](t).Encode(at{At: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)})
	if want := "at: cannot be sent as JSON ("; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want it to begin with %s", err, want)
	}
}

func TestAPanicOfAMethodIsAnErrorOfItsOwnKind(t *testing.T) {
	type in struct {
		Text *Faulty     `json:"text" jsonschema_description:"d"`
		JSON *FaultyJSON `json:"json"`
	}
	type texts struct {
		List []Faulty `json:"list"`
	}
	type jsons struct {
		JSON FaultyJSON `json:"json"`
	}
	type zeros struct {
		Zero FaultyZero `json:"zero,omitzero"`
	}
	decode := func(args string) error { return input[in](t).Decode(json.RawMessage(args), new(in)) }
	for method, err := range map[string]error{
		"UnmarshalText": decode(`{"text":"UnmarshalText","json":1}`),
		"UnmarshalJSON": decode(`{"json":"UnmarshalJSON"}`),
		"MarshalText":   second(output[texts](t).Encode(texts{List: []Faulty{"a", "MarshalText"}})),
		"MarshalJSON":   second(output[jsons](t).Encode(jsons{})),
		"IsZero":        second(output[zeros](t).Encode(zeros{})),
	} {
		p, ok := errors.AsType[*schema.Panic](err)
		if _, faults := errors.AsType[schema.Faults](err); !ok || faults {
			t.Errorf("%s: got %v, want a panic and no faults", method, err)
			continue
		}
		if got := err.Error(); !strings.Contains(got, ": a method panics: at "+method) || !strings.Contains(string(p.Stack), method) {
			t.Errorf("%s: got %q and the stack\n%s\nwant both to name the method", method, got, p.Stack)
		}
	}
	if got, want := input[in](t).Check(json.RawMessage(`{"text":"UnmarshalText"}`)).Error(), `text: "UnmarshalText" is not accepted (d).`; got != want {
		t.Errorf("got the verdict %q, want %q", got, want)
	}
	if err := decode(`{"text":"fine"}`); err != nil {
		t.Errorf("got %v after a panic, want the core to go on", err)
	}
}

// An author may read what the type said of a default or an example.
func TestAProblemSaysWhatTheMethodSaid(t *testing.T) {
	got := inField[*Guarded](`jsonschema:"default=no"`)()
	want := `f: default="no" is not valid here: "no" is not accepted (open /etc/secret: permission denied); correct it, or remove it [schema-default]`
	if len(got) != 1 || got[0].String() != want {
		t.Errorf("got %v\nwant %s", got, want)
	}
	wantProblem(t, inField[*Faulty](`jsonschema:"default=UnmarshalText"`)(), "schema-default", "f")
}
