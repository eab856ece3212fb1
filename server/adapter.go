package server

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/auth"
)

// adapt makes the SDK's server and puts the tools on it. The SDK speaks the protocol; what a call
// means is decided on our own road.
func (s *Server) adapt() (*mcp.Server, error) {
	options := &mcp.ServerOptions{
		Instructions: s.config.Instructions,
		Logger:       slog.New(slog.DiscardHandler),
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
		SetCacheable: s.cacheable,
	}
	if len(s.jobs) > 0 {
		options.Capabilities.AddExtension(tasksExtension, nil)
	}
	if s.config.Options != nil {
		s.config.Options(options)
		s.optioned, s.narrowed = true, len(options.SupportedProtocolVersions) > 0
	}
	m := mcp.NewServer(s.implementation(), options)
	for _, entry := range s.catalog.Tools {
		t := s.tools[entry.Name]
		// Under its own name the SDK knows of a tool only what it compares with headers. A call goes to the
		// held name, so that a tool added by hand under the same name takes nothing over.
		if t.headed {
			m.AddTool(&mcp.Tool{Name: entry.Name, InputSchema: routed(entry.InputSchema)}, unheld)
		}
		m.AddTool(&mcp.Tool{Name: held + entry.Name, InputSchema: anything}, s.serve(t))
	}
	for was, name := range s.former {
		m.AddTool(&mcp.Tool{Name: held + was, InputSchema: anything}, renamed(was, name))
	}
	if s.config.Extend != nil {
		bare := outermost(m)
		s.config.Extend(m)
		s.extended, s.watched = true, outermost(m) != bare
	}
	m.AddReceivingMiddleware(contain(s.log), s.introduce, s.hold, featuresOf(options).absent)
	s.top = outermost(m)
	return m, s.addTasks(m)
}

// implementation is the server as it names itself to clients.
func (s *Server) implementation() *mcp.Implementation {
	return &mcp.Implementation{Name: s.config.Name, Title: s.config.Title, Version: s.config.Version}
}

// held begins the names under which the SDK calls our tools.
const held = "comity:"

// anything is the schema of a tool that checks its arguments itself.
var anything = json.RawMessage(`{"type":"object"}`)

// unheld stands under a tool's own name and is never called.
func unheld(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errors.New("a call has passed by the held name")
}

// cacheable says how long a client may keep a result. What the declaration fixes is the same for every
// caller; what an author has put on the SDK's server may not be, and the SDK's own default is "public". On
// a server that lists to nobody without a token, that is for the holder of one: a shared cache may hand on
// what is public to anyone (specification 2026-07-28, server/utilities/caching).
func (s *Server) cacheable(_ context.Context, req mcp.Request, c *mcp.Cacheable) {
	switch req.GetParams().(type) {
	case *mcp.ListToolsParams, *mcp.DiscoverParams:
		c.CacheScope, c.TTLMs = "public", listLifetime
		if p, ok := s.config.Auth.(auth.OAuth); ok && p.Discovery == auth.ListClosed {
			c.CacheScope = "private"
		}
	default:
		c.CacheScope, c.TTLMs = "private", 0
	}
}

// serve hands a call from the SDK to the road, and the answer back. The result is new on every call,
// since the SDK writes into it.
func (s *Server) serve(t *tool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, stop := untilGone(ctx)
		defer stop()
		c := &call{tool: t, args: req.Params.Arguments, caller: auth.CallerFrom(ctx)}
		if t.job != nil {
			c.tasks, c.notify = declaresTasks(req), notifier(req)
		}
		a := s.answer(ctx, c)
		if a.task != nil {
			return nil, a.task
		}
		return sent(a), nil
	}
}

// sent is an answer as the protocol sends it. A failed call carries text only: clients of the v1
// TypeScript SDK throw away an error with structured content (typescript-sdk issue 1943).
func sent(a answer) *mcp.CallToolResult {
	r := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: a.text}}, IsError: a.code != 0}
	if a.code == 0 {
		r.StructuredContent = a.structured
		for _, l := range a.links {
			r.Content = append(r.Content, l.block())
		}
	}
	return r
}

// renamed answers for a tool that had another name in an earlier release.
func renamed(was, name string) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return sent(answer{code: NotFound, text: was + " is now called " + name +
			" and was not run. Call " + name + "; refresh the tool list to see its arguments."}), nil
	}
}
