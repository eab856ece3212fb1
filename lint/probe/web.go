package probe

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/comity-mcp/comity/internal/peer"
	"github.com/comity-mcp/comity/lint"
)

// A web sends single HTTP requests, each of which may be wrong in one way. It follows no redirect.
type web struct {
	client  *http.Client
	url     string
	header  http.Header
	modern  bool
	version string
	session string // of a server that keeps sessions
}

// A question is one HTTP request. Its fields may be changed before it is asked.
type question struct {
	method, url string
	host        string // in place of the URL's
	header      http.Header
	body        []byte
}

// web makes a sender that speaks as the main connection does, with its token.
func (p *prober) web() *web {
	w := &web{url: p.target.URL, header: bearing(p.target.Header, token(p.target.Header)), client: &http.Client{
		Transport: p.options.Transport, Timeout: p.options.Patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if to := p.main(); to != nil {
		w.modern, w.version = to.Era() == peer.Modern, to.Version()
	}
	return w
}

// token returns the bearer token among headers.
func token(h http.Header) string {
	_, value, _ := strings.Cut(h.Get("Authorization"), " ")
	return value
}

// post is a request as any client sends it.
func (w *web) post(method string, params map[string]any) question {
	q := question{method: http.MethodPost, url: w.url, header: http.Header{}}
	maps.Copy(q.header, w.header)
	q.header.Set("Content-Type", "application/json")
	q.header.Set("Accept", "application/json, text/event-stream")
	q.header.Set("User-Agent", "comity-lint/1")
	if w.version != "" {
		q.header.Set("Mcp-Protocol-Version", w.version)
	}
	if w.session != "" {
		q.header.Set("Mcp-Session-Id", w.session)
	}
	if w.modern {
		q.header.Set("Mcp-Method", method)
		if name, ok := params["name"].(string); ok {
			q.header.Set("Mcp-Name", name)
		}
		params = stamped(params, w.version)
	}
	q.body = encoded(method, params, !strings.HasPrefix(method, "notifications/"))
	return q
}

// stamped adds what a modern request says of itself.
func stamped(params map[string]any, version string) map[string]any {
	out := map[string]any{"_meta": map[string]any{
		"io.modelcontextprotocol/protocolVersion":    version,
		"io.modelcontextprotocol/clientInfo":         map[string]string{"name": "comity-lint", "version": "1"},
		"io.modelcontextprotocol/clientCapabilities": map[string]any{},
	}}
	maps.Copy(out, params)
	return out
}

// encoded writes one request, or a notification.
func encoded(method string, params map[string]any, request bool) []byte {
	m := map[string]any{"jsonrpc": "2.0", "method": method}
	if request {
		m["id"] = 1
	}
	if params != nil {
		m["params"] = params
	}
	b, err := json.Marshal(m)
	if err != nil {
		return nil // made of what was decoded from JSON, it always encodes
	}
	return b
}

// ask sends a request and returns the answer, and the result as sent when there is one.
func (w *web) ask(ctx context.Context, pace *pace, q question) (lint.Answer, json.RawMessage) {
	a, body := w.send(ctx, pace, q)
	result := understood(body, &a)
	return a, result
}

// fetch asks for a document and returns what came, too.
func (w *web) fetch(ctx context.Context, pace *pace, address string) (lint.Answer, []byte) {
	return w.send(ctx, pace, w.get(address))
}

// send sends a request and returns what is to be seen of the answer, and its body.
func (w *web) send(ctx context.Context, pace *pace, q question) (lint.Answer, []byte) {
	if err := pace.wait(ctx); err != nil {
		return lint.Answer{Failed: err.Error()}, nil
	}
	r, err := http.NewRequestWithContext(ctx, q.method, q.url, bytes.NewReader(q.body))
	if err != nil {
		return lint.Answer{Failed: "the address cannot be asked for"}, nil
	}
	r.Header, r.Host = q.header, q.host
	began := time.Now()
	answer, err := w.client.Do(r)
	if err != nil {
		return lint.Answer{Failed: failure(err), Elapsed: time.Since(began)}, nil
	}
	defer answer.Body.Close()
	a := lint.Answer{Status: answer.StatusCode, Challenges: answer.Header.Values("Www-Authenticate"), Allow: answer.Header.Get("Allow"),
		Location: clip(answer.Header.Get("Location"), 500)}
	a.Type, _, _ = mime.ParseMediaType(answer.Header.Get("Content-Type"))
	body := w.read(q, answer, a.Type)
	a.Elapsed = time.Since(began)
	a.Body = strings.ToValidUTF8(clip(string(body), 1<<10), "?")
	return a, body
}

// read reads the body: the message that answers, where it comes in a stream, and nothing of a stream that GET opens.
func (w *web) read(q question, answer *http.Response, kind string) []byte {
	bounded := io.LimitReader(answer.Body, maxBytes)
	if kind != "text/event-stream" {
		b, _ := io.ReadAll(bounded) // what came is judged as far as it came
		return b
	}
	if q.method == http.MethodGet {
		return nil
	}
	lines := bufio.NewScanner(bounded)
	lines.Buffer(nil, maxBytes)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data:")
		// Before the answer there may be notifications, and an event without data, to resume the stream from.
		if data = strings.TrimSpace(data); ok && answers([]byte(data)) {
			return []byte(data)
		}
	}
	return nil
}

// answers reports whether a message is a JSON-RPC result or error.
func answers(message []byte) bool {
	var a lint.Answer
	understood(message, &a)
	return a.Result || a.Code != nil
}

// understood reads a JSON-RPC answer. In an array, one result makes it a result.
func understood(body []byte, a *lint.Answer) json.RawMessage {
	type rpc struct {
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Code    *json.Number `json:"code"`
			Message string       `json:"message"`
		} `json:"error"`
	}
	var all []rpc
	var one rpc
	if json.Unmarshal(body, &one) == nil {
		all = []rpc{one}
	} else if json.Unmarshal(body, &all) != nil {
		return nil
	}
	for _, m := range all {
		if m.Result != nil {
			a.Result = true
			return m.Result
		}
		if m.Error != nil {
			a.Message, a.Code = clip(m.Error.Message, 1<<10), new(int)
			if m.Error.Code != nil {
				code, _ := m.Error.Code.Int64() // a code that is no whole number counts as 0
				*a.Code = int(code)
			}
		}
	}
	return nil
}

// failure says why there was no answer, without the address, which may have a secret in its query.
func failure(err error) string {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	return clip(err.Error(), 300)
}

// get is a request for a document, with nothing to show.
func (w *web) get(address string) question {
	return question{method: http.MethodGet, url: address, header: http.Header{
		"Accept": {"application/json"}, "User-Agent": {"comity-lint/1"}}}
}
