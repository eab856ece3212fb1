package server_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
	"github.com/comity-mcp/comity/server"
)

// A beside is a server with a resource, a prompt, completion and subscriptions beside its tool; heard is who its
// handlers were called by.
type beside struct {
	guarded
	mu    sync.Mutex
	heard []string
}

func besideTools(t *testing.T) *beside {
	t.Helper()
	g := &beside{guarded: guarded{issuer: authtest.New(t)}}
	note := func(ctx context.Context, what string) {
		c := auth.CallerFrom(ctx)
		g.mu.Lock()
		defer g.mu.Unlock()
		g.heard = append(g.heard, strings.TrimSpace(what+" by "+c.Subject+" "+strings.Join(c.Scopes, " ")))
	}
	spec := stockSpec()
	spec.Access = auth.AnyCaller()
	c := config(server.Read(spec, func(ctx context.Context, _ struct{}) (Stock, error) {
		note(ctx, "tool")
		return Stock{}, nil
	}))
	c.Auth, c.Sessions, c.Logger = auth.OAuth{Issuers: []string{g.issuer.URL}}, server.Kept, g.log.logger()
	c.Options = func(o *mcp.ServerOptions) {
		o.SubscribeHandler = func(ctx context.Context, _ *mcp.SubscribeRequest) error { note(ctx, "subscribe"); return nil }
		o.UnsubscribeHandler = func(context.Context, *mcp.UnsubscribeRequest) error { return nil }
		o.CompletionHandler = func(ctx context.Context, _ *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
			note(ctx, "completion")
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{}}}, nil
		}
	}
	srv := mustNew(t, c)
	srv.MCP().AddResource(&mcp.Resource{URI: "stock://all", Name: "all"}, func(ctx context.Context, _ *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		note(ctx, "resource")
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "stock://all", Text: "7"}}}, nil
	})
	srv.MCP().AddPrompt(&mcp.Prompt{Name: "count"}, func(ctx context.Context, _ *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		note(ctx, "prompt")
		return &mcp.GetPromptResult{}, nil
	})
	g.Server = httptest.NewServer(srv.Handler())
	t.Cleanup(g.Close)
	return g
}

func (g *beside) calls() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.heard)
}

// session opens one with a token, empty for none, and returns the headers that belong to it.
func (g *beside) session(t *testing.T, token string) http.Header {
	t.Helper()
	res := g.post(t, t.Context(), `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		token, http.Header{"Accept": {"application/json, text/event-stream"}})
	defer res.Body.Close()
	io.Copy(io.Discard, res.Body)
	h := http.Header{"Mcp-Session-Id": {res.Header.Get("Mcp-Session-Id")}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-06-18"}}
	if h.Get("Mcp-Session-Id") == "" {
		t.Fatalf("no session: %d", res.StatusCode)
	}
	g.send(t, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, token, h)
	return h
}

func (g *beside) post(t *testing.T, ctx context.Context, body, token string, header http.Header) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.URL+"/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Host, req.Header = "127.0.0.1:8080", header.Clone()
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// In a kept session every handler sees who sends this request with this token, not who opened the session with another.
func TestEveryHandlerSeesWhoSendsTheRequest(t *testing.T) {
	g := besideTools(t)
	for _, c := range []struct{ claim, opener string }{
		{"in a session that ada opened with a token for more", g.token("stock:read stock:write")},
		{"in a session that was opened before she signed in", ""},
	} {
		t.Run(c.claim, func(t *testing.T) {
			session := g.session(t, c.opener)
			before := len(g.calls())
			for _, m := range []string{
				`"tools/call","params":{"name":"check_stock"}`, `"resources/read","params":{"uri":"stock://all"}`, `"prompts/get","params":{"name":"count"}`,
				`"completion/complete","params":{"ref":{"type":"ref/prompt","name":"count"},"argument":{"name":"a","value":"b"}}`,
				`"resources/subscribe","params":{"uri":"stock://all"}`,
			} {
				if status, _, body := g.send(t, `{"jsonrpc":"2.0","id":2,"method":`+m+`}`, g.token("stock:read"), session); status != 200 || strings.Contains(body, `"error"`) {
					t.Errorf("%s: %d %s", m, status, body)
				}
			}
			got := g.calls()[before:]
			want := []string{"tool by ada stock:read", "resource by ada stock:read", "prompt by ada stock:read", "completion by ada stock:read", "subscribe by ada stock:read"}
			if !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

// resources/subscribe takes a caller, so subscriptions/listen, which subscribes too, does when it names a resource.
func TestListeningToAResourceTakesACaller(t *testing.T) {
	const itself = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	modern := http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"subscriptions/listen"}, "Accept": {"application/json, text/event-stream"}}
	g := besideTools(t)
	for _, c := range []struct {
		claim, wants, token string
		header              http.Header
		status              int
		first               string // what the stream begins with
		calls               []string
	}{
		{"nobody listens to a resource", `{"resourceSubscriptions":["stock://all"]}`, "", modern, 401, "needs a signed-in caller", nil},
		{"nor beside something that is open", `{"promptsListChanged":true,"resourceSubscriptions":["stock://all"]}`, "", modern, 401, "needs a signed-in caller", nil},
		{"nor when the name stands twice", `{"resourceSubscriptions":["stock://all"],"resourceSubscriptions":["stock://all"]}`, "", modern, 401, "needs a signed-in caller", nil},
		{"nor when only the SDK reads it", `{"resourceSubscriptions":["stock://all"],"resourcesubscriptions":[]}`, "", modern, 200, "needs a signed-in caller", nil},
		{"nor in a session", `{"resourceSubscriptions":["stock://all"]}`, "", g.session(t, ""), 401, "needs a signed-in caller", nil},
		{"somebody does", `{"resourceSubscriptions":["stock://all"]}`, g.token("stock:read"), modern, 200, "acknowledged", []string{"subscribe by ada stock:read"}},
		{"whether there are other prompts is nobody's secret", `{"promptsListChanged":true}`, "", modern, 200, "acknowledged", nil},
	} {
		t.Run(c.claim, func(t *testing.T) {
			before, speaker := len(g.calls()), ""
			if c.header.Get("Mcp-Session-Id") == "" {
				speaker = "," + itself
			}
			ctx, leave := context.WithTimeout(t.Context(), 10*time.Second)
			defer leave()
			res := g.post(t, ctx, `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":`+c.wants+speaker+`}}`, c.token, c.header)
			defer res.Body.Close()
			first := ""
			for lines := bufio.NewScanner(res.Body); !strings.Contains(first, "{") && lines.Scan(); {
				first = lines.Text()
			}
			if res.StatusCode != c.status || !strings.Contains(first, c.first) || (c.status == 401) != (res.Header.Get("WWW-Authenticate") != "") {
				t.Errorf("got %d, %v, %s; want %d and %q", res.StatusCode, res.Header["Www-Authenticate"], first, c.status, c.first)
			}
			if got := g.calls()[before:]; !slices.Equal(got, c.calls) {
				t.Errorf("handlers: got %q, want %q", got, c.calls)
			}
		})
	}
}

