package lint

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
)

// signInRules are about how callers sign in, as far as a listing and the resource metadata tell.
func signInRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "auth-scheme-missing",
			Doc:   "Where callers sign in, every tool says in securitySchemes whether it needs that; ChatGPT shows no sign-in for it otherwise.",
			URL:   openaiAuth,
			Level: fault.Warning,
		}, OpenAI: fault.Error, Anthropic: Moot, Check: authSchemeMissing},
		{Rule: fault.Rule{
			ID:    "auth-scheme-type",
			Doc:   "A security scheme is noauth or oauth2, the two that ChatGPT knows.",
			URL:   openaiAuth,
			Level: fault.Warning,
		}, OpenAI: fault.Error, Anthropic: Moot, Check: eachTool(authSchemeType)},
		{Rule: fault.Rule{
			ID:    "auth-scheme-mirror",
			Doc:   "A tool's securitySchemes stand in its _meta too, the same, because clients that drop unknown members read them there.",
			URL:   openaiAuth,
			Level: fault.Warning,
		}, OpenAI: fault.Error, Anthropic: Moot, Check: eachTool(authSchemeMirror)},
		{Rule: fault.Rule{
			ID:    "auth-scopes-unlisted",
			Doc:   "Every scope that a tool asks for is one that the resource metadata lists.",
			URL:   rfc9728,
			Level: fault.Warning,
		}, OpenAI: fault.Error, Check: authScopesUnlisted},
		{Rule: fault.Rule{
			ID:    "auth-scopes-unused",
			Doc:   "The resource metadata lists no scope that no tool asks for; clients ask for all of them.",
			URL:   specSecurity,
			Level: fault.Info,
		}, Check: authScopesUnused},
		{Rule: fault.Rule{
			ID:    "auth-scope-omnibus",
			Doc:   "No scope stands for everything; a stolen token then opens everything.",
			URL:   specSecurity,
			Level: fault.Warning,
		}, Check: authScopeOmnibus},
		{Rule: fault.Rule{
			ID:    "auth-scope-read",
			Doc:   "A read-only tool asks for no scope to write, unless it tells of work that a writing tool started.",
			URL:   specSecurity,
			Level: fault.Warning,
		}, Check: authScopeRead},
		{Rule: fault.Rule{
			ID:    "auth-offline",
			Doc:   "offline_access is no scope of a server; whether a client gets a refresh token is between it and the issuer.",
			URL:   specAuthorization,
			Level: fault.Warning,
		}, Check: authOffline},
		{Rule: fault.Rule{
			ID:    "auth-open-write",
			Doc:   "Where callers sign in, a tool that changes something asks for it.",
			URL:   specAuthorization,
			Level: fault.Warning,
		}, Check: authOpenWrite},
		{Rule: fault.Rule{
			ID:    "auth-resource",
			Doc:   "The resource metadata names the address that people type, path included, because Claude and ChatGPT compare the two.",
			URL:   rfc9728,
			Level: fault.Error,
		}, Check: authResource},
		{Rule: fault.Rule{
			ID:    "auth-servers",
			Doc:   "The resource metadata names an issuer, the first of which clients use, by an https URL.",
			URL:   rfc9728,
			Level: fault.Error,
		}, Check: authServers},
		{Rule: fault.Rule{
			ID:    "auth-on-stdio",
			Doc:   "A server on standard input and output takes credentials from its environment and no access tokens.",
			URL:   specAuthorization,
			Level: fault.Warning,
		}, Check: authOnStdio},
	}
}

// signsIn reports whether callers sign in at all, by the metadata or by any tool.
func (p *Pass) signsIn() bool {
	return p.authorization != nil || slices.ContainsFunc(p.tools, func(t *tool) bool { return len(t.scopes()) > 0 })
}

// scopes are those that any scheme of the tool asks for.
func (t *tool) scopes() []string {
	var list []string
	for _, s := range t.SecuritySchemes {
		list = append(list, s.Scopes...)
	}
	return list
}

func authSchemeMissing(p *Pass) {
	if !p.signsIn() {
		return
	}
	for _, t := range p.tools {
		if len(t.SecuritySchemes) == 0 {
			p.Report(t.path+".securitySchemes", "Callers sign in here, and the tool does not say whether it needs that: send securitySchemes with \"oauth2\" and "+
				"the scopes, or \"noauth\".")
		}
	}
}

func authSchemeType(p *Pass, t *tool) {
	for _, s := range t.SecuritySchemes {
		switch {
		case s.Type != "noauth" && s.Type != "oauth2":
			p.Report(t.path+".securitySchemes", "The scheme %q is none that hosts know: use \"oauth2\" or \"noauth\".", excerpt(s.Type))
		case s.Type == "noauth" && len(s.Scopes) > 0:
			p.Report(t.path+".securitySchemes", "The scheme \"noauth\" has scopes, which nobody without a token has: use \"oauth2\".")
		}
	}
}

func authSchemeMirror(p *Pass, t *tool) {
	raw, mirrored := t.Meta["securitySchemes"]
	if len(t.SecuritySchemes) == 0 && !mirrored {
		return
	}
	var mirror []catalog.SecurityScheme
	err := json.Unmarshal(raw, &mirror)
	same := err == nil && slices.EqualFunc(t.SecuritySchemes, mirror, func(a, b catalog.SecurityScheme) bool {
		return a.Type == b.Type && slices.Equal(a.Scopes, b.Scopes)
	})
	switch {
	case !mirrored:
		p.Report(t.path+"._meta", "The securitySchemes of the tool are not in its _meta, where clients that drop unknown members look: send them in both places.")
	case len(t.SecuritySchemes) == 0:
		p.Report(t.path+".securitySchemes", "The securitySchemes stand in _meta only: send them beside the name too.")
	case !same:
		p.Report(t.path+"._meta", "The securitySchemes in _meta are %s, others than those of the tool: send the same in both places.",
			excerpt(string(bytes.TrimSpace(raw))))
	}
}

