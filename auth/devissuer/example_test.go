package devissuer_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	"github.com/comity-mcp/comity/auth/devissuer"
)

// An issuer on a port of its own, and a script that gets a token from it.
func Example() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	issuer, err := devissuer.New(devissuer.Options{
		URL:       "http://" + l.Addr().String(),
		Resources: []string{"http://127.0.0.1:8080/mcp"},
		Scopes:    []devissuer.Scope{{Name: "inventory:read", Description: "Read stock levels"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := &http.Server{Handler: issuer}
	go s.Serve(l)
	defer s.Close()

	id, secret := issuer.ScriptClient()
	resp, err := http.PostForm(issuer.URL()+"/token", url.Values{
		"grant_type": {"client_credentials"}, "client_id": {id}, "client_secret": {secret}, "scope": {"inventory:read"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	var token struct {
		Type    string `json:"token_type"`
		Seconds int    `json:"expires_in"`
		Scope   string `json:"scope"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&token); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s token for %d s, scope %s\n", token.Type, token.Seconds, token.Scope)
	// Output: Bearer token for 900 s, scope inventory:read
}

func ExampleNew() {
	_, err := devissuer.New(devissuer.Options{URL: "https://login.example.com", Resources: []string{"https://mcp.example.com"}})
	fmt.Println(err)
	// Output: devissuer: Options.URL is "https://login.example.com": a development issuer is on loopback only, so use http://127.0.0.1:PORT, and for anything that others can reach a real authorization server
}

// An issuer that shares a port with the server it issues tokens for.
func ExampleIssuer_Paths() {
	issuer, err := devissuer.New(devissuer.Options{URL: "http://localhost:8080/dev-issuer", Resources: []string{"http://localhost:8080/mcp"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	mux := http.NewServeMux()
	for _, path := range issuer.Paths() {
		mux.Handle(path, issuer)
		fmt.Println(path)
	}
	// Output:
	// /.well-known/oauth-authorization-server/dev-issuer
	// /.well-known/openid-configuration/dev-issuer
	// /dev-issuer/
}

// A request from another machine gets nothing.
func ExampleIssuer_ServeHTTP() {
	issuer, err := devissuer.New(devissuer.Options{URL: "http://127.0.0.1:8081", Resources: []string{"http://127.0.0.1:8080/mcp"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := httptest.NewRequest("GET", "http://127.0.0.1:8081/jwks", nil)
	r.RemoteAddr = "192.168.1.20:50000"
	w := httptest.NewRecorder()
	issuer.ServeHTTP(w, r)
	fmt.Print(w.Code, " ", w.Body)
	// Output: 403 This development issuer serves its own machine only: the request came from another address. Open http://127.0.0.1:8081 there.
}

func ExampleIssuer_TokenCommand() {
	issuer, err := devissuer.New(devissuer.Options{
		URL:       "http://127.0.0.1:8081",
		Resources: []string{"http://127.0.0.1:8080/mcp"},
		Scopes:    []devissuer.Scope{{Name: "inventory:read"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, secret := issuer.ScriptClient()
	fmt.Println(strings.ReplaceAll(issuer.TokenCommand("inventory:read"), secret, "SECRET"))
	// Output: curl -s http://127.0.0.1:8081/token -u script:SECRET -d grant_type=client_credentials --data-urlencode 'scope=inventory:read'
}
