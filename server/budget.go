package server

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// longestBudget is how long a call may take. Hosts cut at 60 s and less (OpenAI forum, read
	// 2026-11-29); the Agents SDK reads for 5 s by default; people stop waiting before either.
	longestBudget = 10 * time.Second
	// parting is how long a handler may take to return once its context has ended, before it counts as
	// abandoned.
	parting = 100 * time.Millisecond
	// mostAbandoned is how many handlers of one tool may run on after their call was answered.
	mostAbandoned = 8
)

var (
	errOverBudget = errors.New("the handler did not return within its budget")
	errGone       = errors.New("the client has gone")
	errTooMany    = errors.New("too many abandoned handlers")
)

// within runs the handler for at most the tool's budget. A handler that ignores its context is left
// running and answered for; how many may be is capped, and drain waits for them.
func (s *Server) within(ctx context.Context, c *call, in any) (any, error) {
	t := c.tool
	if t.abandoned.Load() >= mostAbandoned {
		return nil, errTooMany
	}
	ctx, cancel := context.WithTimeoutCause(ctx, t.budget, errOverBudget)
	defer cancel()
	done := make(chan outcome, 1)
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		done <- t.run(ctx, in)
	}()
	select {
	case o := <-done:
		return o.out, blame(ctx, o.err)
	case <-ctx.Done():
	}
	grace := time.NewTimer(parting)
	defer grace.Stop()
	select {
	case o := <-done:
		return o.out, blame(ctx, o.err)
	case <-grace.C:
	}
	t.abandoned.Add(1)
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		o := <-done
		t.abandoned.Add(-1)
		e := c.log.Warn().Str("tool", t.spec.Name).Str("ref", c.reference()).Dur("took_ms", time.Since(c.start))
		if o.err != nil {
			e = e.AnErr("error", o.err)
		}
		e.Msg("an abandoned handler has ended")
	}()
	return nil, blame(ctx, context.Cause(ctx))
}

// blame turns a handler's "context ended" into why it ended.
func blame(ctx context.Context, err error) error {
	if err == nil || !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	switch cause := context.Cause(ctx); {
	case cause == nil: // the handler's own, shorter deadline
		return err
	case errors.Is(cause, errOverBudget):
		return fmt.Errorf("%w (%w)", errOverBudget, err)
	default:
		return fmt.Errorf("%w (%w)", errGone, err)
	}
}
