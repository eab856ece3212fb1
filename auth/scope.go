package auth

import (
	"errors"
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
		scopes, err := scopeList(v)
		if err != nil {
			return nil, fmt.Errorf("%s %w", name, err)
		}
		return normal(scopes), nil
	}
	return nil, nil
}

// scopeList reads a string of scopes with spaces between them, or an array with one in each element.
func scopeList(v any) ([]string, error) {
	var scopes []string
	switch v := v.(type) {
	case string:
		scopes = strings.Fields(v)
	case []any:
		for _, e := range v {
			s, ok := e.(string)
			if !ok {
				return nil, fmt.Errorf("has an element that is %T and no string", e)
			}
			scopes = append(scopes, s)
		}
	default:
		return nil, fmt.Errorf("is %T, neither a string nor an array", v)
	}
	for _, s := range scopes {
		if !scopeToken(s) {
			return nil, errors.New("has an element that is no scope")
		}
	}
	return scopes, nil
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
