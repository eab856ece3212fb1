package auth_test

import (
	"maps"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

// fieldCase is one token from a report, and whether it must be let in.
type fieldCase struct {
	claim    string
	resource string // default: inventory
	policy   func(w *world) auth.OAuth
	header   authtest.Claims
	claims   authtest.Claims
	want     string // subject or status
}

func field(t *testing.T, cases ...fieldCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.claim, func(t *testing.T) {
			w := newWorld(t)
			synctest.Test(t, func(t *testing.T) {
				o := w.policy(t, "")
				if c.policy != nil {
					o = c.policy(w)
					o.Client = authtest.Client(w.issuer)
				}
				if found := o.Check(); found != nil {
					t.Fatal(found)
				}
				resource := inventory
				if c.resource != "" {
					resource = c.resource
				}
				r := auth.NewResource(resource, o, nil, "", zerolog.Nop())
				expect(t, r, w.issuer.Sign("ES256", c.header, c.claims), c.want, c.claim)
			})
		})
	}
}

// with returns the claims of a good token with others in their place.
func with(claims authtest.Claims) authtest.Claims {
	all := good()
	maps.Copy(all, claims)
	return all
}

func TestR070TrailingSlash(t *testing.T) {
	const root = "https://inventory.example.com"
	field(t,
		fieldCase{claim: "a resource without a path, with the slash", resource: root, claims: with(authtest.Claims{"aud": root + "/"}), want: "ada"},
		fieldCase{claim: "a resource without a path, without the slash", resource: root, claims: with(authtest.Claims{"aud": root}), want: "ada"},
		fieldCase{claim: "a resource that is a slash, without it", resource: root + "/", claims: with(authtest.Claims{"aud": root}), want: "ada"},
		fieldCase{claim: "two slashes", resource: root, claims: with(authtest.Claims{"aud": root + "//"}), want: "401"},
		fieldCase{claim: "a resource with a path, with a slash more", claims: with(authtest.Claims{"aud": inventory + "/"}), want: "401"},
		fieldCase{claim: "a resource with a path that ends in a slash, without it", resource: inventory + "/", claims: with(authtest.Claims{"aud": inventory}), want: "401"},
	)
}

func TestR071NoFallBackToTheOrigin(t *testing.T) {
	field(t,
		fieldCase{claim: "the bare origin", claims: with(authtest.Claims{"aud": "https://inventory.example.com"}), want: "401"},
		fieldCase{claim: "the origin with a slash", claims: with(authtest.Claims{"aud": "https://inventory.example.com/"}), want: "401"},
		fieldCase{claim: "a resource beside it", claims: with(authtest.Claims{"aud": "https://inventory.example.com/mcp2"}), want: "401"},
	)
}

func TestR073CognitoWithoutAudience(t *testing.T) {
	token := authtest.Claims{"token_use": "access", "client_id": "client-1", "scope": "inventory/read"}
	opted := func(clients ...string) func(*world) auth.OAuth {
		return func(*world) auth.OAuth {
			return auth.OAuth{Providers: []auth.Provider{auth.Cognito(login, clients...)}}
		}
	}
	id := maps.Clone(token)
	id["token_use"] = "id"
	unmarked := maps.Clone(token)
	delete(unmarked, "token_use")
	bare := authtest.Claims{"typ": authtest.Absent}
	field(t,
		fieldCase{claim: "refused where nobody opted in", header: bare, claims: token, want: "401"},
		fieldCase{claim: "let in for a client that is listed", policy: opted("client-0", "client-1"), header: bare, claims: token, want: "ada"},
		fieldCase{claim: "refused for another client", policy: opted("client-0"), header: bare, claims: token, want: "401"},
		fieldCase{claim: "refused for an ID token", policy: opted("client-1"), header: bare, claims: id, want: "401"},
		fieldCase{claim: "refused without token_use", policy: opted("client-1"), header: bare, claims: unmarked, want: "401"},
	)
}

func TestR074AzpIsNoAudience(t *testing.T) {
	realm := func(*world) auth.OAuth {
		return auth.OAuth{Providers: []auth.Provider{auth.Keycloak(login, "inventory")}}
	}
	token := func(claims authtest.Claims) authtest.Claims {
		all := authtest.Claims{"typ": "Bearer", "azp": "https://client.example/metadata.json", "client_id": authtest.Absent}
		maps.Copy(all, claims)
		return all
	}
	plain := authtest.Claims{"typ": "JWT"}
	field(t,
		fieldCase{claim: "no aud, azp is a client", header: plain, claims: token(nil), want: "401"},
		fieldCase{claim: "no aud, azp is the resource", header: plain, claims: token(authtest.Claims{"azp": inventory}), want: "401"},
		fieldCase{claim: "no aud, azp is the audience opted in", policy: realm, header: plain, claims: token(authtest.Claims{"azp": "inventory"}), want: "401"},
		fieldCase{claim: "the audience opted in", policy: realm, header: plain, claims: token(authtest.Claims{"aud": "inventory"}), want: "ada"},
		fieldCase{claim: "the audience opted in, where nobody opted in", header: plain, claims: token(authtest.Claims{"aud": "inventory"}), want: "401"},
	)
}

