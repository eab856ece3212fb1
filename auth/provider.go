package auth

import "slices"

// A Provider is an issuer about which more must be said than its name. Make one with [Cognito], [Entra],
// [Google], [Keycloak] or [Introspected]; the zero value is refused. Each opens one door that the
// standards keep shut, and says which; nothing about a provider is guessed from its address.
type Provider struct {
	dialect dialect
	trusts  []trust
	args    []string // as given, for Check
}

// A dialect is how the tokens of an issuer differ from RFC 9068.
type dialect int

const (
	standard dialect = iota + 1
	cognito
	entra
	google
	keycloak
	introspected
)

// A trust is one iss and what its tokens must look like.
type trust struct {
	issuer    string
	dialect   dialect
	metadata  string         // where its metadata is; empty: the well-known places of issuer
	audiences []string       // accepted beside the resource
	clients   []string       // whose tokens are accepted without an audience
	prefix    string         // put before each scope of the token
	ask       *Introspection // how to ask about an opaque token; nil: tokens are signed
}

// Cognito is an Amazon Cognito user pool. Its issuer is https://cognito-idp.REGION.amazonaws.com/POOL_ID.
// Access tokens of a pool carry no aud as its guide shows them, so this accepts a token without one when token_use is "access" and client_id is one of clients: list only clients that are used
// for this server alone, since their tokens say nothing else about whom they are for. A token with an aud
// is held to it.
// (Amazon Cognito Developer Guide, "Understanding the access token", read 2026-11-29.)
func Cognito(issuer string, clients ...string) Provider {
	clients = slices.Clone(clients)
	return Provider{dialect: cognito, args: clients, trusts: []trust{{issuer: issuer, dialect: cognito, clients: clients}}}
}

// Entra is one tenant of Microsoft Entra ID: tenant is its id, app the id of the application registered
// for this server, and uri its Application ID URI, empty for "api://" and app. Both token versions are
// accepted, each with its own issuer: the audience is app or uri instead of the server's URL. A token must
// name its client (azp or appid) and carry scp or roles, which no ID token does together.
//
// A client asks Entra for a scope with the URI before it and the token names it without, so a granted
// scope gets the URI back: declare auth.Scopes("api://APP/Data.Read"). An application without a user has
// its roles as scopes.
// (Microsoft identity platform, "Access token claims reference", read 2026-11-29.)
func Entra(tenant, app, uri string) Provider {
	if uri == "" {
		uri = "api://" + app
	}
	t := trust{dialect: entra, audiences: []string{app, uri}, prefix: uri + "/"}
	v2, v1 := t, t
	v2.issuer = "https://login.microsoftonline.com/" + tenant + "/v2.0"
	v1.issuer = "https://sts.windows.net/" + tenant + "/"
	v1.metadata = "https://login.microsoftonline.com/" + tenant + "/.well-known/openid-configuration"
	return Provider{dialect: entra, args: []string{tenant, app, uri}, trusts: []trust{v2, v1}}
}

// Google is a Google account. Google's access tokens are opaque and made for Google's own services; this
// asks Google's tokeninfo endpoint about each and accepts those that one of clients, OAuth client ids of
// your own, obtained. List only clients that are used for this server alone: a token that such a client
// got for another purpose is good here as well. Where that is too weak, put an authorization server of
// your own in front that signs people in with Google.
// (google-auth-library-nodejs, getTokenInfo, read 2026-11-29.)
func Google(clients ...string) Provider {
	clients = slices.Clone(clients)
	return Provider{dialect: google, args: clients, trusts: []trust{{
		issuer: "https://accounts.google.com", dialect: google, clients: clients,
		ask: &Introspection{Endpoint: "https://oauth2.googleapis.com/tokeninfo"},
	}}}
}

// Keycloak is a realm of Keycloak, https://HOST/realms/REALM, whose tokens carry audience instead of the
// server's URL, as the mapper "Included Client Audience" writes it: the client id that stands for this
// server. A realm whose mapper writes the server's URL ("Included Custom Audience") needs no Keycloak;
// list it in [OAuth.Issuers]. The claim typ must be "Bearer", which ID and refresh tokens do not have;
// versions before 24 put a nonce in access tokens, which is allowed here for that reason. azp is never
// taken for an audience.
// (Keycloak upgrading guide and Red Hat's page on MCP servers, read 2026-11-29.)
func Keycloak(issuer, audience string) Provider {
	return Provider{dialect: keycloak, args: []string{audience}, trusts: []trust{{issuer: issuer, dialect: keycloak, audiences: []string{audience}}}}
}

// Introspected is an authorization server whose tokens are opaque, or must be asked about because they
// can be revoked: each is sent to its introspection endpoint (RFC 7662), and the answer is checked as the
// claims of a signed token are, audience and expiry included. An answer is kept for at most 30 seconds.
func Introspected(issuer string, how Introspection) Provider {
	return Provider{dialect: introspected, trusts: []trust{{issuer: issuer, dialect: introspected, ask: &how}}}
}

// Introspection says how to ask an authorization server about a token (RFC 7662). The request
// authenticates with HTTP Basic (RFC 6749 section 2.3.1).
type Introspection struct {
	// Endpoint is the introspection endpoint; empty: the introspection_endpoint of the issuer's metadata.
	Endpoint string
	// ClientID is the id by which this server authenticates to the endpoint.
	ClientID string
	// SecretEnv is the name of the environment variable that holds the client secret. A literal has no
	// field to live in.
	SecretEnv string
	// Secret returns the client secret, for one that lives elsewhere; it is called for every request to the
	// endpoint, concurrently. Set either SecretEnv or Secret.
	Secret func() (string, error)
}

// trusts returns every iss that o accepts.
func (o OAuth) trusts() []trust {
	var all []trust
	for _, iss := range o.Issuers {
		all = append(all, trust{issuer: iss, dialect: standard})
	}
	for _, p := range o.Providers {
		all = append(all, p.trusts...)
	}
	return all
}

// Servers returns the issuers of the authorization servers that a client may choose from, in the order they were declared.
func (o OAuth) Servers() []string {
	servers := slices.Clone(o.Issuers)
	for _, p := range o.Providers {
		if len(p.trusts) > 0 {
			servers = append(servers, p.trusts[0].issuer)
		}
	}
	return servers
}
