package server

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"
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
	if !c.caller.IsAnonymous() {
		e = e.Str("issuer", c.caller.Issuer).Str("subject", c.caller.Subject)
		if c.caller.ClientID != "" {
			e = e.Str("client_id", c.caller.ClientID)
		}
	}
	sum := sha256.Sum256(c.args)
	e = e.Str("arguments_sha256", hex.EncodeToString(sum[:8]))
	if a.code == 0 {
		e = e.Str("outcome", "ok").Int("bytes", len(a.structured))
	} else {
		e = e.Str("outcome", a.code.String())
	}
	if a.cause != nil || a.code == Internal {
		e = e.Str("ref", c.reference()).AnErr("cause", a.cause)
		if p, ok := errors.AsType[*panicked](a.cause); ok {
			e = e.Bytes("stack", p.stack)
		}
	}
	e.Dur("took_ms", time.Since(c.start)).Msg("call")
}
