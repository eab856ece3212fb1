package devissuer

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// The values of grant_type.
const (
	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"
	grantScript  = "client_credentials"
)

// tokenAnswer is a successful answer of the token endpoint (RFC 6749 section 5.1).
type tokenAnswer struct {
	Access    string `json:"access_token"`
	Type      string `json:"token_type"`
	ExpiresIn int    `json:"expires_in"` // seconds
	Refresh   string `json:"refresh_token,omitempty"`
	Scope     string `json:"scope,omitempty"`
}

// claims are those of an access token (RFC 9068 section 2.2).
type claims struct {
	Issuer   string `json:"iss"`
	Subject  string `json:"sub"`
	Audience string `json:"aud"`
	ClientID string `json:"client_id"`
	Scope    string `json:"scope,omitempty"`
	Expires  int64  `json:"exp"`
	IssuedAt int64  `json:"iat"`
	ID       string `json:"jti"`
}

// token is the token endpoint.
func (i *Issuer) token(w http.ResponseWriter, r *http.Request) {
	f, refused := readForm(w, r)
	if refused != nil {
		i.turnDown(w, r, "", refused)
		return
	}
	clientID, refused := i.authenticate(r, f)
	if refused != nil {
		i.turnDown(w, r, clientID, refused)
		return
	}
	var g grant
	var refresh string
	var err error
	switch kind := f.one("grant_type"); kind {
	case grantCode:
		g, refresh, refused, err = i.redeem(f, clientID)
	case grantRefresh:
		g, refresh, refused, err = i.refresh(f, clientID)
	case grantScript:
		g, refused = i.script(f, clientID)
	case "":
		refused = refuse(400, "invalid_request", "grant_type is missing: send %s, %s or %s", grantCode, grantRefresh, grantScript)
	default:
		refused = refuse(400, "unsupported_grant_type", "grant_type %q is not offered: send %s, %s or %s", shown(kind), grantCode, grantRefresh, grantScript)
	}
	switch {
	case err != nil:
		i.fail(w, r, clientID, err)
	case refused != nil:
		i.turnDown(w, r, clientID, refused)
	default:
		i.issue(w, r, f.one("grant_type"), g, refresh)
	}
}

// redeem is the authorization_code grant.
func (i *Issuer) redeem(f form, clientID string) (grant, string, *refusal, error) {
	if f.one("code") == "" {
		return grant{}, "", refuse(400, "invalid_request", "code is missing"), nil
	}
	if !verifierForm.MatchString(f.one("code_verifier")) {
		return grant{}, "", refuse(400, "invalid_request", "code_verifier is missing or not 43 to 128 characters of A-Z a-z 0-9 - . _ ~ (RFC 7636 section 4.1)"), nil
	}
	return i.store.redeem(f.one("code"), clientID, func(c *code) *refusal {
		// OAuth 2.1 leaves redirect_uri out of this request; where it is sent it has to be the same.
		if sent := f.one("redirect_uri"); sent != "" && sent != c.redirect {
			return refuse(400, "invalid_grant", "redirect_uri %q is not the one that the code was sent to: start a new authorization", shown(sent))
		}
		if !c.proves(f.one("code_verifier")) {
			return refuse(400, "invalid_grant", "code_verifier does not belong to the code_challenge: start a new authorization")
		}
		return i.sameAudience(f.values["resource"], c.grant.Resource)
	})
}

// refresh is the refresh_token grant.
func (i *Issuer) refresh(f form, clientID string) (grant, string, *refusal, error) {
	if f.one("refresh_token") == "" {
		return grant{}, "", refuse(400, "invalid_request", "refresh_token is missing"), nil
	}
	var scopes []string
	g, next, refused, err := i.store.rotate(f.one("refresh_token"), clientID, func(g grant) (refused *refusal) {
		if !slices.Contains(i.options.Users, g.Subject) {
			return refuse(400, "invalid_grant", "there is no user %q any more: sign in again", shown(g.Subject))
		}
		if refused := i.sameAudience(f.values["resource"], g.Resource); refused != nil {
			return refused
		}
		scopes, refused = narrower(f.one("scope"), g.Scopes)
		return refused
	})
	g.Scopes = scopes
	return g, next, refused, err
}

// script is the client_credentials grant, for the built-in client alone. It takes no refresh token (RFC 6749
// section 4.4.3), and its subject is the client (RFC 9068 section 2.2).
func (i *Issuer) script(f form, clientID string) (g grant, refused *refusal) {
	if clientID != scriptID {
		return g, refuse(400, "unauthorized_client", "only the client %q may use %s: other clients send a person to the authorization endpoint", scriptID, grantScript)
	}
	g = grant{ClientID: scriptID, Subject: scriptID}
	if g.Scopes, refused = i.scopes(f.one("scope")); refused != nil {
		return g, refused
	}
	g.Scopes = slices.DeleteFunc(g.Scopes, func(s string) bool { return s == offline })
	g.Resource, refused = i.audience(f.values["resource"])
	return g, refused
}

// issue answers with an access token for the grant.
func (i *Issuer) issue(w http.ResponseWriter, r *http.Request, kind string, g grant, refresh string) {
	now := time.Now()
	c := claims{
		Issuer:   i.options.URL,
		Subject:  g.Subject,
		Audience: g.Resource,
		ClientID: g.ClientID,
		Scope:    strings.Join(slices.DeleteFunc(slices.Clone(g.Scopes), func(s string) bool { return s == offline }), " "),
		Expires:  now.Add(i.options.TokenLife).Unix(),
		IssuedAt: now.Unix(),
		ID:       secret(),
	}
	access, err := i.key.sign(c)
	if err != nil {
		i.fail(w, r, g.ClientID, err)
		return
	}
	body, err := json.Marshal(tokenAnswer{
		Access: access, Type: "Bearer", ExpiresIn: int(i.options.TokenLife / time.Second), Refresh: refresh, Scope: strings.Join(g.Scopes, " "),
	})
	if err != nil {
		i.fail(w, r, g.ClientID, err)
		return
	}
	i.options.Log.Info().Str("grant", kind).Str("client_id", c.ClientID).Str("sub", c.Subject).Str("aud", c.Audience).
		Str("scope", c.Scope).Str("jti", c.ID).Msg("access token issued")
	writeJSON(w, http.StatusOK, body)
}
