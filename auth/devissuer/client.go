package devissuer

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
)

// client is a program that asks for tokens. All are public, which means without a secret, but for the script.
type client struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Redirects []string `json:"redirects"`
	// Refreshes is whether it may use the refresh_token grant.
	Refreshes bool `json:"refreshes"`
	// Document is whether its ID is the URL of its metadata, so that the host vouches for it.
	Document bool `json:"-"`
	// Used is when it last asked for something.
	Used time.Time `json:"used"`
}

// clientMetadata is how clients describe themselves, in a registration (RFC 7591 section 2) and in a document
// under the URL that is their id. Other members are ignored, as both specifications ask.
type clientMetadata struct {
	ID         string   `json:"client_id,omitempty"`
	IssuedAt   int64    `json:"client_id_issued_at,omitempty"`
	Name       string   `json:"client_name,omitempty"`
	Redirects  []string `json:"redirect_uris"`
	Grants     []string `json:"grant_types,omitempty"`
	Responses  []string `json:"response_types,omitempty"`
	AuthMethod string   `json:"token_endpoint_auth_method,omitempty"`
	Secret     string   `json:"client_secret,omitempty"`
}

const (
	mostRedirects   = 20
	longestRedirect = 2000
	longestName     = 80
)

// client checks the metadata and returns the client they describe, without an id. The error names the code of
// RFC 7591 section 3.2.2 that fits.
func (m clientMetadata) client() (client, *refusal) {
	if len(m.Redirects) == 0 {
		return client{}, refuse(400, "invalid_redirect_uri", "redirect_uris is empty: list where the authorization code may be sent")
	}
	if len(m.Redirects) > mostRedirects {
		return client{}, refuse(400, "invalid_redirect_uri", "redirect_uris has %d entries: list %d at most", len(m.Redirects), mostRedirects)
	}
	for _, r := range m.Redirects {
		if why := badRedirect(r); why != "" {
			return client{}, refuse(400, "invalid_redirect_uri", "redirect_uri %q %s", shown(r), why)
		}
	}
	// The default of RFC 7591 section 2 is the code alone.
	grants := m.Grants
	if len(grants) == 0 {
		grants = []string{grantCode}
	}
	if !slices.Contains(grants, grantCode) {
		return client{}, refuse(400, "invalid_client_metadata", "grant_types %q lack authorization_code: only the built-in script client does without", shown(strings.Join(grants, " ")))
	}
	if len(m.Responses) > 0 && !slices.Contains(m.Responses, "code") {
		return client{}, refuse(400, "invalid_client_metadata", "response_types %q lack code, the only one offered", shown(strings.Join(m.Responses, " ")))
	}
	return client{Name: clean(m.Name, longestName), Redirects: m.Redirects, Refreshes: slices.Contains(grants, grantRefresh), Used: time.Now()}, nil
}

// badRedirect says why a code may not be sent to a URI, or "".
func badRedirect(s string) string {
	if len(s) > longestRedirect {
		return fmt.Sprintf("is longer than %d bytes", longestRedirect)
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme == "" || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "is no absolute URI in ASCII"
	}
	switch scheme := strings.ToLower(u.Scheme); {
	case strings.Contains(s, "#"):
		return "has a fragment, which RFC 6749 section 3.1.2 rules out"
	case u.User != nil:
		return "has a user name in it"
	case scheme == "https" && u.Hostname() == "":
		return "names no host"
	case scheme == "http" && !loopbackName(u.Hostname()):
		return "is http, which only a loopback host may be: use https, or http://127.0.0.1"
	case slices.Contains(neverRedirect, scheme):
		return "has a scheme that no client receives a code by: use https, http on loopback, or a scheme of the program's own"
	}
	return ""
}

// neverRedirect are schemes that a browser handles itself; every other one may be a program's own
// (RFC 8252 section 7.1, though programs in the field leave out the dot that it asks for).
var neverRedirect = []string{"about", "blob", "chrome", "data", "file", "filesystem", "ftp", "javascript", "mailto", "vbscript", "view-source", "ws", "wss"}

// redirectsTo reports whether the client listed uri. It must be the same, character by character, but for the
// port of a loopback host, which a program learns when it starts (RFC 8252 section 7.3).
func (c client) redirectsTo(uri string) bool {
	return slices.ContainsFunc(c.Redirects, func(listed string) bool {
		return listed == uri || anyPort(listed) != "" && anyPort(listed) == anyPort(uri)
	})
}

// anyPort is a loopback URI without its port, "" for every other URI.
func anyPort(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || badRedirect(uri) != "" || u.Scheme != "http" || !loopbackName(u.Hostname()) {
		return ""
	}
	return "http://" + u.Hostname() + "/" + strings.TrimPrefix(strings.TrimPrefix(uri, "http://"), u.Host)
}

// destination is where a redirect leads, in words for the consent page.
func destination(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		return ""
	}
	if u.Scheme == "https" {
		return u.Host
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil && a.IsLoopback() || u.Scheme == "http" {
		return "a program on this computer, " + u.Host
	}
	return "the program on this computer that opens " + u.Scheme + ": links"
}

// clean makes text from outside fit for a page or a log: one line of visible characters, at most so many.
// Format characters go too, because they can turn the order of what is read round.
func clean(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	if runes := []rune(strings.TrimSpace(s)); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return strings.TrimSpace(s)
}

// hostOf is the host of a URL.
func hostOf(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	return u.Host
}
