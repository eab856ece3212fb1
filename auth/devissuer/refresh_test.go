package devissuer_test

import (
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/comity-mcp/comity/auth/devissuer"
)

const unknownRefresh = "400 invalid_grant: the refresh token is unknown here, revoked, or was given to another client: sign in again"

func refresh(t *testing.T, h http.Handler, clientID string, token any, changes ...string) answer {
	t.Helper()
	return post(t, browser(h), issuerURL+"/token", again(clientID, token, changes...))
}

func TestRefreshTokensRotate(t *testing.T) {
	h := open(t)
	clientID, first := signIn(t, h)
	second := refresh(t, h, clientID, first["refresh_token"]).decode(t)
	third := refresh(t, h, clientID, second["refresh_token"]).decode(t)
	if first["refresh_token"] == second["refresh_token"] || second["refresh_token"] == third["refresh_token"] {
		t.Error("a refresh token came twice")
	}
	_, before := claims(t, h, first["access_token"])
	_, after := claims(t, h, third["access_token"])
	for _, name := range []string{"sub", "aud", "scope", "client_id"} {
		if before[name] != after[name] {
			t.Errorf("%s: got %v after refreshing, want %v", name, after[name], before[name])
		}
	}
	if before["jti"] == after["jti"] {
		t.Error("two access tokens have one jti")
	}
}

func TestAReusedRefreshTokenEndsTheFamily(t *testing.T) {
	h := open(t)
	clientID, first := signIn(t, h)
	_, unrelated := signIn(t, h)
	second := refresh(t, h, clientID, first["refresh_token"]).decode(t)
	if got, want := refresh(t, h, clientID, first["refresh_token"]).told(t),
		"400 invalid_grant: the refresh token was used before, so a copy of it exists; all of this sign-in are revoked: sign in again"; got != want {
		t.Errorf("the old one: got %s, want %s", got, want)
	}
	if got := refresh(t, h, clientID, second["refresh_token"]).told(t); got != unknownRefresh {
		t.Errorf("the newest one: got %s, want %s", got, unknownRefresh)
	}
	other, _ := signIn(t, h)
	if got := refresh(t, h, other, unrelated["refresh_token"]).told(t); got != unknownRefresh {
		t.Errorf("with another client: got %s, want %s", got, unknownRefresh)
	}
}

