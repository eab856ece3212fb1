package server

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/handles"
)

// notifier returns how to send progress notifications for a call, nil when its client did not ask for
// them. Progress only grows (specification 2026-07-28, basic/patterns/progress), so a measure that does
// not is kept back; an engine gives at most ten a second.
func notifier(req *mcp.CallToolRequest) func(context.Context, handles.Measure) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	sent := 0.0
	return func(ctx context.Context, m handles.Measure) {
		if m.Done <= sent {
			return
		}
		sent = m.Done
		// Without a stream to write to the notification is lost, which a client must expect.
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: m.Done, Total: m.Total, Message: m.Message,
		})
	}
}
