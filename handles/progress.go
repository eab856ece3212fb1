package handles

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"unicode/utf8"
)

// Progress is how a body tells how far it is, and asks for what it lacks. The zero Progress keeps the
// last measure and has nobody to ask: what a test gives to a body. Its methods may be called concurrently.
type Progress struct {
	mu    sync.Mutex
	last  Measure
	dirty chan struct{}
	ask   func(context.Context, map[string]json.RawMessage) (map[string]json.RawMessage, error)
}

// Report says that done of total are done, total being zero when it is not known, with one line for a
// person. It returns at once and may be called as often as the work has steps: an engine writes the
// latest measure at most ten times a second. Done never falls: a smaller one counts as the last, as when
// an attempt begins from the start again. What is not finite or below zero counts as not said.
func (p *Progress) Report(done, total float64, message string) {
	p.mu.Lock()
	if usable(done) {
		p.last.Done = max(p.last.Done, done)
	}
	if usable(total) {
		p.last.Total = total
	}
	p.last.Message = oneLine(message)
	p.mu.Unlock()
	if p.dirty != nil {
		signal(p.dirty)
	}
}

// Measure returns the latest measure.
func (p *Progress) Measure() Measure {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last
}

// Ask makes the job [InputRequired], waits until every request has a response and returns those. A key
// must mean the same whenever the body runs: what was answered in an earlier attempt is answered already.
// It returns the cause of ctx when that ends first.
func (p *Progress) Ask(ctx context.Context, requests map[string]json.RawMessage) (map[string]json.RawMessage, error) {
	if p.ask == nil {
		return nil, errors.New("asking for input: there is nobody to ask; give the body a Progress of an engine")
	}
	for key, request := range requests {
		if !json.Valid(request) {
			return nil, fmt.Errorf("asking for input: the request %q is not JSON; encode it", key)
		}
	}
	return p.ask(ctx, requests)
}

func usable(f float64) bool { return f >= 0 && !math.IsInf(f, 1) }

// oneLine makes a message of valid text without line breaks, cut at MaxMessage.
func oneLine(s string) string {
	s = strings.ToValidUTF8(s, "�")
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	if len(s) <= MaxMessage {
		return s
	}
	const ellipsis = "…"
	cut := MaxMessage - len(ellipsis)
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + ellipsis
}
