package guard_test

import (
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/guard"
)

// origins are verdicts that preflight and POST share.
var origins = []struct {
	name, url, host, origin string
	allowed                 bool
}{
	{"the server's own origin passes", public, "inventory.example.com", "https://inventory.example.com", true},
	{"its default port equals none", public, "inventory.example.com", "https://inventory.example.com:443", true},
	{"another scheme is another origin", public, "inventory.example.com", "http://inventory.example.com", false},
	{"a listed origin passes", public, "inventory.example.com", "https://chatgpt.com", true},
	{"a listed origin passes in upper case", public, "inventory.example.com", "HTTPS://ChatGPT.com", true},
	{"another page is refused", public, "inventory.example.com", "https://evil.example", false},
	{"null is refused", public, "inventory.example.com", "null", false},
	{"a suffix is refused", public, "inventory.example.com", "https://chatgpt.com.evil.example", false},
	{"a path is no origin", public, "inventory.example.com", "https://chatgpt.com/x", false},
	{"a user is no origin", public, "inventory.example.com", "https://x@chatgpt.com", false},
	{"a loopback page is refused on a public server", public, "inventory.example.com", "http://localhost:6274", false},
	{"a loopback page passes on a loopback server", "http://localhost:8080/mcp", "localhost:8080", "http://127.0.0.1:6274", true},
	{"another page is refused on a loopback server", "http://localhost:8080/mcp", "localhost:8080", "https://evil.example", false},
	{"null is refused on a loopback server", "http://localhost:8080/mcp", "localhost:8080", "null", false},
}

func TestR097_PreflightAndPostGiveTheSameVerdict(t *testing.T) {
	for _, c := range origins {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, c.url, func(o *guard.Options) { o.Origins = []string{"https://chatgpt.com"} })
			preflight := r.send(t, "OPTIONS", "/mcp", "", "Host: "+c.host, "Origin: "+c.origin, "Access-Control-Request-Method: POST")
			post := r.send(t, "POST", "/mcp", list, "Host: "+c.host, "Origin: "+c.origin, "Authorization: Bearer x")
			if !c.allowed {
				preflight.is(t, 403, -32600)
				post.is(t, 403, -32600)
				if got := post.header.Get("Access-Control-Allow-Origin"); got != "" {
					t.Errorf("got Access-Control-Allow-Origin %q\nwant none", got)
				}
				if !strings.Contains(r.log.String(), "Config.Origins") {
					t.Errorf("got log %s\nwant the way out, Config.Origins", r.log)
				}
				return
			}
			preflight.is(t, 204, 0)
			post.is(t, 200, 0)
			for _, a := range []answer{preflight, post} {
				if got := a.header.Get("Access-Control-Allow-Origin"); got != c.origin {
					t.Errorf("got Access-Control-Allow-Origin %q\nwant %q", got, c.origin)
				}
			}
		})
	}
}

func TestR098_APageCannotDriveALocalServer(t *testing.T) {
	r := newRig(t, "http://localhost:8080/mcp", nil)
	r.send(t, "POST", "/mcp", call("danger"), "Host: localhost:8080", "Origin: https://evil.example").is(t, 403, -32600)
	r.send(t, "POST", "/mcp", call("danger"), "Host: localhost:8080", "Origin: http://localhost:1", "Origin: https://evil.example").is(t, 403, -32600)
	if len(r.ran) != 0 {
		t.Errorf("%s ran", <-r.ran)
	}
	r.send(t, "POST", "/mcp", call("safe"), "Host: localhost:8080").is(t, 200, 0) // no Origin: not a page
}
