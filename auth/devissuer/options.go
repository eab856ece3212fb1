package devissuer

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/rs/zerolog"
)

// Options declare an [Issuer].
type Options struct {
	// URL is the issuer as tokens and metadata carry it: http, a loopback host (127.0.0.1, localhost or
	// [::1]), the port it is served on and, when it shares that port, a path. No slash at the end.
	URL string
	// Dir keeps the signing key, the registered clients, the refresh tokens and the script's secret, in
	// files that only their owner can read. It is made when it is not there. One process at a time may
	// use it. Empty: in memory, so that every start makes all tokens and clients unknown.
	Dir string
	// Resources are the URLs of the servers that tokens may be for, each as its protected resource
	// metadata has it (RFC 9728). A token is for one of them (RFC 8707); a request that names none gets
	// the only one, and is refused when there are several. At least one.
	Resources []string
	// Scopes are what can be asked for. A request that asks for none gets all. May be empty.
	// offline_access is there without being listed.
	Scopes []Scope
	// Users are the names to pick from on the consent page; the name becomes the sub of the tokens.
	// Empty: one, "developer".
	Users []string
	// TokenLife is how long an access token is good. Zero is 15 minutes; at most a day.
	TokenLife time.Duration
	// Log gets one line for each registration, consent, token and refusal, never a secret. The zero
	// logger is silent.
	Log zerolog.Logger
}

// A Scope is something a client can ask for.
type Scope struct {
	// Name is what requests and tokens carry, for example "inventory:read".
	Name string
	// Description tells the person on the consent page what the scope allows.
	Description string
}

const (
	// offline is the scope by which clients ask for a refresh token (OpenID Connect Core section 11). It
	// is for this issuer, so access tokens do not carry it.
	offline = "offline_access"
	// scriptID is the client that client_credentials are for, and the sub of its tokens.
	scriptID = "script"

	defaultLife = 15 * time.Minute
	longestLife = 24 * time.Hour
)

var (
	// scopeName is a scope-token (RFC 6749 section 3.3).
	scopeName = regexp.MustCompile(`^[\x21\x23-\x5B\x5D-\x7E]{1,200}$`)
	// plainPath is a path that is the same whoever writes it down.
	plainPath = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`)
)

// complete checks o, fills in what was left out, and returns the parsed URL.
func (o *Options) complete() (*url.URL, error) {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }

	at, err := loopbackURL(o.URL)
	if err != nil {
		fault("Options.URL %w", err)
	}
	if len(o.Resources) == 0 {
		fault("Options.Resources is empty: name the URL of the server that tokens are for, e.g. http://127.0.0.1:8080/mcp")
	}
	for i, r := range o.Resources {
		if canonical(r) == "" {
			fault("Options.Resources[%d] is %q: give an absolute http or https URL without a fragment", i, r)
		}
	}
	for i, s := range o.Scopes {
		switch {
		case !scopeName.MatchString(s.Name):
			fault("Options.Scopes[%d].Name is %q: use printable ASCII without spaces, quotes and backslashes", i, s.Name)
		case s.Name == offline:
			fault("Options.Scopes[%d].Name is %s, which is always there: leave it out", i, offline)
		case slices.ContainsFunc(o.Scopes[:i], func(other Scope) bool { return other.Name == s.Name }):
			fault("Options.Scopes[%d].Name is %q for the second time: leave one out", i, s.Name)
		}
	}
	if len(o.Users) == 0 {
		o.Users = []string{"developer"}
	}
	for i, u := range o.Users {
		switch {
		case strings.TrimSpace(u) == "" || len(u) > 100 || strings.ContainsFunc(u, unicode.IsControl):
			fault("Options.Users[%d] is %q: give a name of 1 to 100 bytes on one line", i, u)
		case u == scriptID:
			fault("Options.Users[%d] is %q, which is the script client's subject: choose another name", i, u)
		case slices.Contains(o.Users[:i], u):
			fault("Options.Users[%d] is %q for the second time: leave one out", i, u)
		}
	}
	if o.TokenLife == 0 {
		o.TokenLife = defaultLife
	}
	if o.TokenLife < time.Second || o.TokenLife > longestLife {
		fault("Options.TokenLife is %v: choose between 1s and %v, or zero for %v", o.TokenLife, longestLife, defaultLife)
	}
	return at, errors.Join(faults...)
}

// loopbackURL parses an issuer URL that cannot be reached from another machine.
func loopbackURL(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil {
		return nil, fmt.Errorf("is %q, which is no URL: use http://127.0.0.1:PORT", s)
	}
	switch {
	case u.Scheme != "http" || !loopbackName(u.Hostname()):
		return nil, fmt.Errorf("is %q: a development issuer is on loopback only, so use http://127.0.0.1:PORT, and for anything that others can reach a real authorization server", s)
	case !plainPath.MatchString(u.Path) || s != "http://"+u.Host+u.Path:
		return nil, fmt.Errorf("is %q: give it in lower case, with nothing but a port and perhaps a path after the host, and no slash at the end", s)
	}
	return u, nil
}

// loopbackName reports whether a host name is one of those that only this machine answers to.
func loopbackName(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// loopbackAddress reports whether a network address, with or without a port, is this machine's own.
func loopbackAddress(s string) bool {
	if a, err := netip.ParseAddrPort(s); err == nil {
		return a.Addr().Unmap().IsLoopback()
	}
	a, err := netip.ParseAddr(s)
	return err == nil && a.Unmap().IsLoopback()
}
