package main

import (
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/lint/probe"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/server/servertest"
)

// public is where the server of these tests is.
const public = "https://inventory.example.com/mcp"

// guarded is the server on data of its own, with that issuer of tokens.
func guarded(t *testing.T, issuer *authtest.Issuer) *server.Server {
	t.Helper()
	jobs := handles.Memory()
	t.Cleanup(func() { jobs.Close() })
	c := declare(app{opened(t, t.TempDir()), jobs, 0}, public, auth.OAuth{Issuers: []string{issuer.URL}})
	quiet := zerolog.Nop()
	c.Logger = &quiet
	srv, err := server.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

func TestTheServerConformsForAStranger(t *testing.T) {
	servertest.Conform(t, guarded(t, authtest.New(t)))
}

func TestTheServerConformsForAReader(t *testing.T) {
	issuer := authtest.New(t)
	servertest.ConformUnder(t, guarded(t, issuer), servertest.Conditions{Tokens: []probe.Token{
		{Name: "reader", Value: issuer.Token(authtest.Claims{"aud": public, "scope": "inventory:read"})},
		{Name: "elsewhere", Value: issuer.Token(authtest.Claims{"aud": "https://shop.example.com/mcp", "scope": "inventory:read"}), Foreign: true},
	}})
}

// TestTheServerConformsForAWriter calls the tools that change something, too: the data are the test's own.
func TestTheServerConformsForAWriter(t *testing.T) {
	issuer := authtest.New(t)
	servertest.ConformUnder(t, guarded(t, issuer), servertest.Conditions{AllowWrites: true, Tokens: []probe.Token{
		{Name: "writer", Value: issuer.Token(authtest.Claims{"aud": public, "scope": "inventory:read inventory:write"})},
	}})
}
