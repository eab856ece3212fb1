package guard

import (
	"maps"
	"net/http"

	"github.com/comity-mcp/comity/internal/wire"
)

// sessions serves GET (the stream of a kept session) and DELETE (its end); both come here only when sessions are kept.
func (g *Guard) sessions(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			next.ServeHTTP(w, r)
			return
		}
		version, refused := single(r.Header, headerVersion)
		for _, header := range []string{headerSession, headerEvent} {
			if _, twice := single(r.Header, header); refused == nil {
				refused = twice
			}
		}
		if refused == nil && version != "" && !wire.Supported(version) {
			refused = unsupported(version)
		}
		if refused != nil {
			refuse(w, http.StatusBadRequest, refused)
			return
		}
		if r.Method == http.MethodDelete {
			if status := translate(w, r, g.options.Kept, wire.Message{}, &g.options.Log); status == http.StatusNoContent {
				g.kept.forget(r.Header.Get(headerSession))
			}
			return
		}
		if accepted(r.Header.Values("Accept")).stream == 0 {
			refuse(w, http.StatusNotAcceptable, invalid(`A GET is answered with an event stream. Send "Accept: text/event-stream".`))
			return
		}
		own := r.WithContext(r.Context()) // a copy, whose headers may be changed
		own.Header = maps.Clone(r.Header)
		own.Header["Accept"] = []string{both}
		g.held(w, own, g.options.Kept, wire.Message{})
	})
}

// belongs says whether a message goes to the handler that keeps sessions: one of the handshake era that opens a session
// or names one. Others of that era are answered without a session, so that a client that skips the handshake, or whose
// session a restart ended and who sends no id, still gets its answer.
func (g *Guard) belongs(r *http.Request, m wire.Message) bool {
	if g.options.Kept == nil || wire.Modern(r.Header.Get(headerVersion)) {
		return false
	}
	return m.Method == "initialize" || r.Header.Get(headerSession) != ""
}
