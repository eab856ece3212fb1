package auth_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

func fuzzed(f *testing.F) (*authtest.Issuer, *auth.Resource) {
	issuer := authtest.InMemory(f, login, "")
	issuer.Publish("ES256")
	o := auth.OAuth{Issuers: []string{login}, Client: authtest.Client(issuer)}
	return issuer, auth.NewResource(inventory, o, []string{"inventory:read"}, "", zerolog.Nop())
}

// FuzzAuthorization sends any Authorization header. No token in it is signed, so nobody is let in, and every
// refusal has a challenge that can be read back.
func FuzzAuthorization(f *testing.F) {
	_, r := fuzzed(f)
	for _, seed := range []string{
		"", " ", "Bearer", "Bearer ", "bearer a", "Bearer a b", "Bearer\ta", "Basic YQ==", "Bearer a.b.c", "Bearer Bearer x", "Bearer =", "Bearer ====",
		"Bearer eyJhbGciOiJub25lIn0.e30.", "Bearer eyJhbGciOiJFUzI1NiJ9.e30.AA", "DPoP x", "Bearer \"x\"", "Bearer x,Bearer y", "\x00", "Bearer \xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		c, refusal := r.Identify(&http.Request{Header: http.Header{"Authorization": {header}}})
		if refusal == nil {
			if !c.IsAnonymous() || strings.HasPrefix(strings.ToLower(strings.Trim(header, " \t")), "bearer") {
				t.Fatalf("%q is let in as %+v", header, c)
			}
			return
		}
		got := parameters(t, r.Challenge(refusal))
		if (refusal.Status == 400) != (got["error"] == "invalid_request") || (refusal.Status == 401) != (got["error"] == "invalid_token") {
			t.Fatalf("%q: status %d with error %q", header, refusal.Status, got["error"])
		}
	})
}

// FuzzChallenge writes any refusal. The header stays one line of printable ASCII, and reads back.
func FuzzChallenge(f *testing.F) {
	_, r := fuzzed(f)
	f.Add("Say \"no\", C:\\temp\r\nSet-Cookie: a=b", "a b\"c\nd")
	f.Add(`", error="none`, `x", y="z`)
	f.Add(", ", "0")
	f.Add("\\", "\\ \\\" \xff\u2028")
	f.Fuzz(func(t *testing.T, description, scopes string) {
		challenge := r.Challenge(&auth.Refusal{Status: 403, Code: "insufficient_scope", Description: description, Scopes: strings.Split(scopes, ",")})
		for i := range len(challenge) {
			if c := challenge[i]; c < ' ' || c > '~' {
				t.Fatalf("byte %d is %#x in %q", i, c, challenge)
			}
		}
		got := parameters(t, challenge)
		if got["error"] != "insufficient_scope" || got["resource_metadata"] != "https://inventory.example.com"+wellKnown+"/mcp" {
			t.Fatalf("%q is read back as %v", challenge, got)
		}
		for scope := range strings.FieldsSeq(got["scope"]) {
			if !slices.Contains(strings.Split(scopes, ","), scope) {
				t.Fatalf("%q has the scope %q, which nobody asked for in %q", challenge, scope, scopes)
			}
		}
	})
}

// FuzzToken changes a good token. It is let in only while what is signed stays as it was.
func FuzzToken(f *testing.F) {
	issuer, r := fuzzed(f)
	made := issuer.Token(authtest.Claims{"aud": inventory, "exp": time.Now().Add(24 * time.Hour).Unix()})
	text := made[:strings.LastIndexByte(made, '.')]
	f.Add(0, 0, "")
	f.Add(1, 1, "A")
	f.Add(len(text), 0, ".")
	f.Add(len(text)+1, 200, "")
	f.Add(0, len(made), "eyJhbGciOiJub25lIn0.e30.")
	f.Fuzz(func(t *testing.T, at, remove int, insert string) {
		at = min(max(at, 0), len(made))
		remove = min(max(remove, 0), len(made)-at)
		sent := made[:at] + insert + made[at+remove:]
		c, refusal := r.Identify(&http.Request{Header: http.Header{"Authorization": {"Bearer " + sent}}})
		if refusal == nil && !strings.HasPrefix(strings.Trim(sent, " \t"), text+".") {
			t.Fatalf("%q is let in as %+v, and was never signed", sent, c)
		}
	})
}

// FuzzClaims signs any payload. Whoever is let in has what a caller must have.
func FuzzClaims(f *testing.F) {
	issuer, r := fuzzed(f)
	key, err := issuer.Adopt("fuzz")
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		`{}`, `null`, `[]`, `{"iss":"` + login + `","sub":"ada","aud":"` + inventory + `","exp":4102444800,"scope":"a b"}`,
		`{"iss":"` + login + `","aud":["` + inventory + `",1],"exp":4102444800,"scp":["a"],"client_id":"c"}`,
		`{"iss":"` + login + `","sub":"ada","aud":"` + inventory + `","exp":1e308,"nbf":-1e308,"iat":0.5}`,
		`{"iss":"` + login + `","iss":"x","sub":"\ud800","aud":null,"exp":"4102444800"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		head := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"ES256","typ":"at+jwt","kid":"fuzz"}`))
		text := head + "." + base64.RawURLEncoding.EncodeToString(payload)
		mac, err := jwt.SigningMethodES256.Sign(text, key)
		if err != nil {
			t.Fatal(err)
		}
		c, refusal := r.Identify(&http.Request{Header: http.Header{"Authorization": {"Bearer " + text + "." + base64.RawURLEncoding.EncodeToString(mac)}}})
		if refusal != nil {
			if refusal.Status != 401 && refusal.Status != 400 {
				t.Fatalf("%s: %+v", payload, refusal)
			}
			return
		}
		var claims struct{ Iss string }
		if err := json.Unmarshal(payload, &claims); err != nil {
			t.Fatalf("%s is let in and no JSON object: %v", payload, err)
		}
		if c.Issuer != login || c.Subject == "" || !c.Expires.After(time.Now().Add(-time.Minute)) || !strings.Contains(string(payload), "inventory") {
			t.Fatalf("%s is let in as %+v", payload, c)
		}
	})
}
