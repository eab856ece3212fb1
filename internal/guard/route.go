package guard

import (
	"maps"
	"net/http"
)

// both is the Accept header that the SDK insists on.
const both = "application/json, text/event-stream"

// route hands the message on as the guard has read it: to Direct, or to the SDK handler of its era and form.
func (g *Guard) route(http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := exchangeOf(r.Context())
		kept := g.belongs(r, x.message)
		listens := x.message.Method == "subscriptions/listen"
		if listens && x.wants.stream == 0 {
			refuse(w, http.StatusNotAcceptable, noStream(r, x.message))
			return
		}
		inJSON := !kept && !listens && !g.streamed(x)
		if inJSON && g.options.Direct != nil && g.options.Direct(w, r, x.message) {
			return
		}
		r = g.prepared(r, x, kept)
		switch {
		case kept:
			x.withheld = true
			g.inSession(w, r, x.message)
		case listens:
			g.held(w, r, g.options.Stream, x.message)
		case inJSON:
			translate(w, r, g.options.Stateless, x.message, &g.options.Log)
		default:
			translate(w, r, g.options.Stream, x.message, &g.options.Log)
		}
	})
}

// streamed decides the form of an answer without a session: JSON, unless the client can read only an event stream,
// likes it better, or reads both and the server has something to send before the answer.
func (g *Guard) streamed(x *exchange) bool {
	w := x.wants
	switch {
	case w.stream == 0:
		return false
	case w.stream > w.json:
		return true
	}
	return w.named && g.options.Streams != nil && g.options.Streams(x.message)
}

// prepared returns the request as the SDK wants it: its own copy of the headers, both forms accepted, names in plain
// text, and nothing of sessions where there are none. r belongs to this exchange already; its header map does not.
func (g *Guard) prepared(r *http.Request, x *exchange, kept bool) *http.Request {
	h := maps.Clone(r.Header)
	h["Accept"] = []string{both}
	delete(h, headerEvent) // it has a meaning on GET only
	if !kept {
		delete(h, headerSession)
	}
	if _, ok := h[headerName]; ok && named(x.message.Method) {
		h[headerName] = []string{x.message.Name} // agree has compared it; the SDK knows the plain form only
	}
	r.Header = h
	rebody(r, x.message.Body)
	return r
}