// A stream that was opened with a token lasts as long as the token does.
func TestListeningEndsWithTheToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		issuer := authtest.InMemory(t, "https://login.example.com", "")
		issuer.Publish("ES256")
		c := config()
		c.Auth = auth.OAuth{Issuers: []string{issuer.URL}, Client: authtest.Client(issuer)}
		srv := mustNew(t, c)
		srv.MCP().AddPrompt(&mcp.Prompt{Name: "count"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{}, nil
		})
		h := srv.Handler()
		ctx, leave := context.WithTimeout(t.Context(), 24*time.Hour)
		defer leave()
		q := httptest.NewRequestWithContext(ctx, http.MethodPost, c.URL, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"promptsListChanged":true},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`))
		q.Header = http.Header{
			"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}, "Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"subscriptions/listen"},
			"Authorization": {"Bearer " + issuer.Token(authtest.Claims{"aud": c.URL, "exp": time.Now().Add(time.Hour).Unix()})},
		}
		opened, w := time.Now(), httptest.NewRecorder()
		h.ServeHTTP(w, q)
		if got, want := time.Since(opened), time.Hour+30*time.Second; w.Code != http.StatusOK || got != want {
			t.Errorf("got %d, and the stream lasted %v; want %v\n%s", w.Code, got, want, w.Body)
		}
	})
}

// What nothing states the access of takes a caller, whatever its name begins with.
func TestAMethodThatNobodyDeclaredTakesACaller(t *testing.T) {
	g := guardedServer(t, nil)
	for _, method := range []string{"acme/look", "tasks/list", "tasks/result", "tasks/acme", "tools/acme", "server/acme", "completion/complete"} {
		if status, challenge, body := g.send(t, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{}}`, "", nil); status != 401 || challenge == "" {
			t.Errorf("%s: got %d %q %s, want 401", method, status, challenge, body)
		}
	}
}

// A list that takes a token is not for a gateway to hand to whoever has none.
func TestAClosedListIsNotSharedByCaches(t *testing.T) {
	for _, c := range []struct {
		discovery auth.Discovery
		want      string
	}{{auth.ListOpen, "public"}, {auth.ListClosed, "private"}} {
		g := guardedServer(t, func(config *server.Config) {
			o := config.Auth.(auth.OAuth)
			o.Discovery = c.discovery
			config.Auth = o
		})
		for _, method := range []string{"tools/list", "server/discover"} {
			_, _, got := g.send(t, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+modernMeta+`}}`, g.token(""), http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {method}})
			if !strings.Contains(got, `"cacheScope":"`+c.want+`"`) || !strings.Contains(got, `"ttlMs":300000`) {
				t.Errorf("%v: %s is %s\nwant it to be %s", c.discovery, method, got, c.want)
			}
		}
	}
}
