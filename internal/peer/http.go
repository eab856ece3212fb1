package peer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"sync"
)

// A webCarrier speaks Streamable HTTP (MCP 2026-07-28, basic/transports; 2025-11-25 with sessions).
type webCarrier struct {
	target  Target
	shown   string // the URL as errors have it
	options Options
	client  *http.Client

	mu      sync.Mutex
	session string
	version string // the header of the handshake era, once agreed
}

func newWeb(t Target, o Options) (*webCarrier, error) {
	u, err := url.Parse(t.URL)
	if err != nil {
		return nil, errors.New("the URL cannot be read")
	}
	transport := o.Transport
	if transport == nil {
		transport = http.DefaultTransport.(*http.Transport).Clone()
	}
	header := http.Header{}
	for name, values := range t.Header {
		header[http.CanonicalHeaderKey(name)] = values
	}
	t.Header = header
	return &webCarrier{target: t, shown: shown(u), options: o, client: &http.Client{
		Transport: transport,
		// What is copied from here must be the server's own address, so a redirect is an answer.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// shown leaves out what may be a secret.
func shown(u *url.URL) string {
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

func (w *webCarrier) agreed(version string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.version = version
}

func (w *webCarrier) ask(ctx context.Context, c call) (Reply, error) {
	r, err := w.post(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	defer r.Body.Close()
	if c.method == "initialize" && r.StatusCode < 300 {
		w.mu.Lock()
		w.session = r.Header.Get("Mcp-Session-Id")
		w.mu.Unlock()
	}
	reply, err := w.read(ctx, r, c)
	if err != nil {
		return Reply{}, err
	}
	reply.Status, reply.Header = r.StatusCode, r.Header
	return reply, nil
}

func (w *webCarrier) tell(ctx context.Context, c call) error {
	r, err := w.post(ctx, c)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	if r.StatusCode >= 300 {
		return w.noMessage(r, r.Body)
	}
	return nil
}

// post sends a message; the caller closes the body.
func (w *webCarrier) post(ctx context.Context, c call) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.target.URL, bytes.NewReader(c.body))
	if err != nil {
		return nil, errors.New("the URL cannot be asked for")
	}
	w.dress(r, c.version)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if c.modern {
		r.Header.Set("Mcp-Method", c.method)
		if name, ok := named(c.method, c.params); ok {
			r.Header.Set("Mcp-Name", headerValue(name))
		}
		for header, value := range c.headers {
			r.Header.Set(header, headerValue(value))
		}
	}
	answer, err := w.client.Do(r)
	if err != nil {
		return nil, w.unreached(ctx, err)
	}
	return answer, nil
}

// dress sets what every request has; the target's own headers win over what is not MCP's.
func (w *webCarrier) dress(r *http.Request, version string) {
	r.Header.Set("User-Agent", w.options.ClientName+"/"+w.options.ClientVersion)
	maps.Copy(r.Header, w.target.Header)
	w.mu.Lock()
	defer w.mu.Unlock()
	if version == "" {
		version = w.version
	}
	if version != "" {
		r.Header.Set("Mcp-Protocol-Version", version)
	}
	if w.session != "" {
		r.Header.Set("Mcp-Session-Id", w.session)
	}
}

func (w *webCarrier) unreached(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return &endedError{context.Cause(ctx), ctx.Err()}
	}
	return unreachable(w.shown, err)
}

// read takes the answer from the body, in either form.
func (w *webCarrier) read(ctx context.Context, r *http.Response, c call) (Reply, error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	body := &bounded{r: r.Body, left: w.options.MaxBytes, all: w.options.MaxBytes}
	if kind == "text/event-stream" && r.StatusCode < 300 {
		reply, err := w.stream(ctx, body, c)
		return reply, w.broken(ctx, err)
	}
	b, err := io.ReadAll(body)
	if err != nil {
		return Reply{}, w.broken(ctx, err)
	}
	m, err := readMessage(b)
	// An error before the id was read has the id null, and over HTTP there is one request it can be about.
	if err == nil && m.response() && (m.answers(c.id) || m.fault != nil && (m.id == nil || string(m.id) == "null")) {
		return m.reply(), nil
	}
	if err == nil && m.response() && !signIn(r.StatusCode, r.Header) {
		return Reply{}, fmt.Errorf("%s answered %s under the id %s, and it was asked under %d; answers must have the id of their request", w.shown, c.method, clip(string(m.id)), c.id)
	}
	return Reply{}, w.noMessage(r, bytes.NewReader(b))
}

// stream reads events until the answer. What the server asks meanwhile is answered in a request of its own.
func (w *webCarrier) stream(ctx context.Context, body io.Reader, c call) (Reply, error) {
	var notifications []json.RawMessage
	events := newEvents(body)
	for {
		data, err := events.next()
		if err == io.EOF {
			return Reply{}, fmt.Errorf("%s closed the event stream of %s before the answer", w.shown, c.method)
		}
		if err != nil {
			return Reply{}, err
		}
		m, err := readMessage(data)
		switch {
		case err != nil:
			return Reply{}, fmt.Errorf("%s sent %s in the event stream of %s: %w", w.shown, orNothing(clip(string(data))), c.method, err)
		case m.answers(c.id):
			reply := m.reply()
			reply.Notifications = notifications
			return reply, nil
		case m.response():
		case m.id == nil:
			notifications = keep(notifications, m)
		default:
			w.answer(ctx, m)
		}
	}
}

// answer tells the server what its own request comes to. What becomes of that shows in the stream.
func (w *webCarrier) answer(ctx context.Context, m message) {
	if r, err := w.post(ctx, call{body: m.asked()}); err == nil {
		r.Body.Close()
	}
}

func (w *webCarrier) broken(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return &endedError{context.Cause(ctx), ctx.Err()}
	}
	return err
}

// beginning is how much of an answer that is no message is kept.
const beginning = 8 << 10

// noMessage makes the error of an answer that is none.
func (w *webCarrier) noMessage(r *http.Response, body io.Reader) error {
	b, _ := io.ReadAll(io.LimitReader(body, beginning)) // what came is told as far as it came
	if signIn(r.StatusCode, r.Header) {
		return w.challenged(r.Request.Context(), r.StatusCode, r.Header)
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return &HTTPError{URL: w.shown, Status: r.StatusCode, ContentType: kind, Header: r.Header, Body: b}
}

// close deletes the session; servers that keep none, or that let nobody delete it, lose nothing by it.
func (w *webCarrier) close() error {
	defer w.client.CloseIdleConnections()
	w.mu.Lock()
	session := w.session
	w.mu.Unlock()
	if session == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), soon)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodDelete, w.target.URL, nil)
	if err != nil {
		return errors.New("the URL cannot be asked for")
	}
	w.dress(r, "")
	answer, err := w.client.Do(r)
	if err != nil {
		return fmt.Errorf("ending the session: %w", w.unreached(ctx, err))
	}
	return answer.Body.Close()
}
