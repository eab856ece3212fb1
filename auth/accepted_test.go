package auth_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

// accepted is one file of testdata/accepted: a token as a provider makes it, from its documents, the
// declaration that lets it in, and the caller it is.
type accepted struct {
	Claim     string          `json:"claim"`
	Source    string          `json:"source"`
	Issuer    string          `json:"issuer"`
	Metadata  string          `json:"metadata,omitempty"` // another address of the metadata
	Provider  string          `json:"provider,omitempty"` // none: the issuer alone is enough
	Args      []string        `json:"args,omitempty"`
	Tenant    string          `json:"tenant_claim,omitempty"`
	Header    authtest.Claims `json:"header,omitempty"`
	Claims    authtest.Claims `json:"claims,omitempty"`
	Tokeninfo string          `json:"tokeninfo,omitempty"` // what Google's endpoint answers
	Want      json.RawMessage `json:"want"`
}

func TestAccepted(t *testing.T) {
	files, err := filepath.Glob("testdata/accepted/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			var c accepted
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d := json.NewDecoder(bytes.NewReader(data))
			d.DisallowUnknownFields()
			d.UseNumber()
			if err := d.Decode(&c); err != nil {
				t.Fatal(err)
			}
			issuer := authtest.InMemory(t, c.Issuer, c.Metadata)
			issuer.Publish("RS256")
			synctest.Test(t, func(t *testing.T) {
				got := indented(t, c.caller(t, issuer))
				if *update {
					c.Want = got
					writeAccepted(t, file, c)
				}
				if want := indented(t, c.Want); !bytes.Equal(got, want) {
					t.Errorf("%s\ngot  %s\nwant %s", c.Claim, got, want)
				}
			})
		})
	}
}

func (c accepted) caller(t *testing.T, issuer *authtest.Issuer) auth.Caller {
	t.Helper()
	o := auth.OAuth{TenantClaim: c.Tenant, Client: authtest.Client(issuer)}
	made := "ya29.an-opaque-token-of-google"
	if c.Tokeninfo == "" {
		made = issuer.Sign("RS256", c.Header, timed(t, c.Claims))
	}
	arg := func(n int) string { return c.Args[n] }
	switch c.Provider {
	case "":
		o.Issuers = []string{c.Issuer}
	case "Cognito":
		o.Providers = []auth.Provider{auth.Cognito(c.Issuer, c.Args...)}
	case "Entra":
		o.Providers = []auth.Provider{auth.Entra(arg(0), arg(1), arg(2))}
	case "Keycloak":
		o.Providers = []auth.Provider{auth.Keycloak(c.Issuer, arg(0))}
	case "Google":
		o.Providers = []auth.Provider{auth.Google(c.Args...)}
		o.Client = &http.Client{Transport: tokeninfo(c.Tokeninfo)}
	}
	if found := o.Check(); found != nil {
		t.Fatal(found)
	}
	r := auth.NewResource(inventory, o, nil, "", zerolog.New(t.Output()))
	caller, f := r.Identify(&http.Request{Header: http.Header{"Authorization": {"Bearer " + made}}})
	if f != nil {
		t.Fatalf("%s: refused: %+v", c.Claim, *f)
	}
	caller.Expires = caller.Expires.UTC()
	return caller
}

// tokeninfo answers as Google's endpoint does.
type tokeninfo string

func (a tokeninfo) RoundTrip(req *http.Request) (*http.Response, error) {
	status, body := http.StatusOK, string(a)
	if req.Method != http.MethodPost || req.URL.String() != "https://oauth2.googleapis.com/tokeninfo" ||
		req.Header.Get("Authorization") != "Bearer ya29.an-opaque-token-of-google" {
		status, body = http.StatusBadRequest, `{"error":"invalid_token"}`
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: req}, nil
}

func indented(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.MarshalIndent(v, "  ", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func writeAccepted(t *testing.T, file string, c accepted) {
	t.Helper()
	if err := os.WriteFile(file, append(indented(t, c), '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestGoogleRefusesOthers(t *testing.T) {
	const live = `{"azp":"b.apps.googleusercontent.com","aud":"b.apps.googleusercontent.com","sub":"1","scope":"openid","exp":"4102444800"}`
	for _, c := range []struct{ claim, token, answer, want string }{
		{"a token that another client obtained is refused", "ya29.an-opaque-token-of-google", live, "401"},
		{"a token that Google does not know is refused", "ya29.another-token", live, "401"},
		{"a token without a person is refused", "ya29.an-opaque-token-of-google", strings.ReplaceAll(strings.Replace(live, `"sub":"1",`, "", 1), `"b.`, `"a.`), "401"},
		{"an answer that is no JSON is 503", "ya29.an-opaque-token-of-google", "<html>", "503"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			o := auth.OAuth{Providers: []auth.Provider{auth.Google("a.apps.googleusercontent.com")}, Client: &http.Client{Transport: tokeninfo(c.answer)}}
			if got := identify(auth.NewResource(inventory, o, nil, "", zerolog.Nop()), c.token); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
