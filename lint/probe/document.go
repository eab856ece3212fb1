package probe

import (
	"context"
	"encoding/json"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/lint"
)

// maxDocument is how much of a metadata document is kept.
const maxDocument = 64 << 10

// documents looks for the metadata of the resource, where the challenge says and where clients look without one, and for
// those of its first authorization server.
func (p *prober) documents(ctx context.Context, w *web) {
	u, err := url.Parse(w.url)
	if err != nil {
		return
	}
	var issuer string
	root := u.Scheme + "://" + u.Host + "/.well-known/oauth-protected-resource"
	for _, place := range []struct{ from, url string }{{"challenge", p.pointed()}, {"path", root + strings.TrimSuffix(u.EscapedPath(), "/")}, {"root", root}} {
		if place.url == "" || place.from == "root" && place.url == root+u.EscapedPath() || !p.near(place.url) {
			continue
		}
		d := p.document(ctx, w, lint.ResourceMetadata, place.from, place.url)
		var said struct {
			Servers []string `json:"authorization_servers"`
		}
		if issuer == "" && json.Unmarshal(d.JSON, &said) == nil && len(said.Servers) > 0 {
			issuer = said.Servers[0]
		}
	}
	if issuer == "" || !p.near(issuer) {
		return
	}
	for _, address := range issuerPlaces(issuer) {
		if d := p.document(ctx, w, lint.IssuerMetadata, "issuer", address); len(d.JSON) > 0 && d.Answer.Status == 200 {
			return
		}
	}
}

// document asks for one document and notes what came.
func (p *prober) document(ctx context.Context, w *web, kind lint.DocumentKind, from, address string) lint.Document {
	d := lint.Document{Kind: kind, From: from, URL: address}
	var body []byte
	d.Answer, body = w.fetch(ctx, p.pace, address)
	if len(body) <= maxDocument && json.Valid(body) && strings.HasPrefix(strings.TrimSpace(string(body)), "{") {
		d.JSON = body
	}
	p.evidence.Documents = append(p.evidence.Documents, d)
	return d
}

// pointed is the address of the metadata in the first challenge that names one.
func (p *prober) pointed() string {
	for _, c := range p.evidence.Calls {
		for _, challenge := range c.Challenges {
			if address := parameter(challenge, "resource_metadata"); address != "" {
				return address
			}
		}
	}
	for _, x := range p.evidence.Exchanges {
		for _, challenge := range x.Answer.Challenges {
			if address := parameter(challenge, "resource_metadata"); address != "" {
				return address
			}
		}
	}
	return ""
}

// parameter returns a quoted parameter of a challenge.
func parameter(challenge, name string) string {
	_, rest, ok := strings.Cut(challenge, name+`="`)
	if !ok {
		return ""
	}
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// near reports whether an address that the server named may be asked: https, or on this machine when the server is, too. A
// server must not send whoever lints it to addresses inside a network.
func (p *prober) near(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return false
	}
	server, err := url.Parse(p.target.URL)
	if err != nil {
		return false
	}
	if u.Scheme == server.Scheme && u.Host == server.Host {
		return true
	}
	if inside(server.Hostname()) {
		return u.Scheme == "https" && !private(u.Hostname()) || u.Scheme == "http" && inside(u.Hostname())
	}
	return u.Scheme == "https" && !inside(u.Hostname()) && !private(u.Hostname())
}

// inside reports whether a host is this machine.
func inside(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// private reports whether a host is an address that only a network's own machines reach.
func private(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified())
}

// issuerPlaces are the addresses of an authorization server's metadata (RFC 8414 section 3.1, OpenID Connect Discovery 1.0
// section 4), in the order in which clients of MCP try them.
func issuerPlaces(issuer string) []string {
	u, err := url.Parse(issuer)
	if err != nil {
		return nil
	}
	base, path := u.Scheme+"://"+u.Host, strings.TrimSuffix(u.EscapedPath(), "/")
	return slices.Compact([]string{
		base + "/.well-known/oauth-authorization-server" + path,
		base + "/.well-known/openid-configuration" + path,
		base + path + "/.well-known/openid-configuration",
	})
}
