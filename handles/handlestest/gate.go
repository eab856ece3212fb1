package handlestest

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/comity-mcp/comity/handles"
)

// errGate is what a cut line says.
var errGate = errors.New("the line to the store is cut")

// A Gate is a store whose line can be frozen and cut: the [Reach] of an engine over a [handles.Store].
type Gate struct {
	store handles.Store

	mu     sync.Mutex
	frozen chan struct{} // closed by Thaw; nil when nothing is frozen
	cut    bool
	lose   bool
}

// NewGate returns a gate in front of a store, open.
func NewGate(store handles.Store) *Gate { return &Gate{store: store} }

// Freeze makes every call wait, until its context ends.
func (g *Gate) Freeze() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.frozen == nil {
		g.frozen = make(chan struct{})
	}
}

// Thaw lets what waits pass.
func (g *Gate) Thaw() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.frozen != nil {
		close(g.frozen)
		g.frozen = nil
	}
}

// Cut makes every call fail.
func (g *Gate) Cut() { g.set(true, false) }

// Lose makes every call take effect and fail.
func (g *Gate) Lose() { g.set(false, true) }

// Mend ends Cut and Lose.
func (g *Gate) Mend() { g.set(false, false) }

func (g *Gate) set(cut, lose bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.cut, g.lose = cut, lose
}

// in waits for the way to the store.
func (g *Gate) in(ctx context.Context) error {
	for {
		g.mu.Lock()
		frozen, cut := g.frozen, g.cut
		g.mu.Unlock()
		switch {
		case frozen == nil && cut:
			return errGate
		case frozen == nil:
			return nil
		}
		select {
		case <-frozen:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// out waits for the way back.
func (g *Gate) out(ctx context.Context, err error) error {
	if err := g.in(ctx); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.lose {
		return errGate
	}
	return err
}

// through makes a call that returns one value.
func through[T any](ctx context.Context, g *Gate, call func() (T, error)) (T, error) {
	var zero T
	if err := g.in(ctx); err != nil {
		return zero, err
	}
	v, err := call()
	if err := g.out(ctx, err); err != nil {
		return zero, err
	}
	return v, nil
}

type nothing = struct{}

// Now asks the store.
func (g *Gate) Now(ctx context.Context) (time.Time, error) {
	return through(ctx, g, func() (time.Time, error) { return g.store.Now(ctx) })
}

// Insert asks the store.
func (g *Gate) Insert(ctx context.Context, row handles.Row) (handles.Row, bool, error) {
	existed := false
	row, err := through(ctx, g, func() (r handles.Row, err error) { r, existed, err = g.store.Insert(ctx, row); return r, err })
	return row, existed, err
}

// Load asks the store.
func (g *Gate) Load(ctx context.Context, id string) (handles.Row, time.Time, error) {
	var now time.Time
	row, err := through(ctx, g, func() (r handles.Row, err error) { r, now, err = g.store.Load(ctx, id); return r, err })
	return row, now, err
}

// Swap asks the store.
func (g *Gate) Swap(ctx context.Context, row handles.Row) error {
	_, err := through(ctx, g, func() (nothing, error) { return nothing{}, g.store.Swap(ctx, row) })
	return err
}

// Claim asks the store.
func (g *Gate) Claim(ctx context.Context, tool, worker string) (handles.Row, error) {
	return through(ctx, g, func() (handles.Row, error) { return g.store.Claim(ctx, tool, worker) })
}

// Beat asks the store.
func (g *Gate) Beat(ctx context.Context, id string, fence uint64) error {
	_, err := through(ctx, g, func() (nothing, error) { return nothing{}, g.store.Beat(ctx, id, fence) })
	return err
}

// Live asks the store.
func (g *Gate) Live(ctx context.Context) ([]handles.Lease, error) {
	return through(ctx, g, func() ([]handles.Lease, error) { return g.store.Live(ctx) })
}

// Sweep asks the store.
func (g *Gate) Sweep(ctx context.Context, bounds handles.Bounds) error {
	_, err := through(ctx, g, func() (nothing, error) { return nothing{}, g.store.Sweep(ctx, bounds) })
	return err
}

// Watch asks the store; what it tells passes, frozen or not, as it carries no data.
func (g *Gate) Watch(ctx context.Context, w handles.Watcher) error { return g.store.Watch(ctx, w) }

// Close closes the store.
func (g *Gate) Close() error { return g.store.Close() }
