package server

import (
	"context"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/internal/stdio"
	"github.com/comity-mcp/comity/internal/wire"
)

// line is the road of stdio. The session belongs to the SDK, so that whatever opens or describes it goes there.
func (d *direct) line(m wire.Message) stdio.Answer {
	if !d.server.unobserved() {
		return nil
	}
	switch m.Method {
	case "tools/call":
		t := d.callable(m)
		if t == nil {
			return nil
		}
		return func(ctx context.Context, b []byte) []byte {
			return d.appendAnswer(b, m, d.server.answer(ctx, &call{tool: t, args: m.Arguments, caller: auth.CallerFrom(ctx)}))
		}
	case "ping":
		if m.Version == "" {
			return func(_ context.Context, b []byte) []byte { return appendPong(b, m.ID) }
		}
	case "tools/list":
		if m.Cursor != "" || d.server.optioned {
			return nil
		}
		if result := d.prepared.result(m); result != nil {
			return func(_ context.Context, b []byte) []byte { return append(append(begin(b, m.ID), result...), '}') }
		}
	}
	return nil
}
