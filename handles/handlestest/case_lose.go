package handlestest

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"time"

	"github.com/comity-mcp/comity/handles"
)

var losing = []part{
	{"a killed worker is taken over within a lease, and the attempt is counted", func(r *rig) {
		doomed, heir := r.engine(), r.engine()
		h, next := hold(), hold()
		r.work(doomed, 1, h.body)
		rec := r.start(heir, job())
		receive(r, "the first body runs", h.began)
		r.work(heir, 1, next.body)
		killed := time.Now()
		doomed.Reach.Freeze()
		second := receive(r, "another worker takes over", next.began)
		if took := time.Since(killed); took < lease/2 || took > soon/4 {
			r.Errorf("taken over after %v with a lease of %v", took, lease)
		}
		equal(r, "the attempts", second.Attempts, 2)
		close(next.let)
		equal(r, "the attempts of the final record", r.ends(heir, rec.ID, handles.Completed).Attempts, 2)
	}},
	{"a worker that lives is not taken over, however long its body runs", func(r *rig) {
		worker, other := r.engine(), r.engine()
		h := hold()
		r.work(worker, 1, h.body)
		r.work(other, 1, h.body)
		rec := r.start(worker, job())
		receive(r, "the body runs", h.began)
		r.pass(4 * lease)
		equal(r, "the attempts after four leases", r.get(other, rec.ID).Attempts, 1)
		close(h.let)
		equal(r, "the attempts", r.ends(other, rec.ID, handles.Completed).Attempts, 1)
	}},
	{"a worker frozen past its lease and thawed cannot write, and its body hears of it", func(r *rig) {
		frozen, heir := r.engine(), r.engine()
		began, cause, let := make(chan struct{}), make(chan error, 1), make(chan struct{})
		stop := r.work(frozen, 1, func(ctx context.Context, _ handles.Record, p *handles.Progress) (json.RawMessage, error) {
			close(began)
			<-ctx.Done()
			cause <- context.Cause(ctx)
			r.wait(let)
			p.Report(99, 99, "stale")
			return json.RawMessage(`"stale"`), nil
		})
		rec := r.start(heir, job())
		receive(r, "the body runs", began)
		frozen.Reach.Freeze()
		next := hold()
		r.work(heir, 1, next.body)
		receive(r, "another worker takes over", next.began)
		is(r, "the cause of the frozen body's context", receive(r, "the frozen body hears of it", cause), handles.ErrLeaseLost)
		frozen.Reach.Thaw()
		close(let)
		stop()
		equal(r, "the state while the second runs", r.get(heir, rec.ID).State, handles.Working)
		close(next.let)
		done := r.ends(heir, rec.ID, handles.Completed)
		equal(r, "the result", string(done.Result), `"held"`)
		equal(r, "the measure", done.Progress, handles.Measure{})
		equal(r, "the record as the thawed engine sees it", r.get(frozen, rec.ID), done)
	}},
	{"a job that may run once is interrupted when its worker is lost, and never runs a second time", func(r *rig) {
		doomed, heir := r.engine(), r.engine()
		h, next := hold(), hold()
		r.work(doomed, 1, h.body)
		rec := r.start(heir, once())
		receive(r, "the body runs", h.began)
		r.work(heir, 1, next.body)
		doomed.Reach.Freeze()
		done := r.ends(heir, rec.ID, handles.Interrupted)
		if done.Failure.Code != handles.CodeInterrupted || done.Failure.Text == "" || done.Expires.IsZero() || done.Attempts != 1 {
			r.Errorf("the record is %+v", done)
		}
		equal(r, "how often the heir ran it", len(next.began), 0)
	}},
	{"attempts are capped for a body whose worker dies each time", func(r *rig) {
		watcher := r.engine()
		j := job()
		j.Attempts = 2
		rec := r.start(watcher, j)
		for range 2 {
			doomed := r.engine()
			h := hold()
			r.work(doomed, 1, h.body)
			receive(r, "a worker takes it", h.began)
			doomed.Reach.Freeze()
		}
		done := r.ends(watcher, rec.ID, handles.Failed)
		equal(r, "the attempts", done.Attempts, 2)
		equal(r, "the code", done.Failure.Code, handles.CodeAttempts)
	}},
	{"progress never falls from one attempt to the next", func(r *rig) {
		doomed, heir := r.engine(), r.engine()
		r.work(doomed, 1, func(ctx context.Context, _ handles.Record, p *handles.Progress) (json.RawMessage, error) {
			p.Report(6, 10, "first")
			<-ctx.Done()
			return nil, ctx.Err()
		})
		rec := r.start(heir, job())
		r.until(heir, rec.ID, "at 6", func(rec handles.Record) bool { return rec.Progress.Done == 6 })
		doomed.Reach.Freeze()
		let := make(chan struct{})
		r.work(heir, 1, func(ctx context.Context, _ handles.Record, p *handles.Progress) (json.RawMessage, error) {
			p.Report(1, 10, "again")
			r.wait(let)
			return json.RawMessage(`1`), nil
		})
		got := r.until(heir, rec.ID, "again", func(rec handles.Record) bool { return rec.Progress.Message == "again" })
		equal(r, "the measure", got.Progress, handles.Measure{Done: 6, Total: 10, Message: "again"})
		close(let)
		r.ends(heir, rec.ID, handles.Completed)
	}},
	{"a claim whose answer was lost costs a lease, and neither an attempt nor a job that may run once", func(r *rig) {
		e, other := r.engine(), r.engine()
		rec := r.start(other, once())
		e.Reach.Lose()
		h := hold()
		r.work(e, 1, h.body)
		r.until(other, rec.ID, "claimed", func(rec handles.Record) bool { return rec.Attempts == 1 })
		// Whether the claimant or somebody else sees the silence first is decided by who is there: here it
		// is the claimant alone, since the other one cannot know that no body ran.
		other.Reach.Freeze()
		e.Reach.Mend()
		got := receive(r, "the body runs", h.began)
		equal(r, "the attempts", got.Attempts, 1)
		close(h.let)
		r.ends(e, rec.ID, handles.Completed)
	}},
}

