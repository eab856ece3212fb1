//go:build soak

// Package soak_test holds that jobs outlive their processes: two servers share one SQLite file and are
// killed again and again while clients start jobs and ask for them. The stage .ci/stage/soak runs it with
// -tags soak; without the tag it is not built, so that it is never skipped and counted as passed.
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

// asServer makes this test program one of the servers.
const asServer = "COMITY_SOAK_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(asServer); dir != "" {
		fmt.Fprintln(os.Stderr, serve(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

const (
	jobs      = 300
	processes = 2
	kills     = 24
	starters  = 6
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
	f := start(t, processes)
	pieces := make([]*piece, jobs)
	for i := range pieces {
		pieces[i] = &piece{item: i, name: safe}
		if i%3 == 0 {
			pieces[i].name = once
		}
	}
	each := func(do func(*piece) error) (wait func()) {
		var clients sync.WaitGroup
		queue := make(chan *piece, jobs)
		for _, p := range pieces {
			queue <- p
		}
		close(queue)
		for range starters {
			clients.Go(func() {
				for p := range queue {
					if err := do(p); err != nil {
						t.Errorf("item %d: %v", p.item, err)
					}
				}
			})
		}
		return clients.Wait
	}
	started := each(func(p *piece) error {
		j, err := f.call(ctx, "start_"+p.name, p.arguments())
		p.id = j.id()
		return err
	})
	killAll(ctx, f)
	started()
	each(func(p *piece) (err error) { p.end, err = f.end(ctx, p); return err })()
	each(func(p *piece) error { // the same start is still the same job
		again, err := f.call(ctx, "start_"+p.name, p.arguments())
		if err == nil && again.id() != p.id {
			t.Errorf("item %d is %s, and started again with its key %s", p.item, p.id, again.id())
		}
		return err
	})()
	report(t, f, pieces, time.Since(began))
}

// killAll kills one or the other process whenever some more items began, until it did so often enough. That
// is before the last ones begin, however fast or slow the machine is.
func killAll(ctx context.Context, f *fleet) {
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
