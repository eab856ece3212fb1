package handles_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
)

func TestStatesHaveNames(t *testing.T) {
	for state, want := range map[handles.State]string{
		handles.Working: "working", handles.InputRequired: "input_required", handles.Completed: "completed", handles.Failed: "failed",
		handles.Cancelled: "cancelled", handles.Interrupted: "interrupted", 0: "unknown", 7: "unknown",
	} {
		if got := state.String(); got != want {
			t.Errorf("State(%d) is %q, want %q", int(state), got, want)
		}
		final := want != "working" && want != "input_required" && want != "unknown"
		if state.Final() != final {
			t.Errorf("%s is final: %v, want %v", state, state.Final(), final)
		}
		text, err := state.MarshalText()
		if (err != nil) != (want == "unknown") {
			t.Errorf("writing State(%d): %v", int(state), err)
		}
		if err == nil {
			var back handles.State
			if err := back.UnmarshalText(text); err != nil || back != state {
				t.Errorf("%s comes back as %s, %v", state, back, err)
			}
		}
	}
	if err := new(handles.State).UnmarshalText([]byte("unknown")); err == nil {
		t.Error("the state unknown was read")
	}
	for repeat, want := range map[handles.Repeat]string{handles.Safe: "safe", handles.Once: "once", 0: "unknown", 3: "unknown"} {
		if got := repeat.String(); got != want {
			t.Errorf("Repeat(%d) is %q, want %q", int(repeat), got, want)
		}
	}
}

func TestOwnersReadDifferently(t *testing.T) {
	seen := map[string]handles.Owner{}
	for _, o := range []handles.Owner{{}, alice, bob, {Issuer: "a", Subject: "b", Tenant: "c"}, {Issuer: "a b", Subject: "c"}, {Issuer: "a", Subject: "b c"}, {Issuer: `a" "b`, Subject: "c"}, {Issuer: "a", Subject: `b" "c`}} {
		if first, ok := seen[o.String()]; ok {
			t.Errorf("%#v reads like %#v: %s", o, first, o)
		}
		seen[o.String()] = o
	}
}

func TestOwnersThatAreRefused(t *testing.T) {
	engine := handles.Memory()
	defer engine.Close()
	for what, o := range map[string]handles.Owner{
		"nobody": {}, "without issuer": {Subject: "s"}, "without subject": {Issuer: "i"}, "too long": {Issuer: "i", Subject: strings.Repeat("s", 1025)}, "not UTF-8": {Issuer: "i", Subject: "s", Tenant: "\xff"},
	} {
		job := recount()
		job.Owner = o
		if _, _, err := engine.Start(t.Context(), job); err == nil {
			t.Errorf("a job of an owner that is %s was started", what)
		}
	}
	job := recount()
	job.Owner.Subject = strings.Repeat("s", 1024)
	if _, _, err := engine.Start(t.Context(), job); err != nil {
		t.Errorf("a subject of 1024 bytes: %v", err)
	}
}

func TestErrorsSayWhatWasSentAndTheWayOut(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		err  error
		want string
	}{
		{&handles.ExpiredError{ID: "rc_1", Tool: "recount", At: at}, "the handle rc_1 of recount expired at 2026-03-01T12:00:00Z; start anew"},
		{&handles.ConflictError{Key: "k", ID: "rc_1"}, `the request key "k" was used with other arguments, for rc_1; send the same arguments, or a new key for a new job`},
		{&handles.SizeError{What: "arguments", Size: 12, Limit: 10}, "a job keeps at most 10 bytes of arguments, not 12; store large data elsewhere and send its name"},
		{&handles.Failure{Code: "not_found", Text: "There is no such warehouse."}, "There is no such warehouse."},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestProgressWithoutAnEngine(t *testing.T) {
	var p handles.Progress
	p.Report(2, 4, "half\x00way\n\xff")
	p.Report(1, 8, strings.Repeat("é", handles.MaxMessage))
	got := p.Measure()
	if got.Done != 2 || got.Total != 8 || len(got.Message) > handles.MaxMessage || len(got.Message) < handles.MaxMessage-3 || !strings.HasSuffix(got.Message, "é…") {
		t.Errorf("the measure is %v of %v with %d bytes: %s", got.Done, got.Total, len(got.Message), got.Message)
	}
	if _, err := p.Ask(t.Context(), map[string]json.RawMessage{"k": json.RawMessage("1")}); err == nil {
		t.Error("nobody answered")
	}
}

func TestARecordIsACopy(t *testing.T) {
	engine := handles.Memory()
	defer engine.Close()
	r, _, err := engine.Start(t.Context(), recount())
	if err != nil {
		t.Fatal(err)
	}
	copy(r.Arguments, "broken")
	again, err := engine.Get(t.Context(), alice, r.ID)
	if err != nil || string(again.Arguments) != string(recount().Arguments) {
		t.Errorf("the arguments are %s, %v", again.Arguments, err)
	}
}

func TestTheLimitsFitIntoOneMessage(t *testing.T) {
	full := handles.Record{Arguments: quoted(handles.MaxArguments), Result: quoted(handles.MaxResult), Caller: quoted(handles.MaxCaller), Requests: map[string]json.RawMessage{"": quoted(handles.MaxInput)}}
	full.Progress.Message = strings.Repeat("a", handles.MaxMessage)
	full.State, full.Key = handles.Completed, strings.Repeat("k", handles.MaxKey)
	full.Owner = handles.Owner{Issuer: strings.Repeat("i", 1024), Subject: strings.Repeat("s", 1024), Tenant: strings.Repeat("t", 1024)}
	text, err := json.Marshal(full)
	if err != nil || len(text) > 1<<20 {
		t.Errorf("a full record has %d bytes as JSON, %v, want at most 1 MiB", len(text), err)
	}
}

func quoted(n int) json.RawMessage {
	return json.RawMessage(fmt.Sprintf("%q", strings.Repeat("a", n-2)))
}
