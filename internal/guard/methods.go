package guard

import (
	"net/http"

	"github.com/comity-mcp/comity/internal/wire"
)

// methods answers 405 with Allow (RFC 9110 section 15.5.6) for what has no meaning here: without sessions everything
// but POST, as MCP asks for since 2026-07-28. A browser's visit goes to the front page, when there is one.
func (g *Guard) methods(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case http.MethodPost:
			next.ServeHTTP(w, r)
			return
		case http.MethodGet, http.MethodHead:
			if g.home(w, r) {
				return
			}
			if r.Method == http.MethodGet && g.keeps(r) {
				next.ServeHTTP(w, r)
				return
			}
		case http.MethodDelete:
			if g.keeps(r) {
				next.ServeHTTP(w, r)
				return
			}
		}
		w.Header().Set("Allow", g.answered(r))
		refuse(w, http.StatusMethodNotAllowed, invalid("%s has no meaning at an MCP endpoint without sessions. "+
			"Send each message with POST.", wire.Quote(r.Method)))
	})
}

// keeps says whether a request without a message can belong to a kept session: none of the modern era does.
func (g *Guard) keeps(r *http.Request) bool {
	return g.options.Kept != nil && !wire.Modern(r.Header.Get(headerVersion))
}

// answered lists the methods that the endpoint answers, for Allow.
func (g *Guard) answered(r *http.Request) string {
	if g.keeps(r) {
		return "POST, GET, DELETE, OPTIONS"
	}
	return "POST, OPTIONS"
}
