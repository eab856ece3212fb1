package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// A metadata document says where an authorization server has what; only the parts used here.
type metadata struct {
	keys       string // jwks_uri
	introspect string // introspection_endpoint
}

// discover reads the metadata of a trust. The document must name the very issuer, or anyone who can put a
// document at one address could speak for another (RFC 8414 section 3.3).
func discover(ctx context.Context, client *http.Client, t trust) (metadata, error) {
	var failures []error
	for _, address := range wellKnown(t) {
		doc, err := get(ctx, client, address)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		if iss, _ := doc["issuer"].(string); iss != t.issuer {
			failures = append(failures, fmt.Errorf("%s: it is the metadata of issuer %q, not of %q", address, short(iss), t.issuer))
			continue
		}
		var m metadata
		m.keys, _ = doc["jwks_uri"].(string)
		m.introspect, _ = doc["introspection_endpoint"].(string)
		for _, named := range []string{m.keys, m.introspect} {
			if named != "" && !(safeAddress(named) && safer(named, t.issuer)) {
				return metadata{}, fmt.Errorf("%s: it names %q, which is not https", address, short(named))
			}
		}
		return m, nil
	}
	return metadata{}, fmt.Errorf("reading the metadata of %s: %w", t.issuer, telling(failures))
}

// safer reports whether address is https, as far as its issuer is: only an issuer on this machine may name
// plain http.
func safer(address, issuer string) bool {
	return strings.HasPrefix(address, "https:") || strings.HasPrefix(issuer, "http:")
}

// telling returns the failures that say more than that nothing is there, or all when there are no others.
func telling(failures []error) error {
	var found []error
	for _, err := range failures {
		if status, ok := errors.AsType[statusError](err); !ok || status != http.StatusNotFound {
			found = append(found, err)
		}
	}
	if len(found) == 0 {
		found = failures
	}
	said := make([]string, len(found))
	for i, err := range found {
		said[i] = err.Error()
	}
	return errors.New(strings.Join(said, "; "))
}

// wellKnown returns where the metadata of a trust may be, in the order of the MCP authorization chapter
// (2026-07-28): RFC 8414 section 3.1, OpenID Connect Discovery with the path after the well-known part,
// and before it as its own section 4 says.
func wellKnown(t trust) []string {
	if t.metadata != "" {
		return []string{t.metadata}
	}
	u, err := url.Parse(t.issuer)
	if err != nil {
		return nil
	}
	origin, path := u.Scheme+"://"+u.Host, strings.TrimSuffix(u.EscapedPath(), "/")
	places := []string{origin + "/.well-known/oauth-authorization-server" + path}
	if path != "" {
		places = append(places, origin+"/.well-known/openid-configuration"+path)
	}
	return append(places, origin+path+"/.well-known/openid-configuration")
}
