package guard

import (
	"mime"
	"net/http"
	"strings"

	"github.com/comity-mcp/comity/internal/wire"
)

// mediaType refuses a body that does not say it is plain JSON. It is also what keeps a form on another page from being
// a request: a browser asks before it sends application/json elsewhere.
func (g *Guard) mediaType(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if sent := r.Header.Get("Content-Type"); !isJSON(sent) {
			refuse(w, http.StatusUnsupportedMediaType, invalid("Content-Type is %s. Send application/json.", orMissing(sent)))
			return
		}
		if sent := r.Header.Get("Content-Encoding"); sent != "" && !strings.EqualFold(sent, "identity") {
			w.Header().Set("Accept-Encoding", "identity") // RFC 9110 section 12.5.3
			refuse(w, http.StatusUnsupportedMediaType, invalid("Content-Encoding is %s. Send the body uncompressed.", wire.Quote(sent)))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isJSON(contentType string) bool {
	if contentType == "application/json" {
		return true
	}
	mediaType, params, err := mime.ParseMediaType(contentType)
	if err != nil || mediaType != "application/json" {
		return false
	}
	charset, ok := params["charset"]
	return !ok || strings.EqualFold(charset, "utf-8") || strings.EqualFold(charset, "utf8")
}

// orMissing quotes what was sent, or says that nothing was.
func orMissing(sent string) string {
	if sent == "" {
		return "missing"
	}
	return wire.Quote(sent)
}
