package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
	"github.com/comity-mcp/comity/internal/command"
	"github.com/comity-mcp/comity/server"
)

// asServer makes this test binary a server on stdio.
const asServer = "COMITY_AS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) == "" {
		os.Exit(m.Run())
	}
	srv, err := server.New(declared("http://127.0.0.1:1/mcp", auth.Off{Because: "a test"}, auth.Anyone()))
	if err == nil {
		err = srv.Stdio(context.Background())
	}
	if err != nil {
		os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
}

type text struct {
	Text string `json:"text" jsonschema_description:"Text to give back"`
}

func declared(url string, policy auth.Policy, access auth.Access) server.Config {
	quiet := zerolog.Nop()
	return server.Config{
		Name: "echoes", Title: "Echoes", Version: "1.0.0", URL: url, Logger: &quiet,
		Description: "Gives back what it was given, for tests of a command that looks at servers.",
		World:       annotations.Closed, Auth: policy,
		Tools: []server.Tool{server.Read(server.Spec{Name: "get_echo", Title: "Get an echo", Access: access,
			Description: "Gives back the text it was given, unchanged. Use it to see that calls arrive."},
			func(_ context.Context, in text) (text, error) { return in, nil })},
	}
}

// serve serves the test's server at the URL that it returns.
func serve(t *testing.T, policy auth.Policy, access auth.Access) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String() + "/mcp"
	srv, err := server.New(declared(url, policy, access))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return url
}

// open serves it to anyone.
func open(t *testing.T) string { return serve(t, auth.Off{Because: "a test"}, auth.Anyone()) }

// comity runs a command line.
func comity(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), args, &o, &e)
	return code, o.String(), e.String()
}

func TestTheCommandLineIsToldApart(t *testing.T) {
	for _, c := range []struct {
		claim string
		args  []string
		code  int
		says  string
	}{
		{"nothing is told what there is", nil, command.NotRun, "usage: comity COMMAND"},
		{"help", []string{"help"}, command.OK, "  snippets  print what connects"},
		{"help of a command", []string{"help", "snippets"}, command.OK, "usage: comity snippets [flags] URL | -- COMMAND..."},
		{"help as a flag", []string{"snippets", "-help"}, command.OK, "-token-env"},
		{"the version", []string{"version"}, command.OK, "comity (devel)"},
		{"a slip", []string{"snipets"}, command.NotRun, `comity has no command "snipets"; did you mean snippets?`},
		{"a word far off", []string{"frobnicate"}, command.NotRun, `comity has no command "frobnicate"; its commands are help, version, `},
		{"help of a slip", []string{"help", "snipets"}, command.NotRun, "did you mean snippets?"},
		{"a URL first", []string{"https://a.example.com/mcp"}, command.NotRun, "the command comes first"},
		{"an unknown flag", []string{"snippets", "-clint", "x"}, command.NotRun, "flag provided but not defined: -clint"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			code, out, errs := comity(t, c.args...)
			if code != c.code || !strings.Contains(out+errs, c.says) {
				t.Errorf("exit %d, %q, %q, want %d, ...%s...", code, out, errs, c.code, c.says)
			}
			if c.code == command.OK && c.args[0] != "snippets" && errs != "" {
				t.Errorf("what was asked for stands among the errors: %q", errs)
			}
		})
	}
}

// closed serves it to holders of a token only.
func closed(t *testing.T) (url, token string) {
	issuer := authtest.New(t)
	url = serve(t, auth.OAuth{Issuers: []string{issuer.URL}, Discovery: auth.ListClosed}, auth.Scopes("echo:use"))
	return url, issuer.Token(authtest.Claims{"aud": url, "scope": "echo:use"})
}
