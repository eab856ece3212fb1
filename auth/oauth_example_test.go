package auth_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

// example stands in for the test that an issuer belongs to.
type example struct{ testing.TB }

func (example) Helper() {}

func ExampleOAuth() {
	o := auth.OAuth{
		Issuers:     []string{"https://login.example.com"},
		Providers:   []auth.Provider{auth.Keycloak("https://sso.example.com/realms/shop", "inventory")},
		TenantClaim: "org_id",
	}
	fmt.Println(o.Check().Err())
	// Output: <nil>
}

func ExampleOAuth_Check() {
	o := auth.OAuth{
		Issuers:   []string{"http://login.example.com", "https://login.example.com/ "},
		Providers: []auth.Provider{auth.Cognito("https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Example")},
	}
	for _, p := range o.Check() {
		fmt.Println(p)
	}
	// Output:
	// server.auth.issuers[0]: "http://login.example.com" is not https, so anyone on the way could sign in for others; use https, or a loopback address for development. [auth-issuer-url]
	// server.auth.issuers[1]: "https://login.example.com/ " is empty or has spaces; write the issuer exactly as its tokens have it in iss. [auth-issuer-url]
	// server.auth.providers[0]: Cognito names no client, and its tokens do not say whom they are for; list the ids of the clients that are used for this server alone. [auth-provider]
}

func ExampleRules() {
	for _, r := range auth.Rules() {
		fmt.Println(r.ID)
	}
	// Output:
	// auth-issuer
	// auth-issuer-url
	// auth-issuer-twice
	// auth-provider
	// auth-introspection
	// auth-tenant-claim
	// auth-documentation
	// auth-discovery
}

func ExampleDiscovery_String() {
	fmt.Println(auth.OAuth{}.Discovery, "or", auth.ListClosed)
	// Output: lists open or lists closed
}

func ExampleNewResource() {
	issuer := authtest.InMemory(example{}, "https://login.example.com", "")
	o := auth.OAuth{Issuers: []string{issuer.URL}, Client: authtest.Client(issuer)}
	r := auth.NewResource("https://inventory.example.com/mcp", o, []string{"inventory:read"}, "Inventory", zerolog.Nop())

	call := func(req *http.Request, access auth.Access) {
		caller, refusal := r.Identify(req)
		if refusal == nil {
			refusal = access.Judge(caller)
		}
		if refusal != nil {
			fmt.Println(refusal.Status, r.Challenge(refusal))
			return
		}
		fmt.Println("hello", caller.Subject)
	}
	token := issuer.Token(authtest.Claims{"aud": "https://inventory.example.com/mcp", "scope": "inventory:read"})
	call(&http.Request{Header: http.Header{"Authorization": {"Bearer " + token}}}, auth.Scopes("inventory:read"))
	call(&http.Request{}, auth.Scopes("inventory:read"))
	// Output:
	// hello ada
	// 401 Bearer resource_metadata="https://inventory.example.com/.well-known/oauth-protected-resource/mcp", scope="inventory:read"
}

func ExampleResource_Identify() {
	issuer := authtest.InMemory(example{}, "https://login.example.com", "")
	o := auth.OAuth{Issuers: []string{issuer.URL}, Client: authtest.Client(issuer)}
	r := auth.NewResource("https://inventory.example.com/mcp", o, nil, "Inventory", zerolog.Nop())

	for _, aud := range []string{"https://inventory.example.com/mcp", "https://orders.example.com/mcp"} {
		token := issuer.Token(authtest.Claims{"aud": aud})
		caller, refusal := r.Identify(&http.Request{Header: http.Header{"Authorization": {"Bearer " + token}}})
		if refusal != nil {
			fmt.Println(refusal.Status, refusal.Code, refusal.Description)
			continue
		}
		fmt.Println(caller.Issuer, caller.Subject)
	}
	// Output:
	// https://login.example.com ada
	// 401 invalid_token The access token is for another resource; ask for one with resource=https://inventory.example.com/mcp.
}

func ExampleResource_Challenge() {
	o := auth.OAuth{Issuers: []string{"https://login.example.com"}}
	r := auth.NewResource("https://inventory.example.com/mcp", o, []string{"inventory:read", "inventory:write"}, "Inventory", zerolog.Nop())
	reader := auth.Caller{Issuer: "https://login.example.com", Subject: "ada", Scopes: []string{"inventory:read"}}
	fmt.Println(r.Challenge(auth.Scopes("inventory:write").Judge(reader)))
	// Output: Bearer resource_metadata="https://inventory.example.com/.well-known/oauth-protected-resource/mcp", scope="inventory:read inventory:write", error="insufficient_scope", error_description="The token lacks what this call needs: inventory:write; ask for a token with it and try again."
}

