package handles_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/comity-mcp/comity/handles"
)

// A late store answers a claim long after it took effect, as to a process that was stopped in between.
type late struct {
	handles.Store
	by time.Duration
}

func (l late) Claim(ctx context.Context, tool, worker string) (handles.Row, error) {
	row, err := l.Store.Claim(ctx, tool, worker)
	if err == nil {
		time.Sleep(l.by)
	}
	return row, err
}

func TestAClaimThatIsHeardOfAfterItsLeaseRunsNothing(t *testing.T) {
	const lease = time.Second
	for _, c := range []struct {
		claim string
		by    time.Duration
		want  handles.State
		runs  int
	}{
		{"heard of in time", 0, handles.Completed, 1},
		{"heard of late, and still the worker's", lease * 2 / 5, handles.Completed, 1},
		{"heard of when another worker has judged it lost", 3 * lease, handles.Interrupted, 0},
	} {
		t.Run(c.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := handles.MemoryStore(nil)
				other := handles.Over(store, handles.Options{Lease: lease})
				// The other engine looks first: the slow one would hand back a claim whose answer it never had.
				time.Sleep(time.Millisecond)
				slow := handles.Over(late{store, c.by}, handles.Options{Lease: lease, Trouble: func(error) {}})
				defer other.Close()
				defer slow.Close()
				job := recount()
				job.Repeat = handles.Once
				r, _, err := other.Start(t.Context(), job)
				if err != nil {
					t.Fatal(err)
				}
				runs := 0
				go slow.Work(t.Context(), "recount", 1, func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
					runs++
					return json.RawMessage(`1`), nil
				})
				time.Sleep(10 * lease)
				r, err = other.Get(t.Context(), alice, r.ID)
				if err != nil || r.State != c.want || runs != c.runs {
					t.Errorf("it is %s and its body ran %d times, %v; want %s and %d", r.State, runs, err, c.want, c.runs)
				}
			})
		})
	}
}

// A stale store lists leases as they were when it was asked first.
type stale struct {
	handles.Store
	seen []handles.Lease
}

func (s *stale) Live(ctx context.Context) ([]handles.Lease, error) {
	if len(s.seen) > 0 {
		return s.seen, nil
	}
	live, err := s.Store.Live(ctx)
	s.seen = live
	return live, err
}

func TestALeaseIsJudgedByTheRowAndNotByTheList(t *testing.T) {
	const lease = time.Second
	synctest.Test(t, func(t *testing.T) {
		store := handles.MemoryStore(nil)
		worker := handles.Over(store, handles.Options{Lease: lease})
		judge := handles.Over(&stale{Store: store}, handles.Options{Lease: lease})
		defer worker.Close()
		defer judge.Close()
		go worker.Work(t.Context(), "recount", 1, func(ctx context.Context, _ handles.Record, _ *handles.Progress) (json.RawMessage, error) {
			select {
			case <-time.After(5 * lease):
			case <-ctx.Done():
			}
			return json.RawMessage(`1`), ctx.Err()
		})
		r, _, err := worker.Start(t.Context(), recount())
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(6 * lease)
		if r, err = worker.Get(t.Context(), alice, r.ID); err != nil || r.State != handles.Completed || r.Attempts != 1 {
			t.Errorf("it is %s after %d attempts, %v; want completed in the first", r.State, r.Attempts, err)
		}
	})
}

// A paused store stands for a machine that stands still for a while: whoever looks after leases is back
// at once, who shows signs of life a little later.
type paused struct {
	handles.Store
	from, to time.Time
}

func (p paused) stand(after time.Duration) {
	if now := time.Now(); now.After(p.from) && now.Before(p.to) {
		time.Sleep(p.to.Add(after).Sub(now))
	}
}

func (p paused) Live(ctx context.Context) ([]handles.Lease, error) {
	p.stand(0)
	return p.Store.Live(context.WithoutCancel(ctx))
}

func (p paused) Beat(ctx context.Context, id string, fence uint64) error {
	p.stand(time.Second / 4)
	return p.Store.Beat(context.WithoutCancel(ctx), id, fence)
}

func TestAMachineThatStoodStillTakesNothingFromItself(t *testing.T) {
	const lease = time.Second
	synctest.Test(t, func(t *testing.T) {
		store := paused{handles.MemoryStore(nil), time.Now().Add(2 * lease), time.Now().Add(20 * lease)}
		worker := handles.Over(store, handles.Options{Lease: lease})
		judge := handles.Over(store, handles.Options{Lease: lease})
		defer worker.Close()
		defer judge.Close()
		go worker.Work(t.Context(), "recount", 1, func(ctx context.Context, _ handles.Record, _ *handles.Progress) (json.RawMessage, error) {
			select {
			case <-time.After(30 * lease):
			case <-ctx.Done():
			}
			return json.RawMessage(`1`), ctx.Err()
		})
		r, _, err := worker.Start(t.Context(), recount())
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(40 * lease)
		if r, err = worker.Get(t.Context(), alice, r.ID); err != nil || r.State != handles.Completed || r.Attempts != 1 {
			t.Errorf("it is %s after %d attempts, %v; want completed in the first", r.State, r.Attempts, err)
		}
	})
}

// The default lease is 6 s, with a beat every 2: a cancel does not wait for one.
func TestACancelIsHeardWithin100Milliseconds(t *testing.T) {
	var began chan struct{} // made in the bubble
	var heard chan time.Time
	inWorld(t, 1, func(ctx context.Context, _ handles.Record, _ *handles.Progress) (json.RawMessage, error) {
		began <- struct{}{}
		<-ctx.Done()
		heard <- time.Now()
		return nil, ctx.Err()
	}, func(w *world) {
		began, heard = make(chan struct{}, 1), make(chan time.Time, 1)
		r := w.start(recount())
		<-began
		asked := time.Now()
		if _, err := w.Cancel(w.Context(), alice, r.ID); err != nil {
			w.Fatal(err)
		}
		if took := (<-heard).Sub(asked); took > 100*time.Millisecond {
			w.Errorf("the body heard of it after %v", took)
		}
	})
}
