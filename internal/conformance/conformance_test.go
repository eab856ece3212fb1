package conformance_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/internal/conformance"
	"github.com/comity-mcp/comity/server"
)

const url = "http://127.0.0.1:41001/mcp"

func TestTheReadmeNamesEveryFixtureUnderItsHeading(t *testing.T) {
	declared, sdk := sections(t)
	own := map[string]bool{}
	for _, name := range listed(t, fixtures(t, conformance.Declared)) {
		own[name] = true
		if !strings.Contains(declared, "`"+name+"`") {
			t.Errorf("%s is declared; name it under that heading", name)
		}
	}
	for _, name := range listed(t, fixtures(t, conformance.All)) {
		if !own[name] && !strings.Contains(sdk, "`"+bare(name)+"`") {
			t.Errorf("%s is registered through the SDK, or a job; name it under that heading", name)
		}
	}
	if len(own) == 0 {
		t.Error("no fixture is declared")
	}
}

// bare is the name of a job that a tool is the start, get or cancel of.
func bare(name string) string {
	for _, verb := range []string{"start_", "get_", "cancel_"} {
		name = strings.TrimPrefix(name, verb)
	}
	return name
}

func TestOnlyTheFullSetLetsToolsOfTheSDKThrough(t *testing.T) {
	for _, c := range []struct {
		set  conformance.Set
		want bool
	}{{conformance.All, true}, {conformance.Declared, false}} {
		t.Run(c.set.String(), func(t *testing.T) {
			_, err := connect(t, fixtures(t, c.set)).CallTool(t.Context(), &mcp.CallToolParams{Name: "test_image_content"})
			if got := err == nil; got != c.want {
				t.Errorf("got an answer: %v, want %v (%v)", got, c.want, err)
			}
		})
	}
}

// sections are the two parts of the README that list fixtures.
func sections(t *testing.T) (declared, sdk string) {
	t.Helper()
	b, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(b), "## Fixtures declared with Comity")
	declared, rest, _ = strings.Cut(rest, "## Fixtures registered through the SDK")
	sdk, _, _ = strings.Cut(rest, "## Expected failures")
	return declared, sdk
}

func fixtures(t *testing.T, set conformance.Set) *server.Server {
	t.Helper()
	srv, err := conformance.New(set, url, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

func connect(t *testing.T, srv *server.Server) *mcp.ClientSession {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	if _, err := srv.MCP().Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "conformance_test", Version: "1.0.0"}, nil)
	session, err := client.Connect(context.WithoutCancel(t.Context()), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

func listed(t *testing.T, srv *server.Server) []string {
	t.Helper()
	list, err := connect(t, srv).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}
