package devissuer

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"regexp"
	"time"
)

// code is an authorization code. It is good for one attempt of the client it was given to.
type code struct {
	grant     grant
	redirect  string
	challenge string // S256, RFC 7636 section 4.2
	ends      time.Time
	used      bool
	family    string // the refresh tokens that came of it, "" for none
}

var (
	// challengeForm is a SHA-256 in base64url (RFC 7636 section 4.2).
	challengeForm = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)
	// verifierForm is a code_verifier (RFC 7636 section 4.1).
	verifierForm = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)
)

// give makes a code for a request that a person agreed to.
func (s *store) give(r request, subject string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	for name, c := range s.codes {
		if now.After(c.ends.Add(usedLife)) {
			delete(s.codes, name)
		}
	}
	name := secret()
	s.codes[name] = &code{
		grant: grant{
			ClientID: r.client.ID, Subject: subject, Resource: r.resource, Scopes: r.scopes,
			Refreshes: r.client.Refreshes,
		},
		redirect: r.redirect, challenge: r.challenge, ends: now.Add(codeLife),
	}
	trim(s.codes, mostPending, func(c *code) time.Time { return c.ends })
	return name
}

// redeem exchanges a code for its grant and, where the client may refresh, the first refresh token. A second
// attempt with the same code ends the refresh tokens of the first (RFC 6749 section 4.1.2): one of the two was
// not the client.
func (s *store) redeem(name, clientID string, check func(*code) *refusal) (g grant, refresh string, refused *refusal, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.codes[name]
	if !ok || c.grant.ClientID != clientID {
		return grant{}, "", refuse(400, "invalid_grant", "the code is unknown here, or was given to another client: start a new authorization"), nil
	}
	if c.used {
		delete(s.kept.Families, c.family)
		return grant{}, "", refuse(400, "invalid_grant", "the code was used before; its refresh tokens are revoked: start a new authorization"), s.save()
	}
	if !time.Now().Before(c.ends) {
		return grant{}, "", refuse(400, "invalid_grant", "the code has expired, %v after it was given: start a new authorization", codeLife), nil
	}
	c.used = true
	if refused := check(c); refused != nil {
		return grant{}, "", refused, nil
	}
	if c.grant.Refreshes {
		c.family, refresh = s.start(c.grant)
		err = s.save()
	}
	return c.grant, refresh, nil, err
}

// proves checks that whoever redeems the code is who asked for it (RFC 7636 section 4.6).
func (c *code) proves(verifier string) bool {
	sum := sha256.Sum256([]byte(verifier))
	return subtle.ConstantTimeCompare([]byte(base64.RawURLEncoding.EncodeToString(sum[:])), []byte(c.challenge)) == 1
}
