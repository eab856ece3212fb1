package servertest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/server"
)

// A Client is connected to one server in memory. Its methods end the test on a protocol error, and are
// safe for concurrent use.
type Client struct {
	t       testing.TB
	session *mcp.ClientSession
}

// Connect starts a session in memory as the caller, and ends it with the test. The zero Caller is
// anonymous; [auth.LocalCaller] has every scope. The newest protocol version is spoken.
func Connect(t testing.TB, srv *server.Server, caller auth.Caller) *Client {
	t.Helper()
	ctx := auth.WithCaller(context.Background(), caller)
	near, far := mcp.NewInMemoryTransports()
	end, err := srv.MCP().Connect(ctx, far, nil)
	if err != nil {
		t.Fatalf("connecting the server: %v", err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "servertest", Version: "1"}, nil).Connect(ctx, near, nil)
	if err != nil {
		t.Fatalf("connecting the client: %v", err)
	}
	t.Cleanup(func() {
		session.Close()
		end.Close()
	})
	return &Client{t: t, session: session}
}

// Logger returns a logger for [server.Config] that writes to the test's own log, which is shown when
// the test fails or runs with -v.
func Logger(t testing.TB) *zerolog.Logger {
	l := zerolog.New(zerolog.NewTestWriter(t))
	return &l
}

// A Result is what a call came to.
type Result struct {
	// Structured is the result, nil when the call failed.
	Structured json.RawMessage
	// Text is the same JSON, or why the call failed.
	Text string
	// Failed is the protocol's isError.
	Failed bool
}

// Call calls a tool. args is a value that encodes to the arguments, a json.RawMessage sent as it is, or
// nil for none.
func (c *Client) Call(tool string, args any) Result {
	c.t.Helper()
	r, err := c.Try(context.Background(), tool, args)
	if err != nil {
		c.t.Fatalf("calling %s: %v", tool, err)
	}
	return r
}

// Try is [Client.Call] with a context, and with protocol errors (an unknown tool, say) returned.
func (c *Client) Try(ctx context.Context, tool string, args any) (Result, error) {
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return Result{}, err
	}
	out := Result{Failed: res.IsError}
	for _, block := range res.Content {
		if text, ok := block.(*mcp.TextContent); ok {
			out.Text += text.Text
		}
	}
	if res.StructuredContent != nil {
		if out.Structured, err = json.Marshal(res.StructuredContent); err != nil {
			return Result{}, err
		}
	}
	return out, nil
}

// Into decodes the structured result of a call that must succeed.
func (r Result) Into(t testing.TB, v any) {
	t.Helper()
	if r.Failed {
		t.Fatalf("the call failed: %s", r.Text)
	}
	if err := json.Unmarshal([]byte(r.Text), v); err != nil {
		t.Fatalf("decoding the result: %v", err)
	}
}

// Tools lists the tools as a client receives them.
func (c *Client) Tools() []catalog.Tool {
	c.t.Helper()
	res, err := c.session.ListTools(context.Background(), nil)
	if err != nil {
		c.t.Fatalf("listing the tools: %v", err)
	}
	b, err := json.Marshal(res)
	if err != nil {
		c.t.Fatalf("encoding the list: %v", err)
	}
	var out catalog.Catalog
	if err := out.ReadTools(b); err != nil {
		c.t.Fatal(err)
	}
	return out.Tools
}
