package handlestest_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/handlestest"
)

// A defect is an engine that breaks one line of the contract.
type defect struct {
	is string
	// store and engine put the defect in; nil leaves that part sound.
	store  func(handles.Store) handles.Store
	engine func(handles.Engine) handles.Engine
	// found are the cases that must turn red, by the beginning of their sentence.
	found []string
}

func TestADefectTurnsItsCasesRed(t *testing.T) {
	for _, d := range defects() {
		t.Run(d.is, func(t *testing.T) {
			for _, want := range d.found {
				c, ok := caseNamed(want)
				if !ok {
					t.Fatalf("no case begins with %q", want)
				}
				synctest.Test(t, func(t *testing.T) {
					if faults := verdict(t, c, d); len(faults) == 0 {
						t.Errorf("%q does not turn red", c.Name)
					}
				})
			}
		})
	}
}

func caseNamed(begins string) (handlestest.Case, bool) {
	cases := handlestest.Cases()
	i := slices.IndexFunc(cases, func(c handlestest.Case) bool { return strings.HasPrefix(c.Name, begins) })
	if i < 0 {
		return handlestest.Case{}, false
	}
	return cases[i], true
}

func TestEveryCaseHasItsDefect(t *testing.T) {
	for _, c := range handlestest.Cases() {
		if !slices.ContainsFunc(defects(), func(d defect) bool {
			return slices.ContainsFunc(d.found, func(begins string) bool { return strings.HasPrefix(c.Name, begins) })
		}) {
			t.Errorf("no defect shows that %q can turn red", c.Name)
		}
	}
}

// A witness is a test that fails without failing the test that it runs in.
type witness struct {
	testing.TB
	mu       sync.Mutex
	faults   []string
	cleanups []func()
}

func (w *witness) Helper() {}
func (w *witness) Errorf(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.faults = append(w.faults, fmt.Sprintf(format, args...))
}
func (w *witness) Error(args ...any)                 { w.Errorf("%s", fmt.Sprint(args...)) }
func (w *witness) Fatal(args ...any)                 { w.Error(args...); runtime.Goexit() }
func (w *witness) Fatalf(format string, args ...any) { w.Errorf(format, args...); runtime.Goexit() }
func (w *witness) Cleanup(f func())                  { w.cleanups = append(w.cleanups, f) }

// verdict runs a case on a broken engine.
func verdict(t *testing.T, c handlestest.Case, d defect) []string {
	w := &witness{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.Run(w, broken(d))
	}()
	<-done
	for _, f := range slices.Backward(w.cleanups) {
		f()
	}
	time.Sleep(3 * time.Hour) // of the bubble: bodies whose context is broken end by detached's
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.faults)
}

func broken(d defect) handlestest.Open {
	stores := map[string]handles.Store{}
	return func(_ testing.TB, s handlestest.Setup) handlestest.Opened {
		if stores[s.Storage] == nil {
			stores[s.Storage] = handles.MemoryStore(s.Now)
		}
		store := stores[s.Storage]
		if d.store != nil {
			store = d.store(store)
		}
		gate := handlestest.NewGate(store)
		var e handles.Engine = handles.Over(gate, s.Options)
		if d.engine != nil {
			e = d.engine(e)
		}
		return handlestest.Opened{Engine: e, Reach: gate}
	}
}

// A store that can be made to break one promise.
type badStore struct {
	handles.Store
	insert func(context.Context, handles.Row) (handles.Row, bool, error)
	load   func(context.Context, string) (handles.Row, time.Time, error)
	swap   func(context.Context, handles.Row) error
	claim  func(context.Context, string, string) (handles.Row, error)
	beat   func(context.Context, string, uint64) error
	live   func(context.Context) ([]handles.Lease, error)
	sweep  func(context.Context, handles.Bounds) error
}

func (b badStore) Insert(ctx context.Context, row handles.Row) (handles.Row, bool, error) {
	if b.insert != nil {
		return b.insert(ctx, row)
	}
	return b.Store.Insert(ctx, row)
}

func (b badStore) Load(ctx context.Context, id string) (handles.Row, time.Time, error) {
	if b.load != nil {
		return b.load(ctx, id)
	}
	return b.Store.Load(ctx, id)
}

func (b badStore) Swap(ctx context.Context, row handles.Row) error {
	if b.swap != nil {
		return b.swap(ctx, row)
	}
	return b.Store.Swap(ctx, row)
}

func (b badStore) Claim(ctx context.Context, tool, worker string) (handles.Row, error) {
	if b.claim != nil {
		return b.claim(ctx, tool, worker)
	}
	return b.Store.Claim(ctx, tool, worker)
}

func (b badStore) Beat(ctx context.Context, id string, fence uint64) error {
	if b.beat != nil {
		return b.beat(ctx, id, fence)
	}
	return b.Store.Beat(ctx, id, fence)
}

func (b badStore) Live(ctx context.Context) ([]handles.Lease, error) {
	if b.live != nil {
		return b.live(ctx)
	}
	return b.Store.Live(ctx)
}

func (b badStore) Sweep(ctx context.Context, bounds handles.Bounds) error {
	if b.sweep != nil {
		return b.sweep(ctx, bounds)
	}
	return b.Store.Sweep(ctx, bounds)
}

// An engine that can be made to break one promise.
type badEngine struct {
	handles.Engine
	start  func(context.Context, handles.NewJob) (handles.Record, bool, error)
	do     func(context.Context, handles.NewJob, handles.Body) (handles.Record, bool, error)
	get    func(context.Context, handles.Owner, string) (handles.Record, error)
	wait   func(context.Context, handles.Owner, string, handles.Revision) (handles.Record, error)
	cancel func(context.Context, handles.Owner, string) (handles.Record, error)
	work   func(context.Context, string, int, handles.Body) error
}

func (b badEngine) Start(ctx context.Context, job handles.NewJob) (handles.Record, bool, error) {
	if b.start != nil {
		return b.start(ctx, job)
	}
	return b.Engine.Start(ctx, job)
}

func (b badEngine) Do(ctx context.Context, job handles.NewJob, body handles.Body) (handles.Record, bool, error) {
	if b.do != nil {
		return b.do(ctx, job, body)
	}
	return b.Engine.Do(ctx, job, body)
}

func (b badEngine) Get(ctx context.Context, o handles.Owner, id string) (handles.Record, error) {
	if b.get != nil {
		return b.get(ctx, o, id)
	}
	return b.Engine.Get(ctx, o, id)
}

func (b badEngine) Wait(ctx context.Context, o handles.Owner, id string, after handles.Revision) (handles.Record, error) {
	if b.wait != nil {
		return b.wait(ctx, o, id, after)
	}
	return b.Engine.Wait(ctx, o, id, after)
}

func (b badEngine) Cancel(ctx context.Context, o handles.Owner, id string) (handles.Record, error) {
	if b.cancel != nil {
		return b.cancel(ctx, o, id)
	}
	return b.Engine.Cancel(ctx, o, id)
}

func (b badEngine) Work(ctx context.Context, tool string, slots int, body handles.Body) error {
	if b.work != nil {
		return b.work(ctx, tool, slots, body)
	}
	return b.Engine.Work(ctx, tool, slots, body)
}
