package auth

import (
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

var (
	ruleIssuer        = fault.Rule{ID: "auth-issuer", Level: fault.Error, URL: "https://www.rfc-editor.org/rfc/rfc9728#section-2", Doc: "OAuth names at least one issuer, since clients sign in there."}
	ruleIssuerURL     = fault.Rule{ID: "auth-issuer-url", Level: fault.Error, URL: "https://www.rfc-editor.org/rfc/rfc8414#section-2", Doc: "An issuer is an https URL without query and fragment, exactly as its tokens have it in iss."}
	ruleIssuerTwice   = fault.Rule{ID: "auth-issuer-twice", Level: fault.Error, Doc: "An issuer is declared once, so that one set of checks holds for its tokens."}
	ruleProvider      = fault.Rule{ID: "auth-provider", Level: fault.Error, Doc: "A provider says whose tokens it lets in, so that its oddity opens no wider door."}
	ruleIntrospection = fault.Rule{ID: "auth-introspection", Level: fault.Error, URL: "https://www.rfc-editor.org/rfc/rfc7662#section-2.1", Doc: "Introspection has an https endpoint and credentials, and one server is asked about opaque tokens, since a token must not be shown to another."}
	ruleTenantClaim   = fault.Rule{ID: "auth-tenant-claim", Level: fault.Error, Doc: "TenantClaim names a claim that stands for an organisation, not one that OAuth gives another meaning."}
	ruleDocumentation = fault.Rule{ID: "auth-documentation", Level: fault.Error, URL: "https://www.rfc-editor.org/rfc/rfc9728#section-2", Doc: "The documentation of the metadata is an absolute URL, since people follow it."}
	ruleDiscovery     = fault.Rule{ID: "auth-discovery", Level: fault.Error, Doc: "Discovery is ListOpen or ListClosed."}
)

// Rules returns the rules that [OAuth.Check] judges by, in their order. The slice is the caller's own.
func Rules() []fault.Rule {
	return []fault.Rule{ruleIssuer, ruleIssuerURL, ruleIssuerTwice, ruleProvider, ruleIntrospection, ruleTenantClaim, ruleDocumentation, ruleDiscovery}
}

// Check returns what is wrong with the declaration, all of it at once; nothing wrong is nil. Paths begin
// with "server.auth". It does no I/O and reads no environment variable.
func (o OAuth) Check() fault.Problems {
	c := check{seen: map[string]string{}}
	if len(o.Issuers)+len(o.Providers) == 0 {
		c.add(ruleIssuer, "server.auth", "OAuth names no issuer; list the authorization server in Issuers, for example \"https://login.example.com\".")
	}
	for i, iss := range o.Issuers {
		c.issuer(fmt.Sprintf("server.auth.issuers[%d]", i), iss)
	}
	opaque := ""
	for i, p := range o.Providers {
		path := fmt.Sprintf("server.auth.providers[%d]", i)
		c.provider(path, p)
		if p.dialect != google && p.dialect != introspected {
			continue
		}
		if opaque != "" {
			c.add(ruleIntrospection, path, "Opaque tokens do not say whose they are, and %s is asked about them already; keep one of the two.", opaque)
		}
		opaque = path
	}
	switch o.TenantClaim {
	case "iss", "sub", "aud", "exp", "nbf", "iat", "jti", "scope", "scp", "client_id", "azp":
		c.add(ruleTenantClaim, "server.auth.tenant_claim", "%q has another meaning; name the claim that the issuer puts the organisation in, for example \"org_id\" or \"tid\".", o.TenantClaim)
	}
	if u, err := url.Parse(o.Documentation); o.Documentation != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
		c.add(ruleDocumentation, "server.auth.documentation", "%q is not an absolute URL; write it in full, for example \"https://docs.example.com/inventory\".", o.Documentation)
	}
	if o.Discovery != ListOpen && o.Discovery != ListClosed {
		c.add(ruleDiscovery, "server.auth.discovery", "Discovery is %d; use auth.ListOpen or auth.ListClosed.", int(o.Discovery))
	}
	return c.found
}

