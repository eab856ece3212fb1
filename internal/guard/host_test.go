package guard_test

import (
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/guard"
)

func TestHost(t *testing.T) {
	local := "http://127.0.0.1:8080/mcp"
	for _, c := range []struct {
		name, url, host string
		hosts           []string
		status          int
	}{
		{"the public host passes", public, "inventory.example.com", nil, 200},
		{"case does not matter", public, "Inventory.EXAMPLE.com", nil, 200},
		{"the default port equals none", public, "inventory.example.com:443", nil, 200},
		{"another port does not", public, "inventory.example.com:8443", nil, 403},
		{"the default port of another scheme does not", public, "inventory.example.com:80", nil, 403},
		{"a port in the URL is required", "https://inventory.example.com:8443/mcp", "inventory.example.com", nil, 403},
		{"a port in the URL passes", "https://inventory.example.com:8443/mcp", "inventory.example.com:8443", nil, 200},
		{"a subdomain is another host", public, "a.inventory.example.com", nil, 403},
		{"a suffix is another host", public, "inventory.example.com.evil.example", nil, 403},
		{"no host is refused", public, "", nil, 403},
		{"loopback is refused on a public server", public, "localhost:8080", nil, 403},
		{"a listed host passes", public, "mcp.internal:9000", []string{"MCP.internal:9000"}, 200},
		{"a listed host without its port does not", public, "mcp.internal", []string{"mcp.internal:9000"}, 403},
		{"localhost with any port passes on a loopback server", local, "localhost:1234", nil, 200},
		{"127.0.0.1 without port passes on a loopback server", local, "127.0.0.1", nil, 200},
		{"[::1] with a port passes on a loopback server", local, "[::1]:8080", nil, 200},
		{"another name is refused on a loopback server", local, "evil.example", nil, 403},
		{"localhost as a prefix is refused", local, "localhost.evil.example:8080", nil, 403},
		{"user info does not hide a host", local, "localhost@evil.example", nil, 403},
		{"a port that is no number is refused", local, "localhost:80.evil.example", nil, 403},
		{"a path does not hide a host", local, "evil.example/localhost", nil, 403},
		{"a path does not follow a host", local, "localhost/evil.example", nil, 403},
		{"a user does not stand before a host", local, "evil.example@localhost", nil, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, c.url, func(o *guard.Options) { o.Hosts = c.hosts })
			code := 0
			if c.status == 403 {
				code = -32600
			}
			r.send(t, "POST", "/mcp", list, "Host: "+c.host).is(t, c.status, code)
		})
	}
}

func TestR095_PublicHostOverLoopbackPassesBehindAProxy(t *testing.T) {
	// The recorder's connection has no local address; drain_test.go uses real loopback ones with a public Host.
	r := newRig(t, "http://127.0.0.1:8080/mcp", func(o *guard.Options) { o.Hosts = []string{"mcp.example.com"} })
	r.send(t, "POST", "/mcp", list, "Host: mcp.example.com").is(t, 200, 0)

	r = newRig(t, "http://127.0.0.1:8080/mcp", nil)
	refused := r.send(t, "POST", "/mcp", list, "Host: mcp.example.com", "X-Forwarded-Host: localhost")
	refused.is(t, 403, -32600)
	for _, where := range []string{refused.says, r.log.String()} {
		if !strings.Contains(where, "Config.Hosts") {
			t.Errorf("got %q\nwant the way out, Config.Hosts", where)
		}
	}
}
