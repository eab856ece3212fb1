package devissuer

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
)

const (
	// keyFile holds the private key, PKCS #8 in PEM.
	keyFile = "signing-key.pem"
	// keyBits is the least that RS256 may have (RFC 7518 section 3.3).
	keyBits = 2048
)

// key signs access tokens with RS256, the algorithm every resource server has to accept (RFC 9068
// section 2.1).
type key struct {
	signer jose.Signer
	jwk    jose.JSONWebKey
}

// openKey reads the key from dir, or makes one. With dir "" it is kept nowhere.
func openKey(dir string) (*key, error) {
	if dir == "" {
		private, err := rsa.GenerateKey(rand.Reader, keyBits)
		if err != nil {
			return nil, fmt.Errorf("making a signing key: %w", err)
		}
		return useKey(private)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the directory for keys: %w", err)
	}
	b, err := readPrivate(filepath.Join(dir, keyFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return makeKey(dir)
	case err != nil:
		return nil, fmt.Errorf("reading the signing key: %w", err)
	}
	block, _ := pem.Decode(b)
	if block == nil {
		return nil, fmt.Errorf("reading the signing key: %s is not PEM: remove it and a new key is made", keyFile)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	private, ok := parsed.(*rsa.PrivateKey)
	if err != nil || !ok {
		return nil, fmt.Errorf("reading the signing key: %s holds no RSA key: remove it and a new key is made", keyFile)
	}
	return useKey(private)
}

// makeKey makes a key and keeps it in dir.
func makeKey(dir string) (*key, error) {
	private, err := rsa.GenerateKey(rand.Reader, keyBits)
	if err != nil {
		return nil, fmt.Errorf("making a signing key: %w", err)
	}
	b, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, fmt.Errorf("encoding the signing key: %w", err)
	}
	if err := writePrivate(dir, keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: b})); err != nil {
		return nil, fmt.Errorf("keeping the signing key: %w", err)
	}
	return useKey(private)
}

// useKey names the key by its thumbprint (RFC 7638), so that the same key has the same kid after a restart.
func useKey(private *rsa.PrivateKey) (*key, error) {
	jwk := jose.JSONWebKey{Key: private.Public(), Algorithm: string(jose.RS256), Use: "sig"}
	print, err := jwk.Thumbprint(crypto.SHA256)
	if err != nil {
		return nil, fmt.Errorf("naming the signing key: %w", err)
	}
	jwk.KeyID = base64.RawURLEncoding.EncodeToString(print)
	signer, err := jose.NewSigner(
		jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: private, KeyID: jwk.KeyID}},
		(&jose.SignerOptions{}).WithType("at+jwt")) // RFC 9068 section 2.1
	if err != nil {
		return nil, fmt.Errorf("using the signing key: %w", err)
	}
	return &key{signer: signer, jwk: jwk}, nil
}

// public is the key set that verifiers fetch.
func (k *key) public() ([]byte, error) {
	one, err := k.jwk.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("encoding the public key: %w", err)
	}
	return fmt.Appendf(nil, `{"keys":[%s]}`, one), nil
}

// sign returns the claims as a compact JWS.
func (k *key) sign(claims any) (string, error) {
	b, err := json.Marshal(claims)
	if err != nil {
		return "", fmt.Errorf("encoding claims: %w", err)
	}
	signed, err := k.signer.Sign(b)
	if err != nil {
		return "", fmt.Errorf("signing a token: %w", err)
	}
	return signed.CompactSerialize()
}
