package server_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
	"github.com/comity-mcp/comity/server"
)

// guarded is a server whose tools are open, better signed in, for any caller, for readers and for
// writers, with an issuer for its tokens.
type guarded struct {
	*httptest.Server
	issuer *authtest.Issuer
	ran    atomic.Int32 // handlers that ran
	seen   atomic.Value // the caller of the last
	log    journal
}

func guardedServer(t *testing.T, change func(*server.Config)) *guarded {
	t.Helper()
	g := &guarded{issuer: authtest.New(t)}
	handler := func(ctx context.Context, _ struct{}) (Stock, error) {
		g.ran.Add(1)
		g.seen.Store(auth.CallerFrom(ctx))
		return Stock{OnHand: 7}, nil
	}
	tool := func(name string, access auth.Access) server.Tool {
		s := stockSpec()
		s.Name, s.Access = name, access
		return server.Read(s, handler)
	}
	write := writeSpec()
	write.Access = auth.Scopes("stock:write")
	c := config(
		tool("list_places", auth.Anyone()),
		tool("get_advice", auth.Optional("stock:read")),
		tool("get_profile", auth.AnyCaller()),
		tool("check_stock", auth.Scopes("stock:read")),
		server.Write(write, annotations.Creates, handler),
	)
	c.URL = "http://127.0.0.1:8080/mcp"
	c.Auth = auth.OAuth{Issuers: []string{g.issuer.URL}, TenantClaim: "org_id"}
	c.Logger = g.log.logger()
	if change != nil {
		change(&c)
	}
	g.Server = httptest.NewServer(mustNew(t, c).Handler())
	t.Cleanup(g.Close)
	return g
}

func (g *guarded) token(scope string) string {
	return g.issuer.Token(authtest.Claims{"aud": "http://127.0.0.1:8080/mcp", "sub": "ada", "scope": scope, "org_id": "acme", "client_id": "cli"})
}

