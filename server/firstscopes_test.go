package server_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
)

func TestTheFirstSignInAsksForWhatReadingTakes(t *testing.T) {
	reads := server.Read(server.Spec{Name: "list_things", Title: "List things", Description: "Returns every thing there is. Use it to find one.", Access: auth.Scopes("things:read")}, things)
	finds := server.Read(server.Spec{Name: "find_thing", Title: "Find a thing", Description: "Returns one thing. Use it when you do not know which.", Access: auth.Scopes("things:read")}, things)
	anyCaller := server.Read(server.Spec{Name: "get_thing", Title: "Get a thing", Description: "Returns one thing. Use it when you know that there is one.", Access: auth.AnyCaller()}, things)
	writes := server.Write(server.Spec{Name: "create_thing", Title: "Create a thing", Description: "Adds one thing. Use it when there are too few of them.", Access: auth.Scopes("things:write"), CheckWith: "list_things"}, annotations.Creates, things)
	adds := server.Write(server.Spec{Name: "add_thing", Title: "Add a thing", Description: "Adds one thing. Use it when there are too few of them.", Access: auth.Scopes("things:write", "things:add")}, annotations.Creates, things)

	for _, c := range []struct {
		claim     string
		tools     []server.Tool
		discovery auth.Discovery
		token     string
		method    string
		want      string
	}{
		{"a closed server asks once for reading, not for everything", []server.Tool{reads, finds, writes}, auth.ListClosed, "", `"tools/list"`, "things:read"},
		{"so does a bad token on an open one", []server.Tool{reads, writes}, auth.ListOpen, "none", `"tools/list"`, "things:read"},
		{"a tool for any caller asks for reading", []server.Tool{reads, writes, anyCaller}, auth.ListOpen, "", `"tools/call","params":{"name":"get_thing"}`, "things:read"},
		{"a tool asks for what it needs", []server.Tool{reads, writes}, auth.ListOpen, "", `"tools/call","params":{"name":"create_thing"}`, "things:write"},
		{"a server that only writes asks for everything", []server.Tool{adds}, auth.ListClosed, "", `"tools/list"`, "things:add things:write"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			srv := mustNew(t, server.Config{
				Name: "things", Title: "Things", Version: "1.0.0", Description: "Things without a purpose, for a test of what a client is asked to sign in with.",
				URL: "http://127.0.0.1:8080/mcp", World: annotations.Closed, Logger: quiet(), Tools: c.tools,
				Auth: auth.OAuth{Issuers: []string{"https://login.example.com"}, Discovery: c.discovery},
			})
			r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:8080/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":`+c.method+`}`))
			r.Header.Set("Content-Type", "application/json")
			if c.token != "" {
				r.Header.Set("Authorization", "Bearer "+c.token)
			}
			w := httptest.NewRecorder()
			srv.Handler().ServeHTTP(w, r)
			if w.Code != http.StatusUnauthorized {
				t.Fatalf("got status %d, want 401: %s", w.Code, w.Body)
			}
			challenge := w.Header().Get("WWW-Authenticate")
			if got := regexp.MustCompile(`scope="([^"]*)"`).FindStringSubmatch(challenge); got == nil || got[1] != c.want {
				t.Errorf("got %s, want scope %q", challenge, c.want)
			}
		})
	}
}

type noThings struct{}

type thing struct {
	Name string `json:"name" jsonschema_description:"Name of the thing"`
}

func things(context.Context, noThings) (thing, error) { return thing{"a thing"}, nil }
