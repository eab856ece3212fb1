package clustertest_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
)

var alice = handles.Owner{Issuer: "https://login.example.com", Subject: "alice"}

// open opens an engine on the shared cluster, or on the one that the options name.
func open(t testing.TB, o jetstream.Options) handles.Engine {
	t.Helper()
	if o.URL == "" && o.Conn == nil {
		o.URL = shared.url()
	}
	e, err := jetstream.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// start starts a job of alice's with what is said of it, and what must be said.
func start(t testing.TB, e handles.Engine, j handles.NewJob) handles.Record {
	t.Helper()
	j.Prefix, j.Owner, j.Keep = "ct", alice, time.Hour
	if j.Repeat == 0 {
		j.Repeat = handles.Safe
	}
	r, _, err := e.Start(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// finish waits until a job is final, at most for half a minute.
func finish(t testing.TB, e handles.Engine, r handles.Record) handles.Record {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for !r.State.Final() {
		last, err := r, error(nil)
		if r, err = e.Wait(ctx, alice, r.ID, r.Revision); err != nil || ctx.Err() != nil {
			t.Fatalf("waiting for the end of %+v: %v, %v", last, err, ctx.Err())
		}
	}
	return r
}

// work runs jobs of a tool until the test ends.
func work(t testing.TB, e handles.Engine, tool string, does func(handles.Record) json.RawMessage) {
	go e.Work(t.Context(), tool, 2, func(_ context.Context, r handles.Record, _ *handles.Progress) (json.RawMessage, error) {
		return does(r), nil
	})
}

// askAndReturn is a body that asks q and returns its result, and says what asking returned.
func askAndReturn(request, result json.RawMessage, asked chan<- error) handles.Body {
	return func(ctx context.Context, _ handles.Record, p *handles.Progress) (json.RawMessage, error) {
		_, err := p.Ask(ctx, map[string]json.RawMessage{"q": request})
		asked <- err
		return result, err
	}
}

// eventually asks until something holds, at most for half a minute.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); {
		if time.Now().After(end) {
			t.Fatalf("it never happened that %s", what)
		}
	}
}
