package devissuer_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/comity-mcp/comity/auth/devissuer"
)

// claims verifies an access token with go-oidc and the keys the issuer serves, and returns header and claims.
func claims(t *testing.T, h http.Handler, token any) (header, body map[string]any) {
	t.Helper()
	ctx := oidc.ClientContext(context.Background(), browser(h))
	payload, err := oidc.NewRemoteKeySet(ctx, issuerURL+"/jwks").VerifySignature(ctx, token.(string))
	if err != nil {
		t.Fatal(err)
	}
	head, err := base64.RawURLEncoding.DecodeString(strings.Split(token.(string), ".")[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []struct {
		b    []byte
		into *map[string]any
	}{{head, &header}, {payload, &body}} {
		if err := json.Unmarshal(part.b, part.into); err != nil {
			t.Fatal(err)
		}
	}
	return header, body
}

func TestAnAccessTokenIsWhatRFC9068Says(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		clientID, tokens := signIn(t, h, "scope", "inventory:write inventory:read offline_access")
		header, body := claims(t, h, tokens["access_token"])
		kid, jti := header["kid"], body["jti"]
		if kid == "" || jti == "" {
			t.Errorf("got kid %q and jti %q, want both", kid, jti)
		}
		delete(header, "kid")
		delete(body, "jti")
		if want := map[string]any{"alg": "RS256", "typ": "at+jwt"}; !reflect.DeepEqual(header, want) {
			t.Errorf("got header %v, want %v", header, want)
		}
		now := float64(time.Now().Unix())
		want := map[string]any{
			"iss": issuerURL, "sub": "ada", "aud": resource, "client_id": clientID, "scope": "inventory:read inventory:write",
			"iat": now, "exp": now + 900,
		}
		if !reflect.DeepEqual(body, want) {
			t.Errorf("got claims %v, want %v", body, want)
		}
		delete(tokens, "access_token")
		delete(tokens, "refresh_token")
		if want := map[string]any{"token_type": "Bearer", "expires_in": 900.0, "scope": "inventory:read inventory:write offline_access"}; !reflect.DeepEqual(tokens, want) {
			t.Errorf("got %v, want %v", tokens, want)
		}
	})
}

func TestWhoAndForWhat(t *testing.T) {
	h := open(t)
	clientID := register(t, h)
	c := browser(h)
	page := get(t, c, issuerURL+"/authorize?"+request(clientID, "scope", "", "resource", "").Encode())
	code := press(t, c, page, "approve", "user", "grace").location(t).Query().Get("code")
	_, body := claims(t, h, post(t, c, issuerURL+"/token", exchange(clientID, code)).decode(t)["access_token"])
	got := []any{body["sub"], body["scope"], body["aud"]}
	if want := []any{"grace", "inventory:read inventory:write", resource}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want the chosen user, all scopes and the only resource: %v", got, want)
	}
}

func TestTheTokenEndpointRefuses(t *testing.T) {
	h := open(t)
	clientID, other := register(t, h), register(t, h)
	for _, c := range []struct {
		claim  string
		change []string
		want   string
	}{
		{"a wrong verifier", []string{"code_verifier", strings.Repeat("x", 43)}, "400 invalid_grant: code_verifier does not belong to the code_challenge: start a new authorization"},
		{"a missing verifier", []string{"code_verifier", ""}, "400 invalid_request: code_verifier is missing or not 43 to 128 characters of A-Z a-z 0-9 - . _ ~ (RFC 7636 section 4.1)"},
		{"the challenge in place of the verifier", []string{"code_verifier", challenge}, "400 invalid_grant: code_verifier does not belong to the code_challenge: start a new authorization"},
		{"another redirect", []string{"redirect_uri", callback + "/"}, "400 invalid_grant: redirect_uri '" + callback + "/' is not the one that the code was sent to: start a new authorization"},
		{"another port of the redirect", []string{"redirect_uri", "http://127.0.0.1:1/callback"}, "400 invalid_grant: redirect_uri 'http://127.0.0.1:1/callback' is not the one that the code was sent to: start a new authorization"},
		{"another client", []string{"client_id", other}, "400 invalid_grant: the code is unknown here, or was given to another client: start a new authorization"},
		{"a client nobody registered", []string{"client_id", "nobody"}, "401 invalid_client: client_id 'nobody' is not registered here: register again"},
		{"no client", []string{"client_id", ""}, "401 invalid_client: client_id is missing"},
		{"a secret of a client that has none", []string{"client_secret", "s"}, "401 invalid_client: clients here have no secret: send client_id alone"},
		{"another resource", []string{"resource", "http://127.0.0.1:8080/other"}, "400 invalid_target: resource 'http://127.0.0.1:8080/other' is not the one that was agreed to, " + resource + ": start a new authorization for it"},
		{"a code nobody gave", []string{"code", "made-up"}, "400 invalid_grant: the code is unknown here, or was given to another client: start a new authorization"},
		{"no code", []string{"code", ""}, "400 invalid_request: code is missing"},
		{"no grant type", []string{"grant_type", ""}, "400 invalid_request: grant_type is missing: send authorization_code, refresh_token or client_credentials"},
		{"a grant that is not offered", []string{"grant_type", "password"}, "400 unsupported_grant_type: grant_type 'password' is not offered: send authorization_code, refresh_token or client_credentials"},
		{"the script's grant", []string{"grant_type", "client_credentials"}, "400 unauthorized_client: only the client 'script' may use client_credentials: other clients send a person to the authorization endpoint"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			code := approve(t, h, request(clientID))
			a := post(t, browser(h), issuerURL+"/token", exchange(clientID, code, c.change...))
			if got := a.told(t); got != c.want {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
			if got := a.Header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("got Cache-Control %q, want no-store", got)
			}
			if got := a.Header.Get("WWW-Authenticate"); (got != "") != (a.Status == 401) {
				t.Errorf("got %d with WWW-Authenticate %q", a.Status, got)
			}
		})
	}
}

