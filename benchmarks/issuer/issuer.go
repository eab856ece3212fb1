// Package issuer is an authorization server as far as a resource server sees it: metadata, keys and tokens,
// on loopback. A benchmark with tokens needs no more.
package issuer

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Issuer signs with one ES256 key.
type Issuer struct {
	// URL is the iss of its tokens.
	URL      string
	key      *ecdsa.PrivateKey
	listener net.Listener
}

// Start listens on a free port of 127.0.0.1 until [Issuer.Close].
func Start() (*Issuer, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making the issuer's key: %w", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening as an issuer: %w", err)
	}
	i := &Issuer{URL: "http://" + l.Addr().String(), key: key, listener: l}
	metadata := i.document(map[string]any{
		"issuer": i.URL, "jwks_uri": i.URL + "/keys", "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token",
		"response_types_supported": []string{"code"}, "id_token_signing_alg_values_supported": []string{"ES256"},
		"subject_types_supported": []string{"public"}, "code_challenge_methods_supported": []string{"S256"},
	})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", metadata)
	mux.HandleFunc("GET /.well-known/oauth-authorization-server", metadata)
	mux.HandleFunc("GET /keys", i.document(map[string]any{"keys": []any{i.public()}}))
	go http.Serve(l, mux)
	return i, nil
}

// Close stops listening.
func (i *Issuer) Close() error { return i.listener.Close() }

func (i *Issuer) document(v any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(v)
	}
}

func (i *Issuer) public() map[string]string {
	point, err := i.key.PublicKey.Bytes() // 4, X, Y
	if err != nil {
		panic(err) // it was made here
	}
	encode := base64.RawURLEncoding.EncodeToString
	return map[string]string{"kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": "bench",
		"x": encode(point[1:33]), "y": encode(point[33:])}
}

// Tokens are n access tokens (RFC 9068), each of another subject, for one audience, good for six hours.
func (i *Issuer) Tokens(n int, audience, scope string) ([]string, error) {
	now := time.Now()
	tokens := make([]string, n)
	for s := range tokens {
		t := jwt.NewWithClaims(jwt.SigningMethodES256, jwt.MapClaims{
			"iss": i.URL, "aud": audience, "sub": fmt.Sprintf("caller-%05d", s), "client_id": "bench", "scope": scope,
			"iat": now.Unix(), "exp": now.Add(6 * time.Hour).Unix(), "jti": fmt.Sprint(s),
		})
		t.Header["kid"], t.Header["typ"] = "bench", "at+jwt"
		var err error
		if tokens[s], err = t.SignedString(i.key); err != nil {
			return nil, fmt.Errorf("signing token %d: %w", s, err)
		}
	}
	return tokens, nil
}
