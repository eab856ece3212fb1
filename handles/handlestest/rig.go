package handlestest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
)

const (
	// lease is what engines under test are opened with: short, and long enough for a machine that is busy.
	lease = 600 * time.Millisecond
	// soon is longer than anything here takes, except when it does not happen.
	soon = 20 * time.Second
	tool = "recount"
	keep = time.Hour
)

var (
	alice = handles.Owner{Issuer: "https://login.example.com", Subject: "alice"}
	bob   = handles.Owner{Issuer: "https://login.example.com", Subject: "bob"}
)

// A rig is what one case works with.
type rig struct {
	testing.TB
	ctx   context.Context
	open  Open
	name  string
	ahead atomic.Int64 // how far the clock is ahead
}

var rigs atomic.Int64

func newRig(t testing.TB, open Open) *rig {
	ctx, cancel := context.WithTimeout(t.Context(), 4*soon)
	t.Cleanup(cancel)
	return &rig{TB: t, ctx: ctx, open: open, name: fmt.Sprintf("case%d", rigs.Add(1))}
}

func (r *rig) now() time.Time { return time.Now().Add(time.Duration(r.ahead.Load())) }

// jump moves the clock.
func (r *rig) jump(d time.Duration) { r.ahead.Add(int64(d)) }

// engine opens an engine over the storage of the case.
func (r *rig) engine() Opened { return r.engineWith(handles.Options{}) }

func (r *rig) engineWith(o handles.Options) Opened {
	r.Helper()
	o.Lease = lease
	if o.Drain == 0 {
		o.Drain = lease
	}
	o.Trouble = func(error) {}
	e := r.open(r.TB, Setup{Storage: r.name, Now: r.now, Options: o})
	r.Cleanup(func() {
		e.Reach.Cut() // a frozen engine has nobody to say goodbye to
		e.Reach.Thaw()
		e.Close()
	})
	return e
}

// work works on tool until the case or the returned function ends it. The function waits.
func (r *rig) work(e Opened, slots int, body handles.Body) (stop func()) {
	r.Helper()
	ctx, cancel := context.WithCancel(r.ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		// A case may be over, its engine closed, before this goroutine began.
		if err := e.Work(ctx, tool, slots, body); err != nil && !(errors.Is(err, handles.ErrClosed) && ctx.Err() != nil) {
			r.Errorf("Work returned %v, want nil after its context ended", err)
		}
	}()
	stop = func() { cancel(); <-done }
	r.Cleanup(cancel)
	return stop
}

// job is a job of alice's that may run again.
func job() handles.NewJob {
	return handles.NewJob{Tool: tool, Prefix: "rc", Owner: alice, Arguments: json.RawMessage(`{"warehouse":"Chicago"}`), Keep: keep, Repeat: handles.Safe}
}

func once() handles.NewJob { j := job(); j.Repeat = handles.Once; return j }

// start starts a job that must be new.
func (r *rig) start(e Opened, j handles.NewJob) handles.Record {
	r.Helper()
	rec, existed, err := e.Start(r.ctx, j)
	if err != nil || existed {
		r.Fatalf("Start returned existed %v and %v, want a new job", existed, err)
	}
	return rec
}

func (r *rig) get(e Opened, id string) handles.Record {
	r.Helper()
	rec, err := e.Get(r.ctx, alice, id)
	if err != nil {
		r.Fatalf("Get returned %v", err)
	}
	return rec
}

// until waits for a record that a condition holds for.
func (r *rig) until(e Opened, id, what string, holds func(handles.Record) bool) handles.Record {
	r.Helper()
	ctx, cancel := context.WithTimeout(r.ctx, soon)
	defer cancel()
	var after handles.Revision
	for {
		rec, err := e.Wait(ctx, alice, id, after)
		switch {
		case err != nil:
			r.Fatalf("waiting until it is %s: %v", what, err)
		case holds(rec):
			return rec
		case ctx.Err() != nil || rec.State.Final():
			r.Fatalf("the record never was %s: it is %s after %d attempts, failure %+v, progress %+v", what, rec.State, rec.Attempts, rec.Failure, rec.Progress)
		}
		after = rec.Revision
	}
}

func (r *rig) final(e Opened, id string) handles.Record {
	r.Helper()
	return r.until(e, id, "final", func(rec handles.Record) bool { return rec.State.Final() })
}

// becomes final in a state.
func (r *rig) ends(e Opened, id string, want handles.State) handles.Record {
	r.Helper()
	rec := r.final(e, id)
	if rec.State != want {
		r.Errorf("the job is %s (%+v), want %s", rec.State, rec.Failure, want)
	}
	return rec
}

// eventually asks again and again, for what nothing tells of.
func (r *rig) eventually(what string, holds func() bool) {
	r.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	end := time.NewTimer(soon)
	defer end.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-end.C:
			r.Fatalf("it never happened that %s", what)
		}
	}
}

// receive takes a value from a channel, in time.
func receive[T any](r *rig, what string, c <-chan T) T {
	r.Helper()
	end := time.NewTimer(soon)
	defer end.Stop()
	select {
	case v := <-c:
		return v
	case <-end.C:
		r.Fatalf("it never happened that %s", what)
	}
	panic("unreachable")
}

// pass lets time pass in which nothing should happen.
func (r *rig) pass(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.ctx.Done():
	}
}

// send gives a value to a channel, in time.
func send[T any](r *rig, c chan<- T, v T) {
	r.Helper()
	end := time.NewTimer(soon)
	defer end.Stop()
	select {
	case c <- v:
	case <-end.C:
		r.Fatal("nobody takes what a body is told to do")
	}
}

// wait waits for a channel to be closed, at most until the case is over.
func (r *rig) wait(c <-chan struct{}) {
	select {
	case <-c:
	case <-r.ctx.Done():
	}
}

// equal compares whole values.
func equal[T any](r *rig, what string, got, want T) {
	r.Helper()
	if !reflect.DeepEqual(got, want) {
		r.Errorf("%s is\n%+v\nwant\n%+v", what, got, want)
	}
}

// is checks an error.
func is(r *rig, what string, got, want error) {
	r.Helper()
	if !errors.Is(got, want) {
		r.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// returns is a body that returns at once.
func returns(result string) handles.Body {
	return func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
		return json.RawMessage(result), nil
	}
}

// A held body says that it runs, and waits until it is let go or its context ends.
type held struct {
	began chan handles.Record
	let   chan struct{}
	cause chan error // why its context ended
}

func hold() *held {
	return &held{began: make(chan handles.Record, 100), let: make(chan struct{}), cause: make(chan error, 100)}
}

func (h *held) body(ctx context.Context, rec handles.Record, _ *handles.Progress) (json.RawMessage, error) {
	h.began <- rec
	select {
	case <-h.let:
		return json.RawMessage(`"held"`), nil
	case <-ctx.Done():
		h.cause <- context.Cause(ctx)
		return nil, context.Cause(ctx)
	}
}
