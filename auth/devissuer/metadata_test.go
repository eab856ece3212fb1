package devissuer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/comity-mcp/comity/auth/devissuer"
)

const pathIssuer = "http://127.0.0.1:8080/dev-issuer"

func withPath(o *devissuer.Options) { o.URL = pathIssuer }

func TestMetadata(t *testing.T) {
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, []byte(get(t, browser(open(t)), issuerURL+"/.well-known/oauth-authorization-server").Body), "", "  "); err != nil {
		t.Fatal(err)
	}
	golden(t, "metadata.json", pretty.String()+"\n")
}

func TestMetadataIsWhereverClientsLook(t *testing.T) {
	for _, c := range []struct {
		issuer string
		change []func(*devissuer.Options)
		urls   []string
	}{
		{issuerURL, nil, []string{
			issuerURL + "/.well-known/oauth-authorization-server",
			issuerURL + "/.well-known/openid-configuration",
		}},
		{pathIssuer, []func(*devissuer.Options){withPath}, []string{
			"http://127.0.0.1:8080/.well-known/oauth-authorization-server/dev-issuer",
			"http://127.0.0.1:8080/.well-known/openid-configuration/dev-issuer",
			"http://127.0.0.1:8080/dev-issuer/.well-known/openid-configuration",
			"http://127.0.0.1:8080/dev-issuer/.well-known/oauth-authorization-server",
		}},
	} {
		h := open(t, c.change...)
		for _, u := range c.urls {
			a := get(t, browser(h), u)
			if a.Status != 200 || a.Header.Get("Content-Type") != "application/json" || a.decode(t)["issuer"] != c.issuer {
				t.Errorf("%s: got %d %s", u, a.Status, a.Body)
			}
		}
	}
	// RFC 8414 section 3.3: another issuer's place must not answer for this one.
	for _, u := range []string{"http://127.0.0.1:8080/.well-known/oauth-authorization-server", "http://127.0.0.1:8080/.well-known/oauth-authorization-server/dev-issuer/x"} {
		if a := get(t, browser(open(t, withPath)), u); a.Status != 404 {
			t.Errorf("%s: got %d, want 404", u, a.Status)
		}
	}
}

// TestAnIssuerSharesAPort mounts one beside another handler, with the paths it names.
func TestAnIssuerSharesAPort(t *testing.T) {
	issuer := open(t, withPath)
	mux := http.NewServeMux()
	for _, path := range issuer.Paths() {
		mux.Handle(path, issuer)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	c := browser(mux)
	got := map[string]int{}
	for _, path := range []string{
		"/.well-known/oauth-authorization-server/dev-issuer", "/.well-known/openid-configuration/dev-issuer", "/dev-issuer/jwks",
		"/mcp", "/.well-known/oauth-protected-resource/mcp", "/dev-issuers",
	} {
		got[path] = get(t, c, "http://127.0.0.1:8080"+path).Status
	}
	want := map[string]int{
		"/.well-known/oauth-authorization-server/dev-issuer": 200, "/.well-known/openid-configuration/dev-issuer": 200, "/dev-issuer/jwks": 200,
		"/mcp": 418, "/.well-known/oauth-protected-resource/mcp": 418, "/dev-issuers": 418,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTheKeySetHoldsNothingPrivate(t *testing.T) {
	a := get(t, browser(open(t)), issuerURL+"/jwks")
	keys := a.decode(t)["keys"].([]any)
	if len(keys) != 1 {
		t.Fatalf("got %d keys, want 1", len(keys))
	}
	key := keys[0].(map[string]any)
	for _, member := range []string{"n", "kid"} {
		if key[member] == "" {
			t.Errorf("the key has no %s", member)
		}
		delete(key, member)
	}
	if want := map[string]any{"kty": "RSA", "use": "sig", "alg": "RS256", "e": "AQAB"}; !reflect.DeepEqual(key, want) {
		t.Errorf("got %v, want %v", key, want)
	}
}

// TestDiscoveryByGoOIDC runs the discovery of github.com/coreos/go-oidc over a real socket, for both forms of URL.
func TestDiscoveryByGoOIDC(t *testing.T) {
	for _, path := range []string{"", "/dev-issuer"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		at := "http://" + l.Addr().String() + path
		h := open(t, func(o *devissuer.Options) { o.URL = at })
		s := &http.Server{Handler: h}
		go s.Serve(l)
		t.Cleanup(func() { s.Close() })

		provider, err := oidc.NewProvider(context.Background(), at)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := provider.Endpoint().TokenURL, at+"/token"; got != want {
			t.Errorf("got token endpoint %s, want %s", got, want)
		}
		id, secret := h.ScriptClient()
		r, _ := http.NewRequest("POST", at+"/token", strings.NewReader("grant_type=client_credentials"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.SetBasicAuth(id, secret)
		resp, err := http.DefaultClient.Do(r)
		access := read(t, resp, err).decode(t)["access_token"].(string)
		token, err := provider.VerifierContext(context.Background(), &oidc.Config{ClientID: resource}).Verify(context.Background(), access)
		if err != nil || token.Subject != "script" {
			t.Errorf("got %+v %v", token, err)
		}
	}
}

func TestPagesOfEveryOriginMayReadWhatClientsNeed(t *testing.T) {
	h := open(t)
	for path, method := range map[string]string{
		"/.well-known/oauth-authorization-server": "GET", "/.well-known/openid-configuration": "GET", "/jwks": "GET",
		"/register": "POST", "/token": "POST", "/revoke": "POST",
	} {
		r, _ := http.NewRequest("OPTIONS", issuerURL+path, nil)
		r.Header.Set("Origin", "https://inspector.example.com")
		r.Header.Set("Access-Control-Request-Method", method)
		resp, err := browser(h).Do(r)
		a := read(t, resp, err)
		got := []any{a.Status, a.Header.Get("Access-Control-Allow-Origin"), a.Header.Get("Access-Control-Allow-Methods"), a.Header.Get("Access-Control-Allow-Headers")}
		if want := []any{204, "*", "GET, POST", "Accept, Authorization, Content-Type, MCP-Protocol-Version"}; !reflect.DeepEqual(got, want) {
			t.Errorf("OPTIONS %s: got %v, want %v", path, got, want)
		}
		r, _ = http.NewRequest(method, issuerURL+path, nil)
		r.Header.Set("Origin", "https://inspector.example.com")
		resp, err = browser(h).Do(r)
		if got := read(t, resp, err).Header.Get("Access-Control-Allow-Origin"); got != "*" {
			t.Errorf("%s %s: got %q, want *", method, path, got)
		}
	}
	if a := get(t, browser(h), issuerURL+"/token"); a.Status != 405 {
		t.Errorf("GET /token: got %d, want 405", a.Status)
	}
}
