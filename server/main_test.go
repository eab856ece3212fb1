package server

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"net"
	"os/exec"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
)

type echo struct {
	Text string `json:"text" jsonschema_description:"Text to give back"`
}

func declared(url string) Config {
	quiet := zerolog.Nop()
	return Config{
		Name: "echoes", Title: "Echoes", Version: "1.0.0", URL: url, Logger: &quiet,
		Description: "Gives back what it was given, for tests of the command line of a server.",
		World:       annotations.Closed, Auth: auth.Off{Because: "a test"},
		Tools: []Tool{Read(Spec{Name: "get_echo", Title: "Get an echo", Access: auth.Anyone(), Example: echo{"it's me"},
			Description: "Gives back the text it was given, unchanged. Use it to see that calls arrive."},
			func(_ context.Context, in echo) (echo, error) { return in, nil })},
	}
}

type closed struct{ was *bool }

func (c closed) Close() error { *c.was = true; return nil }

// start runs a program that was given args and returns its exit code and output.
func start(t *testing.T, ctx context.Context, ready func(net.Addr), setup func(context.Context, Flags) (Config, io.Closer, error), args ...string) (int, string, string) {
	t.Helper()
	var out, errs bytes.Buffer
	set := flag.NewFlagSet("echoes", flag.ContinueOnError)
	set.SetOutput(&errs)
	p := &program{flags: set, setup: setup, out: &out, err: &errs, ready: ready}
	return p.run(ctx, args), out.String(), errs.String()
}

func TestServePrintsACommandThatWorks(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Fatalf("this test runs the printed command and needs curl: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var out bytes.Buffer
	var was bool
	set := flag.NewFlagSet("echoes", flag.ContinueOnError)
	p := &program{flags: set, out: &out, err: io.Discard, setup: func(_ context.Context, f Flags) (Config, io.Closer, error) {
		if f.Describe {
			t.Error("serving is not describing")
		}
		return declared(f.URL), closed{&was}, nil
	}}
	answered := make(chan string, 1)
	p.ready = func(a net.Addr) {
		_, after, _ := strings.Cut(out.String(), "Call a tool:\n\n  ")
		command, _, _ := strings.Cut(after, "\n")
		go func() {
			defer stop()
			b, err := exec.Command("sh", "-c", command).CombinedOutput()
			if err != nil {
				t.Errorf("%s: %v", command, err)
			}
			answered <- string(b)
		}()
	}
	if code := p.run(ctx, []string{"-addr", "127.0.0.1:0"}); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if got := <-answered; !strings.Contains(got, `"structuredContent":{"text":"it's me"}`) {
		t.Errorf("the printed command answered %s\nprinted:\n%s", got, out.String())
	}
	if !was {
		t.Error("what setup opened was not closed")
	}
}

func TestDescribingOpensNothing(t *testing.T) {
	for _, command := range []string{"tools", "lint", "snippets"} {
		code, out, errs := start(t, t.Context(), nil, func(_ context.Context, f Flags) (Config, io.Closer, error) {
			if !f.Describe {
				t.Errorf("%s does not say that it only describes", command)
			}
			return declared(f.URL), nil, nil
		}, command)
		if code != 0 || out == "" || errs != "" && command != "snippets" {
			t.Errorf("%s: exit %d, %q, %q", command, code, out, errs)
		}
	}
}

func TestTheCommandLineIsToldApart(t *testing.T) {
	var data *string
	setup := func(_ context.Context, f Flags) (Config, io.Closer, error) { return declared(f.URL), nil, nil }
	for _, c := range []struct {
		claim string
		args  []string
		code  int
		says  string
	}{
		{"an unknown command is told with the nearest", []string{"tool"}, 2, "did you mean tools"},
		{"an address without its dash is not repeated", []string{"jobs=postgres://ada:hunter2@db/jobs"}, 2, "flags begin with a dash"},
		{"a word too many is told", []string{"tools", "now"}, 2, `no command "now"`},
		{"a flag may stand before the command", []string{"-data", "x", "tools"}, 0, ""},
		{"a flag may stand after the command", []string{"tools", "-data", "x"}, 0, ""},
		{"an unknown flag is told", []string{"-dat", "x"}, 2, "not defined"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			var out, errs bytes.Buffer
			set := flag.NewFlagSet("echoes", flag.ContinueOnError)
			set.SetOutput(&errs)
			data = set.String("data", "", "")
			p := &program{flags: set, setup: setup, out: &out, err: &errs}
			if code := p.run(t.Context(), c.args); code != c.code || !strings.Contains(errs.String(), c.says) {
				t.Errorf("exit %d, %s", code, errs.String())
			}
			if c.code == 0 && *data != "x" {
				t.Errorf("the flag was %q", *data)
			}
		})
	}
}

