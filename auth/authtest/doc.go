// Package authtest is an authorization server for tests: it publishes metadata and keys, makes tokens of
// any shape, good and bad, rotates and withdraws keys, answers introspection, and fails on demand.
//
//	issuer := authtest.New(t)
//	policy := auth.OAuth{Issuers: []string{issuer.URL}}
//	token := issuer.Token(authtest.Claims{"aud": "https://inventory.example.com/mcp", "scope": "inventory:read"})
//
// [New] listens on a loopback port. [InMemory] has any address and no network, which tests in a
// testing/synctest bubble need; it is reached through [Client].
package authtest
