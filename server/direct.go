package server

import (
	"encoding/json"
	"net/http"
	"sync"

	"github.com/comity-mcp/comity/internal/door"
	"github.com/comity-mcp/comity/internal/wire"
)

// A direct road answers messages that need neither a session nor a stream, in both eras, without the SDK: the second
// caller of [Server.answer] beside the SDK's handlers (serve). What it declines goes to the SDK. This file is the road
// of HTTP; that of stdio is in directline.go. Why there are two roads, and what an author's own middleware changes, is in docs/decisions/0015-the-direct-road.md.
type direct struct {
	server   *Server
	prepared *prepared
	about    []byte // the members that a result of the modern era has beside its own
}

// direct returns the direct road of a server whose other messages go to sdk.
func (s *Server) direct(sdk http.Handler) *direct {
	return &direct{server: s, prepared: newPrepared(sdk, s.log), about: s.about()}
}

// serve answers m, or returns false and leaves w as it is. The guard has read the message and judged its caller.
func (d *direct) serve(w http.ResponseWriter, r *http.Request, m wire.Message) bool {
	if !d.server.unobserved() {
		return false
	}
	switch m.Method {
	case "tools/call":
		return d.call(w, r, m)
	case "ping":
		return d.ping(w, m)
	case "tools/list":
		return m.Cursor == "" && !d.server.optioned && door.Closed(r.Context()) && d.ready(w, m)
	case "initialize", "server/discover":
		return d.server.untouched() && d.ready(w, m)
	case "notifications/initialized":
		if m.Version != "" || !d.server.untouched() {
			return false
		}
		w.WriteHeader(http.StatusAccepted)
		return true
	}
	return false
}

// ping is of the handshake era; the modern one has none.
func (d *direct) ping(w http.ResponseWriter, m wire.Message) bool {
	if m.Version != "" {
		return false
	}
	b := buffers.Get().(*buffer)
	b.bytes = appendPong(b.bytes[:0], m.ID)
	b.send(w)
	return true
}

// ready answers with a result that was prepared.
func (d *direct) ready(w http.ResponseWriter, m wire.Message) bool {
	result := d.prepared.result(m)
	if result == nil {
		return false
	}
	b := buffers.Get().(*buffer)
	b.bytes = append(append(begin(b.bytes[:0], m.ID), result...), '}')
	b.send(w)
	return true
}

// begin starts the answer to the call with that id, as far as its result.
func begin(b []byte, id json.RawMessage) []byte {
	return append(append(append(b, `{"jsonrpc":"2.0","id":`...), id...), `,"result":`...)
}

func appendPong(b []byte, id json.RawMessage) []byte { return append(begin(b, id), `{}}`...) }

// A buffer is where an answer is put together; used again.
type buffer struct{ bytes []byte }

var buffers = sync.Pool{New: func() any { return new(buffer) }}

// keptBuffer is the largest buffer that is used again, in bytes: room for a result of the usual size, twice over.
const keptBuffer = 256 << 10

// Values of headers, which net/http reads and does not change.
var (
	inJSON    = []string{"application/json"}
	notStored = []string{"no-cache, no-transform"} // as the SDK has it
)

// send writes the answer and gives the buffer back.
func (b *buffer) send(w http.ResponseWriter) {
	h := w.Header()
	h["Content-Type"], h["Cache-Control"] = inJSON, notStored
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(b.bytes) // a client that is gone needs no answer
	if cap(b.bytes) <= keptBuffer {
		buffers.Put(b)
	}
}
