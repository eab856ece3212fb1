package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/server/servertest"
)

func serving(t *testing.T, c server.Config) *httptest.Server {
	t.Helper()
	h := httptest.NewServer(mustNew(t, c).Handler())
	t.Cleanup(h.Close)
	return h
}

// post sends one message and returns status and body; version "" is a handshake-era request without
// the version header.
func post(t *testing.T, url, version, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, url+"/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if version != "" {
		req.Header.Set("MCP-Protocol-Version", version)
	}
	if version >= "2026-07-28" {
		var m struct {
			Method string
			Params struct{ Name string }
		}
		if err := json.Unmarshal([]byte(body), &m); err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Mcp-Method", m.Method)
		if m.Params.Name != "" {
			req.Header.Set("Mcp-Name", m.Params.Name)
		}
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
	return res.StatusCode, string(b)
}

const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

// R106: both eras are answered on one URL, without a session and as JSON.
func TestR106BothErasAreServedOnOneURL(t *testing.T) {
	h := serving(t, config())
	for _, version := range []string{"", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		status, body := post(t, h.URL, version, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock","arguments":{"product_sku":"SKU-1"}}}`)
		if status != 200 || !strings.Contains(body, `"structuredContent":{"on_hand":7}`) {
			t.Errorf("version %q: %d %s", version, status, body)
		}
		status, body = post(t, h.URL, "", fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`, version))
		if status != 200 || version != "" && !strings.Contains(body, fmt.Sprintf(`"protocolVersion":%q`, version)) {
			t.Errorf("initialize %q: %d %s", version, status, body)
		}
		if strings.Contains(body, "logging") || strings.Contains(body, "listChanged") {
			t.Errorf("initialize %q advertises what is not there: %s", version, body)
		}
	}
	status, body := post(t, h.URL, "2026-07-28", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock","arguments":{"product_sku":"SKU-1"},`+modernMeta+`}}`)
	if status != 200 || !strings.Contains(body, `"structuredContent":{"on_hand":7}`) || !strings.Contains(body, `"resultType":"complete"`) {
		t.Errorf("2026-07-28: %d %s", status, body)
	}
	status, body = post(t, h.URL, "2026-07-28", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+modernMeta+`}}`)
	if status != 200 || !strings.Contains(body, `"2024-11-05"`) || !strings.Contains(body, `"2026-07-28"`) {
		t.Errorf("discover: %d %s", status, body)
	}
}

func TestTheListIsTheCatalogByteForByte(t *testing.T) {
	c := config(server.Read(stockSpec(), lookUp), server.Write(writeSpec(), annotations.Creates, lookUp))
	srv := mustNew(t, c)
	h := httptest.NewServer(srv.Handler())
	defer h.Close()
	srv.MCP().AddTool(&mcp.Tool{Name: "sneaked_in", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			t.Error("a tool that was not declared ran")
			return &mcp.CallToolResult{}, nil
		})
	srv.MCP().AddTool(&mcp.Tool{Name: "check_stock", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			t.Error("a declared tool was taken over")
			return &mcp.CallToolResult{}, nil
		})
	if got := servertest.Connect(t, srv, auth.Caller{}).Call("check_stock", map[string]any{"product_sku": "SKU-1"}); got.Text != `{"on_hand":7}` {
		t.Errorf("got %+v", got)
	}
	var want []string
	for _, tool := range srv.Catalog().Tools {
		b, err := tool.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, string(b))
	}
	for _, version := range []string{"2025-06-18", "2026-07-28"} {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + modernMeta + `}}`
		if version < "2026-07-28" {
			body = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
		}
		status, first := post(t, h.URL, version, body)
		_, second := post(t, h.URL, version, body)
		if status != 200 || first != second {
			t.Errorf("%s: %d, or the list differs between calls", version, status)
		}
		if !strings.Contains(first, `"tools":[`+strings.Join(want, ",")+`]`) {
			t.Errorf("%s lists %s\nwant %s", version, first, want)
		}
		status, body = post(t, h.URL, "2025-06-18", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sneaked_in"}}`)
		if !strings.Contains(body, "unknown tool") {
			t.Errorf("%d %s", status, body)
		}
	}
	if _, modern := post(t, h.URL, "2026-07-28", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{`+modernMeta+`}}`); !strings.Contains(modern, `"ttlMs":300000`) || !strings.Contains(modern, `"cacheScope":"public"`) {
		t.Errorf("cache hints: %s", modern)
	}
}

// An argument marked as a header is compared with the header, before the handler runs.
func TestAHeaderThatDisagreesWithItsArgumentIsRefused(t *testing.T) {
	type place struct {
		Region string `json:"region" jsonschema_extras:"x-mcp-header=Region" jsonschema_description:"Region of the warehouse, e.g. eu-west"`
		// An optional argument has a list of types, which the SDK cannot read.
		Note *string `json:"note" jsonschema_description:"A note for the record"`
	}
	h := serving(t, config(server.Read(stockSpec(), func(context.Context, place) (Stock, error) { return Stock{OnHand: 7}, nil })))
	for header, want := range map[string]int{"eu-west": 200, "eu-east": 400, "": 400} {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock","arguments":{"region":"eu-west"},` + modernMeta + `}}`
		req, _ := http.NewRequest(http.MethodPost, h.URL+"/mcp", strings.NewReader(body))
		for k, v := range map[string]string{"Content-Type": "application/json", "MCP-Protocol-Version": "2026-07-28",
			"Mcp-Method": "tools/call", "Mcp-Name": "check_stock", "Mcp-Param-Region": header} {
			if v != "" {
				req.Header.Set(k, v)
			}
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != want || want == 400 && !strings.Contains(string(b), "-32020") {
			t.Errorf("header %q: %d %s", header, res.StatusCode, b)
		}
	}
}

// R110: a client that goes away ends the handler, in both eras.
func TestR110AClientThatGoesAwayEndsTheHandler(t *testing.T) {
	for _, version := range []string{"2025-06-18", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			started, ended := make(chan struct{}), make(chan error, 1)
			h := serving(t, config(server.Read(stockSpec(), func(ctx context.Context, _ struct{}) (Stock, error) {
				close(started)
				<-ctx.Done()
				ended <- ctx.Err()
				return Stock{}, ctx.Err()
			})))
			ctx, leave := context.WithCancel(t.Context())
			body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock","arguments":{},` + modernMeta + `}}`
			if version < "2026-07-28" {
				body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock"}}`
			}
			req, _ := http.NewRequestWithContext(ctx, http.MethodPost, h.URL+"/mcp", strings.NewReader(body))
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("MCP-Protocol-Version", version)
			req.Header.Set("Mcp-Method", "tools/call")
			req.Header.Set("Mcp-Name", "check_stock")
			go func() {
				<-started
				leave()
			}()
			if res, err := http.DefaultClient.Do(req); err == nil {
				res.Body.Close()
				t.Errorf("the request was answered: %d", res.StatusCode)
			}
			select {
			case <-ended:
			case <-time.After(5 * time.Second):
				t.Error("the handler ran on for 5 s")
			}
		})
	}
}

