package server

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
)

// audit writes one record of the call, before the answer is sent: who, which tool, with what effect,
// a digest of the arguments, how it ended. Arguments and results are never logged.
func (s *Server) audit(c *call, a answer) {
	e := s.log.Info()
	if a.code == Internal {
		e = s.log.Error()
	}
	if e == nil { // the level is off
		return
	}
	e = e.Str("tool", c.tool.spec.Name).Str("effect", c.tool.effectName())
	e = signed(e, c.caller)
	sum := sha256.Sum256(c.args)
	e = e.Str("arguments_sha256", hex.EncodeToString(sum[:8]))
	if a.code == 0 {
		e = e.Str("outcome", "ok").Int("bytes", len(a.structured))
	} else {
		e = e.Str("outcome", a.code.String())
	}
	if a.cause != nil {
		e = e.AnErr("cause", a.cause)
		c.reference()
	}
	if ref := c.referenced(); ref != "" {
		e = e.Str("ref", ref)
	}
	if a.cause != nil {
		if stack := stackOf(a.cause); stack != nil {
			e = e.Bytes("stack", stack)
		}
	}
	e.Dur("took_ms", time.Since(c.start)).Msg("call")
}

// turnedAway is the record of an attempt that was refused before it was a call. tool is empty for what
// calls none. The description was written for strangers and holds no secret.
func (s *Server) turnedAway(tool string, c auth.Caller, f *auth.Refusal) {
	e := s.log.Info()
	if tool != "" {
		e = e.Str("tool", tool)
	}
	signed(e, c).Str("outcome", Denied.String()).Int("status", f.Status).Str("refused", f.Description).Msg("call")
}

// signed adds the caller to a record.
func signed(e *zerolog.Event, c auth.Caller) *zerolog.Event {
	if c.IsAnonymous() {
		return e
	}
	e = e.Str("issuer", c.Issuer).Str("subject", c.Subject)
	if c.ClientID != "" {
		e = e.Str("client_id", c.ClientID)
	}
	return e
}
