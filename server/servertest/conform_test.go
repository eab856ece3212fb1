package servertest_test

import (
	"context"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
	"github.com/comity-mcp/comity/lint"
	"github.com/comity-mcp/comity/lint/probe"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/server/servertest"
)

type shelf struct {
	City string  `json:"city" jsonschema:"enum=Chicago,enum=Berlin" jsonschema_description:"City of the shelf"`
	Note *string `json:"note" jsonschema:"maxLength=40" jsonschema_description:"Note to keep with the question, or null"`
}

type stock struct {
	Units int    `json:"units" jsonschema_description:"Units on the shelf"`
	Label string `json:"label" jsonschema:"maxLength=200" jsonschema_description:"What is written on the shelf"`
}

// shelves declares a server whose one read gives that label.
func shelves(label string, change func(*server.Config)) server.Config {
	c := server.Config{
		Name: "shelves", Title: "Shelves", Version: "1.0.0", URL: "https://shelves.example.com/mcp",
		Description: "Stock on the shelves of two cities, and the labels that are written on them, for tests.",
		World:       annotations.Closed, Auth: auth.Off{Because: "a test in memory"},
		Tools: []server.Tool{server.Read(server.Spec{Name: "check_shelf", Title: "Check a shelf", Access: auth.Anyone(),
			Description: "Returns how many units are on the shelf of a city, and what is written on it."},
			func(_ context.Context, in shelf) (stock, error) {
				if in.City == "Berlin" {
					return stock{}, server.Errorf(server.NotFound, "There is no shelf in Berlin; ask for Chicago.")
				}
				return stock{12, label}, nil
			})},
	}
	if change != nil {
		change(&c)
	}
	return c
}

func mustNew(t testing.TB, c server.Config) *server.Server {
	t.Helper()
	quiet := zerolog.Nop()
	c.Logger = &quiet
	srv, err := server.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

func TestAServerConforms(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*server.Config)
	}{
		{"at a URL", nil},
		{"with sessions", func(c *server.Config) { c.Sessions = server.Kept }},
		{"on loopback", func(c *server.Config) { c.URL = "http://127.0.0.1:8080/mcp" }},
		{"on stdio only", func(c *server.Config) { c.URL, c.StdioOnly, c.Auth = "", true, auth.Local{} }},
	} {
		t.Run(c.name, func(t *testing.T) { servertest.Conform(t, mustNew(t, shelves("Bolts", c.change))) })
	}
}

// signedIn is the same server for holders of a token.
func signedIn(t *testing.T, discovery auth.Discovery) (*server.Server, *authtest.Issuer) {
	t.Helper()
	issuer := authtest.New(t)
	c := shelves("Bolts", nil)
	c.Auth = auth.OAuth{Issuers: []string{issuer.URL}, Discovery: discovery}
	c.Tools = []server.Tool{server.Read(server.Spec{Name: "check_shelf", Title: "Check a shelf", Access: auth.Scopes("shelf:read"),
		Description: "Returns how many units are on the shelf of a city, and what is written on it."},
		func(context.Context, shelf) (stock, error) { return stock{12, "Bolts"}, nil })}
	return mustNew(t, c), issuer
}

func TestAServerThatAsksForTokensConforms(t *testing.T) {
	const address = "https://shelves.example.com/mcp"
	srv, _ := signedIn(t, 0)
	servertest.Conform(t, srv)
	for _, discovery := range []auth.Discovery{auth.ListOpen, auth.ListClosed} {
		srv, issuer := signedIn(t, discovery)
		servertest.ConformUnder(t, srv, servertest.Conditions{Tokens: []probe.Token{
			{Name: "reader", Value: issuer.Token(authtest.Claims{"aud": address, "scope": "shelf:read"})},
			{Name: "elsewhere", Value: issuer.Token(authtest.Claims{"aud": "https://other.example.com/mcp", "scope": "shelf:read"}), Foreign: true},
		}})
	}
}

func TestConformTellsWhatIsWrong(t *testing.T) {
	const key = "AKIAIOSFODNN7EXAMPLE"
	got := watch(t, func(tb testing.TB) { servertest.Conform(tb, mustNew(t, shelves(key, nil))) })
	if len(got) != 1 || !strings.HasPrefix(got[0], "error: check_shelf.result: ") || !strings.Contains(got[0], "[live-result-secret]") {
		t.Errorf("a result with a key: got %q", got)
	}
	got = watch(t, func(tb testing.TB) {
		servertest.ConformUnder(tb, mustNew(t, shelves(key, nil)), servertest.Conditions{
			Waivers: []lint.Waiver{{Rule: "live-result-secret", Path: "check_shelf.result", Reason: "it is the example of the vendor"}}})
	})
	if len(got) != 0 {
		t.Errorf("waived: got %q", got)
	}
	got = watch(t, func(tb testing.TB) {
		servertest.Conform(tb, mustNew(t, shelves("Bolts", func(c *server.Config) { c.Description = "Stock on the shelves of two cities." })))
	})
	if len(got) != 1 || !strings.Contains(got[0], "[server-description-length]") {
		t.Errorf("a short description: got %q", got)
	}
}