// R100: nothing is kept between calls, so a restart or another replica changes nothing.
func TestR100AnyReplicaCanAnswer(t *testing.T) {
	a, b := serving(t, config()), serving(t, config())
	post(t, a.URL, "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	status, body := post(t, b.URL, "2025-06-18", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"check_stock","arguments":{"product_sku":"SKU-1"}}}`)
	if status != 200 || !strings.Contains(body, "on_hand") {
		t.Errorf("%d %s", status, body)
	}
}

func TestServeDrains(t *testing.T) {
	started, release := make(chan struct{}), make(chan struct{})
	srv := mustNew(t, config(server.Read(stockSpec(), func(context.Context, struct{}) (Stock, error) {
		close(started)
		<-release
		return Stock{OnHand: 3}, nil
	})))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- srv.Serve(ctx, l) }()

	listening := listen(t, url)
	answered := make(chan string, 1)
	go func() {
		_, body := post(t, url, "2025-06-18", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock"}}`)
		answered <- body
	}()
	<-started
	stop()
	if _, err := io.Copy(io.Discard, listening); err != nil && !strings.Contains(err.Error(), "EOF") {
		t.Errorf("the open stream ended with %v", err)
	}
	select {
	case err := <-stopped:
		t.Fatalf("stopped with a call in flight: %v", err)
	default:
	}
	close(release)
	if body := <-answered; !strings.Contains(body, `"on_hand":3`) {
		t.Errorf("the call in flight was answered %s", body)
	}
	if err := <-stopped; err != nil {
		t.Errorf("drained with %v", err)
	}
}

// listen opens a subscriptions/listen stream and returns its body once it has begun.
func listen(t *testing.T, url string) io.Reader {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":9,"method":"subscriptions/listen","params":{"notifications":{},` + modernMeta + `}}`
	req, _ := http.NewRequest(http.MethodPost, url+"/mcp", strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("MCP-Protocol-Version", "2026-07-28")
	req.Header.Set("Mcp-Method", "subscriptions/listen")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	first := make([]byte, 1)
	if _, err := io.ReadFull(res.Body, first); err != nil || res.StatusCode != 200 {
		t.Fatalf("the stream did not begin: %d %v", res.StatusCode, err)
	}
	return io.MultiReader(bytes.NewReader(first), res.Body)
}

// What an author puts on the SDK's server may depend on the caller, so no gateway may share it.
func TestOnlyTheDeclarationIsCachedForEveryone(t *testing.T) {
	srv := mustNew(t, config())
	srv.MCP().AddResource(&mcp.Resource{Name: "mine", URI: "test://mine"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "test://mine", Text: "x"}}}, nil
	})
	h := httptest.NewServer(srv.Handler())
	defer h.Close()
	for body, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{` + modernMeta + `}}`:  "private",
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + modernMeta + `}}`:      "public",
		`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + modernMeta + `}}`: "public",
	} {
		if status, got := post(t, h.URL, "2026-07-28", body); status != 200 || !strings.Contains(got, `"cacheScope":"`+want+`"`) {
			t.Errorf("%s: %d %s, want %s", body[:60], status, got, want)
		}
	}
}

