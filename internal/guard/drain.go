package guard

import (
	"context"
	"net/http"
	"sync"

	"github.com/comity-mcp/comity/internal/wire"
)

// streams are the open streams that end by no answer of their own.
type streams struct {
	mu     sync.Mutex
	closed bool
	next   int
	end    map[int]context.CancelFunc
}

// add registers a stream and returns how to forget it, and false when the server drains.
func (s *streams) add(end context.CancelFunc) (forget func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, false
	}
	if s.end == nil {
		s.end = make(map[int]context.CancelFunc)
	}
	id := s.next
	s.next++
	s.end[id] = end
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.end, id)
	}, true
}

func (s *streams) draining() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// Drain makes /readyz say no and ends the open streams of subscriptions/listen and of kept sessions, which would hold
// up http.Server.Shutdown for ever. New requests are still answered, new streams refused with 503. It does not wait,
// and may be called more than once.
func (g *Guard) Drain() {
	g.open.mu.Lock()
	defer g.open.mu.Unlock()
	g.open.closed = true
	for _, end := range g.open.end {
		end()
	}
}

// held serves a stream that lasts until the client leaves or the server drains. r is this call's own.
func (g *Guard) held(w http.ResponseWriter, r *http.Request, handler http.Handler, m wire.Message) {
	ctx, end := context.WithCancel(r.Context())
	defer end()
	forget, ok := g.open.add(end)
	if !ok {
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusServiceUnavailable, &wire.Error{Code: wire.CodeInternal, ID: m.ID,
			Message: "This server is about to stop. Open the stream again, on another connection."})
		return
	}
	defer forget()
	translate(w, r.WithContext(ctx), handler, m, &g.options.Log)
}
