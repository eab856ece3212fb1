package guard

import (
	"net/http"
	"sync"
	"time"

	"github.com/comity-mcp/comity/internal/wire"
)

// maxKept is how many sessions are kept at once. One costs some 14 KiB until it has been idle for as long as the handler
// behind Options.Kept allows, and anybody who may discover the server may open one.
const maxKept = 1000

// A session is one that is kept.
type session struct {
	used time.Time // when it was opened, or its last message answered
	busy int       // messages that are being answered
}

// kept are the sessions that are open, and some that have ended without a word.
type kept struct {
	mu      sync.Mutex
	open    map[string]*session
	opening int // initializes that are being answered
}

// room makes room for one more session. When there is none, the session that has been idle for longest has to end: it is
// named, and its client opens another as MCP asks for, while a server that refused newcomers would be shut by whoever
// opens sessions fastest. ok is false when every session is busy.
func (k *kept) room(mayEnd bool) (end string, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.open)+k.opening >= maxKept {
		if end = k.idlest(); end == "" || !mayEnd {
			return "", false
		}
		delete(k.open, end)
	}
	k.opening++
	return end, true
}

func (k *kept) idlest() (id string) {
	var since time.Time
	for name, s := range k.open {
		if s.busy == 0 && (id == "" || s.used.Before(since)) {
			id, since = name, s.used
		}
	}
	return id
}

// opened says what an initialize came to: the session that it opened, or an empty id for none.
func (k *kept) opened(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.opening--
	if id == "" {
		return
	}
	if k.open == nil {
		k.open = make(map[string]*session)
	}
	k.open[id] = &session{used: time.Now()}
}

// begin says that a message of a session is being answered, and returns what to call with the status that the SDK gave it.
func (k *kept) begin(id string) (done func(status int)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.open[id]
	if s == nil {
		return func(int) {}
	}
	s.busy++
	return func(status int) {
		k.mu.Lock()
		defer k.mu.Unlock()
		s.busy--
		s.used = time.Now()
		if status == http.StatusNotFound { // 403 is what a stranger gets, and says nothing of the session
			delete(k.open, id)
		}
	}
}

// forget drops a session that has ended.
func (k *kept) forget(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.open, id)
}

// inSession serves a message that opens a session or belongs to one.
func (g *Guard) inSession(w http.ResponseWriter, r *http.Request, m wire.Message) {
	if id := r.Header.Get(headerSession); id != "" {
		done := g.kept.begin(id)
		status := http.StatusInternalServerError
		defer func() { done(status) }()
		status = translate(w, r, g.options.Kept, m, &g.options.Log)
		return
	}
	end, ok := g.kept.room(g.options.End != nil)
	if !ok {
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusServiceUnavailable, &wire.Error{Code: wire.CodeInternal, ID: m.ID,
			Message: "This server keeps as many sessions as it can, and all are busy. Send initialize again in a moment."})
		return
	}
	if end != "" {
		g.options.Log.Info().Int("sessions", maxKept).Msg("the session idle for longest was ended to make room for another")
		go g.options.End(end) // it may wait for a handler whose client has gone
	}
	id := ""
	defer func() { g.kept.opened(id) }()
	translate(w, r, g.options.Kept, m, &g.options.Log)
	id = w.Header().Get(headerSession)
}
