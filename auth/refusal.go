package auth

import (
	"fmt"
	"net/http"
	"time"
)

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

// A denial is a refusal and what the log says about it.
type denial struct {
	refusal Refusal
	// reason is a stable word for the log, for example "expired".
	reason string
	// detail is what an operator needs to know; never the token.
	detail string
}

// malformed denies a request whose credential cannot be read: 400 invalid_request.
func malformed(reason, description string) *denial {
	return &denial{
		refusal: Refusal{Status: http.StatusBadRequest, Code: codeInvalidRequest, Description: description},
		reason:  reason, detail: description,
	}
}

// invalid denies a token whose signature is good: its sender may know what is wrong with it.
func invalid(reason, description, detail string, args ...any) *denial {
	return &denial{
		refusal: Refusal{Status: http.StatusUnauthorized, Code: codeInvalidToken, Description: description},
		reason:  reason, detail: fmt.Sprintf(detail, args...),
	}
}

// unknown denies a token that nobody this server trusts vouches for. All such tokens get one description,
// so that a stranger learns nothing by trying.
func unknown(reason, detail string, args ...any) *denial {
	return invalid(reason, "The access token is not one that this server's authorization server made; sign in again.", detail, args...)
}

// unavailable denies a token that cannot be judged at the moment. The client keeps its token: a 401 would
// make it sign in again for nothing.
func unavailable(after time.Duration, detail string, args ...any) *denial {
	return &denial{
		refusal: Refusal{
			Status: http.StatusServiceUnavailable, RetryAfter: after,
			Description: fmt.Sprintf("Access tokens cannot be verified at the moment; keep the token and try again in %d seconds.", seconds(after)),
		},
		reason: "unavailable", detail: fmt.Sprintf(detail, args...),
	}
}

// seconds rounds up, as Retry-After needs it.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// short cuts what a stranger sent to a length that a log line bears.
func short(s string) string {
	const most = 200
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
