package handles

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"
)

// ErrSeal is a sealed text that does not open: changed, made up, sealed by an unknown key, or for another
// purpose, owner or arguments. They are one error, so that nobody learns which.
var ErrSeal = errors.New("this was not issued for this caller and these arguments; begin again without it")

// A SealExpiredError is a sealed text that was good until At.
type SealExpiredError struct{ At time.Time }

// Error says when.
func (e *SealExpiredError) Error() string {
	return fmt.Sprintf("this expired at %s; begin again without it", e.At.UTC().Format(time.RFC3339))
}

// A Binding is what a sealed text is good for. It is not part of the text: who opens it says the same.
type Binding struct {
	// Purpose tells uses apart, such as "cursor of list_products"; it may not be empty.
	Purpose string
	Owner   Owner
	// Digest is [Digest] of the arguments that the text goes with, empty when it goes with any.
	Digest string
}

// A Sealer hides and protects what a client carries from one call to the next, such as a cursor or a
// request state. Its methods may be called concurrently.
type Sealer struct {
	keys []sealKey
	now  func() time.Time
}

type sealKey struct {
	id   [4]byte
	aead cipher.AEAD
}

const (
	sealVersion = 1
	sealHeader  = 1 + 4 + 8 // version, key, expiry in Unix seconds
	// minSecret is the fewest bytes of a secret: 256 bits.
	minSecret = 32
)

// NewSealer returns a sealer that seals with the first secret and opens with any: to rotate, put a new
// one in front, and drop the old one when all it sealed has expired. A secret is at least 32 random
// bytes. A nil clock is time.Now.
//
// Texts are AES-256-GCM with random nonces under a key derived from the secret (NIST SP 800-38D, section
// 8.2.2: at most 2^32 texts a secret).
func NewSealer(now func() time.Time, secrets ...[]byte) (*Sealer, error) {
	if len(secrets) == 0 {
		return nil, errors.New("making a sealer: there is no secret; give at least 32 random bytes")
	}
	if now == nil {
		now = time.Now
	}
	s := &Sealer{now: now}
	for i, secret := range secrets {
		if len(secret) < minSecret {
			return nil, fmt.Errorf("making a sealer: secret %d has %d bytes; give at least %d random ones", i+1, len(secret), minSecret)
		}
		key, err := newSealKey(secret)
		if err != nil {
			return nil, fmt.Errorf("making a sealer: %w", err)
		}
		s.keys = append(s.keys, key)
	}
	return s, nil
}

func newSealKey(secret []byte) (sealKey, error) {
	derived, err := hkdf.Key(sha256.New, secret, nil, "comity sealed text, version 1", 32+4)
	if err != nil {
		return sealKey{}, fmt.Errorf("deriving a key: %w", err)
	}
	block, err := aes.NewCipher(derived[:32])
	if err != nil {
		return sealKey{}, fmt.Errorf("making a cipher: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return sealKey{}, fmt.Errorf("making a cipher: %w", err)
	}
	return sealKey{id: [4]byte(derived[32:]), aead: aead}, nil
}

// Seal returns text hidden in letters, digits, '-' and '_', good for the binding and for the duration,
// which is counted in whole seconds.
func (s *Sealer) Seal(b Binding, lasts time.Duration, text []byte) (string, error) {
	if b.Purpose == "" || lasts < time.Second {
		return "", fmt.Errorf("sealing for %q and %v: say a purpose and at least a second", b.Purpose, lasts)
	}
	if err := b.Owner.check(); err != nil {
		return "", fmt.Errorf("sealing: %w", err)
	}
	key := s.keys[0]
	header := append([]byte{sealVersion}, key.id[:]...)
	header = binary.BigEndian.AppendUint64(header, uint64(s.now().Add(lasts).Unix()))
	sealed := key.aead.Seal(header, nil, text, b.data(header))
	return base64.RawURLEncoding.EncodeToString(sealed), nil
}

// Open returns what was sealed, [ErrSeal], or a [SealExpiredError].
func (s *Sealer) Open(b Binding, sealed string) ([]byte, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(sealed)
	// Strict still skips line breaks (encoding/base64), which would make one text out of many.
	if err != nil || len(raw) < sealHeader || raw[0] != sealVersion || strings.ContainsAny(sealed, "\r\n") {
		return nil, ErrSeal
	}
	header, rest := raw[:sealHeader:sealHeader], raw[sealHeader:]
	for _, key := range s.keys {
		if [4]byte(header[1:5]) != key.id {
			continue
		}
		text, err := key.aead.Open(nil, nil, rest, b.data(header))
		if err != nil {
			continue
		}
		if at := time.Unix(int64(binary.BigEndian.Uint64(header[5:])), 0); !s.now().Before(at) {
			return nil, &SealExpiredError{At: at}
		}
		return text, nil
	}
	return nil, ErrSeal
}

// data is what is protected beside the text. Quoting keeps the parts apart.
func (b Binding) data(header []byte) []byte {
	return fmt.Appendf(nil, "%x %q %s %q", header, b.Purpose, b.Owner, b.Digest)
}
