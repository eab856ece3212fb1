package guard

import (
	"net/http"

	"github.com/comity-mcp/comity/internal/wire"
)

// origin refuses requests from other people's pages, preflight and POST alike (MCP 2026-07-28, basic/transports: an
// invalid Origin MUST be answered with 403). A request without Origin does not come from a page and passes.
func (g *Guard) origin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, origin := range r.Header.Values("Origin") {
			if !g.origins.origin(origin) {
				g.options.Log.Warn().Str("origin", wire.Quote(origin)).Str("path", r.URL.Path).
					Msg("refused an Origin header; if its pages may use this server, add it to Config.Origins")
				refuse(w, http.StatusForbidden, invalid("Pages of the origin %s may not use this server. "+
					"Whoever runs it can allow the origin in Config.Origins.", wire.Quote(origin)))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
