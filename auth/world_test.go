package auth_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

const (
	inventory = "https://inventory.example.com/mcp"
	login     = "https://login.example.com"
	tenant    = "3f9d1c1e-0a4b-4c7e-9a51-5d1f3f2b7c60"
	app       = "a1b2c3d4-1111-2222-3333-444455556666"
)

// world is the issuers of a test; other is one that the policy does not name.
type world struct{ issuer, other *authtest.Issuer }

func newWorld(t *testing.T) *world {
	w := &world{issuer: authtest.InMemory(t, login, ""), other: authtest.InMemory(t, "https://other.example.com", "")}
	w.issuer.Publish("ES256")
	w.other.Publish("ES256")
	return w
}

// policy returns the declaration by that name.
func (w *world) policy(t *testing.T, name string) auth.OAuth {
	t.Helper()
	o := auth.OAuth{Client: authtest.Client(w.issuer)}
	switch name {
	case "", "standard":
		o.Issuers = []string{login}
	case "closed":
		o.Issuers, o.Discovery = []string{login}, auth.ListClosed
	case "tenant":
		o.Issuers, o.TenantClaim = []string{login}, "org_id"
	case "cognito":
		o.Providers = []auth.Provider{auth.Cognito(login, "client-1")}
	case "keycloak":
		o.Providers = []auth.Provider{auth.Keycloak(login, "inventory")}
	case "entra":
		w.issuer.URL = "https://login.microsoftonline.com/" + tenant + "/v2.0"
		o.Providers = []auth.Provider{auth.Entra(tenant, app, "")}
	case "introspected":
		o.Providers = []auth.Provider{auth.Introspected(login, auth.Introspection{
			ClientID: authtest.IntrospectionClient, Secret: func() (string, error) { return authtest.IntrospectionSecret, nil },
		})}
	case "introspected with a wrong secret":
		o.Providers = []auth.Provider{auth.Introspected(login, auth.Introspection{
			ClientID: authtest.IntrospectionClient, Secret: func() (string, error) { return "not the secret at all", nil },
		})}
	default:
		t.Fatalf("no policy is called %q", name)
	}
	if found := o.Check(); found != nil {
		t.Fatal(found)
	}
	return o
}

func (w *world) fail(t *testing.T, name string) {
	t.Helper()
	if name == "" {
		return
	}
	for _, f := range authtest.Failures() {
		if f.String() == name {
			w.issuer.Fail(f)
			return
		}
	}
	t.Fatalf("no failure is called %q", name)
}

// token describes one; times are written "(now+60s)".
type token struct {
	Raw    string          `json:"raw,omitempty"` // as it is
	Header authtest.Claims `json:"header,omitempty"`
	Claims authtest.Claims `json:"claims,omitempty"`
	// Key is what signs: issuer (default), other, unpublished, none, public key as secret, and "opaque"
	// and "revoked" for tokens that are asked about.
	Key  string `json:"key,omitempty"`
	Alg  string `json:"alg,omitempty"`  // default ES256
	Then string `json:"then,omitempty"` // what is done to it: see alter
}

func request(t *testing.T, w *world, c refused) *http.Request {
	t.Helper()
	var made string
	if c.Token != nil {
		made = alter(t, c.Token.Then, w.make(t, *c.Token))
	}
	address := inventory
	if c.Query != "" {
		address += "?" + strings.ReplaceAll(c.Query, "{token}", made)
	}
	req, err := http.NewRequest(http.MethodPost, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.Headers == nil && made != "" {
		c.Headers = []string{"Bearer {token}"}
	}
	for _, h := range c.Headers {
		req.Header.Add("Authorization", strings.ReplaceAll(h, "{token}", made))
	}
	return req
}

func (w *world) make(t *testing.T, k token) string {
	t.Helper()
	if k.Raw != "" {
		return k.Raw
	}
	alg := k.Alg
	if alg == "" {
		alg = "ES256"
	}
	claims := timed(t, k.Claims)
	switch k.Key {
	case "", "issuer":
		return w.issuer.Sign(alg, k.Header, claims)
	case "other": // with the kid of the issuer's key, which it does not have
		header := authtest.Claims{"kid": "ES256-1"}
		for name, v := range k.Header {
			header[name] = v
		}
		if claims["iss"] == nil {
			claims["iss"] = w.issuer.URL
		}
		return w.other.Sign(alg, header, claims)
	case "unpublished":
		signed := w.issuer.Sign(alg, k.Header, claims)
		w.issuer.Rotate()
		w.issuer.Withdraw()
		return signed
	case "none":
		return compact(t, k.Header, w.issuer.Fill(claims), func(string) ([]byte, error) { return nil, nil })
	case "public key as secret":
		return compact(t, k.Header, w.issuer.Fill(claims), func(text string) ([]byte, error) {
			public, err := x509.MarshalPKIXPublicKey(w.issuer.Public("RS256"))
			mac := hmac.New(sha256.New, pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public}))
			mac.Write([]byte(text))
			return mac.Sum(nil), err
		})
	case "opaque":
		return w.issuer.Opaque(claims)
	case "revoked":
		made := w.issuer.Opaque(claims)
		w.issuer.Revoke(made)
		return made
	}
	t.Fatalf("no key is called %q", k.Key)
	return ""
}

func compact(t *testing.T, header, claims authtest.Claims, sign func(string) ([]byte, error)) string {
	t.Helper()
	made, err := authtest.Compact(header, claims, sign)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// timed replaces "(now-31s)" by the second it stands for.
func timed(t *testing.T, claims authtest.Claims) authtest.Claims {
	t.Helper()
	out := authtest.Claims{}
	for name, v := range claims {
		if s, ok := v.(string); ok && strings.HasPrefix(s, "(now") {
			d, err := time.ParseDuration(strings.Trim(s, "(now)"))
			if err != nil {
				t.Fatalf("%s: %v", s, err)
			}
			v = time.Now().Add(d).Unix()
		}
		out[name] = v
	}
	return out
}

// alter does to a token what nobody who made it did.
func alter(t *testing.T, how, made string) string {
	t.Helper()
	parts := strings.Split(made, ".")
	switch how {
	case "":
	case "cut the signature off":
		return parts[0] + "." + parts[1] + "."
	case "two parts":
		return parts[0] + "." + parts[1]
	case "five parts":
		return made + ".AAAA.AAAA"
	case "another payload":
		return parts[0] + "." + parts[1][:len(parts[1])-4] + "AAAA." + parts[2]
	case "scopes of the attacker":
		return parts[0] + "." + payload(`{"iss":"`+login+`","sub":"ada","aud":"`+inventory+`","exp":4102444800,"scope":"inventory:write"}`) + "." + parts[2]
	case "header no JSON":
		return payload("alg=ES256") + "." + parts[1] + "." + parts[2]
	case "payload no JSON":
		return parts[0] + "." + payload("sub=ada") + "." + parts[2]
	case "payload an array":
		return parts[0] + "." + payload(`["ada"]`) + "." + parts[2]
	case "payload not base64url":
		return parts[0] + ".+++/." + parts[2]
	case "payload not UTF-8":
		return parts[0] + "." + payload("{\"iss\":\""+login+"\",\"sub\":\"ada\xff\"}") + "." + parts[2]
	case "twice as JSON":
		return parts[0] + "." + payload(`{"iss":"`+login+`"}{"sub":"eve"}`) + "." + parts[2]
	case "16 KiB":
		return made + strings.Repeat("A", 16<<10)
	default:
		t.Fatalf("nobody knows how to %q", how)
	}
	return made
}

func payload(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
