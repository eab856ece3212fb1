package server

import (
	"context"

	"github.com/rs/zerolog"
)

// ReadOnly reports whether ctx belongs to a call of a tool declared with [Read]. Helpers that hand out
// databases and clients refuse writes when it is true.
func ReadOnly(ctx context.Context) bool {
	c, ok := ctx.Value(callKey{}).(*call)
	return ok && c.tool.reads
}

// Logger returns the server's logger with the tool's name and the call's reference, and a logger that
// writes nothing when ctx belongs to no call.
func Logger(ctx context.Context) zerolog.Logger {
	c, ok := ctx.Value(callKey{}).(*call)
	if !ok {
		return zerolog.Nop()
	}
	return c.log.With().Str("tool", c.tool.spec.Name).Str("ref", c.reference()).Logger()
}

type callKey struct{}