// A fault in what an author has put on the SDK's server ends one request, and tells nothing of our inside.
func TestAFaultOnTheSDKsServerIsContained(t *testing.T) {
	srv := mustNew(t, config())
	for name, h := range map[string]mcp.PromptHandler{
		"panics": func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { panic("secret") },
		"fails": func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return nil, io.ErrUnexpectedEOF
		},
	} {
		srv.MCP().AddPrompt(&mcp.Prompt{Name: name}, h)
	}
	h := httptest.NewServer(srv.Handler())
	defer h.Close()
	for _, name := range []string{"panics", "fails"} {
		_, body := post(t, h.URL, "2025-06-18", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"`+name+`"}}`)
		if !strings.Contains(body, `"code":-32603`) || strings.Contains(body, "secret") || strings.Contains(body, "EOF") {
			t.Errorf("%s: %s", name, body)
		}
	}
	if status, body := post(t, h.URL, "2025-06-18", `{"jsonrpc":"2.0","id":1,"method":"ping"}`); status != 200 {
		t.Errorf("afterwards: %d %s", status, body)
	}
}

// The SDK's own client negotiates and calls, over a kept session too.
func TestTheSDKClientCallsOverHTTP(t *testing.T) {
	for _, sessions := range []server.Sessions{server.Stateless, server.Kept} {
		t.Run(sessions.String(), func(t *testing.T) {
			c := config()
			c.Sessions = sessions
			h := serving(t, c)
			session, err := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil).
				Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: h.URL + "/mcp"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "check_stock", Arguments: map[string]any{"product_sku": "SKU-1"}})
			if err != nil || res.IsError {
				t.Errorf("%v %+v", err, res)
			}
		})
	}
}

func TestAServerOnStdioOnlyServesNoHTTP(t *testing.T) {
	c := config()
	c.URL, c.StdioOnly, c.Auth = "", true, auth.Local{}
	srv := mustNew(t, c)
	if err := srv.ListenAndServe(t.Context(), "127.0.0.1:0"); err == nil {
		t.Error("it listened")
	}
	w := httptest.NewRecorder()
	srv.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/mcp", nil))
	if w.Code != http.StatusNotImplemented {
		t.Errorf("status %d", w.Code)
	}
}
