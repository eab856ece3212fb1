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
