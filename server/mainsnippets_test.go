package server

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// snippetsOf runs the command with the declaration of these tests.
func snippetsOf(t *testing.T, args ...string) (int, string, string) {
	t.Helper()
	return start(t, t.Context(), nil, func(_ context.Context, f Flags) (Config, io.Closer, error) {
		if !f.Describe {
			t.Error("snippets does not say that it only describes")
		}
		return declared(f.URL), nil, nil
	}, args...)
}

func TestSnippetsAreForTheDeclaredServer(t *testing.T) {
	for _, c := range []struct {
		claim string
		args  []string
		says  []string // on standard output
	}{
		{"the address is the one of -url", []string{"snippets", "-client", "openai-responses-python", "-url", "https://echoes.example.com/mcp"},
			[]string{`"server_url": "https://echoes.example.com/mcp"`, `"get_echo"`}},
		{"without -url it is where serve listens", []string{"snippets", "-client", "claude-code-json"}, []string{`"url": "http://127.0.0.1:8080/mcp"`}},
		{"the command on stdio stands after --", []string{"snippets", "-client", "claude-desktop-stdio", "--", "/bin/echoes", "stdio", "-url"},
			[]string{`"command": "/bin/echoes"`, `"-url"`}},
		{"without one it says what to write", []string{"snippets", "-client", "claude-desktop-stdio"}, []string{`"command": "/absolute/path/to/echoes"`, `"stdio"`}},
		{"a flag may stand before the word", []string{"-url=https://echoes.example.com/mcp", "snippets", "-client=codex"}, []string{"https://echoes.example.com/mcp"}},
		{"nothing said lists the clients", []string{"snippets"}, []string{"claude-code-json "}},
	} {
		t.Run(c.claim, func(t *testing.T) {
			code, out, errs := snippetsOf(t, c.args...)
			if code != 0 {
				t.Errorf("exit %d, %s", code, errs)
			}
			for _, want := range c.says {
				if !strings.Contains(out, want) {
					t.Errorf("got  %s\nwant ...%s...", out, want)
				}
			}
		})
	}
}

func TestAReadmeIsKeptCurrentByItsServer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(file, []byte("<!-- comity:snippets codex -->\n<!-- /comity:snippets -->\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		flag string
		code int
	}{{"-check", 1}, {"-write", 0}, {"-check", 0}} {
		if code, out, errs := snippetsOf(t, "snippets", step.flag, file); code != step.code {
			t.Errorf("%s: exit %d, want %d\n%s\n%s", step.flag, code, step.code, out, errs)
		}
	}
	if code, _, _ := snippetsOf(t, "snippets", "-check", file, "-url", "https://echoes.example.com/mcp"); code != 1 {
		t.Errorf("elsewhere: exit %d, want 1", code)
	}
}

func TestSnippetsThatCanNotBeMadeExitWith2(t *testing.T) {
	for _, c := range []struct {
		claim string
		args  []string
		says  string
	}{
		{"an unknown client", []string{"snippets", "-client", "codecs"}, `did you mean "codex"`},
		{"an unknown flag", []string{"snippets", "-clint", "codex"}, "flag provided but not defined: -clint"},
		{"a word too many", []string{"snippets", "codex"}, `snippets takes no "codex"; a client is named with -client`},
		{"a client that needs another address", []string{"snippets", "-client", "openai-responses-python"}, "no public https URL"},
		{"a flag of snippets elsewhere", []string{"tools", "-client", "codex"}, "flag provided but not defined: -client"},
		{"a slip", []string{"snipets"}, "did you mean snippets"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			code, out, errs := snippetsOf(t, c.args...)
			if code != 2 || out != "" || !strings.Contains(errs, c.says) {
				t.Errorf("exit %d, %q, %q, want 2, ...%s...", code, out, errs, c.says)
			}
		})
	}
	code, _, errs := start(t, t.Context(), nil, func(context.Context, Flags) (Config, io.Closer, error) {
		return Config{}, nil, errors.New("reading the settings: they are gone")
	}, "snippets", "-check", "README.md")
	if code != 2 || !strings.Contains(errs, "they are gone") {
		t.Errorf("no declaration: exit %d, %q, want 2, for 1 is a stale file", code, errs)
	}
	code, _, errs = snippetsOf(t, "snippets", "-help")
	if code != 0 || !strings.Contains(errs, "usage: echoes snippets [flags] [-- COMMAND...]") || !strings.Contains(errs, "-addr address") {
		t.Errorf("-help: exit %d, %q", code, errs)
	}
}

// A flag of the author that snippets has, too, is the author's in every other command.
func TestFlagsOfTheAuthorAreKept(t *testing.T) {
	var write string
	var dry bool
	var given []string
	run := func(args ...string) (int, string) {
		var errs bytes.Buffer
		set := flag.NewFlagSet("echoes", flag.ContinueOnError)
		set.SetOutput(&errs)
		set.StringVar(&write, "write", "always", "")
		set.BoolVar(&dry, "dry", false, "")
		p := &program{flags: set, out: io.Discard, err: &errs, setup: func(_ context.Context, f Flags) (Config, io.Closer, error) {
			given = nil
			set.Visit(func(f *flag.Flag) { given = append(given, f.Name) })
			return declared(f.URL), nil, nil
		}}
		return p.run(t.Context(), args), errs.String()
	}
	if code, errs := run("tools", "-write", "never"); code != 0 || write != "never" {
		t.Errorf("tools: exit %d, %q, -write is %q", code, errs, write)
	}
	if code, errs := run("snippets", "-dry", "-client", "codex"); code != 0 || !dry || len(given) != 1 {
		t.Errorf("snippets: exit %d, %q, -dry is %t, given are %v", code, errs, dry, given)
	}
	if code, errs := run("-write", "never", "snippets", "-write", "absent.md"); code != 2 || write != "never" || !strings.Contains(errs, "no file absent.md") {
		t.Errorf("both: exit %d, %q, -write is %q", code, errs, write)
	}
}
