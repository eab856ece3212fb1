//go:build soak

// Package soak_test holds that jobs outlive their processes: two servers share their jobs and are killed
// again and again while clients start jobs and ask for them. The jobs are in a SQLite file, in Postgres,
// whose server is restarted in the middle, or on a JetStream cluster, whose leader is killed three times.
// The stages soak, soak-postgres and soak-jetstream of .ci/run run it with -tags soak; without the tag it
// is not built, so that it is never skipped and counted as passed.
package soak_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"
)

// asServer makes this test program one of the servers, and jobsAt says where its jobs are.
const asServer, jobsAt = "COMITY_SOAK_DIR", "COMITY_SOAK_JOBS"

func TestMain(m *testing.M) {
	if dir := os.Getenv(asServer); dir != "" {
		fmt.Fprintln(os.Stderr, serve(dir, os.Getenv(jobsAt)))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

const (
	jobs      = 300
	processes = 2
	kills     = 24
	// clients is more than the handlers that run at once, so that some jobs always wait.
	clients = 24
	// within is how long everything may take.
	within = 150 * time.Second
)

// piece is a job as its client knows it: every third may run once.
type piece struct {
	item int
	name string
	id   string
	end  job
}

func (p *piece) arguments() map[string]any {
	return map[string]any{"item": p.item, "steps": 20 + p.item%60, "request_key": fmt.Sprintf("soak-%04d", p.item)}
}

func TestJobsOutliveTheirProcesses(t *testing.T) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	s := share(t)
	f := start(t, s.jobs, processes)
	pieces := make([]*piece, jobs)
	for i := range pieces {
		pieces[i] = &piece{item: i, name: safe}
		if i%3 == 0 {
			pieces[i].name = once
		}
	}
	each := func(do func(*piece) error) (wait func()) {
		var all sync.WaitGroup
		queue := make(chan *piece, jobs)
		for _, p := range pieces {
			queue <- p
		}
		close(queue)
		for range clients {
			all.Go(func() {
				for p := range queue {
					if err := do(p); err != nil {
						t.Errorf("item %d: %v", p.item, err)
					}
				}
			})
		}
		return all.Wait
	}
	ended := each(func(p *piece) error {
		j, err := f.call(ctx, "start_"+p.name, p.arguments())
		if err == nil {
			p.id = j.id()
			p.end, err = f.end(ctx, p)
		}
		return err
	})
	killAll(ctx, f, s)
	ended()
	each(func(p *piece) error { // the same start is still the same job
		again, err := f.call(ctx, "start_"+p.name, p.arguments())
		if err == nil && again.id() != p.id {
			t.Errorf("item %d is %s, and started again with its key %s", p.item, p.id, again.id())
		}
		return err
	})()
	report(t, f, pieces, s.what, time.Since(began))
	if s.blows > 0 {
		t.Log(s.healed(ctx))
	}
}

// killAll kills one or the other process whenever some more items began, until it did so often enough. That
// is before the last ones begin, however fast or slow the machine is. In between, what keeps the jobs is hit.
func killAll(ctx context.Context, f *fleet, s *shared) {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	const apart = jobs / (kills + 2)
	for n := range kills {
		for enough := n*apart + rand.IntN(apart); len(f.began()) < enough; {
			select {
			case <-tick.C:
			case <-ctx.Done():
				f.Fatalf("%d items began in %v, and %d times a process was killed", len(f.began()), within, n)
			}
		}
		if every := kills / (s.blows + 1); n > 0 && n%every == 0 && n/every <= s.blows {
			s.strike(ctx)
		}
		f.replace(rand.IntN(processes))
	}
}

// end asks for a job until it has ended.
func (f *fleet) end(ctx context.Context, p *piece) (job, error) {
	for {
		j, err := f.call(ctx, "get_"+p.name, map[string]any{p.name + "_id": p.id})
		if err != nil || j.Status != "working" {
			return j, err
		}
	}
}
