package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/command"
)

func TestSnippetsOfAServerAtAURL(t *testing.T) {
	url := open(t)
	code, out, errs := comity(t, "snippets", url, "-client", "claude-code-json")
	if code != command.OK || !strings.Contains(out, `"echoes"`) || !strings.Contains(out, url) {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	code, out, errs = comity(t, "snippets", "-client=openai-responses-python", "-url=https://echoes.example.com/mcp", url)
	if code != command.OK || !strings.Contains(out, `"server_url": "https://echoes.example.com/mcp"`) || !strings.Contains(out, `"get_echo"`) {
		t.Errorf("elsewhere: exit %d, %q, %q", code, out, errs)
	}
	code, out, errs = comity(t, "snippets", url)
	if code != command.OK || !strings.Contains(out, "claude-code-json ") || strings.Contains(out, "openai-responses-python ") {
		t.Errorf("a list: exit %d, %q, %q", code, out, errs)
	}
}

func TestSnippetsOfACommand(t *testing.T) {
	t.Setenv(asServer, "yes")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs := comity(t, "snippets", "-client", "claude-code-json-stdio", "-env", asServer, "--", self, "-client")
	if code != command.OK || !strings.Contains(out, `"command": "`+self+`"`) || !strings.Contains(out, `"-client"`) {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
}

func TestATokenComesFromTheEnvironment(t *testing.T) {
	url, token := closed(t)
	t.Setenv("ECHOES_TOKEN", token)
	t.Setenv("ECHOES_HEADER", "Bearer "+token)
	for _, args := range [][]string{{"-token-env", "ECHOES_TOKEN"}, {"-token-env", "ECHOES_HEADER"}, {"-header-env", "authorization=ECHOES_HEADER"}} {
		code, out, errs := comity(t, append([]string{"snippets", url, "-url", "https://echoes.example.com/mcp", "-client", "openai-responses-python"}, args...)...)
		if code != command.OK || strings.Contains(out, token) || !strings.Contains(out, "# ECHOES_TOKEN holds an access token for the audience https://echoes.example.com/mcp,") {
			t.Errorf("%s: exit %d, %q, %q", args, code, out, errs)
		}
	}
	code, out, errs := comity(t, "snippets", url)
	if code != command.NotRun || out != "" || !strings.Contains(errs, "asks for an access token (HTTP 401); get one from http://127.0.0.1:") ||
		!strings.HasSuffix(errs, " with the scopes echo:use, put it into an environment variable, and name that with -token-env\n") {
		t.Errorf("without: exit %d, %q, %q", code, out, errs)
	}
	t.Setenv("ECHOES_TOKEN", "another")
	if code, _, errs := comity(t, "snippets", url, "-token-env", "ECHOES_TOKEN"); code != command.NotRun || !strings.Contains(errs, "refuses the access token") {
		t.Errorf("a wrong one: exit %d, %q", code, errs)
	}
}

func TestAReadmeIsFilledAndChecked(t *testing.T) {
	url, file := open(t), filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(file, []byte("<!-- comity:snippets codex -->\n<!-- /comity:snippets -->\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := comity(t, "snippets", "-check", file, url); code != command.Stale || !strings.Contains(out, "+url = ") {
		t.Errorf("checking before: exit %d, %q, %q", code, out, errs)
	}
	if code, _, errs := comity(t, "snippets", "-write", file, url); code != command.OK {
		t.Errorf("writing: exit %d, %q", code, errs)
	}
	if code, out, errs := comity(t, "snippets", "-check", file, url); code != command.OK || out+errs != "" {
		t.Errorf("checking after: exit %d, %q, %q", code, out, errs)
	}
}

func TestTheClientsAreListedWithoutAServer(t *testing.T) {
	code, out, errs := comity(t, "snippets", "-list")
	if code != command.OK || !strings.HasPrefix(out, "openai-responses-python ") || !strings.Contains(out, "https://") || errs != "" {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
}

func TestSnippetsThatCanNotBeMadeSayWhy(t *testing.T) {
	url := open(t)
	t.Setenv("EMPTY_TOKEN", "")
	for _, c := range []struct {
		claim string
		args  []string
		says  string
	}{
		{"no server", nil, "there is neither a URL nor a command; name one of the two"},
		{"two servers", []string{url, url}, "one server at a time; there is \"" + url + "\" after the URL"},
		{"a URL and a command", []string{url, "--", "echoes"}, "there is both a URL and a command"},
		{"a word", []string{"echoes"}, `"echoes" is no URL; write https://HOST/PATH, or a command after --`},
		{"a client that is not", []string{url, "-client", "codecs"}, `did you mean "codex"`},
		{"a client that does not fit", []string{url, "-client", "openai-responses-python"}, "no public https URL"},
		{"nobody there", []string{"http://127.0.0.1:1/mcp"}, "nothing listens there; start the server, or mend the port"},
		{"no such command", []string{"--", "comity-no-such-server"}, "there is no command comity-no-such-server on the PATH"},
		{"no command after --", []string{"--"}, "there is neither a URL nor a command"},
		{"a variable that is not set", []string{url, "-token-env", "ABSENT_TOKEN"}, "-token-env names ABSENT_TOKEN, which is not set"},
		{"a variable that is empty", []string{url, "-token-env", "EMPTY_TOKEN"}, "-token-env names EMPTY_TOKEN, which is not set"},
		{"a token in place of its variable", []string{url, "-token-env", "eyJhbGciOi.hunter2"}, "-token-env takes the name of an environment variable, and that is none"},
		{"a header without a variable", []string{url, "-header-env", "X-Api-Key"}, "-header-env takes a header and the name of the variable"},
		{"a header from a variable that is not set", []string{url, "-header-env", "X-Api-Key=ABSENT"}, "-header-env names ABSENT, which is not set"},
		{"a secret in the URL", []string{url + "?api_key=hunter2"}, "the URL has a secret in it, api_key, which"},
		{"an address that is no URL", []string{url, "-url", "stock"}, `-url takes the address that clients use, like https://inventory.example.com/mcp, and not "stock"`},
		{"a password in the address", []string{url, "-url", "https://me:hunter2@example.com/mcp"}, "-url has a secret in it, a user or a password, which"},
		{"a secret in the address", []string{url, "-url", "https://example.com/mcp?token=hunter2"}, "-url has a secret in it, token, which"},
		{"a token for a command", []string{"-token-env", "ABSENT", "--", "echoes"}, "a command takes its secrets from its environment"},
		{"an environment for a URL", []string{"-env", "ABSENT", url}, "-env is for a command"},
		{"a variable to hand on that is not set", []string{"-env", "ABSENT", "--", "echoes"}, "-env names ABSENT, which is not set"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			code, out, errs := comity(t, append([]string{"snippets"}, c.args...)...)
			if code != command.NotRun || out != "" || !strings.Contains(errs, c.says) || strings.Contains(errs, "hunter2") {
				t.Errorf("exit %d, %q, %q, want %d, ...%s...", code, out, errs, command.NotRun, c.says)
			}
			if strings.Count(errs, c.says) > 1 {
				t.Errorf("it is told twice: %q", errs)
			}
		})
	}
}
