package handles

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// flushEvery is how often a measure is written at most.
const flushEvery = 100 * time.Millisecond

// errLost is a write by a worker whose claim is over.
var errLost = fmt.Errorf("writing for a job: %w", ErrLeaseLost)

// An attempt is one run of a body under one claim.
type attempt struct {
	e        *engine
	claimed  Row
	progress *Progress
	// body is the context of the body, stop ends it.
	body context.Context
	stop context.CancelCauseFunc
	// proven is when the last sign of life that arrived was sent, by the monotonic clock.
	proven time.Time
}

// An outcome is what a body returned.
type outcome struct {
	result   json.RawMessage
	failure  *Failure
	panicked bool
}

// run runs a body until it ends or is left alone, and settles what becomes of the job. sent is when the
// claim was asked for; over is closed when the body has ended.
func (e *engine) run(ctx context.Context, claimed Row, sent time.Time, body Body, drain <-chan struct{}) (row Row, over <-chan struct{}, err error) {
	a := &attempt{e: e, claimed: claimed, proven: sent}
	ctx, cancel := context.WithDeadlineCause(ctx, time.Now().Add(claimed.Deadline.Sub(claimed.Updated)), ErrDeadline)
	defer cancel()
	a.body, a.stop = context.WithCancelCause(ctx)
	defer a.stop(nil)
	a.progress = &Progress{last: claimed.Progress, dirty: make(chan struct{}, 1), ask: a.ask}
	e.running.add(claimed)
	if !a.fresh(sent) {
		e.running.remove(claimed)
		ended := make(chan struct{})
		close(ended)
		return claimed, ended, errLost
	}

	done, ended := make(chan outcome, 1), make(chan struct{})
	go func() {
		defer close(ended)
		done <- e.call(a.body, body, claimed.Record.clone(), a.progress)
	}()
	out, answered := a.mind(done, drain)
	row, err = a.settle(out, answered)
	if err == nil || errors.Is(err, errLost) || errors.Is(err, ErrNotFound) {
		e.running.remove(claimed) // otherwise it counts as run, whoever takes it over
	}
	return row, ended, err
}

// fresh says whether the claim that was sent then still holds: this process may have stood still since.
func (a *attempt) fresh(sent time.Time) bool {
	if time.Since(sent) < a.e.lease/3 {
		return true
	}
	a.beat()
	return a.proven.After(sent)
}

// call runs the body and survives it.
func (e *engine) call(ctx context.Context, body Body, r Record, p *Progress) (out outcome) {
	defer func() {
		if v := recover(); v != nil {
			e.trouble(fmt.Errorf("running %s %s: panic: %v\n%s", r.Tool, r.ID, v, debug.Stack()))
			out = outcome{failure: masked(), panicked: true}
		}
	}()
	result, err := body(ctx, r, p)
	if err == nil {
		return outcome{result: result}
	}
	if f, ok := errors.AsType[*Failure](err); ok && f != nil {
		return outcome{failure: &Failure{Code: f.Code, Text: f.Text}}
	}
	if context.Cause(ctx) == nil {
		e.trouble(fmt.Errorf("running %s %s: %w", r.Tool, r.ID, err))
	}
	return outcome{failure: masked()}
}

func masked() *Failure {
	return &Failure{Code: CodeInternal, Text: "The work failed for a reason that is kept from this answer. Starting it again may help; otherwise tell whoever runs the server."}
}

// mind keeps the lease until the body ends (answered), or has been told to end and does not.
func (a *attempt) mind(done <-chan outcome, drain <-chan struct{}) (out outcome, answered bool) {
	woken, stop := a.e.hub.listen(a.claimed.ID)
	defer stop()
	beat := time.NewTicker(a.e.lease / 3)
	defer beat.Stop()
	select {
	case out := <-done:
		return out, true
	default:
		a.look() // a cancel may have come after the claim and before this listened
	}
	told := a.body.Done()
	var patience, grace, flush <-chan time.Time
	var flushed time.Time
	for {
		select {
		case out := <-done:
			return out, true
		case <-grace:
			return outcome{}, false
		case <-beat.C:
			a.beat()
		case <-woken:
			a.look()
		case <-a.progress.dirty:
			if flush == nil {
				flush = time.After(flushEvery - time.Since(flushed))
			}
		case <-flush:
			flush, flushed = nil, time.Now()
			a.flush()
		case <-drain:
			drain = nil
			if a.claimed.Repeat == Safe {
				a.stop(ErrDraining)
			} else {
				patience = time.After(a.e.drain)
			}
		case <-patience:
			a.stop(ErrDraining)
		case <-told:
			told = nil
			grace = time.After(a.e.drain)
			if context.Cause(a.body) == ErrDeadline {
				a.write(func(row *Row, now time.Time) { row.overdue(now) })
			}
		}
	}
}

