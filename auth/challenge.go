package auth

import (
	"net/http"
	"strings"
)

// maxChallenge bounds the scopes of a challenge, in bytes: proxies refuse headers of some 8 KiB.
const maxChallenge = 4 << 10

// Challenge returns the value of WWW-Authenticate for f: scheme Bearer with resource_metadata (RFC 9728
// section 5.1), scope, and, when the request carried a token, error and error_description (RFC 6750 section
// 3). It is empty for a status that has no challenge, such as 503. Whatever f says, the value is one line
// of printable ASCII with every quoted string closed.
func (r *Resource) Challenge(f *Refusal) string {
	switch f.Status {
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden:
	default:
		return ""
	}
	var b strings.Builder
	b.WriteString("Bearer ")
	parameter(&b, "resource_metadata", r.metadata)
	scopes := f.Scopes
	if len(scopes) == 0 && f.Status == http.StatusUnauthorized {
		scopes = r.scopes
	}
	if s := scopeValue(scopes); s != "" {
		b.WriteString(", ")
		parameter(&b, "scope", s)
	}
	if f.Code != "" {
		b.WriteString(", ")
		parameter(&b, "error", f.Code)
		if f.Description != "" {
			b.WriteString(", ")
			parameter(&b, "error_description", f.Description)
		}
	}
	return b.String()
}

// scopeValue joins the scopes that are scopes, as many as a header bears.
func scopeValue(scopes []string) string {
	var b strings.Builder
	for _, s := range scopes {
		if !scopeToken(s) {
			continue
		}
		if b.Len()+1+len(s) > maxChallenge {
			break
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s)
	}
	return b.String()
}

// parameter writes name="value". Characters that RFC 6750 section 3 does not allow in error_description are
// replaced, so that nothing needs an escape, which not every client reads.
func parameter(b *strings.Builder, name, value string) {
	b.WriteString(name)
	b.WriteString(`="`)
	for _, c := range value {
		switch {
		case c == '"':
			c = '\''
		case c == '\\':
			c = '/'
		case c < ' ' || c == 0x7f:
			c = ' '
		case c > 0x7f:
			c = '?'
		}
		b.WriteByte(byte(c))
	}
	b.WriteByte('"')
}
