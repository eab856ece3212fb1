package auth

import (
	"fmt"
	"strings"
)

// scopesOf returns what a token grants: scope, a string (RFC 9068 section 2.2.3), or where that is missing
// scp, as Entra ID and Okta have it; either may be an array of strings. Neither is no scope.
func scopesOf(c claims) ([]string, error) {
	for _, name := range []string{"scope", "scp"} {
		v, ok := c[name]
		if !ok {
			continue
		}
		scopes, ok := scopeList(v)
		if !ok {
			return nil, fmt.Errorf("%s is %s, wanted scopes in a string, or one in each element of an array", name, shown(c, name))
		}
		return normal(scopes), nil
	}
	return nil, nil
}

// scopeList reads a string of scopes with spaces between them, or an array with one in each element.
func scopeList(v any) ([]string, bool) {
	var scopes []string
	switch v := v.(type) {
	case string:
		scopes = strings.Fields(v)
	case []any:
		for _, e := range v {
			s, _ := e.(string) // anything else becomes empty, which is no scope
			scopes = append(scopes, s)
		}
	default:
		return nil, false
	}
	for _, s := range scopes {
		if !scopeToken(s) {
			return nil, false
		}
	}
	return scopes, true
}

// scopeToken reports whether s is one scope by the grammar of RFC 6749 section 3.3.
func scopeToken(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return false
		}
	}
	return s != ""
}
