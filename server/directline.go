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
		return func(ctx context.Context, b []byte) []byte { return d.appendCall(ctx, b, m, t) }
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

// appendCall takes the call down the road and appends its answer. Nothing stands above its goroutine, so that a panic must
// end here: the log, which is the author's, may have one.
func (d *direct) appendCall(ctx context.Context, b []byte, m wire.Message, t *tool) (answer []byte) {
	defer func() {
		if v := recover(); v != nil {
			e := contained(d.server.log, m.Method, v)
			answer = append(b, (&wire.Error{Code: int(e.Code), Message: e.Message, ID: m.ID}).Bytes()...)
		}
	}()
	return d.appendAnswer(b, m, d.server.answer(ctx, &call{tool: t, args: m.Arguments, caller: auth.CallerFrom(ctx)}))
}
