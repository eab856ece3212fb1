package handlestest

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
)

// Benchmark measures what a caller waits for, with the default lease: a start, the time from the end of
// a body to the wait that sees it, and from a cancel to the end of the body's context. It reports the
// medians as p50-ms and the 95th percentiles as p95-ms. The wait and the cancel come from another engine
// than the one that works, as from another process.
func Benchmark(b *testing.B, open Open) {
	for _, m := range []struct {
		name string
		run  func(b *testing.B, here, there Opened) time.Duration
	}{{"start", benchStart}, {"finished to wait", benchResult}, {"cancel to body", benchCancel}} {
		b.Run(m.name, func(b *testing.B) {
			here, there := openForBench(b, open), openForBench(b, open)
			var took []time.Duration
			for b.Loop() {
				took = append(took, m.run(b, here, there))
			}
			slices.Sort(took)
			b.ReportMetric(milliseconds(took[len(took)/2]), "p50-ms")
			b.ReportMetric(milliseconds(took[len(took)*95/100]), "p95-ms")
		})
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func openForBench(b *testing.B, open Open) Opened {
	e := open(b, Setup{Storage: "bench", Now: time.Now})
	b.Cleanup(func() { e.Close() })
	return e
}

func benchStart(b *testing.B, here, _ Opened) time.Duration {
	began := time.Now()
	if _, _, err := here.Start(b.Context(), benchJob()); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}

func benchJob() handles.NewJob {
	j := job()
	j.Tool = "bench"
	return j
}

// benchWork runs one body in one engine, started from the other one.
func benchWork(b *testing.B, here, there Opened, body handles.Body, during func(handles.Record)) {
	ctx, cancel := context.WithCancel(b.Context())
	done := make(chan error, 1)
	tool := handles.NewID("b") // of its own, so that nothing else is in the queue
	go func() { done <- here.Work(ctx, tool, 1, body) }()
	j := benchJob()
	j.Tool = tool
	rec, _, err := there.Start(ctx, j)
	if err != nil {
		b.Fatal(err)
	}
	during(rec)
	cancel()
	if err := <-done; err != nil {
		b.Fatal(err)
	}
}

func benchResult(b *testing.B, here, there Opened) (took time.Duration) {
	began, let, ended := make(chan handles.Record, 1), make(chan struct{}), make(chan time.Time, 1)
	benchWork(b, here, there, func(_ context.Context, rec handles.Record, _ *handles.Progress) (json.RawMessage, error) {
		began <- rec
		<-let
		ended <- time.Now()
		return json.RawMessage(`{"counted":12}`), nil
	}, func(rec handles.Record) {
		seen := make(chan time.Time, 1)
		running := <-began
		go func() {
			if _, err := there.Wait(b.Context(), rec.Owner, rec.ID, running.Revision); err != nil {
				b.Error(err)
			}
			seen <- time.Now()
		}()
		close(let)
		took = (<-seen).Sub(<-ended)
	})
	return took
}

func benchCancel(b *testing.B, here, there Opened) (took time.Duration) {
	began, heard := make(chan struct{}), make(chan time.Time, 1)
	benchWork(b, here, there, func(ctx context.Context, _ handles.Record, _ *handles.Progress) (json.RawMessage, error) {
		close(began)
		<-ctx.Done()
		heard <- time.Now()
		return nil, ctx.Err()
	}, func(rec handles.Record) {
		<-began
		asked := time.Now()
		if _, err := there.Cancel(b.Context(), rec.Owner, rec.ID); err != nil {
			b.Fatal(err)
		}
		took = (<-heard).Sub(asked)
	})
	return took
}
