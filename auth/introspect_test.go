package auth_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

// asked fails when the introspection endpoint was not asked that often.
func asked(t *testing.T, w *world, want int, when string) {
	t.Helper()
	if got := w.issuer.Requests("introspection"); got != want {
		t.Errorf("%s: the endpoint was asked %d times, want %d", when, got, want)
	}
}

func inspected(t *testing.T, f func(t *testing.T, w *world, r *auth.Resource)) {
	t.Helper()
	w := newWorld(t)
	synctest.Test(t, func(t *testing.T) {
		f(t, w, auth.NewResource(inventory, w.policy(t, "introspected"), nil, "", zerolog.Nop()))
	})
}

func TestARevokedTokenStopsWithinHalfAMinute(t *testing.T) {
	inspected(t, func(t *testing.T, w *world, r *auth.Resource) {
		token := w.issuer.Opaque(good())
		expect(t, r, token, "ada", "while it is active")
		w.issuer.Revoke(token)
		time.Sleep(29 * time.Second)
		expect(t, r, token, "ada", "while the answer is kept")
		asked(t, w, 1, "while the answer is kept")
		time.Sleep(time.Second)
		expect(t, r, token, "401", "after half a minute")
		expect(t, r, token, "401", "and once more")
		asked(t, w, 2, "an answer that it is not active is kept as well")
		time.Sleep(10 * time.Second)
		expect(t, r, token, "401", "after the pause")
		asked(t, w, 3, "after the pause")
	})
}

func TestSignedTokensCanBeAskedAboutToo(t *testing.T) {
	inspected(t, func(t *testing.T, w *world, r *auth.Resource) {
		expect(t, r, w.issuer.Token(good()), "401", "a signed token that the endpoint does not know")
		asked(t, w, 1, "it decides")
		fetches(t, w, 0, "keys do not")
		expect(t, r, w.other.Token(good()), "401", "a signed token of another issuer")
		asked(t, w, 1, "a token of another issuer is not shown to this one")
	})
}

func TestCallsWithOneTokenShareARequest(t *testing.T) {
	inspected(t, func(t *testing.T, w *world, r *auth.Resource) {
		token := w.issuer.Opaque(good())
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { expect(t, r, token, "ada", "one of fifty") })
		}
		all.Wait()
		asked(t, w, 1, "after fifty calls at once")
	})
}

func TestAFloodOfInventedTokensIsBounded(t *testing.T) {
	inspected(t, func(t *testing.T, w *world, r *auth.Resource) {
		w.issuer.Fail(authtest.Slow)
		var all sync.WaitGroup
		for n := range 200 {
			all.Go(func() { expect(t, r, strings.Repeat("x", n+1), "503", "one of two hundred") })
		}
		all.Wait()
		if got := w.issuer.Requests("metadata"); got > 2*16 {
			t.Errorf("the issuer got %d requests at once, want at most 32 for 16 slots", got)
		}
	})
}

// tired takes a second for every answer.
type tired struct{ http.RoundTripper }

func (s tired) RoundTrip(req *http.Request) (*http.Response, error) {
	select {
	case <-time.After(time.Second):
		return s.RoundTripper.RoundTrip(req)
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
}

func TestAFloodOfInventedTokensShutsNobodyOut(t *testing.T) {
	w := newWorld(t)
	synctest.Test(t, func(t *testing.T) {
		o := w.policy(t, "introspected")
		o.Client = &http.Client{Transport: tired{authtest.Client(w.issuer).Transport}}
		r := auth.NewResource(inventory, o, nil, "", zerolog.Nop())
		token := w.issuer.Opaque(good())
		expect(t, r, token, "ada", "before the flood")
		time.Sleep(31 * time.Second) // what was answered is not kept any more
		var flood sync.WaitGroup
		for n := range 1500 {
			flood.Go(func() { identify(r, strings.Repeat("x", n+1)) })
		}
		synctest.Wait()
		began := time.Now()
		expect(t, r, token, "ada", "in the flood")
		if took := time.Since(began); took != time.Second {
			t.Errorf("it took %v, want 1s, since a place is kept for tokens that were good a moment ago", took)
		}
		flood.Wait()
	})
}

func TestInventedTokensDoNotPileUp(t *testing.T) {
	inspected(t, func(t *testing.T, w *world, r *auth.Resource) {
		w.issuer.Fail(authtest.Slow)
		began := time.Now()
		var flood sync.WaitGroup
		for n := range 1000 {
			flood.Go(func() { identify(r, "x"+strings.Repeat("x", n)) })
		}
		synctest.Wait()
		expect(t, r, "y", "503", "one more than a thousand")
		if took := time.Since(began); took != 0 {
			t.Errorf("it waited %v, want no time", took)
		}
		flood.Wait()
	})
}

// The answers of Ory Hydra name what a token is for as RFC 7009 names its kind.
func TestWhatAnIntrospectedTokenIsFor(t *testing.T) {
	for use, want := range map[any]string{"access": "ada", "access_token": "ada", "refresh_token": "401", "id": "401", nil: "401", true: "401"} {
		inspected(t, func(t *testing.T, w *world, r *auth.Resource) {
			claims := good()
			claims["token_use"] = use
			expect(t, r, w.issuer.Opaque(claims), want, fmt.Sprintf("token_use %v", use))
		})
	}
}

func TestManyTokensInTurn(t *testing.T) {
	inspected(t, func(t *testing.T, w *world, r *auth.Resource) {
		for range 40 {
			expect(t, r, w.issuer.Opaque(good()), "ada", "one after the other")
		}
	})
}

func TestTheSecretStaysSecret(t *testing.T) {
	for _, c := range []struct {
		claim  string
		secret func() (string, error)
		want   string // in the log
	}{
		{"a wrong secret", func() (string, error) { return "hunter2-hunter2", nil }, "it refuses the client id and secret of this server"},
		{"a secret that cannot be read", func() (string, error) { return "", errors.New("the vault is sealed") }, "reading the client secret: the vault is sealed"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			w := newWorld(t)
			synctest.Test(t, func(t *testing.T) {
				var log bytes.Buffer
				o := auth.OAuth{
					Client: authtest.Client(w.issuer),
					Providers: []auth.Provider{auth.Introspected(login, auth.Introspection{
						Endpoint: login + "/introspect", ClientID: authtest.IntrospectionClient, Secret: c.secret,
					})},
				}
				expect(t, auth.NewResource(inventory, o, nil, "", zerolog.New(&log)), w.issuer.Opaque(good()), "503", c.claim)
				if !strings.Contains(log.String(), c.want) || strings.Contains(log.String(), "hunter2") {
					t.Errorf("the log is %s\nwant in it %q, and no secret", log.String(), c.want)
				}
			})
		})
	}
}

func TestTheSecretComesFromTheEnvironment(t *testing.T) {
	w := newWorld(t)
	o := auth.OAuth{
		Client: authtest.Client(w.issuer),
		Providers: []auth.Provider{auth.Introspected(login, auth.Introspection{
			ClientID: authtest.IntrospectionClient, SecretEnv: "INVENTORY_INTROSPECTION_SECRET",
		})},
	}
	r := auth.NewResource(inventory, o, nil, "", zerolog.Nop())
	token := w.issuer.Opaque(good())
	t.Setenv("INVENTORY_INTROSPECTION_SECRET", "")
	expect(t, r, token, "503", "while the variable is empty")
	t.Setenv("INVENTORY_INTROSPECTION_SECRET", authtest.IntrospectionSecret)
	expect(t, r, token, "ada", "when it is set")
}
