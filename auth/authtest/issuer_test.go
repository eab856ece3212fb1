package authtest_test

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

const resource = "https://inventory.example.com/mcp"

// status sends token to a resource that trusts issuer.
func status(t *testing.T, issuer *authtest.Issuer, client *http.Client, token string) int {
	t.Helper()
	r := auth.NewResource(resource, auth.OAuth{Issuers: []string{issuer.URL}, Client: client}, nil, "", zerolog.Nop())
	_, f := r.Identify(&http.Request{Header: http.Header{"Authorization": {"Bearer " + token}}})
	if f == nil {
		return http.StatusOK
	}
	return f.Status
}

func TestEveryFailureIsOne(t *testing.T) {
	for _, f := range authtest.Failures() {
		if f == authtest.Slow {
			continue // costs five seconds here; auth's own tests have it, on a clock of their own
		}
		t.Run(f.String(), func(t *testing.T) {
			issuer := authtest.New(t)
			token := issuer.Token(authtest.Claims{"aud": resource})
			issuer.Fail(f)
			if got := status(t, issuer, nil, token); got != http.StatusServiceUnavailable {
				t.Errorf("got %d, want 503", got)
			}
			issuer.Fail(0)
			if got := status(t, issuer, nil, token); got != http.StatusOK {
				t.Errorf("mended: got %d, want 200", got)
			}
		})
	}
	if got := authtest.Failure(0).String(); got != "none" {
		t.Errorf("no failure is called %q", got)
	}
}

func TestInMemoryNeedsNoNetwork(t *testing.T) {
	first := authtest.InMemory(t, "https://login.example.com/realms/a", "")
	second := authtest.InMemory(t, "https://login.example.com/realms/b", "https://elsewhere.example.com/metadata")
	client := authtest.Client(first, second)
	for _, issuer := range []*authtest.Issuer{first, second} {
		if got := status(t, issuer, client, issuer.Token(authtest.Claims{"aud": resource})); got != http.StatusOK {
			t.Errorf("%s: got %d, want 200", issuer.URL, got)
		}
	}
	for address, want := range map[string]int{
		"https://elsewhere.example.com/metadata":                              200,
		"https://login.example.com/realms/c/jwks":                             404,
		"https://other.example.com/realms/a/jwks":                             404,
		"https://login.example.com/realms/a/token":                            404,
		"https://login.example.com/realms/a/jwks":                             200,
		"https://login.example.com/realms/b/introspect":                       401,
		"https://elsewhere.example.com/realms/b/jwks":                         404,
		"https://login.example.com/.well-known/openid-configuration":          404,
		"https://login.example.com/realms/a/.well-known/openid-configuration": 200,
	} {
		resp, err := client.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: got %d, want %d", address, resp.StatusCode, want)
		}
	}
	if got := first.Requests("keys"); got != 2 {
		t.Errorf("the first was asked for keys %d times, want 2", got)
	}
}

func TestAbsentLeavesOut(t *testing.T) {
	issuer := authtest.InMemory(t, "https://login.example.com", "")
	token := issuer.Sign("ES256", authtest.Claims{"typ": authtest.Absent}, authtest.Claims{"sub": authtest.Absent, "exp": authtest.Absent, "iat": authtest.Absent})
	parts := strings.Split(token, ".")
	for n, want := range []string{`{"alg":"ES256","kid":"ES256-1"}`, `{"client_id":"client-1","iss":"https://login.example.com"}`} {
		if got := decode(t, parts[n]); got != want {
			t.Errorf("part %d is %s, want %s", n+1, got, want)
		}
	}
}

func TestWithdrawnKeysAreNotPublished(t *testing.T) {
	issuer := authtest.InMemory(t, "https://login.example.com", "")
	issuer.Publish("ES256")
	issuer.Rotate()
	if got, want := kids(t, issuer), "ES256-1 ES256-2"; got != want {
		t.Errorf("after a rotation %q are published, want %q", got, want)
	}
	issuer.Withdraw()
	if _, err := issuer.Adopt("mine"); err != nil {
		t.Fatal(err)
	}
	if got, want := kids(t, issuer), "ES256-2 mine"; got != want {
		t.Errorf("after withdrawing %q are published, want %q", got, want)
	}
}

func kids(t *testing.T, issuer *authtest.Issuer) string {
	t.Helper()
	resp, err := authtest.Client(issuer).Get(issuer.URL + "/jwks")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var set struct {
		Keys []struct{ Kid, D string }
	}
	if err := json.Unmarshal(data, &set); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, k := range set.Keys {
		if k.D != "" {
			t.Errorf("the private part of %s is published", k.Kid)
		}
		all = append(all, k.Kid)
	}
	return strings.Join(all, " ")
}

func decode(t *testing.T, part string) string {
	t.Helper()
	data, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