// beat shows that the worker lives. When that could not be shown for a whole lease, somebody else may
// have the job. A process that stood still for longer than that asks first: perhaps nobody has.
func (a *attempt) beat() {
	sent := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), max(a.e.lease-sent.Sub(a.proven), a.e.lease/3))
	defer cancel()
	switch err := a.e.store.Beat(ctx, a.claimed.ID, a.claimed.Fence); {
	case err == nil:
		a.proven = sent
	case errors.Is(err, ErrStale):
		a.look()
	default:
		a.e.trouble(fmt.Errorf("keeping the lease on %s: %w", a.claimed.ID, err))
		if time.Since(a.proven) >= a.e.lease {
			a.stop(ErrLeaseLost)
		}
	}
}

// look reads the row and ends the body when the job is no longer its.
func (a *attempt) look() {
	ctx, cancel := context.WithTimeout(context.Background(), a.e.lease/3)
	defer cancel()
	row, _, err := a.e.store.Load(ctx, a.claimed.ID)
	switch {
	case errors.Is(err, ErrNotFound):
		a.stop(ErrLeaseLost)
	case err != nil: // beat decides when it lasts
		a.e.trouble(fmt.Errorf("looking after %s: %w", a.claimed.ID, err))
	case row.State == Cancelled:
		a.stop(ErrCancelled)
	case row.State == Failed && row.Failure.Code == CodeDeadline:
		a.stop(ErrDeadline)
	case !a.holds(row):
		a.stop(ErrLeaseLost)
	}
}

func (a *attempt) holds(row Row) bool { return row.Leased && row.Fence == a.claimed.Fence }

func (a *attempt) flush() {
	a.write(func(row *Row, _ time.Time) { row.Progress = a.progress.Measure() })
}

// write changes the row for the body while it runs.
func (a *attempt) write(step func(*Row, time.Time)) {
	ctx, cancel := context.WithTimeout(context.Background(), a.e.lease/3)
	defer cancel()
	_, err := a.change(ctx, func(row *Row, now time.Time) error { step(row, now); return nil })
	switch {
	case errors.Is(err, errKeep), errors.Is(err, errLost):
		a.look()
	case err != nil:
		a.e.trouble(fmt.Errorf("writing how far %s is: %w", a.claimed.ID, err))
	}
}

// change changes the row while the claim holds, otherwise it returns errLost.
func (a *attempt) change(ctx context.Context, step func(*Row, time.Time) error) (Row, error) {
	return a.e.change(ctx, a.claimed.ID, func(row *Row, now time.Time) error {
		if !a.holds(*row) {
			return errLost
		}
		return step(row, now)
	})
}

// ask is Progress.Ask.
func (a *attempt) ask(ctx context.Context, requests map[string]json.RawMessage) (map[string]json.RawMessage, error) {
	woken, stop := a.e.hub.listen(a.claimed.ID)
	defer stop()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(a.body, func() { cancel(context.Cause(a.body)) })()
	row, err := a.change(ctx, func(row *Row, _ time.Time) error { return row.ask(requests) })
	if err != nil {
		return nil, fmt.Errorf("asking for input: %w", err)
	}
	backstop := time.NewTicker(a.e.lease)
	defer backstop.Stop()
	for {
		answers := map[string]json.RawMessage{}
		for key := range requests {
			if response, ok := row.Responses[key]; ok {
				answers[key] = response
			}
		}
		if len(answers) == len(requests) {
			return answers, nil
		}
		select {
		case <-woken:
		case <-backstop.C:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		if fresh, _, err := a.e.store.Load(ctx, a.claimed.ID); err == nil {
			row = fresh
		}
	}
}

// settle stores what becomes of the job. The fence makes it safe to try for as long as it takes, and to
// do so although the lease may be over.
func (a *attempt) settle(out outcome, answered bool) (Row, error) {
	until := time.Now().Add(5 * a.e.lease)
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		ctx, cancel := context.WithTimeout(context.Background(), a.e.lease)
		row, err := a.change(ctx, func(row *Row, now time.Time) error {
			a.become(row, out, answered, now)
			return nil
		})
		cancel()
		switch {
		case err == nil, errors.Is(err, errKeep):
			return row, nil
		case errors.Is(err, errLost), errors.Is(err, ErrNotFound):
			return row, err
		}
		a.e.trouble(fmt.Errorf("storing what became of %s: %w", a.claimed.ID, err))
		if time.Now().After(until) || !a.e.pause(a.e.ctx, wait) {
			return a.claimed, err
		}
	}
}

func (a *attempt) become(row *Row, out outcome, answered bool, now time.Time) {
	row.Progress = a.progress.Measure()
	cause := context.Cause(a.body)
	stopped := answered && out.failure != nil && !out.panicked
	switch {
	case !answered:
		row.lose(now)
	case stopped && cause == ErrDeadline:
		row.overdue(now)
	case stopped && (cause == ErrDraining || cause == ErrLeaseLost) && row.Repeat == Safe:
		row.handBack()
	case stopped && (cause == ErrDraining || cause == ErrLeaseLost):
		row.lose(now)
	default:
		row.complete(out, now)
	}
}
