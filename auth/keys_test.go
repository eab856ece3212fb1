package auth_test

import (
	"bytes"
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

// bubble runs f with a resource whose issuer is in memory, on a clock of its own.
func bubble(t *testing.T, f func(t *testing.T, w *world, r *auth.Resource)) {
	t.Helper()
	w := newWorld(t)
	synctest.Test(t, func(t *testing.T) {
		f(t, w, auth.NewResource(inventory, w.policy(t, ""), nil, "", zerolog.Nop()))
	})
}

// good are the claims of a token that is accepted.
func good() authtest.Claims {
	return authtest.Claims{"aud": inventory, "scope": "inventory:read"}
}

// identify sends token and returns the subject, or the status of the refusal.
func identify(r *auth.Resource, token string) string {
	req := &http.Request{Header: http.Header{"Authorization": {"Bearer " + token}}}
	c, f := r.Identify(req)
	if f != nil {
		return fmt.Sprint(f.Status)
	}
	return c.Subject
}

// expect fails when identify does not return want.
func expect(t *testing.T, r *auth.Resource, token, want, when string) {
	t.Helper()
	if got := identify(r, token); got != want {
		t.Errorf("%s: got %s, want %s", when, got, want)
	}
}

// fetches fails when the issuer was not asked for its keys that often.
func fetches(t *testing.T, w *world, want int, when string) {
	t.Helper()
	if got := w.issuer.Requests("keys"); got != want {
		t.Errorf("%s: the keys were fetched %d times, want %d", when, got, want)
	}
}

func TestRotationWorksAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, w *world, r *auth.Resource) {
		expect(t, r, w.issuer.Token(good()), "ada", "the first key")
		w.issuer.Rotate()
		expect(t, r, w.issuer.Token(good()), "ada", "the second key, in the same second")
		fetches(t, w, 2, "after one rotation")
		w.issuer.Rotate()
		claims := good()
		claims["sub"] = "eve"
		third := w.issuer.Token(claims)
		expect(t, r, third, "401", "the third key, before the pause is over")
		time.Sleep(10 * time.Second)
		expect(t, r, third, "eve", "the third key, after ten seconds")
		fetches(t, w, 3, "after two rotations")
	})
}

// TestR082 is that a key withdrawn by its issuer stops although no unknown key ever comes along.
func TestR082WithdrawnKeysStop(t *testing.T) {
	bubble(t, func(t *testing.T, w *world, r *auth.Resource) {
		old := w.issuer.Token(authtest.Claims{"aud": inventory, "exp": time.Now().Add(24 * time.Hour).Unix()})
		expect(t, r, old, "ada", "while the key is published")
		w.issuer.Rotate()
		w.issuer.Withdraw()
		time.Sleep(9 * time.Minute)
		expect(t, r, old, "ada", "while the keys read are used")
		time.Sleep(6*time.Minute + time.Second)
		expect(t, r, old, "401", "a quarter of an hour later")
	})
}

func TestKeysAreReadAgainBesideTheCalls(t *testing.T) {
	bubble(t, func(t *testing.T, w *world, r *auth.Resource) {
		long := w.issuer.Token(authtest.Claims{"aud": inventory, "exp": time.Now().Add(24 * time.Hour).Unix()})
		expect(t, r, long, "ada", "at first")
		time.Sleep(10 * time.Minute)
		w.issuer.Fail(authtest.Slow)
		began := time.Now()
		expect(t, r, long, "ada", "while the keys are read again")
		if waited := time.Since(began); waited != 0 {
			t.Errorf("the call waited %v for a reading it does not need", waited)
		}
		synctest.Wait()
		if got := w.issuer.Requests("metadata"); got != 2 {
			t.Errorf("the metadata was asked for %d times, want 2", got)
		}
		time.Sleep(4 * time.Minute)
		expect(t, r, long, "ada", "while the issuer is slow and the keys not too old")
		time.Sleep(2 * time.Minute)
		expect(t, r, long, "503", "when the keys are too old")
		w.issuer.Fail(0)
		time.Sleep(5 * time.Second)
		expect(t, r, long, "ada", "when the issuer is well again")
	})
}

// TestR083 is that a cold start does not stampede, and a flood of made-up key ids stays with this server.
func TestR083OneFetchForMany(t *testing.T) {
	bubble(t, func(t *testing.T, w *world, r *auth.Resource) {
		together := func(token func(n int) string, want string) {
			var all sync.WaitGroup
			for n := range 50 {
				made := token(n)
				all.Go(func() { expect(t, r, made, want, "one of fifty") })
			}
			all.Wait()
		}
		together(func(n int) string {
			claims := good()
			claims["jti"] = n
			return w.issuer.Token(claims)
		}, "ada")
		fetches(t, w, 1, "after fifty calls at once")
		unknown := func(n int) string {
			claims := good()
			claims["iss"], claims["jti"] = login, n
			return w.other.Sign("ES256", authtest.Claims{"kid": fmt.Sprintf("made-up-%d", n)}, claims)
		}
		together(unknown, "401")
		fetches(t, w, 2, "after fifty unknown keys at once")
		for range 10 {
			time.Sleep(time.Second)
			together(unknown, "401")
		}
		fetches(t, w, 3, "after 500 more in ten seconds")
		if got := w.issuer.Requests("metadata"); got != 1 {
			t.Errorf("the metadata was fetched %d times, want 1", got)
		}
	})
}

