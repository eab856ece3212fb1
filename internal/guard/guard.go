package guard

import (
	"net/http"
	"net/url"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/internal/wire"
)

// DefaultMaxBody is the largest body read when [Options.MaxBody] is 0: 4 MiB, in bytes.
const DefaultMaxBody = 4 << 20

// Options say what a [Guard] lets through and to whom.
type Options struct {
	// URL is the public address of the endpoint. Its host and its origin are allowed; when its host is loopback, so are
	// localhost, 127.0.0.1 and [::1] with any port. nil allows only Hosts and Origins.
	URL *url.URL
	// Path is the path of the endpoint; empty means that of URL, and "/mcp" when that is empty too.
	Path string
	// Hosts are further values of the Host header, host or host:port, compared without case and otherwise exactly.
	Hosts []string
	// Origins are further values of the Origin header, scheme://host[:port], compared like Hosts.
	Origins []string
	// MaxBody is the largest body read, in bytes; 0 or less means [DefaultMaxBody].
	MaxBody int64
	// Stateless answers in JSON, Stream in an event stream; both without sessions. Both are required.
	Stateless, Stream http.Handler
	// Kept, when not nil, keeps sessions: an initialize of the handshake era goes there, and what carries the session
	// id that it gave.
	Kept http.Handler
	// End ends a session that Kept keeps, by its id. It is called when there are as many sessions as are kept at once,
	// 1,000, and one more is opened: the one that has been idle for longest ends. nil refuses the new one with 503.
	End func(session string)
	// Direct, when not nil, is offered every message that is answered in JSON and without a session, before Stateless is.
	// It answers and returns true, or leaves w as it is and returns false. The request is as the client sent it, with its
	// body read already; its context ends when the client goes away.
	Direct func(http.ResponseWriter, *http.Request, wire.Message) bool
	// Streams reports whether a request that accepts both forms gets an event stream; nil means never. It is asked for
	// requests without a session only.
	Streams func(wire.Message) bool
	// Ready returns why the server can not serve yet, or nil; a nil Ready is always ready. Its error is logged, not sent.
	Ready func() error
	// Home answers a browser: GET and HEAD of / and of the endpoint, where Accept names text/html and likes it better than
	// JSON and event streams. Anything else, and everything when it is nil, gets a line of text at /, and 405 at the endpoint.
	Home http.Handler
	// WellKnown answers below /.well-known/, outside the guard of Host and Origin; nil means 404.
	WellKnown http.Handler
	// Who verifies the caller; nil lets everybody in. It stands after CORS and before the body is read, and hands on
	// what it learnt in the context of the request.
	Who func(http.Handler) http.Handler
	// Judge says why a message may not pass, once it is read and before anything is written; nil lets every message
	// pass. The request's context has what Who learnt.
	Judge func(*http.Request, wire.Message) *Verdict
	// Log takes what was refused and what broke. The zero value writes nothing.
	Log zerolog.Logger
}

// A Guard is the http.Handler of a whole host: the endpoint, health and readiness, and JSON for everything else.
// It is safe for concurrent use.
type Guard struct {
	options Options
	hosts   allowed
	origins allowed
	open    streams
	kept    kept
	handler http.Handler
}

// A step does one duty and hands the request on.
type step func(next http.Handler) http.Handler

// New returns a guard. It panics when Stateless or Stream is missing, for it could answer nothing.
func New(o Options) *Guard {
	if o.Stateless == nil || o.Stream == nil {
		panic("guard: Options.Stateless and Options.Stream are required")
	}
	if o.Path == "" && o.URL != nil {
		o.Path = o.URL.Path
	}
	if o.Path == "" {
		o.Path = "/mcp"
	}
	if o.MaxBody <= 0 {
		o.MaxBody = DefaultMaxBody
	}
	if o.Who == nil {
		o.Who = func(next http.Handler) http.Handler { return next }
	}
	g := &Guard{options: o, hosts: allowedHosts(o), origins: allowedOrigins(o)}
	endpoint := compose(
		g.crossOrigin, // preflight is answered before anything that could ask for a token
		g.methods,     // 405 and a browser's visit
		o.Who,         // 401 before the body is read
		g.sessions,    // GET and DELETE of kept sessions end here
		g.mediaType,
		g.accept,
		g.read,
		g.agree,
		g.judge, // 401 and 403 as answers of HTTP
		g.route, // to the SDK
	)
	g.handler = compose(
		g.contain,   // panics
		g.outside,   // health, readiness, well-known: no Host or Origin asked
		g.host,      // DNS rebinding
		g.origin,    // other people's pages
		g.elsewhere, // 404 for other paths
		func(http.Handler) http.Handler { return endpoint },
	)
	return g
}

// compose nests steps, the first outermost. The last hands on to nothing.
func compose(steps ...step) http.Handler {
	var handler http.Handler
	for i := len(steps) - 1; i >= 0; i-- {
		handler = steps[i](handler)
	}
	return handler
}

// ServeHTTP answers one request.
func (g *Guard) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.handler.ServeHTTP(w, r) }
