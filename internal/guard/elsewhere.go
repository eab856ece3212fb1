package guard

import (
	"io"
	"net/http"

	"github.com/comity-mcp/comity/internal/wire"
)

// elsewhere answers for every path but the endpoint's: the front page, and 404 in JSON, for clients that look for
// authorization documents in odd places read an HTML page as a fault.
func (g *Guard) elsewhere(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == g.options.Path, r.URL.Path == g.options.Path+"/":
			// With a slash at its end it is served as it is: a redirect would lose the body of a POST.
			next.ServeHTTP(w, r)
		case r.URL.Path == "/":
			g.front(w, r)
		default:
			refuse(w, http.StatusNotFound, invalid("There is nothing at %s. The MCP endpoint is %s.",
				wire.Quote(r.URL.Path), g.options.Path))
		}
	})
}

func (g *Guard) front(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, invalid("The MCP endpoint is %s. Send %s there.", g.options.Path, r.Method))
		return
	}
	if g.home(w, r) {
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "An MCP server. Its endpoint is "+g.options.Path+"\n")
}
