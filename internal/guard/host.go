package guard

import (
	"net/http"

	"github.com/comity-mcp/comity/internal/wire"
)

// host refuses a Host header that is not ours: a page whose name was pointed at this machine (DNS rebinding) sends its
// own. X-Forwarded-Host and its like are never read, for anybody can send them.
func (g *Guard) host(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !g.hosts.host(r.Host) {
			g.options.Log.Warn().Str("host", wire.Quote(r.Host)).Str("path", r.URL.Path).
				Msg("refused a Host header; if it is one of this server's names, add it to Config.Hosts")
			refuse(w, http.StatusForbidden, invalid("This server does not answer to the host %s. "+
				"Use its public URL; whoever runs it can allow more hosts in Config.Hosts.", wire.Quote(r.Host)))
			return
		}
		next.ServeHTTP(w, r)
	})
}
