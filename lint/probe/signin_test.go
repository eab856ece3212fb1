package probe_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/lint/probe"
)

// A gate lets calls with a token through and tells the others how to get one. Each field is a fault, empty for none.
type gate struct {
	origin                      string
	status                      int // in place of 401
	challenge, body             string
	takes                       string // a token that is not meant for this server
	resource, issuers, metadata string
	issuer                      string // how the authorization server calls itself
}

func (g *gate) front(w http.ResponseWriter, r *http.Request, body []byte) bool {
	or := func(fault, well string) string {
		if fault != "" {
			return fault
		}
		return well
	}
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, "/.well-known/oauth-protected-resource"):
		if g.metadata != "" && strings.HasSuffix(path, g.metadata) {
			return reply(w, 404, "text/plain", "nothing here")
		}
		return reply(w, 200, "application/json", `{"resource":"`+or(g.resource, g.origin+"/mcp")+`","authorization_servers":`+
			or(g.issuers, `["`+g.origin+`"]`)+`,"scopes_supported":["stock:read"]}`)
	case path == "/.well-known/oauth-authorization-server":
		return reply(w, 200, "application/json", `{"issuer":"`+or(g.issuer, g.origin)+`","code_challenge_methods_supported":["S256"]}`)
	}
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !strings.Contains(string(body), `"tools/call"`) || strings.Contains(string(body), "comity_unknown") || token == "good-token" || g.takes != "" && token == g.takes {
		return false
	}
	challenge := `Bearer resource_metadata="` + g.origin + `/.well-known/oauth-protected-resource/mcp", scope="stock:read"`
	if token != "" {
		challenge += `, error="invalid_token"`
	}
	if g.challenge != "none" {
		w.Header().Set("WWW-Authenticate", or(g.challenge, challenge))
	}
	status := http.StatusUnauthorized
	if g.status != 0 {
		status = g.status
	}
	var asked struct{ ID json.RawMessage }
	_ = json.Unmarshal(body, &asked) // the probe sends calls as JSON
	return reply(w, status, "application/json", or(g.body, `{"jsonrpc":"2.0","id":`+string(asked.ID)+`,"result":{"isError":true,"content":[],"_meta":`+
		`{"mcp/www_authenticate":["Bearer error=\"invalid_token\", error_description=\"Sign in to read the stock.\""]}}}`))
}

// guarded serves a fake whose get_stock wants a token.
func guarded(t *testing.T, g *gate) string {
	t.Helper()
	f := &fake{front: g.front, tools: strings.Replace(getStock, `"title"`, `"securitySchemes":[{"type":"oauth2","scopes":["stock:read"]}],"title"`, 1)}
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	g.origin = s.URL
	return s.URL + "/mcp"
}

func TestAFaultInSigningInIsFound(t *testing.T) {
	for _, c := range []struct {
		name string
		gate gate
		want []string
	}{
		{"no fault is found in none", gate{}, nil},
		{"a challenge is missing", gate{challenge: "none"}, []string{"live-challenge"}},
		{"a challenge leads nowhere", gate{challenge: `Bearer realm="stock"`}, []string{"live-challenge", "live-challenge-error", "live-challenge-scope"}},
		{"an error is told where nothing was shown", gate{challenge: `Bearer resource_metadata="/x", scope="stock:read", error="invalid_token"`},
			[]string{"live-challenge-error"}},
		{"another status is used", gate{status: 400}, []string{"live-sign-in-asked"}},
		{"ChatGPT is not told", gate{body: `{"error":"unauthorized"}`}, []string{"live-sign-in-chatgpt"}},
		{"a made-up token is taken", gate{takes: "comity-lint-made-this-up"}, []string{"live-token-made-up"}},
		{"a foreign token is taken", gate{takes: "foreign-token"}, []string{"live-token-foreign"}},
		{"the metadata are of another resource", gate{resource: "https://stock.example"}, []string{"live-metadata-resource"}},
		{"the metadata are not where the challenge says", gate{metadata: "/mcp"}, []string{"live-metadata-found", "live-metadata-places"}},
		{"the metadata are at one place only", gate{metadata: "oauth-protected-resource"}, []string{"live-metadata-places"}},
		{"there is no authorization server", gate{issuers: `[]`}, []string{"live-metadata-issuer"}},
		{"the authorization server is not https", gate{issuers: `["http://login.example"]`}, []string{"live-metadata-issuer"}},
		{"the authorization server has another name", gate{issuer: "https://login.example"}, []string{"live-issuer-found"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := quick()
			o.Tokens = []probe.Token{{Name: "TOKEN", Value: "good-token"}, {Name: "OTHER", Value: "foreign-token", Foreign: true}}
			e, list := look(t, probe.Target{URL: guarded(t, &c.gate)}, o)
			if got := live(e, list); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
			kept, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			for _, token := range []string{"good-token", "foreign-token"} {
				if strings.Contains(string(kept), token) {
					t.Errorf("the evidence has the token %s in it", token)
				}
			}
		})
	}
}

// TestWithoutATokenTheSignInIsSeenAllTheSame holds that what a stranger meets is judged when no token is given.
func TestWithoutATokenTheSignInIsSeenAllTheSame(t *testing.T) {
	g := &gate{challenge: `Bearer realm="stock"`}
	e, list := look(t, probe.Target{URL: guarded(t, g)}, quick())
	if got, want := live(e, list), []string{"live-challenge", "live-challenge-error", "live-challenge-scope"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// TestTheProbeIsNotSentIntoANetwork holds that a server cannot make whoever lints it ask an address of the inside.
func TestTheProbeIsNotSentIntoANetwork(t *testing.T) {
	var asked []string
	o := quick()
	o.Transport = transport(func(r *http.Request) (*http.Response, error) {
		asked = append(asked, r.URL.Host)
		return http.DefaultTransport.RoundTrip(r)
	})
	g := &gate{challenge: `Bearer resource_metadata="http://169.254.169.254/latest", scope="x"`, issuers: `["https://10.0.0.1"]`}
	look(t, probe.Target{URL: guarded(t, g)}, o)
	for _, host := range asked {
		if !strings.HasPrefix(host, "127.0.0.1:") {
			t.Errorf("it asked %s", host)
		}
	}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
