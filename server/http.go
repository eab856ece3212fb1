package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/internal/guard"
	"github.com/comity-mcp/comity/internal/wire"
)

// sessionIdle is how long a kept session may be idle before it ends.
const sessionIdle = 10 * time.Minute

// errStdioOnly is what every use of HTTP comes to on a server without a URL.
var errStdioOnly = errors.New("this server is declared with StdioOnly; give Config.URL instead to serve it over HTTP")

// Handler returns the server as an http.Handler: the MCP endpoint at the path of Config.URL, /healthz,
// /readyz, and JSON 404 for everything else. Mount it at the root of a host. It does not end by itself:
// see [Server.ListenAndServe] for a server that drains.
//
// On a server with StdioOnly every request is answered with 501.
func (s *Server) Handler() http.Handler {
	if s.config.StdioOnly {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, errStdioOnly.Error(), http.StatusNotImplemented)
		})
	}
	s.announce(true)
	return s.guarded()
}

// guarded is what stands between the socket and the SDK.
func (s *Server) guarded() *guard.Guard {
	address, _ := url.Parse(s.config.URL) // New has checked it
	stateless := s.stateless()
	options := guard.Options{
		URL: address, Path: address.Path,
		Hosts: s.config.Hosts, Origins: s.config.Origins, MaxBody: s.config.MaxBody,
		Direct:    s.direct(stateless).serve,
		Stateless: stateless,
		Stream:    s.sdk(mcp.StreamableHTTPOptions{Stateless: true}),
		Streams:   s.streams,
		Home:      s.home(),
		Log:       s.log,
	}
	if s.config.Sessions == Kept {
		options.Kept = vouched(s.sdk(mcp.StreamableHTTPOptions{SessionTimeout: sessionIdle}))
		options.End = s.endSession
	}
	if s.resource != nil {
		options.Who, options.Judge = s.who, s.judge
		options.WellKnown, options.Ready = s.resource.Metadata(), s.resource.Ready
	}
	return guard.New(options)
}

// sdk is the SDK's handler of one kind, to stand behind a guard.
func (s *Server) sdk(o mcp.StreamableHTTPOptions) http.Handler {
	o.DisableLocalhostProtection = true // the guard knows which hosts are ours
	o.MaxRequestBodyBytes = -1          // the guard has read the body
	o.PropagateRequestCancellation = o.Stateless
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.mcp }, &o)
}

// stateless is the one that answers in JSON and without a session.
func (s *Server) stateless() http.Handler {
	return s.sdk(mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
}

// endSession ends a kept session, for the guard, which bounds how many there are.
func (s *Server) endSession(id string) {
	for session := range s.mcp.Sessions() {
		if session.ID() == id {
			if err := session.Close(); err != nil {
				s.log.Debug().Err(err).Msg("a session did not end cleanly")
			}
			return
		}
	}
}

// streams reports whether a request may send something before its answer, so that it needs an event
// stream although JSON would do: progress, which of our own tools only those of a job send.
func (s *Server) streams(m wire.Message) bool {
	if m.Method != "tools/call" || !m.ProgressToken {
		return false
	}
	t := s.tools[m.Name]
	return t == nil || t.job != nil
}

// untilGone returns a context that also ends when the HTTP request it belongs to does: a client that
// went away has no use for the result, and the SDK tells us in one of the two eras only.
func untilGone(ctx context.Context) (context.Context, func()) {
	request := guard.RequestContext(ctx)
	if request == nil {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(request, func() { cancel(errGone) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}