func authScopesUnlisted(p *Pass) {
	if p.authorization == nil || len(p.authorization.Scopes) == 0 {
		return
	}
	for _, t := range p.tools {
		for _, s := range t.scopes() {
			if !slices.Contains(p.authorization.Scopes, s) {
				p.Report(t.path+".securitySchemes", "The scope %q is not among scopes_supported of the resource metadata, so clients never ask for it: list it "+
					"there.", excerpt(s))
			}
		}
	}
}

func authScopesUnused(p *Pass) {
	if p.authorization == nil || !slices.ContainsFunc(p.tools, func(t *tool) bool { return len(t.scopes()) > 0 }) {
		return
	}
	for _, s := range p.authorization.Scopes {
		used := slices.ContainsFunc(p.tools, func(t *tool) bool { return slices.Contains(t.scopes(), s) })
		if !used && s != "offline_access" && s != "openid" && s != "profile" && s != "email" {
			p.Report("server.authorization", "The scope %q is listed and no tool asks for it, and clients ask people for all that is listed: drop it.", excerpt(s))
		}
	}
}

var omnibus = []string{"*", "all", "full", "full_access", "full-access", "root", "superuser", "admin", "everything", "any", "god"}

// eachScope calls see once for every scope of the server, with the place where it stands first.
func (p *Pass) eachScope(see func(path, scope string)) {
	seen := map[string]bool{}
	if p.authorization != nil {
		for _, s := range p.authorization.Scopes {
			if !seen[s] {
				seen[s] = true
				see("server.authorization", s)
			}
		}
	}
	for _, t := range p.tools {
		for _, s := range t.scopes() {
			if !seen[s] {
				seen[s] = true
				see(t.path+".securitySchemes", s)
			}
		}
	}
}

func authScopeOmnibus(p *Pass) {
	p.eachScope(func(path, scope string) {
		lower := strings.ToLower(scope)
		if slices.Contains(omnibus, lower) || strings.HasSuffix(lower, "*") {
			p.Report(path, "The scope %q stands for everything, so a stolen token opens everything: name what may be done with what, for example "+
				"\"inventory:read\".", excerpt(scope))
		}
	})
}

// powers are the parts of a scope that allow more than reading.
var powers = []string{"write", "admin", "delete", "manage", "modify", "update", "create", "readwrite", "edit"}

func authScopeRead(p *Pass) {
	jobs := p.jobs()
	for _, t := range p.tools {
		if !t.ReadOnly() || slices.ContainsFunc(jobs, func(j job) bool { return j.get == t }) {
			continue
		}
		for _, s := range t.scopes() {
			last := words(s)
			if len(last) > 0 && slices.Contains(powers, last[len(last)-1]) {
				p.Report(t.path+".securitySchemes", "The tool is read-only and asks for the scope %q, so people grant more than it needs: ask for one to read.",
					excerpt(s))
			}
		}
	}
}

func authOffline(p *Pass) {
	p.eachScope(func(path, scope string) {
		if scope == "offline_access" && !(path == "server.authorization" && p.documented()) {
			p.Report(path, "The scope \"offline_access\" is listed, and clients then ask people for lasting access they may not need: drop it.")
		}
	})
}

func authOpenWrite(p *Pass) {
	if !p.signsIn() {
		return
	}
	for _, t := range p.tools {
		open := slices.ContainsFunc(t.SecuritySchemes, func(s catalog.SecurityScheme) bool { return s.Type == "noauth" })
		if open && said(t, readOnlyHint) == no {
			p.Report(t.path+".securitySchemes", "The tool changes something and may be called without signing in: ask for a scope, or say readOnlyHint true if it "+
				"changes nothing.")
		}
	}
}

// documented reports whether a probe has read the resource metadata itself, which live rules then judge.
func (p *Pass) documented() bool {
	return p.evidence != nil && slices.ContainsFunc(p.evidence.Documents, func(d Document) bool { return d.Kind == ResourceMetadata && len(d.JSON) > 0 })
}

func authResource(p *Pass) {
	if p.authorization == nil || p.documented() {
		return
	}
	switch resource := p.authorization.Resource; {
	case resource == "":
		p.Report("server.authorization", "The resource metadata names no resource: send the server's address as \"resource\".")
	case p.server.URL != "" && strings.TrimSuffix(resource, "/") != strings.TrimSuffix(p.server.URL, "/"):
		p.Report("server.authorization", "The resource metadata names %q and the server's address is %q, and hosts compare the two: send the address as it is typed.",
			excerpt(resource), excerpt(p.server.URL))
	}
}

func authServers(p *Pass) {
	if p.authorization == nil || p.documented() {
		return
	}
	if len(p.authorization.Issuers) == 0 {
		p.Report("server.authorization", "The resource metadata names no authorization server, so nobody can sign in: list the issuer.")
	}
	for _, issuer := range p.authorization.Issuers {
		u, err := url.Parse(issuer)
		if err != nil || u.Host == "" || u.Scheme != "https" && !loopback(u.Hostname()) {
			p.Report("server.authorization", "The authorization server %q is no https URL, and clients refuse it: write the issuer as its tokens have it.",
				excerpt(issuer))
		}
	}
}

func authOnStdio(p *Pass) {
	if p.server.URL == "" && len(p.server.Command) > 0 && p.signsIn() {
		p.Report("server.command", "The server is started by a command and asks for access tokens, which no host sends there: take credentials from the "+
			"environment.")
	}
}
