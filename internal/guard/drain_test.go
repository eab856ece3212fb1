package guard_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// live sends one request over a real connection.
func live(t *testing.T, ctx context.Context, server *httptest.Server, method, body string, headers ...string) *http.Response {
	t.Helper()
	q, err := http.NewRequestWithContext(ctx, method, server.URL+"/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	q.Host = "inventory.example.com" // a proxy on the same machine keeps the public name (R095)
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Accept", "application/json, text/event-stream")
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		q.Header.Set(name, value)
	}
	response, err := server.Client().Do(q)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func TestDrainEndsOpenStreamsAndAnswersTheRest(t *testing.T) {
	r := newKept(t, nil)
	server := httptest.NewServer(r)
	defer server.Close()
	ctx := t.Context()

	hi := live(t, ctx, server, "POST", hello)
	session := "Mcp-Session-Id: " + hi.Header.Get("Mcp-Session-Id")
	_ = hi.Body.Close()
	listen := []string{version, "Mcp-Method: subscriptions/listen"}
	subscription := modern("subscriptions/listen", `"notifications":{"toolsListChanged":true}`)
	streams := map[string]*http.Response{
		"a subscription":         live(t, ctx, server, "POST", subscription, listen...),
		"a kept session's GET":   live(t, ctx, server, "GET", "", session),
		"another's subscription": live(t, ctx, server, "POST", subscription, append(listen, "Accept: text/event-stream")...),
	}
	for name, s := range streams {
		if s.StatusCode != 200 || s.Header.Get("X-Accel-Buffering") != "no" {
			t.Errorf("%s: got %d %v\nwant an open stream that no proxy buffers", name, s.StatusCode, s.Header)
		}
		if _, err := bufio.NewReader(s.Body).ReadString('\n'); err != nil {
			t.Errorf("%s: got %v\nwant its first line at once", name, err)
		}
	}

	r.Drain()
	r.Drain() // twice does no harm
	for name, s := range streams {
		if _, err := io.ReadAll(s.Body); err != nil {
			t.Errorf("%s: got %v\nwant a clean end", name, err)
		}
		_ = s.Body.Close()
	}
	r.send(t, "GET", "/readyz", "").isStatus(t, 503)
	r.send(t, "GET", "/healthz", "").isStatus(t, 200)
	r.send(t, "POST", "/mcp", call("safe")).is(t, 200, 0)
	a := r.send(t, "POST", "/mcp", subscription, listen...)
	a.is(t, 503, -32603)
	if a.header.Get("Retry-After") == "" || string(a.id) != "1" {
		t.Errorf("got %s %v\nwant when to come back", a.body, a.header)
	}

	shutdown, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := server.Config.Shutdown(shutdown); err != nil {
		t.Errorf("got %v\nwant a shutdown that no stream holds up", err)
	}
}

func TestR110_AClientThatLeavesEndsTheHandlerInBothEras(t *testing.T) {
	for name, c := range map[string]struct {
		body    string
		headers []string
	}{
		"the handshake era": {call("wait"), nil},
		"the modern era":    {modern("tools/call", `"name":"wait"`), []string{version, "Mcp-Method: tools/call", "Mcp-Name: wait"}},
		"an event stream":   {call("wait"), []string{"Accept: text/event-stream"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, public, nil)
			server := httptest.NewServer(r)
			defer server.Close()
			ctx, leave := context.WithCancel(t.Context())
			left := make(chan struct{})
			go func() {
				defer close(left)
				q, _ := http.NewRequestWithContext(ctx, "POST", server.URL+"/mcp", strings.NewReader(c.body))
				q.Host = "inventory.example.com"
				q.Header.Set("Content-Type", "application/json")
				for _, line := range c.headers {
					name, value, _ := strings.Cut(line, ": ")
					q.Header.Set(name, value)
				}
				if response, err := server.Client().Do(q); err == nil {
					_, _ = io.Copy(io.Discard, response.Body)
					_ = response.Body.Close()
				}
			}()
			<-r.ran // the handler runs
			leave()
			<-left
			select {
			case <-r.saw:
			case <-time.After(10 * time.Second):
				t.Fatal("the handler runs on for a client that left")
			}
		})
	}
}
