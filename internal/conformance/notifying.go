//lint:file-ignore SA1019 The suite asks for sampling, roots and logging for as long as a revision has them.

package conformance

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// pause lies between two notifications of one call; the suite asks for about 50 ms.
const pause = 50 * time.Millisecond

// notifyingFixtures send progress or log messages while a call runs, or close its stream.
func notifyingFixtures() []fixture {
	return []fixture{
		{
			name: "test_tool_with_progress", title: "Progress", says: "Reports progress 0, 50 and 100 of 100 while it runs.",
			call: reportProgress,
		},
		{
			name: "test_tool_with_logging", title: "Logging", says: "Sends three log messages at level info while it runs.",
			call: logThrice,
		},
		{
			name: "test_logging_tool", title: "Logging, when asked",
			says: "Sends one log message, which must not arrive unless the request set a log level.",
			call: func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				tell(ctx, req, "test_logging_tool ran")
				return text("A log message was sent; it arrives only where a level was asked for."), nil
			},
		},
		{
			name: "test_streaming_elicitation", title: "A stream without requests",
			says: "Reports progress on the stream of the call and never sends a request of its own.",
			call: reportProgress,
		},
		{
			name: "test_reconnection", title: "Reconnection", says: "Closes the event stream of the call before it answers.",
			call: func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				if req.Extra != nil && req.Extra.CloseSSEStream != nil {
					req.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
				}
				if err := wait(ctx, 2*pause); err != nil {
					return nil, err
				}
				return text("The stream was closed; this is the answer that waited for the client to come back."), nil
			},
		},
	}
}

func reportProgress(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for i, done := range []float64{0, 50, 100} {
		if i > 0 {
			if err := wait(ctx, pause); err != nil {
				return nil, err
			}
		}
		if token := req.Params.GetProgressToken(); token != nil {
			// Without an event stream there is nowhere to send it, and the answer matters more.
			_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
				ProgressToken: token, Progress: done, Total: 100,
			})
		}
	}
	return text("Done: 100 of 100."), nil
}

func logThrice(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for i, line := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
		if i > 0 {
			if err := wait(ctx, pause); err != nil {
				return nil, err
			}
		}
		tell(ctx, req, line)
	}
	return text("Three log messages were sent."), nil
}

// tell sends one log message at level info. The SDK drops it below the level asked for; without an event stream it is lost.
func tell(ctx context.Context, req *mcp.CallToolRequest, line string) {
	_ = req.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "info", Logger: "conformance", Data: line})
}

// wait returns after d, or with the context's error when the caller goes away first.
func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
