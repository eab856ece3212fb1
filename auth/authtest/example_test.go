package authtest_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

// test stands in for the test that an issuer belongs to.
type test struct{ testing.TB }

func (test) Helper() {}

func Example() {
	issuer := authtest.InMemory(test{}, "https://login.example.com", "")
	r := auth.NewResource("https://inventory.example.com/mcp",
		auth.OAuth{Issuers: []string{issuer.URL}, Client: authtest.Client(issuer)}, nil, "Inventory", zerolog.Nop())
	send := func(token string) {
		c, f := r.Identify(&http.Request{Header: http.Header{"Authorization": {"Bearer " + token}}})
		if f != nil {
			fmt.Println(f.Status, f.Description)
			return
		}
		fmt.Println(c.Subject, c.Scopes)
	}
	send(issuer.Token(authtest.Claims{"aud": "https://inventory.example.com/mcp", "scope": "inventory:read"}))
	send(issuer.Token(authtest.Claims{"aud": "https://orders.example.com/mcp"}))
	send(issuer.Sign("ES256", authtest.Claims{"typ": "JWT"}, authtest.Claims{"aud": "https://inventory.example.com/mcp", "nonce": "n"}))
	// Output:
	// ada [inventory:read]
	// 401 The access token is for another resource; ask for one with resource=https://inventory.example.com/mcp.
	// 401 This is not an access token; send the access token, not the ID token or another one.
}

func ExampleIssuer_Fail() {
	issuer := authtest.InMemory(test{}, "https://login.example.com", "")
	client := authtest.Client(issuer)
	for _, f := range []authtest.Failure{authtest.KeysDown, 0} {
		issuer.Fail(f)
		resp, err := client.Get("https://login.example.com/jwks")
		if err != nil {
			fmt.Println(err)
			return
		}
		resp.Body.Close()
		fmt.Println(f, resp.StatusCode)
	}
	fmt.Println(issuer.Requests("keys"))
	// Output:
	// keys down 500
	// none 200
	// 2
}
