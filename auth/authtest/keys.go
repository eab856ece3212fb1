package authtest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/go-jose/go-jose/v4"
)

// A key of the issuer.
type key struct {
	kid, alg  string
	private   crypto.Signer
	published bool
	bare      bool // published without its alg
}

// signer returns the newest key for alg, made when there is none.
func (i *Issuer) signer(alg string) *key {
	for n := len(i.keys) - 1; n >= 0; n-- {
		if i.keys[n].alg == alg {
			return i.keys[n]
		}
	}
	return i.add(alg)
}

func (i *Issuer) add(alg string) *key {
	private, err := generate(alg)
	if err != nil {
		i.t.Fatalf("making a key for %s: %v", alg, err)
	}
	k := &key{kid: fmt.Sprintf("%s-%d", alg, len(i.keys)+1), alg: alg, private: private, published: true}
	i.keys = append(i.keys, k)
	return k
}

func generate(alg string) (crypto.Signer, error) {
	switch alg {
	case "RS256", "RS384", "RS512", "PS256", "PS384", "PS512":
		return rsa.GenerateKey(rand.Reader, 2048)
	case "ES256":
		return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case "ES384":
		return ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	case "ES512":
		return ecdsa.GenerateKey(elliptic.P521(), rand.Reader)
	case "EdDSA":
		_, private, err := ed25519.GenerateKey(rand.Reader)
		return private, err
	}
	return nil, fmt.Errorf("no signature is called %q", alg)
}

// Publish makes keys for the algorithms and publishes them before any token is signed with one.
func (i *Issuer) Publish(algs ...string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, alg := range algs {
		i.signer(alg)
	}
}

// Rotate makes new keys that sign from now on; the old ones stay published until [Issuer.Withdraw].
func (i *Issuer) Rotate() {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, k := range i.newest() {
		i.add(k.alg)
	}
}

// Withdraw takes every key out of the published set that no longer signs. Tokens signed with them stay as
// they are.
func (i *Issuer) Withdraw() {
	i.mu.Lock()
	defer i.mu.Unlock()
	newest := i.newest()
	for _, k := range i.keys {
		if newest[k.alg] != k {
			k.published = false
		}
	}
}

// Bare publishes the keys without alg from now on, which RFC 7517 section 4.4 allows.
func (i *Issuer) Bare() {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, k := range i.keys {
		k.bare = true
	}
}

func (i *Issuer) newest() map[string]*key {
	newest := map[string]*key{}
	for _, k := range i.keys {
		newest[k.alg] = k
	}
	return newest
}

// Public returns the public key that verifies what alg signs now.
func (i *Issuer) Public(alg string) crypto.PublicKey {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.signer(alg).private.Public()
}

func (i *Issuer) keySet(w http.ResponseWriter) {
	i.mu.Lock()
	set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{}}
	for _, k := range i.keys {
		if !k.published {
			continue
		}
		public := jose.JSONWebKey{Key: k.private.Public(), KeyID: k.kid, Use: "sig", Algorithm: k.alg}
		if k.bare {
			public.Algorithm, public.Use = "", ""
		}
		set.Keys = append(set.Keys, public)
	}
	i.mu.Unlock()
	reply(w, set)
}

func (i *Issuer) metadata(w http.ResponseWriter, failure Failure) {
	doc := map[string]any{
		"issuer": i.URL, "jwks_uri": i.below("/jwks"), "introspection_endpoint": i.below("/introspect"),
		"authorization_endpoint": i.below("/authorize"), "token_endpoint": i.below("/token"),
		"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"},
	}
	switch failure {
	case OtherIssuer:
		doc["issuer"] = i.URL + "/other"
	case PlainKeys:
		doc["jwks_uri"] = "http://keys.example.com/jwks"
	case LocalKeys:
		doc["jwks_uri"] = "http://127.0.0.1:1/jwks"
	}
	reply(w, doc)
}

func reply(w http.ResponseWriter, doc any) {
	w.Header().Set("Content-Type", "application/json")
	// A client that went away cannot be told.
	_ = json.NewEncoder(w).Encode(doc)
}

// Adopt publishes another key for ES256 under kid and returns it, for tests that sign by themselves.
func (i *Issuer) Adopt(kid string) (*ecdsa.PrivateKey, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.keys = append(i.keys, &key{kid: kid, alg: "ES256", private: private, published: true})
	return private, nil
}