// A check collects problems.
type check struct {
	found fault.Problems
	seen  map[string]string // issuer to the path that declared it
}

func (c *check) add(r fault.Rule, path, says string, args ...any) {
	c.found = append(c.found, r.Problem(path, fmt.Sprintf(says, args...)))
}

func (c *check) issuer(path, iss string) {
	u, err := url.Parse(iss)
	switch {
	case iss == "" || iss != strings.TrimSpace(iss) || strings.ContainsAny(iss, " \t\r\n"):
		c.add(ruleIssuerURL, path, "%q is empty or has spaces; write the issuer exactly as its tokens have it in iss.", iss)
	case err != nil || u.Hostname() == "":
		c.add(ruleIssuerURL, path, "%q is not an absolute URL; write the issuer exactly as its tokens have it in iss, for example \"https://login.example.com\".", iss)
	case u.Scheme != "https" && !(u.Scheme == "http" && loopback(u.Hostname())):
		c.add(ruleIssuerURL, path, "%q is not https, so anyone on the way could sign in for others; use https, or a loopback address for development.", iss)
	case u.User != nil || u.RawQuery != "" || u.ForceQuery || strings.Contains(iss, "#"):
		c.add(ruleIssuerURL, path, "%q has a user, query or fragment; keep scheme, host and path only.", iss)
	case strings.Contains(u.Path, "/.well-known/"):
		c.add(ruleIssuerURL, path, "%q is the address of a document; name the issuer that the document has in \"issuer\".", iss)
	}
	if first, again := c.seen[iss]; again {
		c.add(ruleIssuerTwice, path, "%q is declared by %s already; remove one of the two.", iss, first)
	}
	c.seen[iss] = path
}

var guid = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

func (c *check) provider(path string, p Provider) {
	switch p.dialect {
	case cognito:
		c.clients(path, "Cognito", p.args)
	case google:
		c.clients(path, "Google", p.args)
	case entra:
		if !guid.MatchString(p.args[0]) {
			c.add(ruleProvider, path, "The tenant %q is not an id, and \"common\" or a domain would let other organisations in; write the Directory (tenant) ID, in lower case.", p.args[0])
		}
		if !guid.MatchString(p.args[1]) {
			c.add(ruleProvider, path, "The application %q is not an id; write the Application (client) ID of this server's registration, in lower case.", p.args[1])
		}
	case keycloak:
		if p.args[0] == "" {
			c.add(ruleProvider, path, "Keycloak has no audience; name the client that stands for this server, or list the realm in Issuers when its tokens carry the server's URL.")
		}
	case introspected:
		c.introspection(path, *p.trusts[0].ask)
	default:
		c.add(ruleProvider, path, "The provider is empty; make it with auth.Cognito, auth.Entra, auth.Google, auth.Keycloak or auth.Introspected.")
	}
	for _, t := range p.trusts {
		c.issuer(path, t.issuer)
	}
}

func (c *check) clients(path, name string, clients []string) {
	if len(clients) == 0 || slices.Contains(clients, "") {
		c.add(ruleProvider, path, "%s names no client, and its tokens do not say whom they are for; list the ids of the clients that are used for this server alone.", name)
	}
}

func (c *check) introspection(path string, how Introspection) {
	if how.Endpoint != "" && !safeAddress(how.Endpoint) {
		c.add(ruleIntrospection, path, "The endpoint %q is not an https URL, and tokens are sent there; use https.", how.Endpoint)
	}
	if how.ClientID == "" {
		c.add(ruleIntrospection, path, "There is no ClientID; register this server with the authorization server and name its client id.")
	}
	if (how.SecretEnv == "") == (how.Secret == nil) {
		c.add(ruleIntrospection, path, "SecretEnv and Secret are both set or both missing; set one, SecretEnv to the name of the environment variable with the client secret.")
	}
}

// loopback reports whether host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}
