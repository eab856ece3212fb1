package guard_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/guard"
)

func TestR112_HealthIsItsOwnPathAndAsksNothing(t *testing.T) {
	r := newRig(t, public, func(o *guard.Options) {
		o.Ready = func() error { return errors.New("no keys at https://secret.example") }
		o.Who = func(http.Handler) http.Handler { return http.NotFoundHandler() }
	})
	for _, c := range []struct {
		method, path string
		status       int
		body         string
	}{
		{"GET", "/healthz", 200, `{"status":"ok"}`},
		{"HEAD", "/healthz", 200, ""},
		{"GET", "/readyz", 503, `{"status":"not ready"}`},
		{"HEAD", "/readyz", 503, ""},
	} {
		// A load balancer sends the address as Host; health must not ask whose it is.
		a := r.send(t, c.method, c.path, "", "Host: 10.0.0.7:8080", "Origin: https://evil.example")
		if c.method == "HEAD" {
			a.body = "" // net/http drops it; the recorder does not
		}
		if a.status != c.status || a.body != c.body {
			t.Errorf("%s %s: got %d %s\nwant %d %s", c.method, c.path, a.status, a.body, c.status, c.body)
		}
	}
	if !strings.Contains(r.log.String(), "no keys at") {
		t.Errorf("got log %s\nwant the reason", r.log)
	}
	r.send(t, "POST", "/healthz", list).is(t, 405, -32600)
	r.send(t, "GET", "/mcp", "").is(t, 405, -32600)
}

func TestReadyWithoutAReasonNotToBe(t *testing.T) {
	a := newRig(t, public, nil).send(t, "GET", "/readyz", "", "Host: x")
	if a.status != 200 || a.body != `{"status":"ready"}` {
		t.Errorf("got %d %s\nwant 200 ready", a.status, a.body)
	}
}

func TestUnknownPathsAreJSON(t *testing.T) {
	r := newRig(t, public, nil)
	for _, path := range []string{"/favicon.ico", "/mcp//", "/MCP", "/sse", "/register", "//", "/healthz/x"} {
		a := r.send(t, "GET", path, "")
		a.is(t, 404, -32600)
		if !strings.Contains(a.says, "/mcp") {
			t.Errorf("%s: got %q\nwant the endpoint named", path, a.says)
		}
	}
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server/mcp", "/.well-known/openid-configuration"} {
		r.send(t, "GET", path, "", "Host: elsewhere", "Origin: https://evil.example").is(t, 404, -32600)
	}
}

func TestWellKnownStandsOutsideTheGuard(t *testing.T) {
	r := newRig(t, public, func(o *guard.Options) {
		o.WellKnown = http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) { _, _ = io.WriteString(w, q.URL.Path) })
	})
	a := r.send(t, "GET", "/.well-known/x", "", "Host: elsewhere", "Origin: https://evil.example")
	if a.status != 200 || a.body != "/.well-known/x" || a.header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("got %d %q %v\nwant the document, readable for every page", a.status, a.body, a.header)
	}
}

func TestFrontPage(t *testing.T) {
	r := newRig(t, public, nil)
	a := r.send(t, "GET", "/", "")
	if a.status != 200 || strings.Count(a.body, "\n") != 1 || !strings.Contains(a.body, "/mcp") {
		t.Errorf("got %d %q\nwant one line that names the endpoint", a.status, a.body)
	}
	r.send(t, "HEAD", "/", "").isStatus(t, 200)
	r.send(t, "POST", "/", list).is(t, 405, -32600)
}

func TestTheEndpointMayBeAnywhere(t *testing.T) {
	for address, path := range map[string]string{"https://inventory.example.com": "/mcp", "https://inventory.example.com/": "/", "https://inventory.example.com/a/b": "/a/b"} {
		newRig(t, address, nil).send(t, "POST", path, list).is(t, 200, 0)
	}
}
