package guard

import (
	"io"
	"net/http"
	"strings"

	"github.com/comity-mcp/comity/internal/wire"
)

// outside answers what probes and authorization clients ask from any host: /healthz (the process lives; it depends on
// nothing), /readyz (503 while it should get no traffic) and /.well-known/.
func (g *Guard) outside(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case path == "/healthz":
			probe(w, r, http.StatusOK, `{"status":"ok"}`)
		case path == "/readyz":
			g.readiness(w, r)
		case strings.HasPrefix(path, "/.well-known/"):
			w.Header().Set("Access-Control-Allow-Origin", "*") // public documents, and no credentials go with them
			if g.options.WellKnown == nil {
				refuse(w, http.StatusNotFound, invalid("There is no document at %s. The MCP endpoint is %s.",
					wire.Quote(path), g.options.Path))
				return
			}
			g.options.WellKnown.ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func (g *Guard) readiness(w http.ResponseWriter, r *http.Request) {
	if g.open.draining() {
		probe(w, r, http.StatusServiceUnavailable, `{"status":"draining"}`)
		return
	}
	if g.options.Ready != nil {
		if err := g.options.Ready(); err != nil {
			g.options.Log.Warn().Err(err).Msg("not ready")
			probe(w, r, http.StatusServiceUnavailable, `{"status":"not ready"}`)
			return
		}
	}
	probe(w, r, http.StatusOK, `{"status":"ready"}`)
}

// probe answers GET and HEAD with one JSON object.
func probe(w http.ResponseWriter, r *http.Request, status int, body string) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, invalid("%s is answered here for GET and HEAD only. Send GET.", r.URL.Path))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}
