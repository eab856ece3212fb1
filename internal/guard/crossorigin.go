package guard

import (
	"net/http"
	"strings"
)

// offered are the request headers that a page may send, beside Mcp-Param-*.
const offered = "authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id"

// maxAge is how many seconds a browser may remember a preflight: two hours, the most that Chromium keeps.
const maxAge = "7200"

// maxParams is how many Mcp-Param-* headers one preflight is granted.
const maxParams = 64

// crossOrigin lets pages of an allowed origin read the answers (CORS, Fetch standard section 3.2), and answers the
// preflight and any other OPTIONS. The origin was judged before. No cookie is ever allowed: a caller shows a token.
func (g *Guard) crossOrigin(next http.Handler) http.Handler {
	methods := "POST, GET, OPTIONS"
	if g.options.Kept != nil {
		methods = "POST, GET, DELETE, OPTIONS"
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Add("Vary", "Origin")
		if origin := r.Header.Get("Origin"); origin != "" {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Access-Control-Expose-Headers", "WWW-Authenticate, Mcp-Session-Id")
		}
		if r.Method != http.MethodOptions {
			next.ServeHTTP(w, r)
			return
		}
		h.Set("Allow", g.answered(r))
		if r.Header.Get("Origin") != "" {
			h.Add("Vary", "Access-Control-Request-Headers")
			h.Set("Access-Control-Allow-Methods", methods)
			h.Set("Access-Control-Allow-Headers", offered+params(r.Header.Values("Access-Control-Request-Headers")))
			h.Set("Access-Control-Max-Age", maxAge)
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// params returns the Mcp-Param-* headers among those asked for, each after a comma.
func params(asked []string) string {
	var b strings.Builder
	granted := 0
	for _, line := range asked {
		for name := range strings.SplitSeq(line, ",") {
			name = strings.ToLower(strings.TrimSpace(name))
			rest, ok := strings.CutPrefix(name, "mcp-param-")
			if !ok || !token(rest) || granted == maxParams {
				continue
			}
			granted++
			b.WriteString(", ")
			b.WriteString(name)
		}
	}
	return b.String()
}

// token says whether s is a token of RFC 9110 section 5.6.2.
func token(s string) bool {
	for _, c := range []byte(s) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && !('0' <= c && c <= '9') && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return false
		}
	}
	return s != ""
}
