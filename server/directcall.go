package server

import (
	"encoding/json"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/internal/wire"
)

// call takes a call of a declared tool down the road.
func (d *direct) call(w http.ResponseWriter, r *http.Request, m wire.Message) bool {
	t := d.callable(m)
	if t == nil || t.headed && wire.Modern(m.Version) {
		return false
	}
	a := d.server.answer(r.Context(), &call{tool: t, args: m.Arguments, caller: auth.CallerFrom(r.Context())})
	b := buffers.Get().(*buffer)
	b.bytes = d.appendAnswer(b.bytes[:0], m, a)
	b.send(w)
	return true
}

// callable returns the tool that m calls, nil when the call is for the SDK: what is rare, or depends on more than the
// message. These are jobs, which may become tasks and send progress; names that are not declared; a further round of a
// call; and, over HTTP in the era that compares them, arguments that are headers, too.
func (d *direct) callable(m wire.Message) *tool {
	if t := d.server.tools[m.Name]; t != nil && t.job == nil && !m.Resumes {
		return t
	}
	return nil
}

// appendAnswer appends the answer to m, with the members that sent gives a result.
func (d *direct) appendAnswer(b []byte, m wire.Message, a answer) []byte {
	b = append(begin(b, m.ID), `{"content":[{"type":"text","text":`...)
	b, _ = jsontext.AppendQuote(b, a.text) // what is not UTF-8 is replaced
	b = append(b, '}')
	for _, l := range a.links {
		block, _ := l.block().MarshalJSON() // strings and a number, which were encoded before
		b = append(append(b, ','), block...)
	}
	if a.code != 0 {
		b = append(b, `],"isError":true`...)
	} else {
		b = append(append(b, `],"structuredContent":`...), a.structured...)
	}
	if wire.Modern(m.Version) {
		b = append(b, d.about...)
	}
	return append(b, "}}"...)
}

// about is what the SDK adds to each result of the modern era (specification 2026-07-28, basic, "resultType" and
// "_meta"), as further members of an object.
func (s *Server) about() []byte {
	info, _ := json.Marshal(s.implementation()) // only strings are in it
	return append(append([]byte(`,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":`), info...), '}')
}