// call calls a tool and returns status, challenge and body.
func (g *guarded) call(t *testing.T, tool, token string, header http.Header) (int, string, string) {
	t.Helper()
	return g.send(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":{}}}`, token, header)
}

func (g *guarded) send(t *testing.T, body, token string, header http.Header) (int, string, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, g.URL+"/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "127.0.0.1:8080"
	req.Header = header.Clone()
	if req.Header == nil {
		req.Header = http.Header{}
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header.Get("WWW-Authenticate"), string(b)
}

func TestWhoMayCallWhat(t *testing.T) {
	g := guardedServer(t, nil)
	reader, writer := g.token("stock:read"), g.token("stock:read stock:write")
	for _, c := range []struct {
		claim, tool, token string
		status             int
		challenge          string // a part of it
	}{
		{"an open tool is open", "list_places", "", 200, ""},
		{"a tool that is better signed in works without", "get_advice", "", 200, ""},
		{"a tool for any caller asks for one", "get_profile", "", 401, "resource_metadata="},
		{"a tool with scopes asks for them", "check_stock", "", 401, `scope="stock:read"`},
		{"any caller will do", "get_profile", g.token(""), 200, ""},
		{"a reader reads", "check_stock", reader, 200, ""},
		{"a reader does not write, and is told what to ask for besides what it has", "create_count", reader, 403, `scope="stock:read stock:write"`},
		{"a writer writes", "create_count", writer, 200, ""},
		{"a bad token is refused even where none is needed", "list_places", "bad", 401, `error="invalid_token"`},
	} {
		t.Run(c.claim, func(t *testing.T) {
			before := g.ran.Load()
			status, challenge, body := g.call(t, c.tool, c.token, nil)
			if status != c.status || !strings.Contains(challenge, c.challenge) || (c.status == 200) != (challenge == "") {
				t.Errorf("got %d, %q, %s; want %d, %q", status, challenge, body, c.status, c.challenge)
			}
			if ran := g.ran.Load() - before; ran != map[bool]int32{true: 1, false: 0}[c.status == 200] {
				t.Errorf("the handler ran %d times", ran)
			}
		})
	}
	if log := g.log.String(); strings.Contains(log, reader) || strings.Contains(log, strings.Split(reader, ".")[2]) {
		t.Error("a token is in the log")
	}
}

// R062, R085: the 401 says where to sign in and for what, without an error; the 403 says which error.
func TestR062R085ChallengesAreWhole(t *testing.T) {
	g := guardedServer(t, nil)
	_, got, _ := g.call(t, "check_stock", "", nil)
	want := `Bearer resource_metadata="http://127.0.0.1:8080/.well-known/oauth-protected-resource/mcp", scope="stock:read"`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	_, got, _ = g.call(t, "create_count", g.token("stock:read"), nil)
	for _, part := range []string{`error="insufficient_scope"`, `error_description=`, `resource_metadata="http://127.0.0.1:8080/`} {
		if !strings.Contains(got, part) {
			t.Errorf("%s is not in %s", part, got)
		}
	}
}

// The verified caller reaches the handler, with tenant and without the token.
func TestTheVerifiedCallerReachesTheHandler(t *testing.T) {
	g := guardedServer(t, nil)
	if status, _, body := g.call(t, "check_stock", g.token("stock:read"), nil); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	c := g.seen.Load().(auth.Caller)
	if c.Issuer != g.issuer.URL || c.Subject != "ada" || c.Tenant != "acme" || c.ClientID != "cli" || c.Key() == "" {
		t.Errorf("got %+v", c)
	}
	if !strings.Contains(g.log.String(), `"subject":"ada"`) {
		t.Errorf("the audit record has no caller: %s", g.log.String())
	}
}

// ChatGPT's second half: it reads the challenge out of the result, others out of HTTP.
func TestTheChallengeIsInTheResultForChatGPT(t *testing.T) {
	g := guardedServer(t, nil)
	modern := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"openai-mcp","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	modernHeader := http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"check_stock"}}
	legacy := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock","arguments":{}}}`
	for _, c := range []struct {
		claim, body string
		header      http.Header
		status      int
	}{
		{"2026-07-28, by clientInfo", modern, modernHeader, 200},
		{"the handshake era, by User-Agent", legacy, http.Header{"User-Agent": {"openai-mcp/1.0.0"}}, 200},
		{"any other client", legacy, nil, 401},
		{"another client of 2026-07-28", strings.Replace(modern, "openai-mcp", "other", 1), modernHeader, 401},
	} {
		t.Run(c.claim, func(t *testing.T) {
			status, challenge, body := g.send(t, c.body, "", c.header)
			var answer struct {
				Result struct {
					IsError           bool
					StructuredContent any
					Meta              struct {
						Challenges []string `json:"mcp/www_authenticate"`
					} `json:"_meta"`
				}
			}
			if err := json.Unmarshal([]byte(body), &answer); err != nil {
				t.Fatal(err)
			}
			got := answer.Result.Meta.Challenges
			if status != c.status || challenge == "" || !answer.Result.IsError || answer.Result.StructuredContent != nil || len(got) != 1 {
				t.Fatalf("%d, header %q, body %s", status, challenge, body)
			}
			for _, part := range []string{"Bearer ", "resource_metadata=", `scope="stock:read"`, "error=", "error_description="} {
				if !strings.Contains(got[0], part) {
					t.Errorf("%s is not in %s", part, got[0])
				}
			}
		})
	}
}

// The first half: everything a host lists is open, and says what each tool needs, in both places.
func TestToolsAreListedBeforeSignIn(t *testing.T) {
	g := guardedServer(t, nil)
	status, _, body := g.send(t, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "", nil)
	for _, want := range []string{
		`"securitySchemes":[{"type":"noauth"}],"_meta":{"securitySchemes":[{"type":"noauth"}]}`,
		`"securitySchemes":[{"type":"noauth"},{"type":"oauth2","scopes":["stock:read"]}],"_meta":{"securitySchemes":[{"type":"noauth"},{"type":"oauth2","scopes":["stock:read"]}]}`,
		`"securitySchemes":[{"type":"oauth2","scopes":[]}],"_meta":{"securitySchemes":[{"type":"oauth2","scopes":[]}]}`,
		`"securitySchemes":[{"type":"oauth2","scopes":["stock:write"]}],"_meta":{"securitySchemes":[{"type":"oauth2","scopes":["stock:write"]}]}`,
	} {
		if status != 200 || !strings.Contains(body, want) {
			t.Errorf("%d, %s is not in %s", status, want, body)
		}
	}
}

func TestAClosedServerAsksBeforeEverything(t *testing.T) {
	g := guardedServer(t, func(c *server.Config) {
		o := c.Auth.(auth.OAuth)
		o.Discovery = auth.ListClosed
		c.Auth = o
	})
	for _, method := range []string{"initialize", "tools/list", "ping"} {
		if status, challenge, body := g.send(t, `{"jsonrpc":"2.0","id":1,"method":"`+method+`"}`, "", nil); status != 401 || challenge == "" {
			t.Errorf("%s: %d %q %s", method, status, challenge, body)
		}
	}
	if status, _, body := g.send(t, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, g.token(""), nil); status != 200 {
		t.Errorf("signed in: %d %s", status, body)
	}
	res, err := http.Get(g.URL + "/.well-known/oauth-protected-resource/mcp")
	if err != nil || res.StatusCode != 200 {
		t.Errorf("the metadata is closed too: %v %v", res, err)
	}
}

// R064, R065, R067, R068: metadata is open whatever the token, built from the declaration, and JSON 404 elsewhere.
func TestR064R065R067R068Metadata(t *testing.T) {
	g := guardedServer(t, nil)
	for path, want := range map[string]int{
		"/.well-known/oauth-protected-resource":       200,
		"/.well-known/oauth-protected-resource/mcp":   200,
		"/.well-known/oauth-protected-resource/other": 404,
		"/.well-known/oauth-authorization-server":     404,
	} {
		req, _ := http.NewRequest(http.MethodGet, g.URL+path, nil)
		req.Host = "localhost:3000"
		req.Header.Set("Authorization", "Bearer bad")
		req.Header.Set("X-Forwarded-Proto", "https")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != want || !strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
			t.Errorf("%s: %d %s %s", path, res.StatusCode, res.Header.Get("Content-Type"), b)
		}
		if want == 200 && (!strings.Contains(string(b), `"resource":"http://127.0.0.1:8080/mcp"`) || !strings.Contains(string(b), `"stock:write"`)) {
			t.Errorf("%s: %s", path, b)
		}
	}
}

// R089: a page can read the challenge.
func TestR089TheChallengeIsReadableAcrossOrigins(t *testing.T) {
	g := guardedServer(t, func(c *server.Config) { c.Origins = []string{"https://chatgpt.com"} })
	req, _ := http.NewRequest(http.MethodPost, g.URL+"/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock"}}`))
	req.Host = "127.0.0.1:8080"
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Origin", "https://chatgpt.com")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if h := res.Header; res.StatusCode != 401 || h.Get("Access-Control-Allow-Origin") != "https://chatgpt.com" || !strings.Contains(h.Get("Access-Control-Expose-Headers"), "WWW-Authenticate") {
		t.Errorf("%d %v", res.StatusCode, h)
	}
}

// R092: no redirect, and the one path that is declared.
func TestR092NothingIsRedirected(t *testing.T) {
	g := guardedServer(t, nil)
	for _, path := range []string{"/mcp", "/mcp/"} {
		req, _ := http.NewRequest(http.MethodPost, g.URL+path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		req.Host = "127.0.0.1:8080"
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != 200 {
			t.Errorf("POST %s: %d", path, res.StatusCode)
		}
	}
}

// R136, R137: a session belongs to who opened it, whatever token they show, and to nobody else.
func TestR136R137AKeptSessionBelongsToItsCaller(t *testing.T) {
	g := guardedServer(t, func(c *server.Config) { c.Sessions = server.Kept })
	open := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	req, _ := http.NewRequest(http.MethodPost, g.URL+"/mcp", strings.NewReader(open))
	req.Host = "127.0.0.1:8080"
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Authorization", "Bearer "+g.token("stock:read"))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, res.Body)
	res.Body.Close()
	session := http.Header{"Mcp-Session-Id": {res.Header.Get("Mcp-Session-Id")}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-06-18"}}
	if session.Get("Mcp-Session-Id") == "" {
		t.Fatalf("no session: %d", res.StatusCode)
	}
	g.send(t, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, g.token("stock:read"), session)

	eve := g.issuer.Token(authtest.Claims{"aud": "http://127.0.0.1:8080/mcp", "sub": "eve", "scope": "stock:read stock:write", "org_id": "acme"})
	if status, _, body := g.call(t, "check_stock", eve, session); status != 404 {
		t.Errorf("another caller: %d %s", status, body)
	}
	if status, _, body := g.call(t, "list_places", "", session); status != 404 {
		t.Errorf("nobody: %d %s", status, body)
	}
	if status, _, body := g.call(t, "create_count", g.token("stock:read stock:write"), session); status != 200 || !strings.Contains(body, "on_hand") {
		t.Errorf("the same caller with a newer token: %d %s", status, body)
	}
	if c := g.seen.Load().(auth.Caller); c.Subject != "ada" || len(c.Scopes) != 2 {
		t.Errorf("the handler saw %+v, not the caller of this request", c)
	}
	if status, _, body := g.call(t, "create_count", g.token("stock:read"), session); status != 403 {
		t.Errorf("the same caller with less: %d %s", status, body)
	}
}