var draining = []part{
	{"a worker that shuts down hands a job back that may run again, at once and uncounted", func(r *rig) {
		leaving, staying := r.engine(), r.engine()
		h, next := hold(), hold()
		stop := r.work(leaving, 1, h.body)
		rec := r.start(staying, job())
		receive(r, "the body runs", h.began)
		waits := r.start(staying, job())
		stop()
		is(r, "the cause of the body's context", receive(r, "the body hears of it", h.cause), handles.ErrDraining)
		equal(r, "the attempts after the hand-back", r.get(staying, rec.ID).Attempts, 0)
		equal(r, "the attempts of a job that waited", r.get(staying, waits.ID).Attempts, 0)
		r.work(staying, 2, next.body)
		receive(r, "a body runs elsewhere", next.began)
		close(next.let)
		equal(r, "the attempts", r.ends(staying, rec.ID, handles.Completed).Attempts, 1)
		r.ends(staying, waits.ID, handles.Completed)
	}},
	{"a worker that shuts down lets a job that may run once end, for a time", func(r *rig) {
		e := r.engineWith(handles.Options{Drain: soon})
		h := hold()
		stop := r.work(e, 1, h.body)
		rec := r.start(e, once())
		receive(r, "the body runs", h.began)
		stopped := make(chan struct{})
		go func() { stop(); close(stopped) }()
		close(h.let)
		receive(r, "Work returns", stopped)
		r.ends(e, rec.ID, handles.Completed)

		short := r.engine()
		h = hold()
		stop = r.work(short, 1, h.body)
		rec = r.start(short, once())
		receive(r, "the body runs", h.began)
		stop()
		is(r, "the cause of the body's context", receive(r, "the body hears of it", h.cause), handles.ErrDraining)
		r.ends(short, rec.ID, handles.Interrupted)
	}},
	{"a body that returns its result while its worker shuts down completes the job", func(r *rig) {
		e := r.engine()
		began := make(chan struct{})
		stop := r.work(e, 1, func(ctx context.Context, _ handles.Record, _ *handles.Progress) (json.RawMessage, error) {
			close(began)
			<-ctx.Done()
			return json.RawMessage(`"done"`), nil
		})
		rec := r.start(e, job())
		receive(r, "the body runs", began)
		stop()
		equal(r, "the result", string(r.ends(e, rec.ID, handles.Completed).Result), `"done"`)
	}},
	{"a worker shuts down although its body does not, and the job goes on elsewhere", func(r *rig) {
		leaving, staying := r.engine(), r.engine()
		began, let := make(chan struct{}), make(chan struct{})
		defer close(let)
		stop := r.work(leaving, 1, func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
			close(began)
			r.wait(let)
			return json.RawMessage(`"late"`), nil
		})
		rec := r.start(staying, job())
		receive(r, "the body runs", began)
		stopped := make(chan struct{})
		go func() { stop(); close(stopped) }()
		receive(r, "Work returns", stopped)
		r.work(staying, 1, returns(`"elsewhere"`))
		done := r.ends(staying, rec.ID, handles.Completed)
		equal(r, "the result", string(done.Result), `"elsewhere"`)
		equal(r, "the attempts, the first one counted since nobody knows how far it came", done.Attempts, 2)
	}},
	{"close drains, may be called again, and leaves a closed engine", func(r *rig) {
		e, other := r.engine(), r.engine()
		h := hold()
		r.work(e, 1, h.body)
		rec := r.start(e, job())
		receive(r, "the body runs", h.began)
		for range 2 {
			if err := e.Close(); err != nil {
				r.Errorf("Close: %v", err)
			}
		}
		equal(r, "the attempts after the hand-back", r.get(other, rec.ID).Attempts, 0)
		_, _, start := e.Start(r.ctx, job())
		_, get := e.Get(r.ctx, alice, rec.ID)
		_, wait := e.Wait(r.ctx, alice, rec.ID, 0)
		_, cancel := e.Cancel(r.ctx, alice, rec.ID)
		_, _, do := e.Do(r.ctx, job(), returns(`1`))
		for _, err := range []error{start, get, wait, cancel, do, e.Work(r.ctx, tool, 1, returns(`1`))} {
			is(r, "a call after Close", err, handles.ErrClosed)
		}
	}},
}

