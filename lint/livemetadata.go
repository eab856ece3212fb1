package lint

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

// liveMetadataRules are about the documents that tell a client where to get a token.
func liveMetadataRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "live-metadata-found",
			Doc:   "The address in the challenge gives the metadata of the resource, as JSON and to everybody.",
			URL:   rfc9728,
			Level: fault.Error,
		}, Check: liveMetadataFound},
		{Rule: fault.Rule{
			ID:    "live-metadata-places",
			Doc:   "The metadata stand at both well-known addresses, with the path and at the root, since clients look at one or the other.",
			URL:   rfc9728,
			Level: fault.Warning,
		}, Check: liveMetadataPlaces},
		{Rule: fault.Rule{
			ID:    "live-metadata-resource",
			Doc:   "resource in the metadata is the address that people type, letter by letter; clients refuse another, and tokens get the wrong audience.",
			URL:   rfc9728,
			Level: fault.Error,
		}, Check: eachMetadata(liveMetadataResource)},
		{Rule: fault.Rule{
			ID:    "live-metadata-issuer",
			Doc:   "The metadata name at least one authorization server, by an https address without query and fragment.",
			URL:   rfc9728,
			Level: fault.Error,
		}, Check: eachMetadata(liveMetadataIssuer)},
		{Rule: fault.Rule{
			ID:    "live-metadata-scopes",
			Doc:   "scopes_supported has every scope that a tool or a challenge asks for, and not offline_access, which is for the client to ask.",
			URL:   specAuthorization,
			Level: fault.Warning,
		}, Check: eachMetadata(liveMetadataScopes)},
		{Rule: fault.Rule{
			ID:    "live-issuer-found",
			Doc:   "The first authorization server publishes metadata, whose issuer is the same letter by letter and which offers PKCE with S256.",
			URL:   specAuthorization,
			Level: fault.Error,
		}, Check: liveIssuerFound},
	}
}

// metadata is what the rules read of a document of RFC 9728.
type metadata struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
}

// found returns the first document that is resource metadata, and whether there is one.
func (e *Evidence) metadata() (metadata, bool) {
	for _, d := range e.Documents {
		var m metadata
		if d.Kind == ResourceMetadata && d.whole() && json.Unmarshal(d.JSON, &m) == nil {
			return m, true
		}
	}
	return metadata{}, false
}

// whole reports whether the document came.
func (d Document) whole() bool { return d.Answer.Status == 200 && len(d.JSON) > 0 }

// eachMetadata makes a check of one that looks at the resource metadata, when there are any.
func eachMetadata(check func(*Pass, metadata)) func(*Pass) {
	return func(p *Pass) {
		if m, ok := p.evidence.metadata(); ok {
			check(p, m)
		}
	}
}

func liveMetadataFound(p *Pass) {
	for _, d := range p.evidence.Documents {
		if d.Kind == ResourceMetadata && d.From == "challenge" && !d.whole() {
			p.Report("server.authorization", "The challenge leads to %s, which gives %s: serve the document there, as JSON, without a token.",
				excerpt(d.URL), d.Answer.came())
			return
		}
	}
}

// came is got for a document.
func (a Answer) came() string {
	switch {
	case a.Status == 0:
		return "no answer"
	case a.Status == 200:
		return "no JSON"
	}
	return a.got()
}

func liveMetadataPlaces(p *Pass) {
	if _, asked := p.evidence.wanted(); !asked {
		return
	}
	var lacking []string
	for _, d := range p.evidence.Documents {
		if d.Kind == ResourceMetadata && (d.From == "path" || d.From == "root") && !d.whole() {
			lacking = append(lacking, d.URL)
		}
	}
	if len(lacking) > 0 {
		p.Report("server.authorization", "The metadata are not at %s: serve the same document at both well-known addresses.", list(lacking))
	}
}

func liveMetadataResource(p *Pass, m metadata) {
	if want := p.evidence.URL; m.Resource != want && m.Resource+"/" != want && m.Resource != want+"/" {
		p.Report("server.authorization", "The metadata say resource %q, and the address is %q: write there what people type.",
			excerpt(m.Resource), excerpt(want))
	}
}

func liveMetadataIssuer(p *Pass, m metadata) {
	if len(m.Servers) == 0 {
		p.Report("server.authorization", "The metadata have no authorization_servers: name the issuer of the tokens.")
		return
	}
	for _, s := range m.Servers {
		u, err := url.Parse(s)
		switch {
		case err != nil || u.Host == "":
			p.Report("server.authorization", "The authorization server %q is no address: name the issuer of the tokens.", excerpt(s))
		case u.Scheme != "https" && !loopback(u.Hostname()):
			p.Report("server.authorization", "The authorization server %q is not https, so tokens could be read on the way: use https.", excerpt(s))
		case u.RawQuery != "" || u.Fragment != "":
			p.Report("server.authorization", "The authorization server %q has a query or a fragment, which an issuer never has: use the issuer "+
				"as the authorization server writes it.", excerpt(s))
		}
	}
}

func liveMetadataScopes(p *Pass, m metadata) {
	if slices.Contains(m.Scopes, "offline_access") {
		p.Report("server.authorization", "scopes_supported has offline_access, which is not the resource's to ask for: leave it out.")
	}
	if m.Scopes == nil {
		return
	}
	var asked []string
	for _, t := range p.tools {
		for _, s := range t.SecuritySchemes {
			asked = append(asked, s.Scopes...)
		}
	}
	if c, ok := p.evidence.unsigned(); ok {
		challenge, _ := bearer(c.Challenges)
		asked = append(asked, strings.Fields(parameters(challenge)["scope"])...)
	}
	slices.Sort(asked)
	if lacking := missing(slices.Compact(asked), m.Scopes); len(lacking) > 0 {
		p.Report("server.authorization", "scopes_supported lacks %s, which the tools ask for: add what is missing.", list(quotedSome(lacking)))
	}
}

// liveIssuerFound looks at the first authorization server only, as clients do.
func liveIssuerFound(p *Pass) {
	m, ok := p.evidence.metadata()
	if !ok || len(m.Servers) == 0 {
		return
	}
	asked := false
	for _, d := range p.evidence.Documents {
		if d.Kind != IssuerMetadata {
			continue
		}
		asked = true
		var said struct {
			Issuer    string   `json:"issuer"`
			Challenge []string `json:"code_challenge_methods_supported"`
		}
		if !d.whole() || json.Unmarshal(d.JSON, &said) != nil {
			continue
		}
		switch {
		case said.Issuer != m.Servers[0]:
			p.Report("server.authorization", "The metadata name the authorization server %q, and it calls itself %q: write it in the same letters.",
				excerpt(m.Servers[0]), excerpt(said.Issuer))
		case !slices.Contains(said.Challenge, "S256"):
			p.Report("server.authorization", "The authorization server %q does not list S256 in code_challenge_methods_supported, without which "+
				"clients refuse it: offer PKCE and list it.", excerpt(said.Issuer))
		}
		return
	}
	if asked {
		p.Report("server.authorization", "The authorization server %q publishes no metadata: serve /.well-known/oauth-authorization-server "+
			"(RFC 8414) or openid-configuration there.", excerpt(m.Servers[0]))
	}
}
