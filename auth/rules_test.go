package auth_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/fault"
)

func TestCheck(t *testing.T) {
	secret := func() (string, error) { return "", nil }
	providers := func(p ...auth.Provider) auth.OAuth { return auth.OAuth{Providers: p} }
	introspected := func(how auth.Introspection) auth.OAuth { return providers(auth.Introspected(login, how)) }
	for _, c := range []struct {
		claim string
		oauth auth.OAuth
		want  string // rule ids and paths
	}{
		{"an issuer is enough", auth.OAuth{Issuers: []string{login}}, ""},
		{"an issuer with a path and a slash", auth.OAuth{Issuers: []string{login + "/realms/shop/"}}, ""},
		{"a loopback issuer may be http", auth.OAuth{Issuers: []string{"http://127.0.0.1:9000", "http://localhost:9001", "http://[::1]:9002"}}, ""},
		{"no issuer", auth.OAuth{}, "auth-issuer server.auth"},
		{"an empty issuer", auth.OAuth{Issuers: []string{""}}, "auth-issuer-url server.auth.issuers[0]"},
		{"an issuer with a space after it", auth.OAuth{Issuers: []string{login + " "}}, "auth-issuer-url server.auth.issuers[0]"},
		{"an issuer with a line end in it", auth.OAuth{Issuers: []string{login + "\n/x"}}, "auth-issuer-url server.auth.issuers[0]"},
		{"an issuer that is a host", auth.OAuth{Issuers: []string{"login.example.com"}}, "auth-issuer-url server.auth.issuers[0]"},
		{"an issuer without a host", auth.OAuth{Issuers: []string{"https:///realm"}}, "auth-issuer-url server.auth.issuers[0]"},
		{"an issuer on http", auth.OAuth{Issuers: []string{"http://login.example.com"}}, "auth-issuer-url server.auth.issuers[0]"},
		{"an issuer that only begins like loopback", auth.OAuth{Issuers: []string{"http://localhost.example.com"}}, "auth-issuer-url server.auth.issuers[0]"},
		{"an issuer with a user", auth.OAuth{Issuers: []string{"https://ada@login.example.com"}}, "auth-issuer-url server.auth.issuers[0]"},
		{"an issuer with a query", auth.OAuth{Issuers: []string{login + "?a=b"}}, "auth-issuer-url server.auth.issuers[0]"},
		{"an issuer with a fragment", auth.OAuth{Issuers: []string{login + "#a"}}, "auth-issuer-url server.auth.issuers[0]"},
		{"the address of the metadata", auth.OAuth{Issuers: []string{login + "/.well-known/openid-configuration"}}, "auth-issuer-url server.auth.issuers[0]"},
		{"an issuer twice", auth.OAuth{Issuers: []string{login, login}}, "auth-issuer-twice server.auth.issuers[1]"},
		{"an issuer that a provider has", auth.OAuth{Issuers: []string{login}, Providers: []auth.Provider{auth.Keycloak(login, "inventory")}}, "auth-issuer-twice server.auth.providers[0]"},
		{"two issuers that differ by a slash", auth.OAuth{Issuers: []string{login, login + "/"}}, ""},
		{"an empty provider", providers(auth.Provider{}), "auth-provider server.auth.providers[0]"},
		{"Cognito without a client", providers(auth.Cognito(login)), "auth-provider server.auth.providers[0]"},
		{"Cognito with an empty client", providers(auth.Cognito(login, "a", "")), "auth-provider server.auth.providers[0]"},
		{"Google without a client", providers(auth.Google()), "auth-provider server.auth.providers[0]"},
		{"Keycloak without an audience", providers(auth.Keycloak(login, "")), "auth-provider server.auth.providers[0]"},
		{"Entra with a domain", providers(auth.Entra("contoso.example", app, "")), "auth-provider server.auth.providers[0]"},
		{"Entra for everyone", providers(auth.Entra("organizations", app, "")), "auth-provider server.auth.providers[0]"},
		{"Entra with a name for the application", providers(auth.Entra(tenant, "inventory", "")), "auth-provider server.auth.providers[0]"},
		{"Entra as it should be", providers(auth.Entra(tenant, app, "https://inventory.example.com/mcp")), ""},
		{"introspection as it should be", introspected(auth.Introspection{ClientID: "a", SecretEnv: "A"}), ""},
		{"introspection with a function", introspected(auth.Introspection{ClientID: "a", Secret: secret}), ""},
		{"introspection without an id", introspected(auth.Introspection{SecretEnv: "A"}), "auth-introspection server.auth.providers[0]"},
		{"introspection without a secret", introspected(auth.Introspection{ClientID: "a"}), "auth-introspection server.auth.providers[0]"},
		{"introspection with two secrets", introspected(auth.Introspection{ClientID: "a", SecretEnv: "A", Secret: secret}), "auth-introspection server.auth.providers[0]"},
		{"introspection over http", introspected(auth.Introspection{ClientID: "a", SecretEnv: "A", Endpoint: "http://login.example.com/i"}), "auth-introspection server.auth.providers[0]"},
		{
			"two servers for opaque tokens", providers(auth.Google("a"), auth.Introspected(login, auth.Introspection{ClientID: "a", SecretEnv: "A"})),
			"auth-introspection server.auth.providers[1]",
		},
		{"the subject as tenant", auth.OAuth{Issuers: []string{login}, TenantClaim: "sub"}, "auth-tenant-claim server.auth.tenant_claim"},
		{"a tenant claim", auth.OAuth{Issuers: []string{login}, TenantClaim: "https://example.com/org"}, ""},
		{"documentation that is a path", auth.OAuth{Issuers: []string{login}, Documentation: "/docs"}, "auth-documentation server.auth.documentation"},
		{"documentation that is a script", auth.OAuth{Issuers: []string{login}, Documentation: "javascript:alert(1)"}, "auth-documentation server.auth.documentation"},
		{"a discovery that does not exist", auth.OAuth{Issuers: []string{login}, Discovery: 7}, "auth-discovery server.auth.discovery"},
		{
			"everything at once", auth.OAuth{Issuers: []string{"x"}, Providers: []auth.Provider{{}}, TenantClaim: "aud", Documentation: "x", Discovery: -1},
			"auth-issuer-url server.auth.issuers[0], auth-provider server.auth.providers[0], auth-tenant-claim server.auth.tenant_claim, " +
				"auth-documentation server.auth.documentation, auth-discovery server.auth.discovery",
		},
	} {
		t.Run(c.claim, func(t *testing.T) {
			var got []string
			for _, p := range c.oauth.Check() {
				got = append(got, p.Rule.ID+" "+p.Path)
				if !strings.HasSuffix(p.Says, ".") || !strings.Contains(p.Says, ";") {
					t.Errorf("%q does not end in the way out", p.Says)
				}
				if !slices.Contains(auth.Rules(), p.Rule) {
					t.Errorf("Rules does not list %s", p.Rule.ID)
				}
			}
			if said := strings.Join(got, ", "); said != c.want {
				t.Errorf("got  %q\nwant %q", said, c.want)
			}
		})
	}
}

func TestRulesAreErrorsWithNamesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range auth.Rules() {
		if seen[r.ID] || !strings.HasPrefix(r.ID, "auth-") || r.Level != fault.Error || !strings.HasSuffix(r.Doc, ".") {
			t.Errorf("%+v", r)
		}
		seen[r.ID] = true
	}
}
