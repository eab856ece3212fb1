package probe

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/comity-mcp/comity/lint"
)

// signIn looks up how callers sign in, and tries calls of reads with tokens that must not do.
func (p *prober) signIn(ctx context.Context) {
	if p.evidence.Transport != lint.OverHTTP || ctx.Err() != nil {
		return
	}
	p.step("looking at how callers sign in")
	w := p.web()
	p.enter(ctx, w)
	for _, s := range p.guarded() {
		for _, t := range p.strangers(s) {
			if p.pace.call(ctx) != nil {
				break
			}
			p.evidence.Calls = append(p.evidence.Calls, w.called(ctx, p.pace, s, t))
		}
	}
	p.leave(ctx, w)
	p.documents(ctx, w)
}

// guarded are at most three reads whose answer shows how the server guards its tools: those that say they want a token
// first.
func (p *prober) guarded() []*subject {
	var first, rest []*subject
	for _, s := range p.subjects() {
		switch {
		case !s.tool.ReadOnly() || s.valid == nil || s.mirrored:
		case len(s.tool.SecuritySchemes) > 0:
			first = append(first, s)
		default:
			rest = append(rest, s)
		}
	}
	if len(first) == 0 && !p.asksForTokens() {
		return nil
	}
	first = append(first, rest...)
	return first[:min(len(first), 3)]
}

// asksForTokens reports whether anything so far has: a token was given, or a 401 came.
func (p *prober) asksForTokens() bool {
	if len(p.options.Tokens) > 0 {
		return true
	}
	for _, c := range p.evidence.Calls {
		if c.Status == http.StatusUnauthorized {
			return true
		}
	}
	return false
}

// strangers are the tokens to call a tool with: none, one that nobody issued, and those for other servers.
func (p *prober) strangers(s *subject) []Token {
	all := []Token{{}, {Name: lint.MadeUp, Value: "comity-lint-made-this-up"}}
	for _, c := range p.evidence.Calls {
		if c.Tool == s.tool.Name && c.With == lint.WithValid && c.As == "" {
			all = all[1:] // it was called with nothing to show already
			break
		}
	}
	for _, t := range p.options.Tokens {
		if t.Foreign {
			all = append(all, t)
		}
	}
	return all
}

// called calls a tool with another token, or with none.
func (w *web) called(ctx context.Context, pace *pace, s *subject, t Token) lint.Call {
	as := *w
	as.header = bearing(w.header, t.Value)
	answer, raw := as.ask(ctx, pace, as.post("tools/call", map[string]any{"name": s.tool.Name, "arguments": s.valid}))
	c := lint.Call{Tool: s.tool.Name, With: lint.WithValid, Sent: s.kept(s.valid), Turn: lint.TurnAside, As: t.Name, Version: w.version,
		Status: answer.Status, Challenges: answer.Challenges, Elapsed: answer.Elapsed}
	var refused struct {
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	switch {
	case answer.Result && answer.Status < 300:
		s.read(&c, raw)
	case answer.Result && json.Unmarshal(raw, &refused) == nil:
		c.Outcome, c.SignIn = lint.OutcomeHTTP, challenges(refused.Meta)
	case answer.Code != nil && answer.Status < 300:
		c.Outcome, c.Code, c.Text = lint.OutcomeError, answer.Code, answer.Message
	case answer.Status == 0 && strings.Contains(answer.Failed, "deadline"):
		c.Outcome, c.Text = lint.OutcomeSilence, answer.Failed
	case answer.Status == 0:
		c.Outcome, c.Text = lint.OutcomeBroken, answer.Failed
	default:
		c.Outcome, c.Text = lint.OutcomeHTTP, answer.Body
	}
	return c
}

// challenges reads _meta["mcp/www_authenticate"], an array of challenges or one of them.
func challenges(meta map[string]json.RawMessage) []string {
	raw, ok := meta["mcp/www_authenticate"]
	if !ok {
		return nil
	}
	var many []string
	if json.Unmarshal(raw, &many) == nil {
		return many
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}
	}
	return nil
}
