package server

import (
	"encoding/json"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/internal/wire"
)

// call takes a call of a declared tool down the road. It leaves to the SDK what is rare or depends on more than the
// message: jobs, which may become tasks and send progress; names that are not declared; a further round of a call;
// arguments that are headers, too, in the era that compares them.
func (d *direct) call(w http.ResponseWriter, r *http.Request, m wire.Message) bool {
	t := d.server.tools[m.Name]
	modern := wire.Modern(m.Version)
	if t == nil || t.job != nil || m.Resumes || !m.Call() || modern && t.headed {
		return false
	}
	a := d.server.answer(r.Context(), &call{tool: t, args: m.Arguments, caller: auth.CallerFrom(r.Context())})
	b := buffers.Get().(*buffer)
	defer b.free()
	b.bytes = b.result(m.ID, a)
	if modern {
		b.bytes = append(b.bytes, d.about...)
	}
	b.bytes = append(b.bytes, "}}"...)
	b.send(w)
	return true
}

// result is the answer to a call as far as the last member of its result; the same members as sent writes.
func (b *buffer) result(id []byte, a answer) []byte {
	out := append(b.begin(id), `{"content":[{"type":"text","text":`...)
	out, _ = jsontext.AppendQuote(out, a.text) // what is not UTF-8 is replaced
	out = append(out, '}')
	if a.code != 0 {
		return append(out, `],"isError":true`...)
	}
	for _, l := range a.links {
		block, _ := l.block().MarshalJSON() // strings and a number, which were encoded before
		out = append(append(out, ','), block...)
	}
	return append(append(out, `],"structuredContent":`...), a.structured...)
}

// about is what the SDK adds to each result of the modern era (specification 2026-07-28, basic, "resultType" and
// "_meta"), as further members of an object.
func (s *Server) about() []byte {
	info, _ := json.Marshal(s.implementation()) // only strings are in it
	return append(append([]byte(`,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":`), info...), '}')
}
