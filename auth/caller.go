package auth

import (
	"context"
	"os"
	"strconv"
	"strings"
	"time"
)

// A Caller is who makes a call, as verified. Identity comes from the token or the operating system,
// never from clientInfo, _meta or arguments.
type Caller struct {
	// Issuer is who vouches for the subject: the token's iss, or "local" on stdio.
	Issuer string
	// Subject is unique within the issuer: the token's sub, or the user id on stdio. For an application's
	// own token without a sub it is the client id.
	Subject string
	// Tenant is the organisation the subject belongs to, from the claim that [OAuth.TenantClaim] names;
	// empty when none is named.
	Tenant string
	// ClientID is the OAuth client that called, empty when unknown.
	ClientID string
	// Scopes are what the token grants, sorted. Read only.
	Scopes []string
	// Expires is when the token ends; zero for a caller without one.
	Expires time.Time
	// Claims are the token's other verified claims, numbers as json.Number; nil for a caller without a
	// token. Read only: calls with the same token share them.
	Claims map[string]any
	// AsOf is when all of this held, for the caller of a job that outlives its call; zero for a call.
	AsOf time.Time `json:",omitzero"`

	all bool // holds every scope
}

// anonymous is anyone on a tool open to anyone, and everyone with [Off].
var anonymous = Caller{Issuer: "anonymous"}

// Anonymous returns the caller nobody vouches for.
func Anonymous() Caller { return anonymous }

// LocalCaller returns the user who runs this process, with every scope: the caller on stdio, where the
// operating system decides who may start the server.
func LocalCaller() Caller {
	return Caller{Issuer: "local", Subject: strconv.Itoa(os.Getuid()), all: true}
}

// IsAnonymous reports whether nobody vouches for c. The zero Caller is anonymous.
func (c Caller) IsAnonymous() bool { return c.Subject == "" }

var keyEscapes = strings.NewReplacer("%", "%25", "|", "%7C")

// Key names the owner of rows and handles: issuer, tenant and subject, each escaped so that no two owners
// share a key. It is the same after every refresh of the token and for every client the owner uses. All
// anonymous callers share one.
func (c Caller) Key() string {
	if c.IsAnonymous() {
		return anonymous.Issuer + "||"
	}
	return keyEscapes.Replace(c.Issuer) + "|" + keyEscapes.Replace(c.Tenant) + "|" + keyEscapes.Replace(c.Subject)
}

type callerKey struct{}

// WithCaller returns a context that carries c. Servers and tests use it; a handler reads [CallerFrom].
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerFrom returns the caller of the call that ctx belongs to, [Anonymous] when there is none.
func CallerFrom(ctx context.Context) Caller {
	if c, ok := ctx.Value(callerKey{}).(Caller); ok {
		return c
	}
	return anonymous
}
