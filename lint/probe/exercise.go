package probe

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/comity-mcp/comity/internal/peer"
	"github.com/comity-mcp/comity/lint"
)

const (
	// maxAlone is how many tools are called on a connection of their own: over stdio each starts a process.
	maxAlone, maxAloneStdio = 20, 5
	// maxTogether is how many calls run at the same time.
	maxTogether = 8
	// maxSilences is after how many calls without an answer no more are made.
	maxSilences = 4
)

// exercise calls the tools that may be called.
func (p *prober) exercise(ctx context.Context) {
	var mine []*subject
	for _, s := range p.subjects() {
		if s.tool.ReadOnly() || p.options.AllowWrites {
			mine = append(mine, s)
		} else {
			p.skip(s.tool.Name, "it does not say that it is read-only")
		}
	}
	alone := maxAlone
	if p.evidence.Transport == lint.OverStdio {
		alone = maxAloneStdio
	}
	for i, s := range mine {
		if !p.ready(ctx) {
			p.skip(s.tool.Name, p.over(ctx))
			continue
		}
		p.step("calling %s", s.tool.Name)
		if i < alone && s.tool.ReadOnly() {
			p.callAlone(ctx, s)
		}
		p.callInTurn(ctx, s)
	}
	p.callUnknown(ctx)
	p.callTogether(ctx, mine)
}

// ready reports whether there is a connection, after one more try where it broke.
func (p *prober) ready(ctx context.Context) bool {
	if ctx.Err() != nil || p.silences >= maxSilences {
		return false
	}
	if _, ok := p.open[p.main()]; ok {
		return true
	}
	if p.breaks > maxSilences {
		return false
	}
	to, err := p.dial(ctx, p.main().Era())
	if err != nil {
		return false
	}
	if _, err := to.Tools(ctx); err != nil { // the peer learns which arguments are headers
		p.hangUp(to)
		return false
	}
	if p.modern != nil {
		p.modern = to
	} else {
		p.handshake = to
	}
	return true
}

// over says why no more calls are made.
func (p *prober) over(ctx context.Context) string {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx).Error()
	case p.silences >= maxSilences:
		return "too many calls had no answer"
	}
	return "the connection broke, and there was no new one"
}

// callAlone calls a tool as the first thing on a connection of its own.
func (p *prober) callAlone(ctx context.Context, s *subject) {
	if s.valid == nil {
		return
	}
	to, err := p.dial(ctx, p.main().Era())
	if err != nil {
		return // the evidence has it
	}
	defer p.hangUp(to)
	if s.mirrored {
		if _, err := to.Tools(ctx); err != nil {
			return
		}
	}
	p.note(p.call(ctx, to, s, attempt{with: lint.WithValid, arguments: s.valid}, lint.TurnAlone))
}

// callInTurn calls a tool with valid arguments twice, and then with wrong ones. One that wants a token, or another, is left
// at that, and so is one that does not answer. What is refused or slow as it is, is not tried with null or something extra:
// the answer would be about the rest.
func (p *prober) callInTurn(ctx context.Context, s *subject) {
	attempts, hard := s.attempts(), false
	for i, a := range attempts {
		if hard && (a.with == lint.WithValid || a.with == lint.WithNull || a.with == lint.WithExtra) {
			continue
		}
		if !p.ready(ctx) {
			return
		}
		c, ok := p.call(ctx, p.main(), s, a, lint.TurnInTurn)
		if !ok {
			p.skip(s.tool.Name, errSpent.Error())
			return
		}
		if i == len(attempts)-1 && a.with != lint.WithValid || c.Outcome == lint.OutcomeSilence {
			alive := p.alive(ctx)
			c.Alive = &alive
		}
		p.note(c, true)
		if c.Status == http.StatusUnauthorized || c.Status == http.StatusForbidden || c.Outcome == lint.OutcomeSilence {
			return
		}
		hard = hard || a.with == lint.WithValid && (c.Outcome != lint.OutcomeResult || c.Elapsed > slow)
	}
}

// slow is how long a call takes that is not made more often than needed.
const slow = 5 * time.Second

// callUnknown calls a tool that does not exist.
func (p *prober) callUnknown(ctx context.Context) {
	if !p.ready(ctx) {
		return
	}
	nobody := &subject{}
	nobody.tool.Name = "comity_unknown"
	c, ok := p.call(ctx, p.main(), nobody, attempt{with: lint.WithUnknown, arguments: map[string]any{}}, lint.TurnInTurn)
	if ok && c.Status != http.StatusUnauthorized {
		p.note(c, true)
	}
}

// callTogether calls all reads that succeeded at the same time, several times each when there are few.
func (p *prober) callTogether(ctx context.Context, mine []*subject) {
	works := map[string]bool{}
	for _, c := range p.evidence.Calls {
		if c.Turn == lint.TurnInTurn && c.With == lint.WithValid {
			works[c.Tool] = c.Outcome == lint.OutcomeResult && c.Elapsed <= slow
		}
	}
	var reads []*subject
	for _, s := range mine {
		if s.tool.ReadOnly() && works[s.tool.Name] {
			reads = append(reads, s)
		}
	}
	if len(reads) == 0 || !p.ready(ctx) {
		return
	}
	p.step("calling read-only tools at the same time")
	calls := make([]lint.Call, max(len(reads), maxTogether))
	made := make([]bool, len(calls))
	to := p.main()
	var running sync.WaitGroup
	free := make(chan struct{}, maxTogether)
	for i := range calls {
		free <- struct{}{}
		running.Go(func() {
			defer func() { <-free }()
			s := reads[i%len(reads)]
			calls[i], made[i] = p.call(ctx, to, s, attempt{with: lint.WithValid, arguments: s.valid}, lint.TurnTogether)
		})
	}
	running.Wait()
	for i := range calls {
		p.note(calls[i], made[i])
	}
}

// note keeps a call that was made, and what it means for the next.
func (p *prober) note(c lint.Call, made bool) {
	if !made {
		return
	}
	p.evidence.Calls = append(p.evidence.Calls, c)
	switch c.Outcome {
	case lint.OutcomeSilence:
		p.silences++
	case lint.OutcomeBroken:
		if c.Turn != lint.TurnAlone {
			p.breaks++
			p.hangUp(p.main())
		}
	}
}

// alive reports whether the server still answers on the main connection.
func (p *prober) alive(ctx context.Context) bool {
	if p.pace.wait(ctx) != nil {
		return true // nothing was asked, so nothing is known against it
	}
	method := "ping"
	if p.main().Era() == peer.Modern {
		method = "server/discover"
	}
	_, err := p.main().Request(ctx, method, nil)
	_, ended := errors.AsType[*peer.ExitError](err)
	return err == nil || ctx.Err() != nil || !ended && !unreachable(err)
}
