// Package devissuer is an OAuth authorization server for development: a server that verifies tokens can be
// run, signed in to and tested on one machine, with nothing to install and no account anywhere.
//
//	issuer, err := devissuer.New(devissuer.Options{
//		URL:       "http://127.0.0.1:8081",
//		Resources: []string{"http://127.0.0.1:8080/mcp"},
//		Scopes:    []devissuer.Scope{{Name: "inventory:read", Description: "Read stock levels"}},
//	})
//	go http.ListenAndServe("127.0.0.1:8081", issuer)
//
// It is a real authorization server as clients see it: metadata (RFC 8414), registration (RFC 7591) and
// client-id metadata documents, authorization codes with PKCE (RFC 7636, S256 only), resource indicators
// (RFC 8707), the issuer in every redirect (RFC 9207), JWT access tokens (RFC 9068), refresh tokens that
// rotate, revocation (RFC 7009), and client_credentials for scripts. It issues no ID tokens.
//
// It is not one to rely on: it asks for no password. Whoever uses the machine may sign in as any of the
// users. So it serves loopback only: it refuses another URL, callers from elsewhere, other host names and
// requests that a proxy passed on, and its page and its log say what it is.
package devissuer
