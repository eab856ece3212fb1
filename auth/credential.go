package auth

import (
	"net/http"
	"net/url"
	"strings"
)

// maxToken is the longest token looked at, in bytes. Tokens of Entra ID with 200 groups have about 11 KiB.
const maxToken = 16 << 10

// credential returns the bearer token of req; empty when it carries none, also when it carries another
// scheme. It reads the Authorization header only: a token in the query ends in logs and histories, and the
// MCP authorization chapter forbids it.
func credential(req *http.Request) (string, *denial) {
	if inQuery(req.URL) {
		return "", malformed("token_in_query", "The access token is in the query; send it in the Authorization header only.")
	}
	headers := req.Header["Authorization"]
	switch len(headers) {
	case 0:
		return "", nil
	case 1:
		return bearer(headers[0])
	}
	return "", malformed("several_headers", "The request has more than one Authorization header; send exactly one.")
}

// bearer reads the value of one Authorization header (RFC 6750 section 2.1).
func bearer(value string) (string, *denial) {
	value = strings.Trim(value, " \t")
	if value == "" {
		return "", malformed("empty_header", "The Authorization header is empty; send Bearer, a space and the access token, or leave the header out.")
	}
	scheme, token, spaced := strings.Cut(value, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		if strings.HasPrefix(strings.ToLower(scheme), "bearer") {
			return "", malformed("malformed_header", "The Authorization header must have one space after Bearer, then the access token.")
		}
		return "", nil
	}
	token = strings.TrimLeft(token, " ")
	switch {
	case !spaced || token == "":
		return "", malformed("no_token", "The Authorization header has no token after Bearer; send the access token, or leave the header out.")
	case len(token) > maxToken:
		return "", malformed("oversized", "The access token is longer than 16384 bytes; ask the authorization server for one with fewer claims.")
	case len(token) > 7 && strings.EqualFold(token[:7], "Bearer "):
		return "", malformed("bearer_twice", "The Authorization header says Bearer twice; send it once, then the access token.")
	case !b64token(token):
		return "", malformed("malformed_header", "The Authorization header must be Bearer, a space and one access token, with nothing after it.")
	}
	return token, nil
}

// b64token reports whether s is a token by the grammar of RFC 6750 section 2.1.
func b64token(s string) bool {
	body := strings.TrimRight(s, "=")
	for i := range len(body) {
		if !tokenBytes[body[i]] {
			return false
		}
	}
	return body != ""
}

// tokenBytes are the bytes of that grammar, as a table since every byte of every token passes here.
var tokenBytes = func() (t [256]bool) {
	for _, c := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/" {
		t[c] = true
	}
	return t
}()

func inQuery(u *url.URL) bool {
	if u == nil || u.RawQuery == "" {
		return false
	}
	// Pairs that cannot be decoded are left out of the result; they hold no token that anybody could read.
	values, _ := url.ParseQuery(u.RawQuery)
	return values.Has("access_token")
}
