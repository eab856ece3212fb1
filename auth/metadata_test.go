package auth_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
)

const wellKnown = "/.well-known/oauth-protected-resource"

func shop(url string) *auth.Resource {
	o := auth.OAuth{
		Issuers:       []string{login},
		Providers:     []auth.Provider{auth.Entra(tenant, app, "")},
		Documentation: "https://docs.example.com/inventory",
	}
	return auth.NewResource(url, o, []string{"inventory:write", "inventory:read", "offline_access"}, "Inventory", zerolog.Nop())
}

// ask sends a request to the metadata handler as it came through a proxy.
func ask(r *auth.Resource, method, path string, header http.Header) *http.Response {
	req := httptest.NewRequest(method, "http://localhost:3000"+path, nil)
	for name, values := range header {
		req.Header[name] = values
	}
	w := httptest.NewRecorder()
	r.Metadata().ServeHTTP(w, req)
	return w.Result()
}

func body(t *testing.T, resp *http.Response) map[string]any {
	t.Helper()
	var doc map[string]any
	if err := json.NewDecoder(resp.Body).Decode(&doc); err != nil {
		t.Fatalf("the answer is no JSON object: %v", err)
	}
	return doc
}

const document = `{"authorization_servers":["https://login.example.com","https://login.microsoftonline.com/` + tenant + `/v2.0"],` +
	`"bearer_methods_supported":["header"],"resource":"https://inventory.example.com/mcp","resource_documentation":"https://docs.example.com/inventory",` +
	`"resource_name":"Inventory","scopes_supported":["inventory:read","inventory:write"]}`

// TestR064 is that the metadata is there for anyone, with a bad token as well.
func TestR064MetadataNeedsNoToken(t *testing.T) {
	for _, path := range []string{wellKnown, wellKnown + "/mcp"} {
		for claim, header := range map[string]http.Header{"no token": {}, "a bad token": {"Authorization": {"Bearer garbage"}}} {
			resp := ask(shop(inventory), http.MethodGet, path, header)
			got, err := json.Marshal(body(t, resp))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != document || resp.StatusCode != 200 {
				t.Errorf("%s with %s: got %d %s\nwant %s", path, claim, resp.StatusCode, got, document)
			}
			for name, want := range map[string]string{
				"Content-Type": "application/json", "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=300",
			} {
				if got := resp.Header.Get(name); got != want {
					t.Errorf("%s: %s is %q, want %q", path, name, got, want)
				}
			}
		}
	}
}

// TestR065 is that no address below the well-known one leads to a web page.
func TestR065UnknownWellKnownIsJSON(t *testing.T) {
	for _, path := range []string{
		wellKnown + "/other", wellKnown + "/mcp/", wellKnown + "/", wellKnown + "/mcp/v2", "/.well-known/", "/.well-known/openid-configuration",
		"/.well-known/oauth-authorization-server/mcp", wellKnown + "/MCP", wellKnown + "/%6dcp",
	} {
		resp := ask(shop(inventory), http.MethodGet, path, nil)
		if got := body(t, resp)["error"]; got != "not_found" || resp.StatusCode != 404 || resp.Header.Get("Content-Type") != "application/json" || resp.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: got %d %s %v, want a 404 in JSON", path, resp.StatusCode, resp.Header, got)
		}
	}
}

// TestR067 and TestR068: a proxy ends TLS, so the request says http and another host. What is said comes
// from the declaration.
func TestR067SchemeComesFromTheDeclaration(t *testing.T) {
	fromDeclaration(t, http.Header{"X-Forwarded-Proto": {"http"}})
}

func TestR068HostComesFromTheDeclaration(t *testing.T) {
	fromDeclaration(t, http.Header{"X-Forwarded-Host": {"evil.example"}, "Forwarded": {"host=evil.example;proto=http"}})
}

func fromDeclaration(t *testing.T, header http.Header) {
	t.Helper()
	r := shop(inventory)
	if got := body(t, ask(r, http.MethodGet, wellKnown, header))["resource"]; got != inventory {
		t.Errorf("resource is %v, want %s", got, inventory)
	}
	if got, want := r.Challenge(&auth.Refusal{Status: 401}), `resource_metadata="https://inventory.example.com`+wellKnown+`/mcp"`; !strings.Contains(got, want) {
		t.Errorf("the challenge %q has no %s", got, want)
	}
}

func TestMetadataMethods(t *testing.T) {
	head := ask(shop(inventory), http.MethodHead, wellKnown, nil)
	if got := head.Header.Get("Content-Length"); head.StatusCode != 200 || got == "" || got == "0" {
		t.Errorf("HEAD: got %d with length %q", head.StatusCode, got)
	}
	if n, _ := head.Body.Read(make([]byte, 1)); n != 0 {
		t.Error("HEAD has a body")
	}
	preflight := ask(shop(inventory), http.MethodOptions, wellKnown, http.Header{"Origin": {"https://app.example"}})
	if got := preflight.Header.Get("Access-Control-Allow-Headers"); preflight.StatusCode != 204 || !strings.Contains(got, "MCP-Protocol-Version") {
		t.Errorf("OPTIONS: got %d allowing %q", preflight.StatusCode, got)
	}
	post := ask(shop(inventory), http.MethodPost, wellKnown, nil)
	if got := post.Header.Get("Allow"); post.StatusCode != 405 || got != "GET, HEAD, OPTIONS" {
		t.Errorf("POST: got %d allowing %q", post.StatusCode, got)
	}
}

func TestARootResourceHasOneAddress(t *testing.T) {
	for _, url := range []string{"https://inventory.example.com", "https://inventory.example.com/"} {
		r := shop(url)
		if got := body(t, ask(r, http.MethodGet, wellKnown, nil))["resource"]; got != url {
			t.Errorf("resource is %v, want %s", got, url)
		}
		if got, want := r.Challenge(&auth.Refusal{Status: 401}), `Bearer resource_metadata="https://inventory.example.com`+wellKnown+`", scope="inventory:read inventory:write"`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
