package conformance

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/internal/door"
	"github.com/comity-mcp/comity/server"
)

// Set says which fixtures a server has.
type Set int

const (
	// All has every fixture and keeps sessions, because the suite sends requests to handshake-era clients.
	All Set = iota + 1
	// Declared has the fixtures declared with Comity and nothing else, stateless: the framework as an author gets it.
	Declared
)

// String returns "all" or "declared".
func (s Set) String() string {
	if s == Declared {
		return "declared"
	}
	return "all"
}

// New makes the fixture server for the address it will be reached at, for example "http://127.0.0.1:41001/mcp".
// It logs to log, which may discard.
func New(set Set, url string, log zerolog.Logger) (*server.Server, error) {
	config := server.Config{
		Name:        "conformance",
		Title:       "Conformance fixtures",
		Version:     "1.0.0",
		Description: "Fixtures for the official conformance suite of the Model Context Protocol: every tool is a test and none does real work.",
		URL:         url,
		World:       annotations.Closed,
		Auth:        auth.Off{Because: "the conformance suite has no way to pass a token"},
		Tools:       declared(),
		Logger:      &log,
	}
	if set == Declared {
		return server.New(config)
	}
	config.Sessions = server.Kept
	config.Options = sdkOptions
	config.Tools = append(config.Tools, jobs()...)
	config.Jobs = handles.Memory() // for the life of the process
	srv, err := server.New(config)
	if err != nil {
		return nil, err
	}
	letThrough(srv.MCP(), addSDKFixtures(srv.MCP()))
	srv.MCP().AddReceivingMiddleware(aliased)
	return srv, nil
}

// letThrough opens the door for the named tools, which the server would hold back otherwise.
func letThrough(s *mcp.Server, names []string) {
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			return next(door.Allow(ctx, names...), method, req)
		}
	})
}
