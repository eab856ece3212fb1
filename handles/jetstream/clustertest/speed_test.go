package clustertest_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
)

// BenchmarkJobs measures the rows on handles of the design's table on the cluster, as medians in
// milliseconds: a start, also with a key; a finished result seen by a waiting get; a cancel seen by the
// body.
func BenchmarkJobs(b *testing.B) {
	engine := open(b, jetstream.Options{Prefix: "speed"})
	other := open(b, jetstream.Options{Prefix: "speed"})
	ctx := b.Context()
	ended, told := make(chan time.Time, 1), make(chan time.Time, 1)
	go engine.Work(ctx, "quick", 1, func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
		ended <- time.Now()
		return json.RawMessage(`1`), nil
	})
	began := make(chan struct{}, 1)
	go engine.Work(ctx, "slow", 1, func(ctx context.Context, _ handles.Record, _ *handles.Progress) (json.RawMessage, error) {
		began <- struct{}{}
		<-ctx.Done()
		told <- time.Now()
		return nil, ctx.Err()
	})
	start := func(tool, key string) (handles.Record, time.Duration) {
		at := time.Now()
		r, _, err := other.Start(ctx, handles.NewJob{Tool: tool, Prefix: "sp", Owner: alice, Key: key, Arguments: json.RawMessage(`{"n":1}`), Keep: time.Hour, Repeat: handles.Safe})
		if err != nil {
			b.Fatal(err)
		}
		return r, time.Since(at)
	}
	var starts, keyed, seen, cancels []time.Duration
	for b.Loop() {
		r, took := start("quick", "")
		starts = append(starts, took)
		r, err := other.Wait(ctx, alice, r.ID, r.Revision)
		for err == nil && !r.State.Final() {
			r, err = other.Wait(ctx, alice, r.ID, r.Revision)
		}
		if err != nil || r.State != handles.Completed {
			b.Fatalf("the job is %s, %v", r.State, err)
		}
		seen = append(seen, time.Since(<-ended))

		r, took = start("slow", r.ID)
		keyed = append(keyed, took)
		<-began
		at := time.Now()
		if _, err := other.Cancel(ctx, alice, r.ID); err != nil {
			b.Fatal(err)
		}
		cancels = append(cancels, (<-told).Sub(at))
	}
	for name, took := range map[string][]time.Duration{"start": starts, "start-with-key": keyed, "result-seen": seen, "cancel-seen": cancels} {
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, name+"-ms-p50")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, name+"-ms-p99")
	}
}
