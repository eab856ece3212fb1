package guard_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/internal/guard"
)

// A rig is a guard in front of the real SDK, with one server whose tools say what reached them.
type rig struct {
	*guard.Guard
	log *record
	mcp *mcp.Server
	ran chan string   // names of the tools that ran
	saw chan struct{} // the tool "wait" has seen its client go
}

// A record is a log that several goroutines write.
type record struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.Write(p)
}

func (r *record) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.String()
}

const public = "https://inventory.example.com/mcp"

// newRig returns a rig at the address; change may be nil.
func newRig(t testing.TB, address string, change func(*guard.Options)) *rig {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{log: new(record), ran: make(chan string, 64), saw: make(chan struct{}, 1)}
	r.mcp = mcp.NewServer(&mcp.Implementation{Name: "rig", Version: "1"}, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{ListChanged: true}},
	})
	for name, schema := range map[string]string{
		"safe":   `{"type":"object"}`,
		"danger": `{"type":"object"}`,
		"wait":   `{"type":"object"}`,
		"région": `{"type":"object","properties":{"city":{"type":"string","x-mcp-header":"City"}}}`,
	} {
		r.mcp.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(schema)}, r.tool)
	}
	get := func(*http.Request) *mcp.Server { return r.mcp }
	sdk := func(o mcp.StreamableHTTPOptions) http.Handler {
		o.DisableLocalhostProtection, o.MaxRequestBodyBytes = true, -1
		o.PropagateRequestCancellation = o.Stateless
		return mcp.NewStreamableHTTPHandler(get, &o)
	}
	o := guard.Options{
		URL:       u,
		Stateless: sdk(mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}),
		Stream:    sdk(mcp.StreamableHTTPOptions{Stateless: true}),
		Log:       zerolog.New(r.log),
	}
	if change != nil {
		change(&o)
	}
	r.Guard = guard.New(o)
	return r
}

// kept makes a rig keep sessions.
func (r *rig) kept() http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return r.mcp },
		&mcp.StreamableHTTPOptions{DisableLocalhostProtection: true, MaxRequestBodyBytes: -1})
}

// newKept returns a rig that keeps sessions.
func newKept(t testing.TB, change func(*guard.Options)) *rig {
	t.Helper()
	var r *rig
	var options guard.Options
	r = newRig(t, public, func(o *guard.Options) {
		o.Kept = http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) { r.kept().ServeHTTP(w, q) })
		if change != nil {
			change(o)
		}
		options = *o
	})
	options.Kept = r.kept()
	r.Guard = guard.New(options)
	return r
}

// tool answers with the tool's name; "wait" answers only when the client has gone.
func (r *rig) tool(ctx context.Context, q *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r.ran <- q.Params.Name
	if q.Params.Name == "wait" {
		<-guard.RequestContext(ctx).Done()
		r.saw <- struct{}{}
	}
	said, _ := guard.Request(ctx)
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf("%+v bound: %v", said, guard.RequestContext(ctx) != nil)}}}, nil
}

// An answer is what a client sees of one request.
type answer struct {
	status int
	header http.Header
	body   string
	stream bool            // it came as an event stream
	id     json.RawMessage // of the JSON-RPC message
	code   int             // of its error; 0 for a result
	says   string          // its error's sentence
	data   json.RawMessage
	result json.RawMessage
}

// send sends one request; headers are "Name: value", and "Name:" takes away a default. A body is sent as JSON.
func (r *rig) send(t testing.TB, method, path, body string, headers ...string) answer {
	t.Helper()
	return send(t, r.Guard, method, path, body, headers...)
}

func send(t testing.TB, handler http.Handler, method, path, body string, headers ...string) answer {
	t.Helper()
	q := httptest.NewRequest(method, path, strings.NewReader(body))
	q.Host = "inventory.example.com"
	if body != "" {
		q.Header.Set("Content-Type", "application/json")
		q.Header.Set("Accept", "application/json, text/event-stream")
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch {
		case name == "Host":
			q.Host = value
		case value == "":
			q.Header.Del(name)
		default:
			if _, set := q.Header[http.CanonicalHeaderKey(name)]; set && (name == "Accept" || name == "Content-Type") {
				q.Header.Del(name)
			}
			q.Header.Add(name, value)
		}
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, q)
	return answered(t, w.Result())
}

func answered(t testing.TB, response *http.Response) answer {
	t.Helper()
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: response.StatusCode, header: response.Header, body: string(body)}
	text := a.body
	if strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		a.stream = true
		_, text, _ = strings.Cut(text, "data: ")
		text, _, _ = strings.Cut(text, "\n")
	}
	var m struct {
		ID     json.RawMessage
		Result json.RawMessage
		Error  *struct {
			Code    int
			Message string
			Data    json.RawMessage
		}
	}
	if json.Unmarshal([]byte(text), &m) == nil {
		a.id, a.result = m.ID, m.Result
		if m.Error != nil {
			a.code, a.says, a.data = m.Error.Code, m.Error.Message, m.Error.Data
		}
	}
	return a
}

// is fails unless the answer has the status and the error code; code 0 asks for a result when the status is 200.
func (a answer) is(t testing.TB, status, code int) {
	t.Helper()
	if a.status != status || a.code != code || status == 200 && code == 0 && a.result == nil {
		t.Errorf("got %d, code %d: %s\nwant %d, code %d", a.status, a.code, a.body, status, code)
	}
	if a.status >= 400 && a.header.Get("Content-Type") != "application/json" {
		t.Errorf("got an error as %q\nwant application/json", a.header.Get("Content-Type"))
	}
}

const (
	list  = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"legacy","version":"1"}}}`
)

// call is a tools/call of the handshake era.
func call(tool string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{}}}`, tool)
}

const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
	`"io.modelcontextprotocol/clientInfo":{"name":"modern","version":"1"}}`

// modern is a message of the modern era; params are its members but _meta.
func modern(method, params string) string {
	if params != "" {
		params += ","
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s%s}}`, method, params, meta)
}

const version = "Mcp-Protocol-Version: 2026-07-28"

// isStatus fails unless the answer has the status; its body is somebody else's.
func (a answer) isStatus(t testing.TB, status int) {
	t.Helper()
	if a.status != status {
		t.Errorf("got %d: %s\nwant %d", a.status, a.body, status)
	}
}
