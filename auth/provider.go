package auth

// A Provider is an issuer about which more must be said than its name. Make one with [Cognito], [Entra],
// [Google], [Keycloak] or [Introspected]; the zero value is refused.
type Provider struct {
	issuer string
}

// Introspection says how to ask an authorization server about a token (RFC 7662).
type Introspection struct {
	// Endpoint is the introspection endpoint; empty: the introspection_endpoint of the issuer's metadata.
	Endpoint string
	// ClientID is the id by which this server authenticates to the endpoint.
	ClientID string
	// SecretEnv is the name of the environment variable that holds the client secret. A literal has no
	// field to live in.
	SecretEnv string
	// Secret returns the client secret, for one that lives elsewhere; it is called for every request to the
	// endpoint. Set either SecretEnv or Secret.
	Secret func() (string, error)
}

func Cognito(issuer string, clients ...string) Provider      { return Provider{issuer: issuer} }
func Entra(tenant, app, uri string) Provider                 { return Provider{} }
func Google(clients ...string) Provider                      { return Provider{} }
func Keycloak(issuer, audience string) Provider              { return Provider{issuer: issuer} }
func Introspected(issuer string, how Introspection) Provider { return Provider{issuer: issuer} }
