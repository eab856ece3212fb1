package probe

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/comity-mcp/comity/internal/peer"
	"github.com/comity-mcp/comity/lint"
)

// call calls a tool, unless the bound on calls is reached or the time is up.
func (p *prober) call(ctx context.Context, to *peer.Peer, s *subject, a attempt, turn lint.Turn) (lint.Call, bool) {
	if err := p.pace.call(ctx); err != nil {
		return lint.Call{}, false
	}
	c := lint.Call{Tool: s.tool.Name, With: a.with, Field: a.field, Sent: s.kept(a.arguments), Turn: turn, As: p.as, Version: to.Version()}
	began := time.Now()
	reply, err := to.Request(ctx, "tools/call", map[string]any{"name": s.tool.Name, "arguments": a.arguments})
	c.Elapsed = time.Since(began)
	if err != nil {
		if ctx.Err() != nil {
			return lint.Call{}, false // the probe is over, which is not the server's doing
		}
		failed(&c, err)
		return c, true
	}
	c.Status, c.Challenges = reply.Status, reply.Header.Values("Www-Authenticate")
	switch {
	case reply.Error != nil && c.Status == 401:
		c.Outcome, c.Text = lint.OutcomeHTTP, clip(reply.Error.Message, maxText)
	case reply.Error != nil:
		code := reply.Error.Code
		c.Outcome, c.Code, c.Text, c.Bytes = lint.OutcomeError, &code, clip(reply.Error.Message, maxText), len(reply.Error.Message)
	case c.Status == 401 || c.Status == 403:
		var refused struct {
			Meta map[string]json.RawMessage `json:"_meta"`
		}
		_ = json.Unmarshal(reply.Result, &refused) // a body of another form has no challenge in it
		c.Outcome, c.SignIn = lint.OutcomeHTTP, challenges(refused.Meta)
	default:
		s.read(&c, reply.Result)
	}
	return c, true
}

// failed notes why a call had no JSON-RPC answer.
func failed(c *lint.Call, err error) {
	c.Text = clip(err.Error(), maxText)
	c.Status = statusOf(err)
	if e, ok := errors.AsType[*peer.SignInError](err); ok && e.Challenge != "" {
		c.Challenges = []string{e.Challenge}
	}
	timeout, _ := errors.AsType[interface {
		error
		Timeout() bool
	}](err)
	_, exited := errors.AsType[*peer.ExitError](err)
	switch {
	case c.Status != 0:
		c.Outcome = lint.OutcomeHTTP
	case exited || unreachable(err):
		c.Outcome = lint.OutcomeBroken
	case timeout != nil && timeout.Timeout():
		c.Outcome = lint.OutcomeSilence
	default:
		c.Outcome = lint.OutcomeNotWhole
	}
}

// unreachable reports whether the connection was refused or cut.
func unreachable(err error) bool {
	_, dialled := errors.AsType[*net.OpError](err)
	return dialled || errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) ||
		strings.Contains(err.Error(), "EOF")
}

// maxText is how much text of an answer is kept.
const maxText = 16 << 10

// read notes what a result of tools/call is.
func (s *subject) read(c *lint.Call, raw json.RawMessage) {
	var r struct {
		Type    string `json:"resultType"`
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Structured json.RawMessage            `json:"structuredContent"`
		IsError    bool                       `json:"isError"`
		Meta       map[string]json.RawMessage `json:"_meta"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		c.Outcome, c.Text = lint.OutcomeNotWhole, "the result has another form: "+clip(err.Error(), 200)
		return
	}
	if r.Type != "" && r.Type != "complete" {
		c.Outcome, c.Text = lint.OutcomeNotWhole, "a result of type "+clip(r.Type, 40)+", which this client did not offer to take"
		return
	}
	c.Outcome = lint.OutcomeResult
	if r.IsError {
		c.Outcome, c.SignIn = lint.OutcomeRefused, challenges(r.Meta)
	}
	var texts []string
	for _, block := range r.Content {
		c.Blocks = append(c.Blocks, block.Type)
		if block.Type == "text" {
			texts = append(texts, block.Text)
		}
	}
	all := strings.Join(texts, "\n")
	c.Text, c.Bytes = clip(all, maxText), max(len(all), len(r.Structured))
	c.Structured = len(r.Structured) > 0 && string(r.Structured) != "null"
	if !c.Structured {
		c.Shape = shape(json.RawMessage(all))
		return
	}
	c.Shape, c.Mirrored = shape(r.Structured), mirrored(r.Structured, texts)
	if !r.IsError {
		c.Invalid = breachesOf(s.output, r.Structured)
	}
}
