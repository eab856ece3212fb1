package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/internal/wire"
)

// prepared are results that are the same for every caller, each asked of the SDK once, when it is first needed: so they
// have the members that the SDK gives them, whatever those are. They are asked for with a request of our own, never with
// a client's, whose oddities they would keep. It is safe for concurrent use.
type prepared struct {
	sdk       http.Handler
	log       zerolog.Logger
	questions map[string]*question // by method, and version where it matters; none is added later
}

// A question is asked of the SDK once.
type question struct {
	version, method, params string
	once                    sync.Once
	result                  json.RawMessage // nil when the SDK gave none
}

func newPrepared(sdk http.Handler, log zerolog.Logger) *prepared {
	p := &prepared{sdk: sdk, log: log, questions: map[string]*question{
		"tools/list": {method: "tools/list", params: `{}`},
		// There is no version without a date; the SDK answers it with the newest of its era.
		"initialize": {method: "initialize", params: opening("none")},
	}}
	for _, v := range wire.Versions() {
		if !wire.Modern(v) {
			p.questions["initialize "+v] = &question{method: "initialize", params: opening(v)}
			continue
		}
		for _, method := range []string{"tools/list", "server/discover"} {
			p.questions[method+" "+v] = &question{version: v, method: method, params: fmt.Sprintf(
				`{"_meta":{"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientCapabilities":{}}}`, v)}
		}
	}
	return p
}

func opening(version string) string {
	return fmt.Sprintf(`{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"comity","version":"1"}}`, version)
}

// result returns the result of m; nil when there is none.
func (p *prepared) result(m wire.Message) json.RawMessage {
	key := m.Method
	switch {
	case m.Method == "initialize" && m.Version == "" && p.questions["initialize "+m.Asks] != nil:
		key += " " + m.Asks
	case wire.Modern(m.Version):
		key += " " + m.Version
	}
	q := p.questions[key]
	if q == nil || m.Method == "initialize" && m.Version != "" {
		return nil
	}
	q.once.Do(func() { q.result = p.ask(q) })
	return q.result
}

// ask asks the SDK, and returns nil when it gives no result.
func (p *prepared) ask(q *question) json.RawMessage {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, q.method, q.params)
	r, err := http.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	if err != nil {
		return nil // not reached: the method and the address are constants
	}
	r.Header = http.Header{"Content-Type": inJSON, "Accept": {"application/json, text/event-stream"}}
	if q.version != "" {
		r.Header["Mcp-Protocol-Version"], r.Header["Mcp-Method"] = []string{q.version}, []string{q.method}
	}
	w := &overheard{header: http.Header{}}
	p.sdk.ServeHTTP(w, r)
	var said struct {
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(w.body.Bytes(), &said); err != nil || said.Result == nil {
		p.log.Warn().Str("method", q.method).Str("version", q.version).Int("status", w.status).Msg("no answer could be prepared; the SDK gives each anew")
		return nil
	}
	return said.Result
}

// overheard keeps what is written to it.
type overheard struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (o *overheard) Header() http.Header         { return o.header }
func (o *overheard) WriteHeader(status int)      { o.status = status }
func (o *overheard) Write(p []byte) (int, error) { return o.body.Write(p) }
