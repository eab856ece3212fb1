package handles_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/comity-mcp/comity/handles"
)

// Failures from the field, each under its id in internal/cases.

var (
	alice = handles.Owner{Issuer: "https://login.example.com", Subject: "alice"}
	bob   = handles.Owner{Issuer: "https://login.example.com", Subject: "bob"}
)

func recount() handles.NewJob {
	return handles.NewJob{Tool: "recount", Prefix: "rc", Owner: alice, Arguments: json.RawMessage(`{"warehouse":"Chicago"}`), Keep: time.Hour, Repeat: handles.Safe}
}

// A world is an engine in memory whose clock a test moves.
type world struct {
	*testing.T
	handles.Engine
	ahead atomic.Int64
}

// inWorld runs a test in a bubble, with a worker for recount.
func inWorld(t *testing.T, slots int, body handles.Body, test func(*world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{T: t}
		store := handles.MemoryStore(func() time.Time { return time.Now().Add(time.Duration(w.ahead.Load())) })
		w.Engine = handles.Over(store, handles.Options{Trouble: func(error) {}})
		t.Cleanup(func() { w.Close() })
		go w.Work(t.Context(), "recount", slots, body)
		test(w)
	})
}

func (w *world) start(job handles.NewJob) handles.Record {
	w.Helper()
	r, _, err := w.Start(w.Context(), job)
	if err != nil {
		w.Fatal(err)
	}
	return r
}

func (w *world) final(id string) handles.Record {
	w.Helper()
	var after handles.Revision
	for {
		r, err := w.Wait(w.Context(), alice, id, after)
		if err != nil {
			w.Fatal(err)
		}
		if r.State.Final() {
			return r
		}
		after = r.Revision
	}
}

// slow takes 70 seconds, ignores its context and counts how often it ran.
func slow(ran *atomic.Int64) handles.Body {
	return func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
		ran.Add(1)
		time.Sleep(70 * time.Second)
		return json.RawMessage(`"counted"`), nil
	}
}

func TestStartReturnsAHandleAtOnceR115(t *testing.T) {
	var ran atomic.Int64
	inWorld(t, 1, slow(&ran), func(w *world) {
		began := time.Now()
		r := w.start(recount())
		if took := time.Since(began); took != 0 || r.State != handles.Working {
			w.Errorf("start took %v and the job is %s, want a handle at once", took, r.State)
		}
		done := w.final(r.ID)
		if took := time.Since(began); took != 70*time.Second || done.State != handles.Completed {
			w.Errorf("after %v it is %s, want completed after 70 s", took, done.State)
		}
	})
}

func TestASecondStartIsAnsweredWhileTheSlotIsTakenR116(t *testing.T) {
	var ran atomic.Int64
	inWorld(t, 1, slow(&ran), func(w *world) {
		began := time.Now()
		first, second := w.start(recount()), w.start(recount())
		if took := time.Since(began); took != 0 || first.ID == second.ID {
			w.Errorf("two starts took %v", took)
		}
		synctest.Wait()
		if _, err := w.Cancel(w.Context(), alice, first.ID); err != nil { // given up; its body goes on
			w.Error(err)
		}
		if r := w.final(second.ID); r.State != handles.Completed || time.Since(began) >= 2*70*time.Second {
			w.Errorf("the second is %s after %v, want completed before two runs in a row could be", r.State, time.Since(began))
		}
	})
}

func TestARetriedStartHasOneEffectR118(t *testing.T) {
	var ran atomic.Int64
	inWorld(t, 2, slow(&ran), func(w *world) {
		job := recount()
		job.Key = "monday"
		first := w.start(job)
		again, existed, err := w.Start(w.Context(), job)
		if err != nil || !existed || again.ID != first.ID {
			w.Errorf("the second start: %s, existed %v, %v, want %s", again.ID, existed, err, first.ID)
		}
		w.final(first.ID)
		if ran.Load() != 1 {
			w.Errorf("it ran %d times, want once", ran.Load())
		}
	})
}

