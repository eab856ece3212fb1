package probe

import (
	"bytes"
	"context"
	"net/http"
	"net/url"

	"github.com/comity-mcp/comity/lint"
)

// A trial is one request with something unusual about it.
type trial struct {
	asked    lint.Asked
	detail   string
	question question
}

// exchange sends every unusual request once. There is nothing like it on stdio.
func (p *prober) exchange(ctx context.Context) {
	if p.evidence.Transport != lint.OverHTTP {
		return
	}
	p.step("sending unusual requests")
	w := p.web()
	p.enter(ctx, w)
	for _, t := range w.trials() {
		if ctx.Err() != nil {
			return
		}
		answer, _ := w.ask(ctx, p.pace, t.question)
		p.evidence.Exchanges = append(p.evidence.Exchanges, lint.Exchange{Asked: t.asked, Detail: t.detail, Answer: answer})
	}
	p.leave(ctx, w)
}

// enter begins a session where the server keeps them: without one it would refuse whatever is sent.
func (p *prober) enter(ctx context.Context, w *web) {
	if w.modern || p.pace.wait(ctx) != nil {
		return
	}
	q := w.post("initialize", map[string]any{"protocolVersion": w.version, "capabilities": map[string]any{},
		"clientInfo": map[string]string{"name": "comity-lint", "version": "1"}})
	q.header.Del("Mcp-Protocol-Version")
	r, err := http.NewRequestWithContext(ctx, q.method, q.url, bytes.NewReader(q.body))
	if err != nil {
		return
	}
	r.Header = q.header
	answer, err := w.client.Do(r)
	if err != nil {
		return // the trials will show it
	}
	w.session = answer.Header.Get("Mcp-Session-Id")
	_ = answer.Body.Close()
	if w.session != "" {
		w.ask(ctx, p.pace, w.post("notifications/initialized", nil))
	}
}

// leave ends that session.
func (p *prober) leave(ctx context.Context, w *web) {
	if w.session == "" {
		return
	}
	q := w.post("", nil)
	q.method, q.body = http.MethodDelete, nil
	w.ask(ctx, p.pace, q)
}

const (
	otherOrigin    = "https://other.example"
	otherHost      = "other.example"
	unknownMethod  = "comity/unknown"
	unknownVersion = "2099-01-01"
)

// trials are all unusual requests, an ordinary one first.
func (w *web) trials() []trial {
	plain := func() question { return w.post("tools/list", map[string]any{}) }
	with := func(name, value string) question {
		q := plain()
		q.header.Set(name, value)
		return q
	}
	all := []trial{
		{lint.AskedPlain, "", plain()},
		{lint.AskedForeignOrigin, otherOrigin, with("Origin", otherOrigin)},
		{lint.AskedContentType, "text/plain", with("Content-Type", "text/plain")},
		{lint.AskedUnknownMethod, unknownMethod, w.post(unknownMethod, map[string]any{})},
		{lint.AskedGet, "", w.stream()},
		{lint.AskedPreflight, "", w.preflight()},
	}
	for _, accept := range []string{"text/event-stream, application/json", "application/json;q=0.9, text/event-stream;q=0.5",
		"application/json, text/event-stream, */*;q=0.1"} {
		all = append(all, trial{lint.AskedAccept, accept, with("Accept", accept)})
	}
	host := plain()
	host.host = otherHost
	batch := plain()
	batch.body = append(append(append([]byte{'['}, batch.body...), ','), append(bytes.Replace(batch.body, []byte(`"id":1`), []byte(`"id":2`), 1), ']')...)
	malformed := plain()
	malformed.body = []byte(`{"jsonrpc":"2.0","id":1,"method":`)
	bare := plain()
	bare.body = []byte(`{"tools":"please"}`)
	all = append(all, trial{lint.AskedForeignHost, otherHost, host}, trial{lint.AskedBatch, "", batch},
		trial{lint.AskedMalformed, "", malformed}, trial{lint.AskedNoRequest, "", bare},
		trial{lint.AskedNotification, "", w.notification()}, trial{lint.AskedUnknownVersion, unknownVersion, w.unspoken()})
	if w.modern {
		all = append(all, trial{lint.AskedHeaderDisagrees, "tools/call", with("Mcp-Method", "tools/call")})
	}
	return append(all, w.unused()...)
}

// stream asks for a stream of what the server has to say.
func (w *web) stream() question {
	q := w.post("", nil)
	q.method, q.body = http.MethodGet, nil
	q.header.Set("Accept", "text/event-stream")
	q.header.Del("Content-Type")
	q.header.Del("Mcp-Method")
	return q
}

// preflight is what a browser asks before a page of the server's own origin sends a request. It never has a token.
func (w *web) preflight() question {
	q := w.get(w.url)
	q.method = http.MethodOptions
	if u, err := url.Parse(w.url); err == nil {
		q.header.Set("Origin", u.Scheme+"://"+u.Host)
	}
	q.header.Set("Access-Control-Request-Method", http.MethodPost)
	q.header.Set("Access-Control-Request-Headers", "authorization,content-type,mcp-protocol-version")
	return q
}

func (w *web) notification() question {
	if w.modern {
		return w.post("notifications/cancelled", map[string]any{"requestId": "comity-none"})
	}
	return w.post("notifications/initialized", nil)
}

// unspoken is a request of a version that nobody speaks, in the header and, where it stands there, in the body.
func (w *web) unspoken() question {
	as := *w
	as.version = unknownVersion
	return as.post("tools/list", map[string]any{})
}

// unused asks for the paths that clients try on the way to a sign-in and that most servers lack.
func (w *web) unused() []trial {
	u, err := url.Parse(w.url)
	if err != nil {
		return nil
	}
	var all []trial
	for _, path := range []string{"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"} {
		all = append(all, trial{lint.AskedUnusedPath, path, w.get(u.Scheme + "://" + u.Host + path)})
	}
	return all
}
