package devissuer

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// family is the refresh tokens of one grant. Each is good once and is followed by the next; when an old one comes
// again somebody has a copy, and the whole family ends (RFC 9700 section 4.14.2).
type family struct {
	Grant grant `json:"grant"`
	// Generation is the number of the token that is good now.
	Generation int       `json:"generation"`
	Ends       time.Time `json:"ends"`
}

// start makes a family and its first token; the caller holds the lock and saves.
func (s *store) start(g grant) (name, token string) {
	now := time.Now()
	for name, f := range s.kept.Families {
		if now.After(f.Ends) {
			delete(s.kept.Families, name)
		}
	}
	name = secret()
	s.kept.Families[name] = &family{Grant: g, Ends: now.Add(refreshLife)}
	trim(s.kept.Families, mostFamilies, func(f *family) time.Time { return f.Ends })
	return name, s.refreshToken(name, 0)
}

// refreshToken is a name, a generation and a proof that both were given here, so that the file need not hold the
// tokens themselves, neither new nor old.
func (s *store) refreshToken(name string, generation int) string {
	body := fmt.Sprintf("rt.%s.%d", name, generation)
	mac := hmac.New(sha256.New, s.kept.RefreshKey)
	mac.Write([]byte(body))
	return body + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// find returns the family that a refresh token of a client belongs to, and the token's generation; the caller
// holds the lock.
func (s *store) find(token, clientID string) (name string, f *family, generation int) {
	parts := strings.Split(token, ".")
	if len(parts) != 4 {
		return "", nil, 0
	}
	generation, err := strconv.Atoi(parts[2])
	if err != nil || !hmac.Equal([]byte(s.refreshToken(parts[1], generation)), []byte(token)) {
		return "", nil, 0
	}
	f = s.kept.Families[parts[1]]
	if f == nil || f.Grant.ClientID != clientID {
		return "", nil, 0
	}
	return parts[1], f, generation
}

// rotate exchanges a refresh token for the next one. A request that check refuses leaves the token good.
func (s *store) rotate(token, clientID string, check func(grant) *refusal) (g grant, next string, refused *refusal, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name, f, generation := s.find(token, clientID)
	switch {
	case f == nil:
		return grant{}, "", refuse(400, "invalid_grant", "the refresh token is unknown here, revoked, or was given to another client: sign in again"), nil
	case generation != f.Generation:
		delete(s.kept.Families, name)
		return grant{}, "", refuse(400, "invalid_grant", "the refresh token was used before, so a copy of it exists; all of this sign-in are revoked: sign in again"), s.save()
	case time.Now().After(f.Ends):
		delete(s.kept.Families, name)
		return grant{}, "", refuse(400, "invalid_grant", "the refresh token was not used for %d days: sign in again", int(refreshLife.Hours()/24)), s.save()
	}
	if refused := check(f.Grant); refused != nil {
		return grant{}, "", refused, nil
	}
	before := *f
	f.Generation++
	f.Ends = time.Now().Add(refreshLife)
	if err := s.save(); err != nil {
		*f = before // the client keeps the token it has
		return grant{}, "", nil, err
	}
	return f.Grant, s.refreshToken(name, f.Generation), nil, nil
}

// end revokes the family of a refresh token of a client; an unknown token is none to revoke.
func (s *store) end(token, clientID string) (ended bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name, f, _ := s.find(token, clientID)
	if f == nil {
		return false, nil
	}
	delete(s.kept.Families, name)
	return true, s.save()
}
