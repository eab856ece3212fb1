package auth

import "net/http"

// OAuth verifies access tokens of the issuers it names: the policy of a server on HTTP. A token is good
// when one of the issuers signed it for this very server, whose URL is the only audience; there is no
// switch that skips that. The zero value is refused: it names no issuer.
//
// An OAuth is a declaration. [OAuth.Check] judges it, [NewResource] puts it to work.
type OAuth struct {
	// Issuers are the authorization servers, each exactly as the iss of its tokens has it, trailing slash
	// included. Metadata (RFC 8414, OpenID Connect Discovery) and keys are fetched when first needed.
	Issuers []string
	// Providers are issuers about which more must be said: [Cognito], [Entra], [Google], [Keycloak] and
	// [Introspected]. Do not list their issuers in Issuers as well.
	Providers []Provider
	// Discovery says what a client without a token may do. Zero is [ListOpen].
	Discovery Discovery
	// TenantClaim names the claim that is copied to [Caller.Tenant], for example "tid" or "org_id". A token
	// without it is refused then. Empty: callers have no tenant.
	TenantClaim string
	// Documentation is the resource_documentation of the metadata, an absolute URL. Empty: none.
	Documentation string
	// Client fetches metadata, keys and introspections. nil is a client that gives up after five seconds
	// and follows no redirect to another host; one of your own is not waited for
	// longer either, and follows redirects as it does.
	Client *http.Client
}

func (OAuth) policy() {}

// Discovery says what a client may do before it has a token.
type Discovery int

const (
	// ListOpen lets anyone initialize, discover and list; calls follow the access of their tool. Hosts
	// list before they sign in.
	ListOpen Discovery = iota
	// ListClosed answers 401 to every request without a token.
	ListClosed
)

// String returns "lists open" or "lists closed", and "unknown" for any other value.
func (d Discovery) String() string {
	switch d {
	case ListOpen:
		return "lists open"
	case ListClosed:
		return "lists closed"
	}
	return "unknown"
}