func TestAFaultOfTheDeclarationIsPrintedWhole(t *testing.T) {
	code, _, errs := start(t, t.Context(), nil, func(_ context.Context, f Flags) (Config, io.Closer, error) {
		c := declared(f.URL)
		c.World, c.Auth = 0, nil
		return c, nil, nil
	}, "lint")
	if code != 1 || !strings.Contains(errs, "server-world") || !strings.Contains(errs, "server-auth") {
		t.Errorf("exit %d, %s", code, errs)
	}
	code, _, errs = start(t, t.Context(), nil, func(context.Context, Flags) (Config, io.Closer, error) {
		return Config{}, nil, errors.New("opening the database: it is locked")
	}, "tools")
	if code != 1 || !strings.Contains(errs, "it is locked") {
		t.Errorf("exit %d, %s", code, errs)
	}
}

func TestEveryInterfaceNeedsThePublicAddress(t *testing.T) {
	for _, address := range []string{":8080", "0.0.0.0:8080", "[::]:8080"} {
		if code, _, errs := start(t, t.Context(), nil, nil, "-addr", address); code != 2 || !strings.Contains(errs, "-url") {
			t.Errorf("%s: exit %d, %s", address, code, errs)
		}
	}
}

func TestAServerOnStdioOnlyIsNotAnnounced(t *testing.T) {
	code, out, errs := start(t, t.Context(), nil, func(context.Context, Flags) (Config, io.Closer, error) {
		c := declared("")
		c.StdioOnly, c.Auth = true, auth.Local{}
		return c, nil, nil
	}, "-addr", "127.0.0.1:0")
	if code != 2 || out != "" || !strings.Contains(errs, "the command stdio") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
}

func TestAFlagOfTheSameNameIsTold(t *testing.T) {
	var errs bytes.Buffer
	set := flag.NewFlagSet("echoes", flag.ContinueOnError)
	set.String("url", "", "")
	p := &program{flags: set, out: io.Discard, err: &errs}
	if code := p.run(t.Context(), nil); code != 2 || !strings.Contains(errs.String(), "-url belongs to server.Main") {
		t.Errorf("exit %d, %s", code, errs.String())
	}
}

func TestAnAddressInUseIsToldWithTheWayOut(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	code, _, errs := start(t, t.Context(), nil, nil, "-addr", l.Addr().String())
	if code != 1 || !strings.Contains(errs, "-addr") {
		t.Errorf("exit %d, %s", code, errs)
	}
}

// R130, R134 through the server: what a handler prints stays off the stream, and a call in flight at
// the end of the input is answered.
func TestStdioAnswersWhatIsInFlight(t *testing.T) {
	srv, err := New(declared("http://127.0.0.1:1/mcp"))
	if err != nil {
		t.Fatal(err)
	}
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\r\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" +
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_echo","arguments":{"text":"<&>"}}}`)
	var out bytes.Buffer
	if err := srv.serveStdio(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[1], `"id":2`) || !strings.Contains(lines[1], "structuredContent") {
		t.Errorf("got %q", lines)
	}
}

func TestSetupLearnsWhatTheServerIsFor(t *testing.T) {
	for command, want := range map[string]Flags{
		"stdio":                            {URL: "http://127.0.0.1:8080/mcp", Stdio: true},
		"tools":                            {URL: "http://127.0.0.1:8080/mcp", Describe: true},
		"lint":                             {URL: "http://127.0.0.1:8080/mcp", Describe: true},
		"snippets":                         {URL: "http://127.0.0.1:8080/mcp", Describe: true},
		"snippets -url x:y":                {URL: "x:y", URLGiven: true, Describe: true},
		"serve -addr 127.0.0.1:0 -url x:y": {URL: "x:y", URLGiven: true},
	} {
		var got Flags
		start(t, t.Context(), nil, func(_ context.Context, f Flags) (Config, io.Closer, error) {
			got = f
			return Config{}, nil, errors.New("enough")
		}, strings.Fields(command)...)
		if got != want {
			t.Errorf("%s: got %+v, want %+v", command, got, want)
		}
	}
}
