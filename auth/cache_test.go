package auth_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

func timeout(t *testing.T, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), d)
}

func TestAVerifiedTokenIsRememberedForAMinute(t *testing.T) {
	bubble(t, func(t *testing.T, w *world, r *auth.Resource) {
		token := w.issuer.Token(good())
		expect(t, r, token, "ada", "at first")
		w.issuer.Rotate()
		w.issuer.Withdraw()
		// Another key is looked up, so that the keys held no longer verify the token.
		expect(t, r, w.issuer.Token(authtest.Claims{"aud": inventory, "sub": "eve"}), "eve", "the new key")
		time.Sleep(59 * time.Second)
		expect(t, r, token, "ada", "within the minute")
		time.Sleep(time.Second)
		expect(t, r, token, "401", "after the minute")
	})
}

func TestARememberedTokenEndsWithItsExpiry(t *testing.T) {
	bubble(t, func(t *testing.T, w *world, r *auth.Resource) {
		token := w.issuer.Token(authtest.Claims{"aud": inventory, "exp": time.Now().Add(10 * time.Second).Unix()})
		expect(t, r, token, "ada", "at first")
		time.Sleep(10*time.Second + 29*time.Second)
		expect(t, r, token, "ada", "within the skew")
		time.Sleep(time.Second)
		expect(t, r, token, "401", "after the skew")
	})
}

func TestSkewAtTheEdges(t *testing.T) {
	for _, c := range []struct {
		claim string
		name  string
		at    time.Duration
		want  string
	}{
		{"expired 29 seconds ago is good", "exp", -29 * time.Second, "ada"},
		{"expired 30 seconds ago is over", "exp", -30 * time.Second, "401"},
		{"good in 30 seconds is good", "nbf", 30 * time.Second, "ada"},
		{"good in 31 seconds is early", "nbf", 31 * time.Second, "401"},
		{"made in 30 seconds is good", "iat", 30 * time.Second, "ada"},
		{"made in 31 seconds is early", "iat", 31 * time.Second, "401"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world, r *auth.Resource) {
				claims := good()
				claims[c.name] = time.Now().Add(c.at).Unix()
				expect(t, r, w.issuer.Token(claims), c.want, c.claim)
			})
		})
	}
}

func TestOneCallerCannotChangeWhatAnotherSees(t *testing.T) {
	bubble(t, func(t *testing.T, w *world, r *auth.Resource) {
		req := &http.Request{Header: http.Header{"Authorization": {"Bearer " + w.issuer.Token(good())}}}
		c, f := r.Identify(req)
		if f != nil {
			t.Fatal(f)
		}
		c.Subject, c.Issuer = "eve", "https://evil.example"
		again, _ := r.Identify(req)
		want := auth.Caller{
			Issuer: login, Subject: "ada", ClientID: "client-1", Scopes: []string{"inventory:read"},
			Expires: time.Now().Add(time.Hour), Claims: again.Claims,
		}
		if got := fmt.Sprintf("%+v", again); got != fmt.Sprintf("%+v", want) {
			t.Errorf("got  %s\nwant %+v", got, want)
		}
	})
}

// TestR137 is that an owner stays the same when a token is refreshed or another client is used, and only
// then.
func TestR137KeyOutlivesTheToken(t *testing.T) {
	w := newWorld(t)
	synctest.Test(t, func(t *testing.T) {
		r := auth.NewResource(inventory, w.policy(t, "tenant"), nil, "", zerolog.Nop())
		key := func(claims authtest.Claims) string {
			claims["aud"] = inventory
			c, f := r.Identify(&http.Request{Header: http.Header{"Authorization": {"Bearer " + w.issuer.Token(claims)}}})
			if f != nil {
				t.Fatalf("%v: %+v", claims, f)
			}
			return c.Key()
		}
		first := key(authtest.Claims{"org_id": "acme"})
		if want := "https://login.example.com|acme|ada"; first != want {
			t.Errorf("got %q, want %q", first, want)
		}
		if got := key(authtest.Claims{"org_id": "acme", "jti": "refreshed", "client_id": "another", "scope": "a b"}); got != first {
			t.Errorf("after a refresh: got %q, want %q", got, first)
		}
		if got := key(authtest.Claims{"org_id": "other"}); got == first {
			t.Errorf("another tenant has the same key %q", got)
		}
	})
}

func TestKeysAreUnambiguous(t *testing.T) {
	callers := []auth.Caller{
		{Issuer: "a", Tenant: "b", Subject: "c"},
		{Issuer: "a|b", Subject: "c"},
		{Issuer: "a", Tenant: "b|c", Subject: "c"},
		{Issuer: "a", Subject: "b|c"},
		{Issuer: "a", Tenant: "b", Subject: "|c"},
		{Issuer: "a%7Cb", Subject: "c"},
		{Issuer: "a", Tenant: "", Subject: "b%7Cc"},
		{Issuer: "a", Tenant: "%", Subject: "7Cb"},
		auth.LocalCaller(),
		auth.Anonymous(),
	}
	var keys []string
	for _, c := range callers {
		if slices.Contains(keys, c.Key()) {
			t.Errorf("%+v has the key of another caller: %q", c, c.Key())
		}
		keys = append(keys, c.Key())
	}
	if got, want := (auth.Caller{Issuer: "anything"}).Key(), auth.Anonymous().Key(); got != want {
		t.Errorf("a caller without a subject: got %q, want the anonymous %q", got, want)
	}
}