func ExampleResource_Metadata() {
	o := auth.OAuth{Issuers: []string{"https://login.example.com"}}
	r := auth.NewResource("https://inventory.example.com/mcp", o, []string{"inventory:read"}, "Inventory", zerolog.Nop())
	w := httptest.NewRecorder()
	r.Metadata().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/.well-known/oauth-protected-resource/mcp", nil))
	document, err := io.ReadAll(w.Result().Body)
	fmt.Println(w.Code, string(document), err)
	// Output: 200 {"resource":"https://inventory.example.com/mcp","authorization_servers":["https://login.example.com"],"scopes_supported":["inventory:read"],"bearer_methods_supported":["header"],"resource_name":"Inventory"} <nil>
}

func ExampleResource_Ready() {
	issuer := authtest.InMemory(example{}, "https://login.example.com", "")
	issuer.Fail(authtest.Down)
	o := auth.OAuth{Issuers: []string{issuer.URL}, Client: authtest.Client(issuer)}
	r := auth.NewResource("https://inventory.example.com/mcp", o, nil, "Inventory", zerolog.Nop())
	fmt.Println(r.Ready())
	_, refusal := r.Identify(&http.Request{Header: http.Header{"Authorization": {"Bearer " + issuer.Token(nil)}}})
	fmt.Println(refusal.Status, refusal.RetryAfter)
	fmt.Println(r.Ready() != nil)
	// Output:
	// <nil>
	// 503 5s
	// true
}

func ExampleAccess_Judge() {
	reader := auth.Caller{Issuer: "https://login.example.com", Subject: "ada", Scopes: []string{"inventory:read"}}
	access := auth.Scopes("inventory:write")
	fmt.Println(access.Judge(auth.Anonymous()).Status)
	fmt.Println(access.Judge(reader).Status, access.Judge(reader).Scopes)
	// Output:
	// 401
	// 403 [inventory:read inventory:write]
}

func ExampleCaller_Key() {
	fmt.Println(auth.Caller{Issuer: "https://login.example.com", Tenant: "acme", Subject: "auth0|ada"}.Key())
	// Output: https://login.example.com|acme|auth0%7Cada
}

func ExampleCognito() {
	o := auth.OAuth{Providers: []auth.Provider{
		auth.Cognito("https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Example", "57cbishk4j24pabc1234567890"),
	}}
	fmt.Println(o.Check().Err())
	// Output: <nil>
}

func ExampleEntra() {
	o := auth.OAuth{Providers: []auth.Provider{
		auth.Entra("3f9d1c1e-0a4b-4c7e-9a51-5d1f3f2b7c60", "a1b2c3d4-1111-2222-3333-444455556666", ""),
	}, TenantClaim: "tid"}
	fmt.Println(o.Check().Err())
	fmt.Println(auth.OAuth{Providers: []auth.Provider{auth.Entra("common", "a1b2c3d4-1111-2222-3333-444455556666", "")}}.Check())
	// Output:
	// <nil>
	// 1 problem in the declaration:
	//   server.auth.providers[0]: The tenant "common" is not an id, and "common" or a domain would let other organisations in; write the Directory (tenant) ID, in lower case. [auth-provider]
}

func ExampleGoogle() {
	o := auth.OAuth{Providers: []auth.Provider{auth.Google("407408718192.apps.googleusercontent.com")}}
	fmt.Println(o.Check().Err())
	// Output: <nil>
}

func ExampleKeycloak() {
	o := auth.OAuth{Providers: []auth.Provider{auth.Keycloak("https://sso.example.com/realms/shop", "inventory")}}
	fmt.Println(o.Check().Err())
	// Output: <nil>
}

func ExampleIntrospected() {
	o := auth.OAuth{Providers: []auth.Provider{
		auth.Introspected("https://login.example.com", auth.Introspection{ClientID: "inventory", SecretEnv: "INVENTORY_CLIENT_SECRET"}),
	}}
	fmt.Println(o.Check().Err())
	// Output: <nil>
}
