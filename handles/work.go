package handles

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

func (e *engine) Work(ctx context.Context, tool string, slots int, body Body) error {
	if slots < 1 {
		return fmt.Errorf("working on %s: %d slots would do nothing; say at least one", tool, slots)
	}
	if err := e.enter(); err != nil {
		return err
	}
	defer e.works.Done()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(e.ctx, stop)()

	p := &pool{e: e, tool: tool, body: body, free: make(chan struct{}, slots), stray: make(chan struct{}, slots)}
	for range slots {
		p.free <- struct{}{}
	}
	p.take(ctx)
	p.running.Wait()
	return nil
}

// A pool is the slots of one Work.
type pool struct {
	e    *engine
	tool string
	body Body
	free chan struct{} // a token for each slot without a job
	// stray holds a token for each body that was told to end, did not, and lost its slot. There are at
	// most as many as slots: after that a body keeps its slot until it ends.
	stray   chan struct{}
	running sync.WaitGroup
}

// take gives a job to every free slot until ctx ends.
func (p *pool) take(ctx context.Context) {
	queued, stop := p.e.hub.listen(queue(p.tool))
	defer stop()
	for {
		select {
		case <-p.free:
		case <-ctx.Done():
			return
		}
		row, sent, ok := p.claim(ctx, queued)
		if !ok {
			return
		}
		p.running.Go(func() { p.work(ctx, row, sent) })
	}
}

// claim waits for a job, or for the end of ctx, and says when it asked.
func (p *pool) claim(ctx context.Context, queued <-chan struct{}) (Row, time.Time, bool) {
	quiet := true
	for ctx.Err() == nil {
		// Not ctx: a claim that was made but not heard of costs the job a lease. Half a lease, so that an
		// answer cannot come when keep gives up on it.
		sent := time.Now()
		asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), p.e.lease/2)
		row, err := p.e.store.Claim(asking, p.tool, p.e.worker)
		cancel()
		if err == nil {
			p.e.hub.Changed(row.ID)
			return row, sent, true
		}
		if !errors.Is(err, ErrNotFound) && quiet {
			quiet = false // once an outage
			p.e.trouble(fmt.Errorf("claiming a job of %s: %w", p.tool, err))
		} else if errors.Is(err, ErrNotFound) {
			quiet = true
		}
		p.e.idle(ctx, queued)
	}
	return Row{}, time.Time{}, false
}

// work runs one job and frees its slot.
func (p *pool) work(ctx context.Context, row Row, sent time.Time) {
	_, over, err := p.e.run(context.WithoutCancel(ctx), row, sent, p.body, ctx.Done())
	if err != nil {
		p.e.trouble(fmt.Errorf("ending %s: %w", row.ID, err))
	}
	select {
	case <-over:
	default:
		select {
		case p.stray <- struct{}{}:
			go func() { <-over; <-p.stray }()
		case <-over:
		case <-ctx.Done():
		}
	}
	p.free <- struct{}{}
}

func (e *engine) Do(ctx context.Context, job NewJob, body Body) (Record, bool, error) {
	if err := e.enter(); err != nil {
		return Record{}, false, err
	}
	defer e.works.Done()
	sent := time.Now()
	row, existed, err := e.insert(ctx, job, func(row *Row) {
		row.Direct, row.Leased, row.Worker = true, true, e.worker
		row.Fence, row.Attempts = 1, 1
	})
	if err != nil {
		return Record{}, existed, err
	}
	if existed {
		if !row.Direct || row.Leased || row.State != Working {
			return row.Record, true, nil
		}
		row, err = e.change(ctx, row.ID, func(row *Row, _ time.Time) error { return row.resume(e.worker) })
		if errors.Is(err, errKeep) { // somebody else was quicker
			r, err := e.Get(ctx, job.Owner, row.ID)
			return r, true, err
		}
		if err != nil {
			return Record{}, true, err
		}
	}
	ended, _, err := e.run(ctx, row, sent, body, e.ctx.Done())
	if err != nil {
		return ended.Record, existed, fmt.Errorf("storing the result: %w", err)
	}
	return ended.Record, existed, nil
}
