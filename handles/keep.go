package handles

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// sweepEvery is how many ticks pass between two sweeps: a minute with the default lease.
const sweepEvery = 120

// A silence is how long a worker gave no sign of life, as watched from here.
type silence struct {
	fence, beat uint64
	lasted      time.Duration
}

// keep takes over from workers that fell silent, ends what is past its deadline and sweeps.
//
// Silence is the sum of short intervals between two looks, none counted for more than two ticks: an
// engine that was frozen itself, on a computer that slept or without its store, has watched nothing.
func (e *engine) keep() {
	watched := map[string]silence{}
	looked, up := time.Now(), true
	for ticks := 0; e.pause(e.ctx, e.tick()); ticks++ {
		since := min(time.Since(looked), 2*e.tick())
		looked = time.Now()
		live, err := e.live()
		if err != nil {
			if up && e.ctx.Err() == nil {
				e.trouble(fmt.Errorf("looking after leases: %w", err))
			}
			up = false
			continue
		}
		up = true
		watched = e.judge(live, watched, since)
		if ticks%sweepEvery == 0 {
			e.sweep()
		}
	}
}

func (e *engine) live() ([]Lease, error) {
	ctx, cancel := context.WithTimeout(e.ctx, e.lease)
	defer cancel()
	return e.store.Live(ctx)
}

func (e *engine) sweep() {
	ctx, cancel := context.WithTimeout(e.ctx, time.Minute)
	defer cancel()
	if err := e.store.Sweep(ctx, e.bounds); err != nil && e.ctx.Err() == nil {
		e.trouble(fmt.Errorf("sweeping expired jobs: %w", err))
	}
}

// judge returns what is watched from now on.
func (e *engine) judge(live []Lease, watched map[string]silence, since time.Duration) map[string]silence {
	next := make(map[string]silence, len(live))
	for _, l := range live {
		switch s, known := watched[l.ID]; {
		case l.Overdue:
			e.mend(l, func(row *Row, now time.Time) { row.overdue(now) })
		case !l.Leased:
		case !known || s.fence != l.Fence || s.beat != l.Beat:
			next[l.ID] = silence{fence: l.Fence, beat: l.Beat}
		case s.lasted+since < e.lease:
			s.lasted += since
			next[l.ID] = s
		case l.Worker == e.worker && !e.running.has(l):
			// The answer to our claim was lost, so that no body ever ran.
			e.mend(l, func(row *Row, _ time.Time) { row.handBack() })
		default:
			e.mend(l, func(row *Row, now time.Time) { row.lose(now) })
		}
	}
	return next
}

// mend changes a row that is still as it was seen.
func (e *engine) mend(l Lease, step func(*Row, time.Time)) {
	ctx, cancel := context.WithTimeout(e.ctx, e.lease)
	defer cancel()
	_, err := e.change(ctx, l.ID, func(row *Row, now time.Time) error {
		if row.Leased != l.Leased || row.Fence != l.Fence || row.Beat != l.Beat {
			return errKeep
		}
		step(row, now)
		return nil
	})
	if err != nil && err != errKeep && e.ctx.Err() == nil {
		e.trouble(fmt.Errorf("taking %s over: %w", l.ID, err))
	}
}

// claims are the attempts that run in this engine.
type claims struct {
	mu sync.Mutex
	of map[claimed]bool
}

type claimed struct {
	id    string
	fence uint64
}

func (c *claims) add(row Row) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[claimed]bool{}
	}
	c.of[claimed{row.ID, row.Fence}] = true
}

func (c *claims) remove(row Row) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.of, claimed{row.ID, row.Fence})
}

func (c *claims) has(l Lease) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.of[claimed{l.ID, l.Fence}]
}

// idle waits until a queue may have a job.
func (e *engine) idle(ctx context.Context, queued <-chan struct{}) {
	t := time.NewTimer(e.tick())
	defer t.Stop()
	select {
	case <-queued:
	case <-t.C:
	case <-ctx.Done():
	}
}
