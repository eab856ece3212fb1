package handles_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
)

// A cancel that lands while a worker is about to listen for it must not wait for the next beat.
func TestACancelAtOnceReachesTheBody(t *testing.T) {
	e := handles.Memory() // lease 6 s, so that a beat comes after 2 s
	defer e.Close()
	ctx, stop := context.WithCancel(t.Context())
	var working sync.WaitGroup
	defer working.Wait()
	defer stop()
	ended := make(chan struct{}, 1)
	working.Go(func() {
		e.Work(ctx, "recount", 4, func(ctx context.Context, _ handles.Record, _ *handles.Progress) (json.RawMessage, error) {
			<-ctx.Done()
			ended <- struct{}{}
			return nil, context.Cause(ctx)
		})
	})
	owner := handles.Owner{Issuer: "https://login.example.com", Subject: "ada"}
	for i := range 800 {
		began := time.Now()
		r, _, err := e.Start(t.Context(), handles.NewJob{Tool: "recount", Prefix: "rc", Owner: owner, Keep: time.Hour, Repeat: handles.Safe})
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 { // let the worker claim it first, sometimes
			time.Sleep(20 * time.Microsecond)
		}
		if _, err := e.Cancel(t.Context(), owner, r.ID); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ended:
		case <-time.After(4 * time.Millisecond): // cancelled before it was claimed, most likely
		}
		if took := time.Since(began); took > time.Second {
			t.Fatalf("the body of start %d was told after %v", i, took)
		}
	}
	stop()
	began := time.Now()
	working.Wait()
	if took := time.Since(began); took > time.Second {
		t.Errorf("a body had not been told: the worker stopped after %v", took)
	}
}

// A failure of any size fits the record of every engine.
func TestALongFailureIsCut(t *testing.T) {
	e := handles.Memory()
	defer e.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go e.Work(ctx, "recount", 1, func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
		return nil, &handles.Failure{Code: strings.Repeat("c", 10_000), Text: strings.Repeat("\u00e9", 1<<20)}
	})
	owner := handles.Owner{Issuer: "https://login.example.com", Subject: "ada"}
	r, _, err := e.Start(t.Context(), handles.NewJob{Tool: "recount", Prefix: "rc", Owner: owner, Keep: time.Hour, Repeat: handles.Safe})
	if err != nil {
		t.Fatal(err)
	}
	for !r.State.Final() {
		if r, err = e.Wait(t.Context(), owner, r.ID, r.Revision); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(r.Failure.Text); n > 4<<10 || n < 4000 || len(r.Failure.Code) > 500 {
		t.Errorf("the text has %d bytes, the code %d", n, len(r.Failure.Code))
	}
}