var failing = []part{
	{"a store out of reach is said, and what was started before is still there after", func(r *rig) {
		e := r.engine()
		rec := r.start(e, job())
		e.Reach.Cut()
		_, _, start := e.Start(r.ctx, job())
		_, get := e.Get(r.ctx, alice, rec.ID)
		_, wait := e.Wait(r.ctx, alice, rec.ID, 0)
		_, cancel := e.Cancel(r.ctx, alice, rec.ID)
		for _, err := range []error{start, get, wait, cancel} {
			is(r, "a call without the store", err, handles.ErrUnavailable)
		}
		e.Reach.Mend()
		equal(r, "the record after", r.get(e, rec.ID), rec)
	}},
	{"a running body survives a store that is away for less than a lease, and its result is stored when it is back", func(r *rig) {
		e := r.engine()
		h := hold()
		r.work(e, 1, h.body)
		rec := r.start(e, job())
		receive(r, "the body runs", h.began)
		e.Reach.Cut()
		close(h.let)
		r.pass(lease / 3)
		e.Reach.Mend()
		done := r.ends(e, rec.ID, handles.Completed)
		equal(r, "the attempts", done.Attempts, 1)
	}},
	{"a worker goes on after an outage of many leases", func(r *rig) {
		e := r.engine()
		r.work(e, 1, returns(`1`))
		r.ends(e, r.start(e, job()).ID, handles.Completed)
		e.Reach.Cut()
		r.pass(3 * lease)
		e.Reach.Mend()
		r.ends(e, r.start(e, job()).ID, handles.Completed)
	}},
	{"an outage longer than a lease ends a body, which runs again when it may and is interrupted when it may not", func(r *rig) {
		e := r.engine()
		var runs atomic.Int64
		cause, began := make(chan error, 2), make(chan struct{}, 2)
		r.work(e, 2, func(ctx context.Context, rec handles.Record, _ *handles.Progress) (json.RawMessage, error) {
			if runs.Add(1) > 2 {
				return json.RawMessage(`"again"`), nil
			}
			began <- struct{}{}
			<-ctx.Done()
			cause <- context.Cause(ctx)
			return nil, errors.New("stopped")
		})
		again, never := r.start(e, job()), r.start(e, once())
		for range 2 {
			receive(r, "both bodies run", began)
		}
		e.Reach.Cut()
		for range 2 {
			is(r, "the cause", receive(r, "the bodies hear of it", cause), handles.ErrLeaseLost)
		}
		e.Reach.Mend()
		equal(r, "the result", string(r.ends(e, again.ID, handles.Completed).Result), `"again"`)
		r.ends(e, never.ID, handles.Interrupted)
	}},
	{"a job that may run once and whose result could not be stored is interrupted, and not run again", func(r *rig) {
		e := r.engine()
		h := hold()
		r.work(e, 1, h.body)
		rec := r.start(e, once())
		receive(r, "the body runs", h.began)
		e.Reach.Cut()
		close(h.let)
		r.pass(8 * lease)
		e.Reach.Mend()
		r.ends(e, rec.ID, handles.Interrupted)
		equal(r, "how often it ran again", len(h.began), 0)
	}},
}
