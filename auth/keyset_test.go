package auth_test

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"
	"github.com/golang-jwt/jwt/v5"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

// published answers a request for keys with a document of its own, and passes everything else on.
type published struct {
	http.RoundTripper
	keys string
}

func (p published) RoundTrip(req *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(req.URL.Path, "/jwks") {
		return p.RoundTripper.RoundTrip(req)
	}
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(p.keys)), Request: req}, nil
}

func member(t *testing.T, key any, change map[string]any) string {
	t.Helper()
	data, err := jose.JSONWebKey{Key: key, KeyID: "k"}.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]any
	if err := json.Unmarshal(data, &members); err != nil {
		t.Fatal(err)
	}
	maps.Copy(members, change)
	if data, err = json.Marshal(members); err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestWhichPublishedKeysVerify signs a token with the private half of a key and publishes the key in some
// form.
func TestWhichPublishedKeysVerify(t *testing.T) {
	// A key of 1024 bits needs GODEBUG=rsa1024min=0 to be made and to sign.
	t.Setenv("GODEBUG", "rsa1024min=0")
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	weak, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	beside := `,` + member(t, &other.PublicKey, map[string]any{"kid": "other"})
	for _, c := range []struct {
		claim, keys, want string
		key               *rsa.PrivateKey
		log               string
	}{
		{claim: "a key that says nothing more", keys: member(t, &key.PublicKey, nil), key: key, want: "ada"},
		{claim: "a key for signatures", keys: member(t, &key.PublicKey, map[string]any{"use": "sig", "alg": "RS256"}), key: key, want: "ada"},
		{claim: "a key beside one that cannot be read", keys: `{"kty":"XYZ"},{"kty":"RSA","n":"!"},7,{"kty":"oct","k":"AAAA"},` + member(t, &key.PublicKey, nil), key: key, want: "ada"},
		{claim: "a key for encryption", keys: member(t, &key.PublicKey, map[string]any{"use": "enc"}) + beside, key: key, want: "401"},
		{claim: "a key for another algorithm", keys: member(t, &key.PublicKey, map[string]any{"alg": "PS256"}) + beside, key: key, want: "401"},
		{claim: "a key for an algorithm that is not accepted", keys: member(t, &key.PublicKey, map[string]any{"alg": "RSA-OAEP"}) + beside, key: key, want: "401"},
		{claim: "a private key that was published", keys: member(t, key, nil), key: key, want: "503", log: "has 1 keys, none"},
		{claim: "a key without an exponent", keys: member(t, &key.PublicKey, map[string]any{"e": "AA"}), key: key, want: "503", log: "has 1 keys, none"},
		{claim: "a key of 1024 bits", keys: member(t, &weak.PublicKey, nil) + beside, key: weak, want: "401"},
		{claim: "nothing but unusable keys", keys: `{"kty":"oct","k":"AAAA"}`, key: key, want: "503", log: "has 1 keys, none of which can verify a signature here"},
		{claim: "no keys", keys: ``, key: key, want: "503", log: "has 0 keys"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			issuer := authtest.InMemory(t, login, "")
			client := authtest.Client(issuer)
			client.Transport = published{client.Transport, `{"keys":[` + c.keys + `]}`}
			var log bytes.Buffer
			r := auth.NewResource(inventory, auth.OAuth{Issuers: []string{login}, Client: client}, nil, "", zerolog.New(&log))
			made := compact(t, authtest.Claims{"alg": "RS256", "kid": "k"}, issuer.Fill(good()), func(text string) ([]byte, error) {
				return jwt.SigningMethodRS256.Sign(text, crypto.PrivateKey(c.key))
			})
			expect(t, r, made, c.want, c.claim)
			if !strings.Contains(log.String(), c.log) {
				t.Errorf("the log is %s, want in it %q", log.String(), c.log)
			}
		})
	}
}
