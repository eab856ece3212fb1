package authtest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Claims are the members of a token's payload, or of an introspection answer.
type Claims map[string]any

// Absent as a value leaves a claim or a header member out that would be there otherwise.
const Absent = "(absent)"

// Token makes an access token signed with ES256, as RFC 9068 has it: typ at+jwt, and unless claims say
// otherwise iss, sub "ada", client_id "client-1", iat now and exp in an hour. There is no aud unless claims
// have one.
func (i *Issuer) Token(claims Claims) string { return i.Sign("ES256", nil, claims) }

// Sign makes a token signed with alg; header members replace those of [Issuer.Token].
func (i *Issuer) Sign(alg string, header, claims Claims) string {
	i.t.Helper()
	i.mu.Lock()
	k := i.signer(alg)
	i.mu.Unlock()
	all := Claims{"kid": k.kid, "typ": "at+jwt", "alg": alg}
	maps.Copy(all, header)
	token, err := Compact(all, i.Fill(claims), func(text string) ([]byte, error) {
		return jwt.GetSigningMethod(alg).Sign(text, k.private)
	})
	if err != nil {
		i.t.Fatalf("signing a token: %v", err)
	}
	return token
}

// Fill returns claims with what [Issuer.Token] adds, and without what is [Absent].
func (i *Issuer) Fill(claims Claims) Claims {
	now := time.Now()
	all := Claims{"iss": i.URL, "sub": "ada", "client_id": "client-1", "iat": now.Unix(), "exp": now.Add(time.Hour).Unix()}
	maps.Copy(all, claims)
	return all
}

// Compact writes a token of any header and claims, with the signature that sign makes of its first two
// parts.
func Compact(header, claims Claims, sign func(text string) ([]byte, error)) (string, error) {
	head, err := segment(header)
	if err != nil {
		return "", err
	}
	body, err := segment(claims)
	if err != nil {
		return "", err
	}
	signature, err := sign(head + "." + body)
	if err != nil {
		return "", err
	}
	return head + "." + body + "." + base64.RawURLEncoding.EncodeToString(signature), nil
}

func segment(members Claims) (string, error) {
	there := Claims{}
	for name, v := range members {
		if v != Absent {
			there[name] = v
		}
	}
	data, err := json.Marshal(there)
	return base64.RawURLEncoding.EncodeToString(data), err
}

// The client that [Issuer] lets introspect.
const (
	IntrospectionClient = "inventory server"
	IntrospectionSecret = "correct horse: battery"
)

// Opaque makes a token that only introspection can read.
func (i *Issuer) Opaque(claims Claims) string {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.made++
	token := fmt.Sprintf("opaque-token-number-%d", i.made)
	i.opaque[token] = claims
	return token
}

// Revoke makes introspection answer that token is not active.
func (i *Issuer) Revoke(token string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.opaque, token)
}

func (i *Issuer) introspection(w http.ResponseWriter, req *http.Request) {
	id, secret, _ := req.BasicAuth()
	id, badID := url.QueryUnescape(id)
	secret, badSecret := url.QueryUnescape(secret)
	if badID != nil || badSecret != nil || id != IntrospectionClient || secret != IntrospectionSecret {
		http.Error(w, `{"error":"invalid_client"}`, http.StatusUnauthorized)
		return
	}
	i.mu.Lock()
	claims, active := i.opaque[req.PostFormValue("token")]
	i.mu.Unlock()
	answer := Claims{"active": active}
	if active {
		for name, v := range i.Fill(claims) {
			if v != Absent {
				answer[name] = v
			}
		}
	}
	reply(w, answer)
}

func (i *Issuer) below(path string) string { return strings.TrimSuffix(i.URL, "/") + path }