// TestR079 is that a key need not say its algorithm.
func TestR079KeysWithoutAlg(t *testing.T) {
	w := newWorld(t)
	w.issuer.Publish("RS256", "PS384", "ES384", "EdDSA")
	w.issuer.Bare()
	synctest.Test(t, func(t *testing.T) {
		r := auth.NewResource(inventory, w.policy(t, ""), nil, "", zerolog.Nop())
		for _, alg := range []string{"RS256", "PS384", "ES256", "ES384", "EdDSA"} {
			expect(t, r, w.issuer.Sign(alg, nil, good()), "ada", alg)
		}
	})
}

func TestEveryAlgorithmAccepted(t *testing.T) {
	algs := []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}
	w := newWorld(t)
	w.issuer.Publish(algs...)
	synctest.Test(t, func(t *testing.T) {
		r := auth.NewResource(inventory, w.policy(t, ""), nil, "", zerolog.Nop())
		for _, alg := range algs {
			expect(t, r, w.issuer.Sign(alg, nil, good()), "ada", alg)
		}
	})
}

func TestAnUnknownKeyWhileTheIssuerIsDown(t *testing.T) {
	bubble(t, func(t *testing.T, w *world, r *auth.Resource) {
		known := w.issuer.Token(good())
		expect(t, r, known, "ada", "at first")
		w.issuer.Rotate()
		fresh := w.issuer.Token(good())
		w.issuer.Fail(authtest.Down)
		expect(t, r, fresh, "503", "a key that cannot be looked up")
		expect(t, r, fresh, "503", "and again in the pause")
		fetches(t, w, 2, "in the pause")
		expect(t, r, known, "ada", "a key that is known")
		w.issuer.Fail(0)
		time.Sleep(10 * time.Second)
		expect(t, r, fresh, "ada", "after the pause")
	})
}

func TestAFailedReadingIsTriedAgain(t *testing.T) {
	w := newWorld(t)
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		r := auth.NewResource(inventory, w.policy(t, ""), nil, "", zerolog.New(&log))
		w.issuer.Fail(authtest.KeysDown)
		token := w.issuer.Token(good())
		expect(t, r, token, "503", "at first")
		expect(t, r, token, "503", "in the pause")
		fetches(t, w, 1, "in the pause")
		w.issuer.Fail(0)
		time.Sleep(5 * time.Second)
		expect(t, r, token, "ada", "after the pause")
		if got, want := log.String(), "the keys of this issuer can be read again"; !strings.Contains(got, want) {
			t.Errorf("the log does not say %q:\n%s", want, got)
		}
	})
}

func TestAGoneClientEndsTheWait(t *testing.T) {
	bubble(t, func(t *testing.T, w *world, r *auth.Resource) {
		w.issuer.Fail(authtest.Slow)
		req, err := http.NewRequest(http.MethodPost, inventory, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+w.issuer.Token(good()))
		ctx, cancel := timeout(t, time.Second)
		defer cancel()
		began := time.Now()
		_, f := r.Identify(req.WithContext(ctx))
		if f == nil || f.Status != http.StatusServiceUnavailable || time.Since(began) != time.Second {
			t.Errorf("got %+v after %v, want 503 after 1s", f, time.Since(began))
		}
		time.Sleep(5 * time.Second) // the reading goes on for others, and gives up
	})
}

func TestReadySaysWhatIsWrong(t *testing.T) {
	bubble(t, func(t *testing.T, w *world, r *auth.Resource) {
		w.issuer.Fail(authtest.KeysHTML)
		if err := r.Ready(); err != nil {
			t.Errorf("before the first reading: got %v, want nothing known to be wrong", err)
		}
		synctest.Wait()
		got, want := fmt.Sprint(r.Ready()), "tokens of https://login.example.com cannot be verified: reading keys: https://login.example.com/jwks: the answer is not a JSON object"
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		w.issuer.Fail(0)
		time.Sleep(5 * time.Second)
		if err := r.Ready(); err == nil {
			t.Error("the pause is over and nothing was read yet: got nil")
		}
		synctest.Wait()
		if err := r.Ready(); err != nil {
			t.Errorf("after the keys were read: got %v", err)
		}
		fetches(t, w, 2, "with no call at all")
	})
}
