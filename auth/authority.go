package auth

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

const (
	// freshFor is how long keys are used before they are read again beside the calls.
	freshFor = 10 * time.Minute
	// keysFor is how long keys are used at most: a key that its issuer withdrew stops then, and while
	// its issuer cannot be reached no token of it is good.
	keysFor = 15 * time.Minute
	// retryAfter is the pause after a failed reading.
	retryAfter = 5 * time.Second
)

// An authority is one iss at work: its metadata and keys, read when first needed. It is safe for
// concurrent use.
type authority struct {
	judge  *judge
	client *http.Client
	log    zerolog.Logger

	mu       sync.Mutex
	keys     *keys    // nil until read
	loading  *reading // nil while none is under way
	failure  error    // of the last reading, nil when it went well
	failedAt time.Time
}

// A reading of metadata and keys; keys and denial are set when done is closed.
type reading struct {
	done   chan struct{}
	keys   *keys
	denial *denial
}

// current returns keys that may be used now. It waits for a reading only when there are none.
func (a *authority) current(ctx context.Context) (*keys, *denial) {
	a.mu.Lock()
	now := time.Now()
	paused := a.failure != nil && now.Before(a.failedAt.Add(retryAfter))
	if a.keys != nil && now.Before(a.keys.read.Add(keysFor)) {
		defer a.mu.Unlock()
		if !paused && !now.Before(a.keys.read.Add(freshFor)) {
			a.start()
		}
		return a.keys, nil
	}
	if paused {
		defer a.mu.Unlock()
		return nil, unavailable(retryAfter, "%v", a.failure)
	}
	l := a.start()
	a.mu.Unlock()
	select {
	case <-l.done:
		return l.keys, l.denial
	case <-ctx.Done():
		return nil, unavailable(retryAfter, "the request ended before the keys were read")
	}
}

// start begins a reading unless one is under way, and returns it. The lock is held.
func (a *authority) start() *reading {
	if a.loading != nil {
		return a.loading
	}
	l := &reading{done: make(chan struct{})}
	a.loading = l
	go func() {
		keys, err := a.read()
		a.finish(l, keys, err)
	}()
	return l
}

func (a *authority) read() (*keys, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	m, err := discover(ctx, a.client, a.judge.trust)
	if err != nil {
		return nil, err
	}
	return readKeys(ctx, a.client, m.keys)
}

func (a *authority) finish(l *reading, k *keys, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	defer close(l.done)
	a.loading = nil
	issuer := a.judge.trust.issuer
	if err != nil {
		a.failure, a.failedAt = err, time.Now()
		l.denial = unavailable(retryAfter, "%v", err)
		a.log.Error().Str("issuer", issuer).Err(err).Msg("the keys of this issuer cannot be read")
		return
	}
	if a.failure != nil {
		a.log.Info().Str("issuer", issuer).Msg("the keys of this issuer can be read again")
	}
	a.keys, a.failure, l.keys = k, nil, k
}

// ready returns why no token of this issuer can be verified now, nil when nothing is known to be wrong. It
// begins a reading where one is due and waits for none.
func (a *authority) ready() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	usable := a.keys != nil && now.Before(a.keys.read.Add(keysFor))
	if !usable && (a.failure == nil || !now.Before(a.failedAt.Add(retryAfter))) {
		a.start()
	}
	if usable || a.failure == nil {
		return nil
	}
	return fmt.Errorf("tokens of %s cannot be verified: %w", a.judge.trust.issuer, a.failure)
}
