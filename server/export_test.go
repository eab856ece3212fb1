package server

import (
	"context"
	"io"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// BySDK returns s with its direct road closed, so that the SDK answers everything.
func BySDK(s *Server) *Server {
	s.watched = true
	return s
}

// Reaching counts what reaches the SDK of s from now on. It does not close the direct road.
func Reaching(s *Server) *atomic.Int64 {
	n := new(atomic.Int64)
	s.mcp.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			n.Add(1)
			return next(ctx, method, req)
		}
	})
	s.top = outermost(s.mcp)
	return n
}

// ServeStdio serves one client over in and out, as Stdio does over those of the process.
func ServeStdio(ctx context.Context, s *Server, in io.Reader, out io.Writer) error {
	return s.serveStdio(ctx, in, out)
}
