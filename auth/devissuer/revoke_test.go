package devissuer_test

import (
	"net/url"
	"testing"
)

func TestRevocation(t *testing.T) {
	h := open(t)
	clientID, tokens := signIn(t, h)
	other := register(t, h)
	revoke := func(client, token string) answer {
		return post(t, browser(h), issuerURL+"/revoke", url.Values{"client_id": {client}, "token": {token}})
	}
	token := tokens["refresh_token"].(string)
	if got, want := revoke(clientID, "").told(t), "400 invalid_request: token is missing"; got != want {
		t.Errorf("no token: got %s, want %s", got, want)
	}
	if got, want := revoke("nobody", token).told(t), "401 invalid_client: client_id 'nobody' is not registered here: register again"; got != want {
		t.Errorf("an unknown client: got %s, want %s", got, want)
	}
	if got, want := revoke(clientID, tokens["access_token"].(string)).told(t),
		"400 unsupported_token_type: an access token cannot be revoked; it ends by itself, at most 15m0s after it was issued"; got != want {
		t.Errorf("an access token: got %s, want %s", got, want)
	}
	if a := revoke(other, token); a.Status != 200 || a.Body != "" {
		t.Errorf("another client's token: got %d %s, want 200 and nothing", a.Status, a.Body)
	}
	a := refresh(t, h, clientID, token)
	if a.Status != 200 {
		t.Fatalf("another client revoked it: %s", a.Body)
	}
	next := a.decode(t)["refresh_token"].(string)
	if a := revoke(clientID, next); a.Status != 200 || a.Body != "" {
		t.Errorf("its own: got %d %s, want 200 and nothing", a.Status, a.Body)
	}
	if got := refresh(t, h, clientID, next).told(t); got != unknownRefresh {
		t.Errorf("after revocation: got %s, want %s", got, unknownRefresh)
	}
	if a := revoke(clientID, next); a.Status != 200 {
		t.Errorf("revoking twice: got %d %s, want 200 (RFC 7009 section 2.2)", a.Status, a.Body)
	}
}

// TestAnOldRefreshTokenRevokesToo holds a client that revokes the token it remembers, not the newest.
func TestAnOldRefreshTokenRevokesToo(t *testing.T) {
	h := open(t)
	clientID, tokens := signIn(t, h)
	next := refresh(t, h, clientID, tokens["refresh_token"]).decode(t)["refresh_token"]
	post(t, browser(h), issuerURL+"/revoke", url.Values{"client_id": {clientID}, "token": {tokens["refresh_token"].(string)}})
	if got := refresh(t, h, clientID, next).told(t); got != unknownRefresh {
		t.Errorf("got %s, want %s", got, unknownRefresh)
	}
}