func TestRequestKeysAreOfOneOwnerAndOneSetOfArgumentsR119(t *testing.T) {
	var ran atomic.Int64
	inWorld(t, 4, slow(&ran), func(w *world) {
		job := recount()
		job.Key = "monday"
		first := w.start(job)
		other := job
		other.Arguments = json.RawMessage(`{"warehouse":"Dallas"}`)
		if _, _, err := w.Start(w.Context(), other); errors.As(err, new(*handles.ConflictError)) == false {
			w.Errorf("other arguments: got %v, want a conflict", err)
		}
		foreign := job
		foreign.Owner = bob
		if r := w.start(foreign); r.ID == first.ID {
			w.Error("another owner got the first owner's job")
		}
		w.final(first.ID)
		w.ahead.Store(int64(2 * time.Hour))
		if _, _, err := w.Start(w.Context(), job); errors.As(err, new(*handles.ExpiredError)) == false {
			w.Errorf("after its retention: got %v, want that it expired, and no second run", err)
		}
		if ran.Load() != 2 {
			w.Errorf("%d bodies ran, want one for each owner", ran.Load())
		}
	})
}

func TestAPanicAndADeadlineFailWithAReasonR121(t *testing.T) {
	inWorld(t, 1, func(ctx context.Context, r handles.Record, _ *handles.Progress) (json.RawMessage, error) {
		if string(r.Arguments) == `"panic"` {
			panic("out of range")
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}, func(w *world) {
		for arguments, want := range map[string]string{`"panic"`: handles.CodeInternal, `"stuck"`: handles.CodeDeadline} {
			job := recount()
			job.Arguments, job.Within = json.RawMessage(arguments), time.Minute
			r := w.final(w.start(job).ID)
			if r.State != handles.Failed || r.Failure.Code != want || r.Failure.Text == "" {
				w.Errorf("after %s it is %s with %+v, want failed with %s", arguments, r.State, r.Failure, want)
			}
		}
	})
}

func TestFinishedJobsAreBoundedR122(t *testing.T) {
	const jobs = 10_000
	synctest.Test(t, func(t *testing.T) {
		ahead := new(atomic.Int64)
		store := handles.MemoryStore(func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) })
		engine := handles.Over(store, handles.Options{Finished: 100})
		t.Cleanup(func() { engine.Close() })
		ids := make([]string, jobs)
		for i := range ids {
			r, _, err := engine.Start(t.Context(), recount())
			if err != nil {
				t.Fatal(err)
			}
			if ids[i] = r.ID; i == 0 {
				continue // runs for ever
			}
			if _, err := engine.Cancel(t.Context(), alice, r.ID); err != nil {
				t.Fatal(err)
			}
		}
		count := func() (there, expired int) {
			for _, id := range ids {
				switch _, err := engine.Get(t.Context(), alice, id); {
				case err == nil:
					there++
				case errors.As(err, new(*handles.ExpiredError)):
					expired++
				default:
					t.Fatal(err)
				}
			}
			return there, expired
		}
		time.Sleep(2 * time.Minute)
		if there, expired := count(); there != 101 || expired != jobs-101 {
			t.Errorf("%d are there and %d expired, want the bound of 100 and the one that runs", there, expired)
		}
		ahead.Add(int64(2 * time.Hour))
		if there, expired := count(); there != 1 || expired != jobs-1 {
			t.Errorf("after their retention %d are there and %d expired, want the one that runs", there, expired)
		}
		ahead.Add(int64(31 * 24 * time.Hour))
		time.Sleep(2 * time.Minute)
		if _, err := engine.Get(t.Context(), alice, ids[1]); !errors.Is(err, handles.ErrNotFound) {
			t.Errorf("after a month: got %v, want that even the handle is forgotten", err)
		}
	})
}

func TestAJobOutlivesTheRequestThatStartedItR124(t *testing.T) {
	var ran atomic.Int64
	inWorld(t, 1, slow(&ran), func(w *world) {
		request, hangUp := context.WithCancel(w.Context())
		r, _, err := w.Start(request, recount())
		if err != nil {
			w.Fatal(err)
		}
		hangUp()
		time.Sleep(time.Minute)
		if r, err := w.Get(w.Context(), alice, r.ID); err != nil || r.State != handles.Working {
			w.Errorf("a minute later it is %s, %v", r.State, err)
		}
		time.Sleep(time.Minute)
		if r, err := w.Get(w.Context(), alice, r.ID); err != nil || r.State != handles.Completed || string(r.Result) != `"counted"` {
			w.Errorf("two minutes later it is %s with %s, %v", r.State, r.Result, err)
		}
	})
}
