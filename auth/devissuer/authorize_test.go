package devissuer_test

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/auth/devissuer"
)

func TestAnApprovalGoesBackWithCodeStateAndIssuer(t *testing.T) {
	h := open(t)
	clientID := register(t, h, "https://client.example.com/cb?tenant=1")
	c := browser(h)
	page := get(t, c, issuerURL+"/authorize?"+request(clientID, "redirect_uri", "https://client.example.com/cb?tenant=1", "state", "a&b=c é").Encode())
	u := press(t, c, page, "approve").location(t)
	q := u.Query()
	if q.Get("code") == "" {
		t.Error("no code")
	}
	q.Del("code")
	if want := (url.Values{"tenant": {"1"}, "state": {"a&b=c é"}, "iss": {issuerURL}}); !reflect.DeepEqual(q, want) || u.Host != "client.example.com" {
		t.Errorf("got %v at %s, want %v", q, u.Host, want)
	}
}

func TestADenialGoesBackToo(t *testing.T) {
	h := open(t)
	c := browser(h)
	got := press(t, c, get(t, c, issuerURL+"/authorize?"+request(register(t, h)).Encode()), "deny").location(t).Query()
	want := url.Values{"error": {"access_denied"}, "error_description": {"the person said no"}, "state": {"a state"}, "iss": {issuerURL}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFaultsThatTheClientIsTold(t *testing.T) {
	h := open(t, twoResources)
	clientID := register(t, h)
	for _, c := range []struct {
		claim      string
		change     []string
		code, says string
	}{
		{"plain PKCE", []string{"code_challenge_method", "plain"}, "invalid_request", "code_challenge_method is 'plain': send S256, since PKCE is required and plain hides nothing (RFC 7636)"},
		{"a method left out means plain", []string{"code_challenge_method", ""}, "invalid_request", "code_challenge_method is '': send S256, since PKCE is required and plain hides nothing (RFC 7636)"},
		{"no challenge", []string{"code_challenge", ""}, "invalid_request", "code_challenge is not a SHA-256 in base64url, 43 characters without padding (RFC 7636 section 4.2)"},
		{"a challenge with padding", []string{"code_challenge", challenge + "="}, "invalid_request", "code_challenge is not a SHA-256 in base64url, 43 characters without padding (RFC 7636 section 4.2)"},
		{"a token in the redirect", []string{"response_type", "token"}, "unsupported_response_type", "response_type 'token' is not offered: send code"},
		{"no response type", []string{"response_type", ""}, "invalid_request", "response_type is missing: send code"},
		{"a fragment as answer", []string{"response_mode", "fragment"}, "invalid_request", "response_mode 'fragment' is not offered: send query"},
		{"a request object", []string{"request", "eyJ"}, "request_not_supported", "request objects (RFC 9101) are not read here: send plain parameters"},
		{"an unknown scope", []string{"scope", "inventory:read admin"}, "invalid_scope", "scope 'admin' is not known here: choose from inventory:read, inventory:write, offline_access"},
		{"an unknown resource", []string{"resource", "https://evil.example.com"}, "invalid_target", "resource 'https://evil.example.com' is not served here: send one of " + resource + ", " + secondResource},
		{"a path below a resource", []string{"resource", resource + "/sub"}, "invalid_target", "resource '" + resource + "/sub' is not served here: send one of " + resource + ", " + secondResource},
		{"a resource with a fragment", []string{"resource", resource + "#a"}, "invalid_target", "resource '" + resource + "#a' is not served here: send one of " + resource + ", " + secondResource},
		{"no resource among two", []string{"resource", ""}, "invalid_target", "resource is missing: send one of " + resource + ", " + secondResource},
		{"what cannot stand in error_description", []string{"scope", "\"\\é\n"}, "invalid_scope", "scope ''//x?' is not known here: choose from inventory:read, inventory:write, offline_access"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			got := get(t, browser(h), issuerURL+"/authorize?"+request(clientID, c.change...).Encode()).location(t).Query()
			if c.claim == "what cannot stand in error_description" {
				if bad := strings.Trim(got.Get("error_description"), " !#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~"); bad != "" {
					t.Errorf("got %q, which RFC 6749 section 4.1.2.1 does not allow", bad)
				}
				return
			}
			want := url.Values{"error": {c.code}, "error_description": {c.says}, "state": {"a state"}, "iss": {issuerURL}}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %v\nwant %v", got, want)
			}
		})
	}
	t.Run("a parameter twice", func(t *testing.T) {
		got := get(t, browser(h), issuerURL+"/authorize?"+request(clientID).Encode()+"&scope=inventory:write").location(t).Query()
		if got.Get("error") != "invalid_request" || got.Get("error_description") != "scope is there 2 times: send it once" {
			t.Errorf("got %v", got)
		}
	})
}

