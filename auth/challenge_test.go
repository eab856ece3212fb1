package auth_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
)

const at = `Bearer resource_metadata="https://inventory.example.com/.well-known/oauth-protected-resource/mcp"`

// TestR062 is that a 401 has a challenge that leads to the metadata. TestL16: always, there being no
// option that leaves it out.
func TestR062ChallengeLeadsToTheMetadata(t *testing.T) {
	f := auth.Scopes("inventory:read").Judge(auth.Anonymous())
	got, want := shop(inventory).Challenge(f), at+`, scope="inventory:read"`
	if f.Status != 401 || got != want {
		t.Errorf("got %d %s, want 401 %s", f.Status, got, want)
	}
}

func TestL16ChallengeIsAlwaysThere(t *testing.T) {
	bare := auth.NewResource(inventory, auth.OAuth{Issuers: []string{login}}, nil, "", zerolog.Nop())
	if got := bare.Challenge(auth.AnyCaller().Judge(auth.Anonymous())); got != at {
		t.Errorf("got %s, want %s", got, at)
	}
}

// TestR085 is that too few scopes are a 403 which says so, and what to ask for.
func TestR085StepUpIsSaid(t *testing.T) {
	reader := auth.Caller{Issuer: login, Subject: "ada", Scopes: []string{"inventory:read"}}
	f := auth.Scopes("inventory:write").Judge(reader)
	got := shop(inventory).Challenge(f)
	want := at + `, scope="inventory:read inventory:write", error="insufficient_scope", error_description="The token lacks what this call needs: inventory:write; ask for a token with it and try again."`
	if f.Status != 403 || got != want {
		t.Errorf("got %d %s\nwant 403 %s", f.Status, got, want)
	}
}

// TestR086 plays a client that replaces its scopes by those of the challenge: it must not go back and
// forth between two tools.
func TestR086StepUpDoesNotLoop(t *testing.T) {
	caller := auth.Caller{Issuer: login, Subject: "ada", Scopes: []string{"openid", "offline_access"}}
	tools := []auth.Access{auth.Scopes("a"), auth.Scopes("b"), auth.Scopes("a", "c")}
	steps := 0
	for range 3 {
		for _, tool := range tools {
			if f := tool.Judge(caller); f != nil {
				steps++
				caller.Scopes = f.Scopes
			}
		}
	}
	if steps != 3 {
		t.Errorf("three tools took %d steps, want 3", steps)
	}
	if want := []string{"a", "b", "c", "openid"}; !slices.Equal(caller.Scopes, want) {
		t.Errorf("got %v, want %v: all that was granted and needed, without offline_access", caller.Scopes, want)
	}
}

// TestR094 is that challenge and metadata agree when no call is known yet.
func TestR094ChallengeAgreesWithTheMetadata(t *testing.T) {
	r := shop(inventory)
	supported := body(t, ask(r, http.MethodGet, wellKnown, nil))["scopes_supported"].([]any)
	_, f := r.Identify(&http.Request{Header: http.Header{"Authorization": {"Bearer garbage"}}})
	var all []string
	for _, s := range supported {
		all = append(all, s.(string))
	}
	if got, want := parameters(t, r.Challenge(f))["scope"], strings.Join(all, " "); got != want || got == "" {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestR088 is that nothing, something else and something malformed are told apart.
func TestR088NothingIsNotMalformed(t *testing.T) {
	r := shop(inventory)
	for _, c := range []struct {
		claim   string
		headers []string
		status  int
		code    string
	}{
		{"no header is nobody", nil, 401, ""},
		{"another scheme is nobody", []string{"Basic YWRhOmFkYQ=="}, 401, ""},
		{"an empty bearer is malformed", []string{"Bearer "}, 400, "invalid_request"},
		{"two tokens are malformed", []string{"Bearer a b"}, 400, "invalid_request"},
		{"two headers are malformed", []string{"Bearer a", "Bearer a"}, 400, "invalid_request"},
		{"the scheme is read in any case", []string{"bEARER garbage"}, 401, "invalid_token"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			caller, f := r.Identify(&http.Request{Header: http.Header{"Authorization": c.headers}})
			if f == nil {
				f = auth.AnyCaller().Judge(caller)
			}
			if f == nil || f.Status != c.status || f.Code != c.code {
				t.Errorf("got %+v, want %d %q", f, c.status, c.code)
			}
		})
	}
}

func TestUnavailableHasNoChallenge(t *testing.T) {
	if got := shop(inventory).Challenge(&auth.Refusal{Status: 503}); got != "" {
		t.Errorf("got %q, want none", got)
	}
}

func TestAChallengeIsSafeWhateverItSays(t *testing.T) {
	got := shop(inventory).Challenge(&auth.Refusal{
		Status: 403, Code: "insufficient_scope", Scopes: []string{"a", `b" x="`, "c\r\nSet-Cookie: x", "", "d"},
		Description: "Say \"no\" to C:\\temp,\r\nSet-Cookie: a=b; Grüße \x00",
	})
	want := at + `, scope="a d", error="insufficient_scope", error_description="Say 'no' to C:/temp,  Set-Cookie: a=b; Gr??e  "`
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	many := make([]string, 2000)
	for i := range many {
		many[i] = "scope:number:" + strings.Repeat("x", i%7)
	}
	if got := len(shop(inventory).Challenge(&auth.Refusal{Status: 403, Scopes: many})); got > 5<<10 {
		t.Errorf("2000 scopes make a header of %d bytes", got)
	}
}

var parameterPattern = regexp.MustCompile(`^([a-z_]+)="([\x20\x21\x23-\x5b\x5d-\x7e]*)"(?:, |$)`)

// parameters reads a challenge back, one parameter after another, as strictly as RFC 6750 section 3 writes it.
func parameters(t testing.TB, challenge string) map[string]string {
	t.Helper()
	rest, ok := strings.CutPrefix(challenge, "Bearer ")
	if !ok {
		t.Fatalf("%q is no Bearer challenge", challenge)
	}
	out := map[string]string{}
	for rest != "" {
		m := parameterPattern.FindStringSubmatch(rest)
		if m == nil {
			t.Fatalf("%q begins with no parameter, in %q", rest, challenge)
		}
		if _, twice := out[m[1]]; twice {
			t.Fatalf("%s is there twice in %q", m[1], challenge)
		}
		out[m[1]] = m[2]
		rest = rest[len(m[0]):]
	}
	return out
}
