package server_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/snippets"
)

// browser is the Accept header of Chromium.
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

// visit gets a path of the server at 127.0.0.1:8080.
func visit(h http.Handler, path, accept string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:8080"+path, nil)
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func ExamplePage() {
	config := orders()
	config.Page = server.PageHidden
	srv, err := server.New(config)
	if err != nil {
		fmt.Println(err)
		return
	}
	w := visit(srv.Handler(), "/mcp", "text/html")
	fmt.Println(config.Page, w.Code)
	// Output: hidden 405
}

func TestABrowserSeesThePage(t *testing.T) {
	spec := stockSpec()
	spec.Example = StockQuery{SKU: "SKU-4421"}
	write := writeSpec()
	c := config(server.Read(spec, lookUp), server.Write(write, annotations.Creates, lookUp))
	srv := mustNew(t, c)
	h := srv.Handler()
	for _, path := range []string{"/", "/mcp", "/mcp/"} {
		w := visit(h, path, browser)
		if w.Code != 200 || w.Header().Get("Content-Type") != "text/html; charset=utf-8" || w.Header().Get("Content-Security-Policy") == "" {
			t.Fatalf("%s: got %d %v, want a page", path, w.Code, w.Header())
		}
		for _, want := range []string{
			`<h1 dir="auto">Stock keeping</h1>`, `http://127.0.0.1:8080/mcp`, `<bdi>Stock keeping</bdi> wants to run <bdi>Check stock levels</bdi>`,
			`<dd><code>&#34;SKU-4421&#34;</code></dd>`, `badge reads">Reads<`, `badge adds">Adds<`, "takes no access tokens",
		} {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: the page has no %s", path, want)
			}
		}
		fitting := snippets.Of(srv.Catalog())
		if len(fitting) == 0 {
			t.Error("no client fits the server, so that the page is not tested")
		}
		for _, client := range fitting {
			if !strings.Contains(w.Body.String(), `id="`+client.ID+`"`) {
				t.Errorf("%s: the page has no snippet %s", path, client.ID)
			}
		}
	}
}

func TestClientsSeeNothingOfThePage(t *testing.T) {
	shown, hidden := config(), config()
	hidden.Page = server.PageHidden
	with, without := mustNew(t, shown).Handler(), mustNew(t, hidden).Handler()
	for _, accept := range []string{"", "*/*", "text/event-stream", "application/json, text/event-stream", "application/json, text/html;q=0.1", "text/*"} {
		for _, path := range []string{"/", "/mcp"} {
			got, want := visit(with, path, accept), visit(without, path, accept)
			if got.Code != want.Code || got.Body.String() != want.Body.String() {
				t.Errorf("GET %s with Accept %q: got %d %s, want %d %s", path, accept, got.Code, got.Body, want.Code, want.Body)
			}
		}
	}
	h := serving(t, shown)
	status, body := post(t, h.URL, "", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock","arguments":{"product_sku":"SKU-1"}}}`)
	if status != 200 || !strings.Contains(body, `"on_hand":7`) {
		t.Errorf("POST: got %d %s, want the answer", status, body)
	}
}

func TestAHiddenPage(t *testing.T) {
	c := config()
	c.Page = server.PageHidden
	h := mustNew(t, c).Handler()
	if w := visit(h, "/mcp", browser); w.Code != 405 || strings.Contains(w.Body.String(), "<") {
		t.Errorf("/mcp: got %d %s, want 405 in JSON", w.Code, w.Body)
	}
	if w := visit(h, "/", browser); w.Code != 200 || w.Body.String() != "An MCP server. Its endpoint is /mcp\n" {
		t.Errorf("/: got %d %s, want one line of text", w.Code, w.Body)
	}
	if got := []string{server.PageShown.String(), server.PageHidden.String()}; got[0] != "shown" || got[1] != "hidden" {
		t.Errorf("got %v", got)
	}
}

func TestAClosedServerShowsNoTool(t *testing.T) {
	g := guardedServer(t, func(c *server.Config) {
		policy := c.Auth.(auth.OAuth)
		policy.Discovery = auth.ListClosed
		c.Auth = policy
	})
	w := visit(g.Config.Handler, "/mcp", browser)
	got := w.Body.String()
	if w.Code != 200 || !strings.Contains(got, "Stock keeping") || !strings.Contains(got, g.issuer.URL) || !strings.Contains(got, "For signed-in callers only") {
		t.Fatalf("got %d %s\nwant who it is and how to sign in", w.Code, got)
	}
	for _, secret := range []string{"check_stock", "Check stock", "product_sku", "on the shelves", "small warehouse", "1.0.0", "mcpServers"} {
		if strings.Contains(got, secret) {
			t.Errorf("the page tells of %q", secret)
		}
	}
}

func TestThePageKnowsThatKeysCannotBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		issuer := authtest.InMemory(t, "https://login.example.com", "")
		issuer.Fail(authtest.Down)
		c := config()
		c.Auth = auth.OAuth{Issuers: []string{issuer.URL}, Client: authtest.Client(issuer)}
		h := mustNew(t, c).Handler()
		before := visit(h, "/mcp", browser)
		synctest.Wait() // the visit began to read them
		after := visit(h, "/mcp", browser)
		ready, waiting := `state ready">Ready<`, `state waiting">Not ready<`
		if !strings.Contains(before.Body.String(), ready) || !strings.Contains(after.Body.String(), waiting) {
			t.Errorf("got a page ready %v before, not ready %v after, want both", strings.Contains(before.Body.String(), ready), strings.Contains(after.Body.String(), waiting))
		}
		if strings.Contains(after.Body.String(), "cannot be verified") {
			t.Error("the page has the error, which is for the log")
		}
		if before.Header().Get("ETag") == after.Header().Get("ETag") {
			t.Error("both states have one ETag, so that a browser keeps the first")
		}
	})
}
