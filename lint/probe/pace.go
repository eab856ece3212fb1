package probe

import (
	"context"
	"errors"
	"sync"
	"time"
)

// errSpent is the end of the calls.
var errSpent = errors.New("the bound on calls was reached")

// A pace keeps to the rate and to the bound on calls. It is safe for concurrent use.
type pace struct {
	every time.Duration
	mu    sync.Mutex
	next  time.Time
	calls int // how many are left
}

func newPace(o Options) *pace {
	return &pace{every: time.Duration(float64(time.Second) / o.Rate), calls: o.MaxCalls}
}

// wait returns when the next request may be sent, or the reason why none may.
func (p *pace) wait(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.mu.Lock()
	now := time.Now()
	at := now
	if p.next.After(now) {
		at = p.next
	}
	p.next = at.Add(p.every)
	p.mu.Unlock()
	if at == now {
		return nil
	}
	timer := time.NewTimer(at.Sub(now))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// call is wait for a tools/call.
func (p *pace) call(ctx context.Context) error {
	p.mu.Lock()
	spent := p.calls <= 0
	p.calls--
	p.mu.Unlock()
	if spent {
		return errSpent
	}
	return p.wait(ctx)
}