func TestWhatIsLeftOutOrRepeatedInATokenRequest(t *testing.T) {
	h := open(t)
	clientID := register(t, h)
	for _, c := range []struct {
		claim  string
		change []string
		want   int
	}{
		{"redirect_uri may be left out, since PKCE proves more", []string{"redirect_uri", ""}, 200},
		{"the agreed resource may be repeated", []string{"resource", resource}, 200},
		{"the resource is compared in canonical form", []string{"resource", "HTTP://127.0.0.1:8080/mcp"}, 200},
		{"an unknown parameter is ignored", []string{"x", "y"}, 200},
	} {
		t.Run(c.claim, func(t *testing.T) {
			a := post(t, browser(h), issuerURL+"/token", exchange(clientID, approve(t, h, request(clientID)), c.change...))
			if a.Status != c.want {
				t.Errorf("got %d %s", a.Status, a.Body)
			}
		})
	}
	for _, c := range []struct {
		claim, kind, body, want string
	}{
		{"JSON is no form", "application/json", "{}", "400 invalid_request: Content-Type is 'application/json': send application/x-www-form-urlencoded"},
		{"a parameter twice", "application/x-www-form-urlencoded", "grant_type=a&grant_type=b", "400 invalid_request: grant_type is there 2 times: send it once"},
		{"a damaged form", "application/x-www-form-urlencoded", "a=%zz", "400 invalid_request: the body is not form-encoded"},
		{"a body without end", "application/x-www-form-urlencoded", "a=" + strings.Repeat("b", 70<<10), "413 invalid_request: the body is larger than 64 KiB"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			resp, err := browser(h).Post(issuerURL+"/token", c.kind, strings.NewReader(c.body))
			if got := read(t, resp, err).told(t); got != c.want {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
	t.Run("parameters in the URL do not count", func(t *testing.T) {
		a := post(t, browser(h), issuerURL+"/token?"+exchange(clientID, "x").Encode(), nil)
		if got, want := a.told(t), "401 invalid_client: client_id is missing"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestAClientMayNameItselfInTheHeader(t *testing.T) {
	h := open(t)
	clientID := register(t, h)
	for _, c := range []struct {
		claim, name, password string
		change                []string
		want                  string
	}{
		{"without a password", clientID, "", []string{"client_id", ""}, "200"},
		{"in both places, the same", clientID, "", nil, "200"},
		{"in both places, differently", "nobody", "", nil, "400 invalid_request: client_id is not the client of the Authorization header"},
		{"with a password", clientID, "s", []string{"client_id", ""}, "401 invalid_client: clients here have no secret: send client_id alone"},
		{"and authenticate twice", clientID, "s", []string{"client_secret", "s"}, "400 invalid_request: the client authenticates twice: send the header or client_secret"},
		{"not form-encoded", "%zz", "", []string{"client_id", ""}, "400 invalid_request: the Authorization header is not form-encoded (RFC 6749 section 2.3.1)"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			form := exchange(clientID, approve(t, h, request(clientID)), c.change...)
			r, _ := http.NewRequest("POST", issuerURL+"/token", strings.NewReader(form.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.SetBasicAuth(c.name, c.password)
			resp, err := browser(h).Do(r)
			a := read(t, resp, err)
			got := "200"
			if a.Status != 200 {
				got = a.told(t)
			}
			if got != c.want {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
	t.Run("but not as a bearer", func(t *testing.T) {
		r, _ := http.NewRequest("POST", issuerURL+"/token", strings.NewReader(exchange(clientID, "x").Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Authorization", "Bearer x")
		resp, err := browser(h).Do(r)
		if got, want := read(t, resp, err).told(t), "401 invalid_client: the Authorization header is not Basic: send client_id in the form"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestACodeIsGoodOnce(t *testing.T) {
	h := open(t)
	clientID := register(t, h)
	code := approve(t, h, request(clientID))
	first := post(t, browser(h), issuerURL+"/token", exchange(clientID, code)).decode(t)
	if got, want := post(t, browser(h), issuerURL+"/token", exchange(clientID, code)).told(t),
		"400 invalid_grant: the code was used before; its refresh tokens are revoked: start a new authorization"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := post(t, browser(h), issuerURL+"/token", again(clientID, first["refresh_token"])).told(t),
		"400 invalid_grant: the refresh token is unknown here, revoked, or was given to another client: sign in again"; got != want {
		t.Errorf("the refresh token of the first use: got %s, want %s", got, want)
	}
}

func TestAWrongVerifierSpendsTheCode(t *testing.T) {
	h := open(t)
	clientID := register(t, h)
	code := approve(t, h, request(clientID))
	post(t, browser(h), issuerURL+"/token", exchange(clientID, code, "code_verifier", strings.Repeat("x", 43)))
	if a := post(t, browser(h), issuerURL+"/token", exchange(clientID, code)); a.Status != 400 {
		t.Errorf("got %d: the code is still good after a wrong guess", a.Status)
	}
}

func TestAnotherClientCannotSpendACode(t *testing.T) {
	h := open(t)
	clientID, other := register(t, h), register(t, h)
	code := approve(t, h, request(clientID))
	post(t, browser(h), issuerURL+"/token", exchange(other, code))
	if a := post(t, browser(h), issuerURL+"/token", exchange(clientID, code)); a.Status != 200 {
		t.Errorf("got %d %s: a stranger's attempt cost the client its code", a.Status, a.Body)
	}
}

func TestACodeExpires(t *testing.T) {
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{59 * time.Second, 200}, {time.Minute, 400}} {
		synctest.Test(t, func(t *testing.T) {
			h := open(t)
			clientID := register(t, h)
			code := approve(t, h, request(clientID))
			time.Sleep(c.after)
			a := post(t, browser(h), issuerURL+"/token", exchange(clientID, code))
			if a.Status != c.want {
				t.Errorf("after %v: got %d %s, want %d", c.after, a.Status, a.Body, c.want)
			}
		})
	}
}

func TestOneOfManyWinsACode(t *testing.T) {
	h := open(t)
	clientID := register(t, h)
	code := approve(t, h, request(clientID))
	var won atomic.Int32
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			resp, err := browser(h).PostForm(issuerURL+"/token", exchange(clientID, code))
			if err == nil && resp.StatusCode == 200 {
				won.Add(1)
			}
		})
	}
	wait.Wait()
	if got := won.Load(); got != 1 {
		t.Errorf("got %d winners, want 1", got)
	}
}

func TestTokensLiveAsLongAsTheOptionsSay(t *testing.T) {
	h := open(t, func(o *devissuer.Options) { o.TokenLife = 90 * time.Second })
	_, tokens := signIn(t, h)
	_, body := claims(t, h, tokens["access_token"])
	if got := []any{tokens["expires_in"], body["exp"].(float64) - body["iat"].(float64)}; !reflect.DeepEqual(got, []any{90.0, 90.0}) {
		t.Errorf("got %v, want 90 s in both", got)
	}
}

// TestManyAtOnce is for the race detector: sign-ins, refreshes and registrations together.
func TestManyAtOnce(t *testing.T) {
	h := open(t)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			clientID, tokens := signIn(t, h)
			next := tokens["refresh_token"]
			for range 5 {
				a := post(t, browser(h), issuerURL+"/token", again(clientID, next))
				if a.Status != http.StatusOK {
					t.Errorf("got %d %s", a.Status, a.Body)
					return
				}
				next = a.decode(t)["refresh_token"]
			}
		})
	}
	wait.Wait()
}
