package guard_test

import (
	"io"
	"net/http"
	"slices"
	"testing"

	"github.com/comity-mcp/comity/internal/guard"
)

func welcome(o *guard.Options) {
	o.Home = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "welcome") })
}

func TestWhoGetsTheFrontPage(t *testing.T) {
	r := newRig(t, public, welcome)
	for _, c := range []struct {
		claim, accept string
		page          bool
	}{
		{"Chromium", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7", true},
		{"Firefox", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true},
		{"HTML alone", "text/html", true},
		{"upper case", "TEXT/HTML", true},
		{"HTML better than JSON", "application/json;q=0.5, text/html", true},
		{"no Accept", "", false},
		{"anything", "*/*", false},
		{"any text", "text/*", false},
		{"an MCP client's stream", "text/event-stream", false},
		{"an MCP client's POST", "application/json, text/event-stream", false},
		{"JSON better than HTML", "application/json, text/html;q=0.1", false},
		{"JSON as well as HTML", "text/html, application/json", false},
		{"a stream as well as HTML", "text/event-stream, text/html", false},
		{"HTML refused", "text/html;q=0", false},
		{"HTML in a parameter", `application/json;as="text/html"`, false},
	} {
		for _, path := range []string{"/", "/mcp"} {
			for _, method := range []string{"GET", "HEAD"} {
				a := r.send(t, method, path, "", "Accept: "+c.accept)
				if got := a.body == "welcome"; got != c.page {
					t.Errorf("%s: %s %s with Accept %q: got %d %q, want the page: %v", c.claim, method, path, c.accept, a.status, a.body, c.page)
				}
				if vary := a.header.Values("Vary"); !slices.Contains(vary, "Accept") {
					t.Errorf("%s: %s %s: got Vary %q, want Accept in it", c.claim, method, path, vary)
				}
			}
		}
		if c.page {
			continue
		}
		r.send(t, "GET", "/mcp", "", "Accept: "+c.accept).is(t, 405, -32600)
	}
}

func TestTheFrontPageIsForReadingOnly(t *testing.T) {
	r := newRig(t, public, welcome)
	html := "Accept: text/html"
	r.send(t, "POST", "/mcp", list, "Accept: text/html, application/json, text/event-stream").is(t, 200, 0)
	r.send(t, "POST", "/mcp", list, html).is(t, 406, -32600)
	r.send(t, "POST", "/", list, html).is(t, 405, -32600)
	r.send(t, "DELETE", "/mcp", "", html).is(t, 405, -32600)
	r.send(t, "GET", "/elsewhere", "", html).is(t, 404, -32600)
	r.send(t, "GET", "/mcp", "", html, "Host: evil.example").is(t, 403, -32600) // DNS rebinding reads no page either
}

func TestWithoutAFrontPageAcceptChangesNothing(t *testing.T) {
	r := newRig(t, public, nil)
	a := r.send(t, "GET", "/mcp", "", "Accept: text/html")
	a.is(t, 405, -32600)
	if slices.Contains(a.header.Values("Vary"), "Accept") {
		t.Errorf("got Vary %q, want nothing about Accept", a.header.Values("Vary"))
	}
}
