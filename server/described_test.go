package server_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
)

// TestAServerIntroducesItselfWithItsDescription holds that a client which looks at a server learns what it is for, and that
// no call pays for it.
func TestAServerIntroducesItselfWithItsDescription(t *testing.T) {
	const about = "Counts things for the tests of how a server introduces itself to a client that looks at it."
	type nothing struct{}
	type count struct {
		Things int `json:"things" jsonschema_description:"How many things there are"`
	}
	srv := mustNew(t, server.Config{
		Name: "counter", Title: "Counter of things", Version: "1.0.0", Description: about, URL: "http://127.0.0.1:1/mcp",
		World: annotations.Closed, Auth: auth.Off{Because: "a test on one machine"}, Logger: quiet(),
		Tools: []server.Tool{server.Read(server.Spec{Name: "count_things", Title: "Count the things", Access: auth.Anyone(),
			Description: "Returns how many things there are on this server, which is a test."},
			func(context.Context, nothing) (count, error) { return count{3}, nil })},
	})
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	for _, c := range []struct {
		name, method, params string
		modern, told         bool
	}{
		{"initialize tells", "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`, false, true},
		{"server/discover tells", "server/discover", "{" + meta + "}", true, true},
		{"a call does not", "tools/call", `{"name":"count_things","arguments":{},` + meta + "}", true, false},
		{"a listing does not", "tools/list", "{" + meta + "}", true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:1/mcp",
				strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`+c.method+`","params":`+c.params+`}`))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			if c.modern {
				r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
				r.Header.Set("Mcp-Method", c.method)
				if c.method == "tools/call" {
					r.Header.Set("Mcp-Name", "count_things")
				}
			}
			w := httptest.NewRecorder()
			srv.Handler().ServeHTTP(w, r)
			body, _ := io.ReadAll(w.Body)
			if got := strings.Contains(string(body), `"description":"`+about+`"`); w.Code != 200 || got != c.told {
				t.Errorf("status %d, told %t, want %t in %s", w.Code, got, c.told, body)
			}
		})
	}
}