// TestFaultsThatStayHere are those where the way back cannot be trusted: nothing may be sent along it.
func TestFaultsThatStayHere(t *testing.T) {
	h := open(t)
	clientID := register(t, h)
	both := register(t, h, callback, "https://client.example.com/cb")
	for _, c := range []struct {
		claim, client string
		change        []string
		status        int
		want          string
	}{
		{"no client", "", nil, 400, "client_id is missing"},
		{"an unknown client", "nobody", nil, 400, "client_id &#39;nobody&#39; is not registered here."},
		{"a foreign redirect", clientID, []string{"redirect_uri", "https://evil.example.com/cb"}, 400, "redirect_uri &#39;https://evil.example.com/cb&#39; is not among those that the client listed: " + callback},
		{"another path", clientID, []string{"redirect_uri", callback + "/.."}, 400, "is not among those"},
		{"another query", clientID, []string{"redirect_uri", callback + "?x=1"}, 400, "is not among those"},
		{"the other name of loopback", clientID, []string{"redirect_uri", "http://localhost:33418/callback"}, 400, "is not among those"},
		{"https in place of http", clientID, []string{"redirect_uri", "https://127.0.0.1:33418/callback"}, 400, "is not among those"},
		{"a user in front", clientID, []string{"redirect_uri", "http://127.0.0.1:33418@evil.example.com/callback"}, 400, "is not among those"},
		{"a port of https", both, []string{"redirect_uri", "https://client.example.com:8443/cb"}, 400, "is not among those"},
		{"no redirect among two", both, []string{"redirect_uri", ""}, 400, "redirect_uri is missing, and the client listed 2: send one"},
		{"a request without end", clientID, []string{"state", strings.Repeat("x", 20<<10)}, 414, "the request is longer than 16 KiB"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			a := get(t, browser(h), issuerURL+"/authorize?"+request(c.client, c.change...).Encode())
			if a.Status != c.status || a.Header.Get("Location") != "" || !strings.Contains(a.Body, c.want) {
				t.Errorf("got %d, Location %q and\n%s\nwant %d and %q", a.Status, a.Header.Get("Location"), a.Body, c.status, c.want)
			}
		})
	}
	for _, c := range []struct{ claim, query, want string }{
		{"two redirects", request(clientID).Encode() + "&redirect_uri=https://evil.example.com", "client_id or redirect_uri is there twice"},
		{"two clients", request(clientID).Encode() + "&client_id=" + both, "client_id or redirect_uri is there twice"},
		{"a damaged query", "client_id=%zz", "the query of the request is damaged"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			a := get(t, browser(h), issuerURL+"/authorize?"+c.query)
			if a.Status != 400 || !strings.Contains(a.Body, c.want) {
				t.Errorf("got %d %s, want %q", a.Status, a.Body, c.want)
			}
		})
	}
}

func TestRedirectsThatAreTheClientsOwn(t *testing.T) {
	h := open(t)
	for _, c := range []struct{ claim, listed, sent string }{
		{"the same", "https://client.example.com/cb", "https://client.example.com/cb"},
		{"any port on 127.0.0.1", "http://127.0.0.1:1/cb", "http://127.0.0.1:65000/cb"},
		{"a port where none was listed", "http://127.0.0.1/cb", "http://127.0.0.1:65000/cb"},
		{"any port on localhost", "http://localhost:1/cb", "http://localhost:65000/cb"},
		{"any port on ::1", "http://[::1]/cb?a=b", "http://[::1]:65000/cb?a=b"},
		{"a scheme of the program's own", "cursor://anysphere.cursor-mcp/oauth/callback", "cursor://anysphere.cursor-mcp/oauth/callback"},
		{"the only one, left out", "https://client.example.com/cb", ""},
	} {
		t.Run(c.claim, func(t *testing.T) {
			clientID := register(t, h, c.listed)
			b := browser(h)
			a := press(t, b, get(t, b, issuerURL+"/authorize?"+request(clientID, "redirect_uri", c.sent).Encode()), "approve")
			sent := c.sent
			if sent == "" {
				sent = c.listed
			}
			if got := a.Header.Get("Location"); !strings.HasPrefix(got, sent) || !strings.Contains(got, "code=") {
				t.Errorf("got %q, want it to start with %q", got, sent)
			}
		})
	}
}

func TestAResourceIsOneInAnySpelling(t *testing.T) {
	h := open(t, func(o *devissuer.Options) {
		o.Resources = []string{"https://mcp.example.com", "https://mcp.example.com:8443/a"}
	})
	for _, c := range []struct{ sent, want string }{
		{"https://mcp.example.com", "https://mcp.example.com"},
		{"https://mcp.example.com/", "https://mcp.example.com"},
		{"HTTPS://MCP.example.com:443/", "https://mcp.example.com"},
		{"https://MCP.example.com:8443/a", "https://mcp.example.com:8443/a"},
	} {
		_, tokens := signIn(t, h, "resource", c.sent)
		_, body := claims(t, h, tokens["access_token"])
		if got := body["aud"]; got != c.want {
			t.Errorf("%s: got aud %v, want %s as the options have it", c.sent, got, c.want)
		}
	}
	clientID := register(t, h)
	for _, sent := range []string{"https://mcp.example.com:8443/a/", "https://mcp.example.com:8443/A", "http://mcp.example.com", "https://u@mcp.example.com", "mcp.example.com", "https://mcp.example.com?a=b"} {
		a := get(t, browser(h), issuerURL+"/authorize?"+request(clientID, "resource", sent).Encode())
		if a.Status == http.StatusOK {
			t.Errorf("%s was taken for a resource that is served", sent)
		} else if got := a.location(t).Query().Get("error"); got != "invalid_target" {
			t.Errorf("%s: got %q", sent, got)
		}
	}
}
