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
	// mostAbandoned is how many handlers of one tool may run on, after their calls were answered, before
	// further calls are refused.
	mostAbandoned = 8
	// mostRunning is how many handlers of one tool may run at once, abandoned ones included.
	mostRunning = 1000
)

var (
	errOverBudget = errors.New("the handler did not return within its budget")
	errGone       = errors.New("the client has gone")
	errTooMany    = errors.New("too many handlers of this tool are running")
)

// within takes the call through arguments, handler and result, for at most the tool's budget. A handler
// that ignores its context is left running and answered for; drain waits for it. A call that has ended
// before it began is not begun.
func (s *Server) within(ctx context.Context, c *call) answer {
	t := c.tool
	if err := ctx.Err(); err != nil {
		return c.failure(blame(ctx, err))
	}
	if t.running.Add(1) > mostRunning || t.abandoned.Load() >= mostAbandoned {
		t.running.Add(-1)
		return c.failure(errTooMany)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, t.budget, errOverBudget)
	defer cancel()
	done := make(chan answer, 1)
	s.running.add()
	go func() {
		defer s.running.done()
		defer t.running.Add(-1)
		c.carry(ctx, done)
	}()
	select {
	case a := <-done:
		return a
	case <-ctx.Done():
	}
	grace := time.NewTimer(parting)
	defer grace.Stop()
	select {
	case a := <-done:
		return a
	case <-grace.C:
	}
	t.abandoned.Add(1)
	s.running.add()
	go func() {
		defer s.running.done()
		a := <-done
		t.abandoned.Add(-1)
		e := c.log.Warn().Str("tool", t.spec.Name).Str("ref", c.reference()).Dur("took_ms", time.Since(c.start))
		if a.cause != nil {
			e = e.AnErr("error", a.cause)
		}
		e.Msg("an abandoned handler has ended")
	}()
	return c.failure(blame(ctx, context.Cause(ctx)))
}

// blame turns a handler's "context ended" into why it ended.
func blame(ctx context.Context, err error) error {
	if err == nil || !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, errOverBudget) && !errors.Is(err, errGone) {
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
