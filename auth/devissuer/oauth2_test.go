package devissuer_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// The client here is golang.org/x/oauth2, which nobody wrote for this issuer.

func TestXOAuth2SignsInAndRefreshes(t *testing.T) {
	for name, style := range map[string]oauth2.AuthStyle{"detecting": oauth2.AuthStyleAutoDetect, "in the form": oauth2.AuthStyleInParams, "in the header": oauth2.AuthStyleInHeader} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := open(t)
				b := browser(h)
				ctx := context.WithValue(context.Background(), oauth2.HTTPClient, b)
				config := oauth2.Config{
					ClientID:    register(t, h),
					RedirectURL: "http://127.0.0.1:41234/callback", // not the port that was registered
					Scopes:      []string{"inventory:read"},
					Endpoint:    oauth2.Endpoint{AuthURL: issuerURL + "/authorize", TokenURL: issuerURL + "/token", AuthStyle: style},
				}
				verifier := oauth2.GenerateVerifier()
				page := get(t, b, config.AuthCodeURL("state", oauth2.S256ChallengeOption(verifier), oauth2.SetAuthURLParam("resource", resource)))
				code := press(t, b, page, "approve").location(t).Query().Get("code")
				token, err := config.Exchange(ctx, code, oauth2.VerifierOption(verifier), oauth2.SetAuthURLParam("resource", resource))
				if err != nil {
					t.Fatal(err)
				}
				if token.Type() != "Bearer" || !token.Expiry.Equal(time.Now().Add(15*time.Minute)) {
					t.Errorf("got %s until %v", token.Type(), token.Expiry)
				}
				time.Sleep(16 * time.Minute)
				next, err := config.TokenSource(ctx, token).Token()
				if err != nil {
					t.Fatal(err)
				}
				if next.AccessToken == token.AccessToken || next.RefreshToken == token.RefreshToken {
					t.Error("refreshing brought nothing new")
				}
				_, err = config.TokenSource(ctx, token).Token()
				if got, ok := err.(*oauth2.RetrieveError); !ok || got.ErrorCode != "invalid_grant" {
					t.Errorf("the old refresh token: got %v, want invalid_grant", err)
				}
			})
		})
	}
}

func TestXOAuth2RunsAsTheScript(t *testing.T) {
	h := open(t)
	id, secret := h.ScriptClient()
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, &http.Client{Transport: memory{h}})
	for _, style := range []oauth2.AuthStyle{oauth2.AuthStyleInParams, oauth2.AuthStyleInHeader, oauth2.AuthStyleAutoDetect} {
		config := clientcredentials.Config{ClientID: id, ClientSecret: secret, TokenURL: issuerURL + "/token", Scopes: []string{"inventory:write"}, AuthStyle: style}
		token, err := config.Token(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, body := claims(t, h, token.AccessToken); body["scope"] != "inventory:write" || body["sub"] != "script" {
			t.Errorf("got %v", body)
		}
		config.ClientSecret = "wrong"
		if _, err := config.Token(ctx); err == nil {
			t.Error("a wrong secret was taken")
		}
	}
}