func TestRefusedRefreshes(t *testing.T) {
	h := open(t)
	clientID, tokens := signIn(t, h, "scope", "inventory:read")
	other := register(t, h)
	token := tokens["refresh_token"].(string)
	parts := strings.Split(token, ".")
	for _, c := range []struct {
		claim, client, token string
		change               []string
		want                 string
	}{
		{"another client's", other, token, nil, unknownRefresh},
		{"made up", clientID, "made-up", nil, unknownRefresh},
		{"a later generation without proof", clientID, strings.Join([]string{parts[0], parts[1], "1", parts[3]}, "."), nil, unknownRefresh},
		{"cut", clientID, token[:len(token)-1], nil, unknownRefresh},
		{"written otherwise", clientID, strings.Join([]string{parts[0], parts[1], "+0", parts[3]}, "."), nil, unknownRefresh},
		{"none", clientID, token, []string{"refresh_token", ""}, "400 invalid_request: refresh_token is missing"},
		{"for more scopes", clientID, token, []string{"scope", "inventory:read inventory:write"}, "400 invalid_scope: scope 'inventory:write' was not granted: a refresh can narrow 'inventory:read', and only a new authorization can widen it"},
		{"for another resource", clientID, token, []string{"resource", "http://127.0.0.1:9/mcp"}, "400 invalid_target: resource 'http://127.0.0.1:9/mcp' is not the one that was agreed to, " + resource + ": start a new authorization for it"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			if got := refresh(t, h, c.client, c.token, c.change...).told(t); got != c.want {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
	if a := refresh(t, h, clientID, token); a.Status != 200 {
		t.Errorf("after all that the token should still be good: %d %s", a.Status, a.Body)
	}
}

func TestARefreshCanNarrowAndComeBack(t *testing.T) {
	h := open(t)
	clientID, tokens := signIn(t, h, "scope", "inventory:write inventory:read")
	narrow := refresh(t, h, clientID, tokens["refresh_token"], "scope", "inventory:read").decode(t)
	wide := refresh(t, h, clientID, narrow["refresh_token"]).decode(t)
	if got := narrow["scope"]; got != "inventory:read" {
		t.Errorf("got %v, want the narrow scope", got)
	}
	if got := wide["scope"]; got != "inventory:read inventory:write" {
		t.Errorf("got %v, want what was granted (RFC 6749 section 6)", got)
	}
}

func TestStepUpIsASecondAuthorization(t *testing.T) {
	h := open(t)
	clientID := register(t, h)
	var scopes []any
	for _, scope := range []string{"inventory:read", "inventory:read inventory:write"} {
		code := approve(t, h, request(clientID, "scope", scope))
		_, body := claims(t, h, post(t, browser(h), issuerURL+"/token", exchange(clientID, code)).decode(t)["access_token"])
		scopes = append(scopes, body["scope"])
	}
	if scopes[0] != "inventory:read" || scopes[1] != "inventory:read inventory:write" {
		t.Errorf("got %v", scopes)
	}
}

func TestRefreshTokensExpireUnused(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{30 * day, 200}, {30*day + time.Second, 400}} {
		synctest.Test(t, func(t *testing.T) {
			h := open(t)
			clientID, tokens := signIn(t, h)
			time.Sleep(c.after)
			a := refresh(t, h, clientID, tokens["refresh_token"])
			if a.Status != c.want {
				t.Fatalf("after %v: got %d %s, want %d", c.after, a.Status, a.Body, c.want)
			}
			if c.want == 400 {
				return
			}
			time.Sleep(c.after) // each use counts anew
			if a := refresh(t, h, clientID, a.decode(t)["refresh_token"]); a.Status != 200 {
				t.Errorf("a used one ended early: %d %s", a.Status, a.Body)
			}
		})
	}
}

func TestAClientThatDidNotAskToRefreshGetsNoRefreshToken(t *testing.T) {
	h := open(t)
	resp, err := browser(h).Post(issuerURL+"/register", "application/json", strings.NewReader(`{"redirect_uris":["`+callback+`"]}`))
	clientID := read(t, resp, err).decode(t)["client_id"].(string)
	code := approve(t, h, request(clientID, "scope", "inventory:read offline_access"))
	got := post(t, browser(h), issuerURL+"/token", exchange(clientID, code)).decode(t)
	if got["refresh_token"] != nil || got["scope"] != "inventory:read" {
		t.Errorf("got %v, want no refresh token and no offline_access", got)
	}
}

func TestWhatARestartLeaves(t *testing.T) {
	o := options(t)
	restart := func(change ...func(*devissuer.Options)) *devissuer.Issuer {
		for _, c := range change {
			c(&o)
		}
		issuer, err := devissuer.New(o)
		if err != nil {
			t.Fatal(err)
		}
		return issuer
	}
	first := restart()
	clientID, tokens := signIn(t, first)
	second := restart()
	a := refresh(t, second, clientID, tokens["refresh_token"])
	if a.Status != 200 {
		t.Fatalf("a refresh token after a restart: %d %s", a.Status, a.Body)
	}
	claims(t, second, tokens["access_token"]) // same key
	if _, secret := second.ScriptClient(); secret == "" || second.TokenCommand() != first.TokenCommand() {
		t.Errorf("the script's command changed: %s", second.TokenCommand())
	}
	third := restart(func(o *devissuer.Options) { o.Users = []string{"grace"} })
	if got, want := refresh(t, third, clientID, a.decode(t)["refresh_token"]).told(t), "400 invalid_grant: there is no user 'ada' any more: sign in again"; got != want {
		t.Errorf("without the user: got %s, want %s", got, want)
	}
	fourth := restart(func(o *devissuer.Options) {
		o.Users, o.Resources = []string{"ada"}, []string{"http://127.0.0.1:8080/other"}
	})
	if got, want := refresh(t, fourth, clientID, a.decode(t)["refresh_token"]).told(t),
		"400 invalid_target: resource '"+resource+"' is no longer served here: sign in again"; got != want {
		t.Errorf("without the resource: got %s, want %s", got, want)
	}
}

func TestARefreshThatCannotBeKeptIsNotGiven(t *testing.T) {
	o := options(t)
	h, err := devissuer.New(o)
	if err != nil {
		t.Fatal(err)
	}
	clientID, tokens := signIn(t, h)
	away := o.Dir + ".away"
	if err := os.Rename(o.Dir, away); err != nil {
		t.Fatal(err)
	}
	if got, want := refresh(t, h, clientID, tokens["refresh_token"]).told(t), "500 server_error: the issuer could not do this; its log says why"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := os.Rename(away, o.Dir); err != nil {
		t.Fatal(err)
	}
	if a := refresh(t, h, clientID, tokens["refresh_token"]); a.Status != 200 {
		t.Errorf("the token it has should still be good: %d %s", a.Status, a.Body)
	}
}
