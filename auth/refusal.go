package auth

import "time"

// A Refusal says why a request is not answered, in the terms of RFC 6750 section 3.1. It is the verdict;
// servers translate it for each host and decide nothing themselves.
type Refusal struct {
	// Status is the HTTP status: 400, 401, 403 or 503.
	Status int
	// Code is "invalid_request", "invalid_token" or "insufficient_scope"; empty when the request carried
	// no token, and for 503.
	Code string
	// Description is a sentence for a person. It says nothing that a stranger must not know.
	Description string
	// Scopes are what to ask the authorization server for; empty for what the whole server uses.
	Scopes []string
	// RetryAfter is when to try again, for 503; zero otherwise.
	RetryAfter time.Duration
}

// The codes of RFC 6750 section 3.1.
const (
	codeInvalidRequest    = "invalid_request"
	codeInvalidToken      = "invalid_token"
	codeInsufficientScope = "insufficient_scope"
)
