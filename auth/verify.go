package auth

import (
	"bytes"
	"context"
	"encoding/base64"
	"strings"
)

// algorithms are those whose signature only the issuer can make. The list is fixed here: the token's
// header chooses among them and adds none (RFC 8725 section 3.1).
var algorithms = map[string]bool{
	"RS256": true, "RS384": true, "RS512": true,
	"PS256": true, "PS384": true, "PS512": true,
	"ES256": true, "ES384": true, "ES512": true,
	"EdDSA": true,
}

// base64url is the one spelling of each part: bits at its end that say nothing must be zero, so that a token has one
// digest.
var base64url = base64.RawURLEncoding.Strict()

// A signed is a token in compact form (RFC 7515 section 3.1), read and not yet verified.
type signed struct {
	alg, kid string
	typ      string // lower case, without "application/"
	payload  []byte
	claims   claims
}

// parse reads a token; ok is whether it has the shape of a signed one, so that others can be asked about.
func parse(token string) (s signed, ok bool, d *denial) {
	head, rest, _ := strings.Cut(token, ".")
	body, mac, three := strings.Cut(rest, ".")
	rawHead, err := base64url.DecodeString(head)
	if err != nil || !three || strings.Contains(mac, ".") {
		return s, false, unknown("no_jwt", "the token has no three parts, so it is opaque, encrypted or garbage")
	}
	header, err := decode(rawHead)
	if err != nil {
		return s, false, unknown("no_jwt", "the first part %v", err)
	}
	if s.payload, err = base64url.DecodeString(body); err != nil {
		return s, true, unknown("no_jwt", "the second part is not base64url")
	}
	if _, err = base64url.DecodeString(mac); err != nil {
		return s, true, unknown("no_jwt", "the third part is not base64url")
	}
	if s.claims, err = decode(s.payload); err != nil {
		return s, true, unknown("no_jwt", "the second part %v", err)
	}
	return s, true, s.header(header)
}

// header checks what RFC 7515 and RFC 9068 ask of a header.
func (s *signed) header(h map[string]any) *denial {
	alg, _ := h["alg"].(string)
	if !algorithms[alg] {
		return unknown("algorithm", "alg is %s, which is not among the signatures accepted", shown(h, "alg"))
	}
	if _, has := h["crit"]; has {
		return unknown("crit", "the header has crit, and no extension is understood here (RFC 7515 section 4.1.11)")
	}
	s.alg = alg
	s.kid, _ = h["kid"].(string)
	if v, has := h["typ"]; has {
		typ, isText := v.(string)
		if !isText {
			return unknown("type", "typ is %s, wanted text", shown(h, "typ"))
		}
		s.typ = strings.TrimPrefix(strings.ToLower(typ), "application/")
	}
	switch s.typ {
	case "", "jwt", "at+jwt":
		return nil
	}
	return unknown("type", "typ is %q, wanted at+jwt, JWT or none", short(s.typ))
}

// verify checks the signature of token with the keys of its issuer, then its claims.
func (a *authority) verify(ctx context.Context, token string, s signed) (Caller, *denial) {
	keys, d := a.current(ctx)
	if d != nil {
		return Caller{}, d
	}
	payload, d := keys.verify(ctx, token, s)
	if d != nil {
		return Caller{}, d
	}
	if !bytes.Equal(payload, s.payload) {
		return Caller{}, unknown("signature", "what is signed is not what was read")
	}
	return a.judge.caller(s.claims, s.typ != "at+jwt")
}
