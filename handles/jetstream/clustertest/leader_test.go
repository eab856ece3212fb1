package clustertest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
)

// Jobs are started, worked on and waited for all the while the leader of their stream is shut down and
// comes back, three times. No answer of a start may be lost, and nothing that must run once may run twice.
func TestJobsSurviveTheLossOfTheLeader(t *testing.T) {
	c, err := startCluster(t.TempDir(), 3)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.stop)
	o := jetstream.Options{URL: c.url(), Prefix: "leader", Engine: handles.Options{Lease: 15 * time.Second, Trouble: func(error) {}}}
	worker, starter := open(t, o), open(t, o)
	var runs sync.Map // how often the body of each job ran
	go worker.Work(t.Context(), "count", 4, func(_ context.Context, r handles.Record, _ *handles.Progress) (json.RawMessage, error) {
		n, _ := runs.LoadOrStore(r.ID, new(atomic.Int64))
		n.(*atomic.Int64).Add(1)
		return r.Arguments, nil
	})

	ctx, stop := context.WithCancel(t.Context())
	var started sync.Map // ID, then arguments
	var starting sync.WaitGroup
	for s := range 2 {
		starting.Go(func() {
			pace := time.NewTicker(10 * time.Millisecond)
			defer pace.Stop()
			for i := 0; ctx.Err() == nil; i++ {
				<-pace.C
				j := handles.NewJob{Tool: "count", Prefix: "ct", Owner: alice, Keep: time.Hour, Repeat: handles.Once,
					Key: fmt.Sprintf("%d-%d", s, i), Arguments: json.RawMessage(fmt.Sprint(1000*s + i))}
				if id, ok := startThrough(t, starter, j); ok {
					started.Store(id, string(j.Arguments))
				}
			}
		})
	}
	for kill := range 3 {
		lost := c.leader(t, "leader_jobs")
		c.servers[lost].Shutdown()
		c.servers[lost].WaitForShutdown()
		finish(t, starter, handles.Record{ID: mustStart(t, starter, fmt.Sprintf("after %d", kill))})
		if err := c.start(lost); err != nil {
			t.Fatal(err)
		}
		if err := c.ready(); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	starting.Wait()

	all := 0
	started.Range(func(id, arguments any) bool {
		all++
		r := finish(t, starter, handles.Record{ID: id.(string)})
		if r.State != handles.Completed || string(r.Result) != arguments {
			t.Errorf("%s is %s with result %s, want completed with %s: %+v", id, r.State, r.Result, arguments, r.Failure)
		}
		if n, ok := runs.Load(id); !ok || n.(*atomic.Int64).Load() != 1 {
			t.Errorf("the body of %s did not run exactly once", id)
		}
		return true
	})
	t.Logf("%d jobs over three losses of the leader", all)
	if all < 20 {
		t.Errorf("only %d jobs were started, want enough to mean something", all)
	}
}

// startThrough starts a job, again when the cluster is out of reach.
func startThrough(t *testing.T, e handles.Engine, j handles.NewJob) (id string, ok bool) {
	for t.Context().Err() == nil {
		r, _, err := e.Start(t.Context(), j)
		switch {
		case err == nil:
			return r.ID, true
		case !errors.Is(err, handles.ErrUnavailable):
			t.Errorf("starting with key %s: %v", j.Key, err)
			return "", false
		}
	}
	return "", false
}

func mustStart(t *testing.T, e handles.Engine, key string) string {
	t.Helper()
	id, ok := startThrough(t, e, handles.NewJob{Tool: "count", Prefix: "ct", Owner: alice, Keep: time.Hour, Repeat: handles.Once, Key: key, Arguments: json.RawMessage(`0`)})
	if !ok {
		t.Fatal("the start did not come through")
	}
	return id
}