func TestR076EntraVersionOne(t *testing.T) {
	const v1 = "https://sts.windows.net/" + tenant + "/"
	opted := func(w *world) auth.OAuth {
		w.issuer = authtest.InMemory(t, v1, "https://login.microsoftonline.com/"+tenant+"/.well-known/openid-configuration")
		w.issuer.Publish("ES256")
		return auth.OAuth{Providers: []auth.Provider{auth.Entra(tenant, app, "")}}
	}
	token := authtest.Claims{"aud": "api://" + app, "scp": "Data.Read", "appid": "client-1", "client_id": authtest.Absent}
	elsewhere := maps.Clone(token)
	elsewhere["aud"] = "api://another"
	plain := authtest.Claims{"typ": "JWT"}
	field(t,
		fieldCase{claim: "issuer and audience belong together", policy: opted, header: plain, claims: token, want: "ada"},
		fieldCase{claim: "another audience is refused", policy: opted, header: plain, claims: elsewhere, want: "401"},
		fieldCase{claim: "an issuer not listed is refused", header: plain, claims: with(authtest.Claims{"iss": v1}), want: "401"},
		fieldCase{claim: "the audience of one issuer is none of another", header: plain, claims: token, want: "401"},
	)
}

func TestR080AlgorithmsAreFixedHere(t *testing.T) {
	w := newWorld(t)
	w.issuer.Publish("RS256")
	synctest.Test(t, func(t *testing.T) {
		r := auth.NewResource(inventory, w.policy(t, ""), nil, "", zerolog.Nop())
		for _, alg := range []any{"none", "None", "NONE", nil, authtest.Absent, "", 1, []string{"ES256"}, "HS256", "HS384", "HS512", "es256"} {
			for _, key := range []string{"none", "public key as secret"} {
				made := w.make(t, token{Header: authtest.Claims{"alg": alg, "kid": "ES256-1", "typ": "JWT"}, Claims: good(), Key: key})
				if got := identify(r, made); got != "401" {
					t.Errorf("alg %v, key %s: got %s, want 401", alg, key, got)
				}
			}
		}
	})
}

func TestL13CritIsRefused(t *testing.T) {
	field(t,
		fieldCase{claim: "an unknown extension", header: authtest.Claims{"crit": []string{"x"}, "x": true}, claims: good(), want: "401"},
		fieldCase{claim: "crit that is no list", header: authtest.Claims{"crit": "x"}, claims: good(), want: "401"},
		fieldCase{claim: "crit null", header: authtest.Claims{"crit": nil}, claims: good(), want: "401"},
		fieldCase{claim: "the same token without crit", header: authtest.Claims{"x": true}, claims: good(), want: "ada"},
	)
}

func TestL14IDTokensAreRefused(t *testing.T) {
	id := with(authtest.Claims{"nonce": "n"})
	field(t,
		fieldCase{claim: "typ JWT and a nonce", header: authtest.Claims{"typ": "JWT"}, claims: id, want: "401"},
		fieldCase{claim: "no typ and a nonce", header: authtest.Claims{"typ": authtest.Absent}, claims: id, want: "401"},
		fieldCase{claim: "typ at+jwt decides over a nonce", claims: id, want: "ada"},
		fieldCase{claim: "typ JWT without a mark", header: authtest.Claims{"typ": "JWT"}, claims: good(), want: "ada"},
		fieldCase{claim: "no typ and no mark", header: authtest.Claims{"typ": authtest.Absent}, claims: good(), want: "ada"},
		fieldCase{claim: "token_use decides over at+jwt", claims: with(authtest.Claims{"token_use": "id"}), want: "401"},
	)
}

func TestListClosedAsksEveryone(t *testing.T) {
	w := newWorld(t)
	synctest.Test(t, func(t *testing.T) {
		r := auth.NewResource(inventory, w.policy(t, "closed"), nil, "", zerolog.Nop())
		for _, header := range []http.Header{{}, {"Authorization": {"Basic YWRhOmFkYQ=="}}} {
			_, f := r.Identify(&http.Request{Header: header})
			if f == nil || f.Status != 401 || f.Code != "" {
				t.Errorf("%v: got %+v, want 401 without a code", header, f)
			}
		}
		expect(t, r, w.issuer.Token(good()), "ada", "a good token")
	})
}
