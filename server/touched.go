package server

import (
	"reflect"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// touched is what an author has done to the SDK's server underneath, as far as it decides which messages may be answered
// without it.
type touched struct {
	optioned bool    // Config.Options has changed the SDK's options
	narrowed bool    // they speak fewer versions
	extended bool    // Config.Extend has put something on the server
	watched  bool    // it has put a middleware there
	top      uintptr // what a request met first when New was done
}

// unobserved reports whether nothing of an author's stands in the way of a call through the SDK: a middleware of theirs
// sees every call, so then every call goes there. Once they have the SDK's server, of [Config.Extend] or [Server.MCP], it
// looks anew each time, for a middleware may come at any moment; that costs a lock of the SDK's server.
func (s *Server) unobserved() bool {
	return !s.watched && !s.narrowed && (!s.extended && !s.opened.Load() || outermost(s.mcp) == s.top)
}

// untouched reports whether what the server says of itself is decided by the declaration alone. A resource or prompt
// that is added, also while serving, is another capability.
func (s *Server) untouched() bool { return !s.optioned && !s.extended && !s.opened.Load() }

// outermost identifies the function that a request meets first on the SDK's server: a middleware is handed the next one,
// and this one steps aside. Two closures of one function literal are not told apart, which does no harm: ours are made
// here and nowhere else.
func outermost(m *mcp.Server) (at uintptr) {
	m.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		at = reflect.ValueOf(next).Pointer()
		return next
	})
	return at
}
