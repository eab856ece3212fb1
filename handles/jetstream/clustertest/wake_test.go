package clustertest_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
)

// A follower tells of a start before the leader, which answers reads, has applied it. The lease is so
// long here that who misses what it was told of waits for 5 s.
func TestAJobIsTakenWhenItsStartIsToldOfBeforeTheLeaderCanBeAsked(t *testing.T) {
	o := jetstream.Options{Prefix: "wake", Engine: handles.Options{Lease: time.Minute}}
	worker, starter := open(t, o), open(t, o)
	go worker.Work(t.Context(), "quick", 1, func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
		return json.RawMessage(`1`), nil
	})
	for i := range 300 {
		began := time.Now()
		r := finish(t, starter, start(t, starter, handles.NewJob{Tool: "quick"}))
		if took := time.Since(began); r.State != handles.Completed || took > 3*time.Second {
			t.Fatalf("job %d is %s after %v", i, r.State, took)
		}
	}
}
