package guard

import (
	"maps"
	"net/http"
)

// A Verdict is the answer to a message that may not pass.
type Verdict struct {
	// Status is the HTTP status; 200 for a client that reads the refusal out of a result.
	Status int
	// Header is added to the answer, for example WWW-Authenticate.
	Header http.Header
	// Body is the JSON-RPC answer.
	Body []byte
}

// judge asks whether the message may pass. It is decided here, from the one reading of the message, because later there
// is no HTTP status left to say it with.
func (g *Guard) judge(next http.Handler) http.Handler {
	if g.options.Judge == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := g.options.Judge(r, exchangeOf(r.Context()).message)
		if v == nil {
			next.ServeHTTP(w, r)
			return
		}
		v.Send(w)
	})
}

// Send writes the verdict.
func (v *Verdict) Send(w http.ResponseWriter) {
	h := w.Header()
	maps.Copy(h, v.Header)
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(v.Status)
	_, _ = w.Write(v.Body) // a client that is gone needs no answer
}
