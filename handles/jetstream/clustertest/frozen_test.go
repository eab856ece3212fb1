package clustertest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
)

// The worker's bytes stop on the wire, as those of a process that is stopped do, and arrive when it goes
// on: what it had written before must not come through, and jobs it had room for go to others.
func TestAWorkerFrozenOnTheWireTakesNothingAndWritesNothingWhenItThaws(t *testing.T) {
	w := newWire(t)
	quiet := handles.Options{Lease: 2 * time.Second, Drain: time.Second, Trouble: func(error) {}}
	frozen := open(t, jetstream.Options{URL: w.url(), Prefix: "frozen", Patience: time.Second, Engine: quiet})
	healthy := open(t, jetstream.Options{Prefix: "frozen", Engine: quiet})

	cause := make(chan error, 1)
	began := make(chan struct{}, 10)
	go frozen.Work(t.Context(), "count", 4, func(ctx context.Context, _ handles.Record, p *handles.Progress) (json.RawMessage, error) {
		began <- struct{}{}
		<-ctx.Done()
		cause <- context.Cause(ctx)
		p.Report(99, 99, "stale")
		return json.RawMessage(`"stale"`), nil
	})
	held := start(t, healthy, handles.NewJob{Tool: "count"})
	<-began
	w.freeze(false)
	var waiting []handles.Record
	for i := range 4 {
		waiting = append(waiting, start(t, healthy, handles.NewJob{Tool: "count", Arguments: json.RawMessage(fmt.Sprint(i))}))
	}
	at := time.Now()
	go healthy.Work(t.Context(), "count", 1, func(_ context.Context, r handles.Record, _ *handles.Progress) (json.RawMessage, error) {
		return json.RawMessage(`"healthy"`), nil
	})
	for _, r := range waiting {
		if r := finish(t, healthy, r); r.Attempts != 1 || time.Since(at) > 2*time.Second {
			t.Errorf("a job that nobody held ended after %v in attempt %d, want less than a lease and 1", time.Since(at), r.Attempts)
		}
	}
	done := finish(t, healthy, held)
	if string(done.Result) != `"healthy"` || done.Attempts != 2 {
		t.Errorf("the held job has result %s in attempt %d, want \"healthy\" in 2", done.Result, done.Attempts)
	}
	if err := <-cause; !errors.Is(err, handles.ErrLeaseLost) {
		t.Errorf("the frozen body's context ended with %v, want %v", err, handles.ErrLeaseLost)
	}
	w.thaw()
	r := finish(t, healthy, start(t, frozen, handles.NewJob{Tool: "other", Within: time.Nanosecond})) // both are at work again
	if r.Failure.Code != handles.CodeDeadline {
		t.Errorf("the job after the thaw ended with %+v", r.Failure)
	}
	after, err := frozen.Get(t.Context(), alice, held.ID)
	if err != nil || string(after.Result) != string(done.Result) || after.Revision != done.Revision {
		t.Errorf("after the thaw the record is %+v, %v, want %+v", after, err, done)
	}
}

// The first try is written and its answer comes too late; the second is refused, and is known for the
// same one.
func TestAWriteWhoseAnswerIsLostIsMadeOnce(t *testing.T) {
	w := newWire(t)
	troubled := open(t, jetstream.Options{URL: w.url(), Prefix: "lost", Engine: handles.Options{Lease: time.Minute, Trouble: func(error) {}}})
	other := open(t, jetstream.Options{Prefix: "lost"})
	first := start(t, troubled, handles.NewJob{Tool: "count"}) // whatever is set up once is

	w.freeze(true)
	time.AfterFunc(3*time.Second, w.thaw)
	began := time.Now()
	cancelled, err := other.Cancel(t.Context(), alice, first.ID)
	if err != nil {
		t.Fatal(err)
	}
	r, existed, err := troubled.Start(t.Context(), handles.NewJob{Tool: "count", Prefix: "ct", Owner: alice, Key: "k", Keep: time.Hour, Repeat: handles.Once})
	if err != nil || existed {
		t.Fatalf("Start: existed %v, %v, want a new job", existed, err)
	}
	if took := time.Since(began); took < 3*time.Second {
		t.Errorf("the start took %v, so that no answer was lost", took)
	}
	again, existed, err := other.Start(t.Context(), handles.NewJob{Tool: "count", Prefix: "ct", Owner: alice, Key: "k", Keep: time.Hour, Repeat: handles.Once})
	if err != nil || !existed || again.ID != r.ID {
		t.Errorf("a second start: %s, existed %v, %v, want %s", again.ID, existed, err, r.ID)
	}
	if got, err := troubled.Get(t.Context(), alice, first.ID); err != nil || got.Revision != cancelled.Revision {
		t.Errorf("what happened meanwhile: revision %d, %v, want %d", got.Revision, err, cancelled.Revision)
	}
}
