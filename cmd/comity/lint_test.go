package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
	"github.com/comity-mcp/comity/internal/command"
	"github.com/comity-mcp/comity/lint"
)

// lintQuick is the command lint without its pauses.
func lintQuick(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	return comity(t, append([]string{"lint", "-rate", "10000"}, args...)...)
}

func TestACleanServerIsZero(t *testing.T) {
	for _, profile := range lint.Profiles() {
		code, out, errs := lintQuick(t, "-strict", "-profile", profile.String(), open(t))
		if code != command.OK || !strings.Contains(out, "judged for "+profile.String()) || errs != "" {
			t.Errorf("%s: exit %d\n%s%s", profile, code, out, errs)
		}
	}
}

func TestACleanServerOnStdioIsZero(t *testing.T) {
	t.Setenv(asServer, "1")
	code, out, errs := lintQuick(t, "-env", asServer, "--", os.Args[0])
	if code != command.OK || errs != "" {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// snapshotOf writes a file with a server that has one fault.
func snapshotOf(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "server.json")
	code, out, errs := comity(t, "snapshot", "-url", "https://echoes.example.com/mcp", open(t))
	if code != command.OK {
		t.Fatal(errs)
	}
	worse := strings.Replace(out, `"title": "Get an echo",`, `"title": "get_echo",`, 2)
	if worse == out {
		t.Fatalf("there is no title to make worse in %s", out)
	}
	if err := os.WriteFile(file, []byte(worse), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestWhatIsFoundIsOne(t *testing.T) {
	file := snapshotOf(t)
	code, out, _ := comity(t, "lint", file)
	if code != unclean || !strings.Contains(out, "[title-is-name]") {
		t.Errorf("exit %d\n%s", code, out)
	}
	code, out, _ = comity(t, "lint", "-format", "json", file)
	var said struct {
		Clean  bool
		Probed bool
		Found  []struct{ Rule, Path string }
	}
	if err := json.Unmarshal([]byte(out), &said); err != nil || code != unclean || said.Clean || said.Probed || len(said.Found) == 0 {
		t.Errorf("exit %d, %v\n%s", code, err, out)
	}
	into := filepath.Join(t.TempDir(), "found.sarif")
	code, out, _ = comity(t, "lint", "-format", "sarif", "-sarif-file", "server.json", "-o", into, file)
	sarif, err := os.ReadFile(into)
	if err != nil || code != unclean || out != "" || !bytes.Contains(sarif, []byte(`"ruleId": "title-is-name"`)) || !bytes.Contains(sarif, []byte(`"server.json"`)) {
		t.Errorf("exit %d, %v, %q\n%s", code, err, out, sarif)
	}
}

func TestAWaiverNeedsAFileThatIsWhole(t *testing.T) {
	file := snapshotOf(t)
	config := filepath.Join(t.TempDir(), "comity.toml")
	write := func(text string) {
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("[[lint.waivers]]\nrule = \"title-is-name\"\npath = \"get_echo*\"\nreason = \"it is an echo\"\n")
	code, out, errs := comity(t, "lint", "-config", config, file)
	if code != command.OK || !strings.Contains(out, "it is an echo") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	write("[[lint.waivers]]\nrul = \"title-is-name\"\n")
	code, _, errs = comity(t, "lint", "-config", config, file)
	if code != command.NotRun || !strings.Contains(errs, "comity.toml:2:") || !strings.Contains(errs, `did you mean "rule"`) {
		t.Errorf("exit %d\n%s", code, errs)
	}
}

func TestTokensAreTakenFromTheEnvironment(t *testing.T) {
	issuer := authtest.New(t)
	url := serve(t, auth.OAuth{Issuers: []string{issuer.URL}, Discovery: auth.ListClosed}, auth.Scopes("echo:use"))
	code, _, errs := lintQuick(t, url)
	if code != command.NotRun || !strings.Contains(errs, "asks for an access token") || !strings.HasSuffix(errs, "name that with -token-env\n") {
		t.Errorf("without a token: exit %d, %s", code, errs)
	}
	t.Setenv("ECHO_TOKEN", "Bearer "+issuer.Token(authtest.Claims{"aud": url, "scope": "echo:use"}))
	t.Setenv("OTHER_TOKEN", issuer.Token(authtest.Claims{"aud": "https://other.example.com/mcp", "scope": "echo:use"}))
	evidence := filepath.Join(t.TempDir(), "evidence.json")
	code, out, errs := lintQuick(t, "-token-env", "ECHO_TOKEN", "-foreign-token-env", "OTHER_TOKEN", "-evidence", evidence, url)
	if code != command.OK {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	kept, err := os.ReadFile(evidence)
	if err != nil {
		t.Fatal(err)
	}
	var e lint.Evidence
	if err := json.Unmarshal(kept, &e); err != nil {
		t.Fatal(err)
	}
	if len(e.Tokens) != 2 || !e.Tokens[1].Foreign || bytes.Contains(kept, []byte(os.Getenv("OTHER_TOKEN"))) {
		t.Errorf("got the tokens %+v", e.Tokens)
	}
	code, out, _ = lintQuick(t, "-no-probe", "-token-env", "ECHO_TOKEN", "-format", "json", url)
	if code != command.OK || !strings.Contains(out, `"probed": false`) {
		t.Errorf("without a probe: exit %d\n%s", code, out)
	}
}

func TestACommandLineThatCannotBeIsTwo(t *testing.T) {
	t.Setenv("A_TOKEN", "x")
	for _, c := range []struct {
		claim string
		args  []string
		says  string
	}{
		{"no server", nil, "comity lint takes a server"},
		{"a word that is no server", []string{"inventory"}, `"inventory" is no URL; write https://HOST/PATH, or a command after --`},
		{"two servers", []string{"https://a.example.com/mcp", "https://b.example.com/mcp"}, "one server at a time"},
		{"no such snapshot", []string{"nowhere.json"}, "there is no file nowhere.json"},
		{"a slip in the format", []string{"-format", "jsn", "x.json"}, `-format is text, json or sarif, and not "jsn"`},
		{"a slip in the profile", []string{"-profile", "opnai", "x.json"}, `did you mean "openai"`},
		{"no such settings", []string{"-config", "nowhere.toml", "x.json"}, "there is no file nowhere.toml; leave -config out"},
		{"a rate of nothing", []string{"-rate", "0", "x.json"}, "-rate and -timeout are more than 0"},
		{"a token that is not set", []string{"-token-env", "NOT_SET", "https://a.example.com/mcp"}, "-token-env names NOT_SET, which is not set"},
		{"a token for a command", []string{"-token-env", "A_TOKEN", "--", "comity-nowhere"}, "are for a URL; a command takes its secrets"},
		{"nobody listens", []string{"http://127.0.0.1:1/mcp"}, "nothing listens there"},
		{"no such command", []string{"--", "comity-nowhere"}, "there is no command comity-nowhere"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			code, out, errs := comity(t, append([]string{"lint"}, c.args...)...)
			if code != command.NotRun || out != "" || !strings.Contains(errs, c.says) || strings.Contains(errs, "told already") {
				t.Errorf("exit %d, %q, %q, want %q", code, out, errs, c.says)
			}
		})
	}
}

func TestWhatWasNotTriedIsTold(t *testing.T) {
	got := untried(&lint.Evidence{Skipped: []lint.Skipped{{What: "a", Why: "it writes"}, {What: "b", Why: "too slow"}, {What: "c", Why: "it writes"},
		{What: "d", Why: "it writes"}, {What: "e", Why: "it writes"}, {What: "f", Why: "it writes"}, {What: "g", Why: "it writes"}, {What: "a", Why: "it writes"}}})
	want := "Not tried: a, c, d, e, f, 1 more (it writes).\nNot tried: b (too slow)."
	if strings.Join(got, "\n") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAServerThatListsNothingInTimeIsToldSo(t *testing.T) {
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then is it seen that the client went
		<-r.Context().Done()
	}))
	t.Cleanup(silent.Close)
	code, out, errs := comity(t, "lint", "-no-probe", "-timeout", "50ms", silent.URL)
	if want := "asking server/discover: the server had not listed its tools after 50ms; -timeout gives it longer\n"; code != command.NotRun || out != "" || errs != want {
		t.Errorf("exit %d, %q, %q, want %q", code, out, errs, want)
	}
}

func TestEvidenceThatThereWillNotBeIsRefused(t *testing.T) {
	for says, server := range map[string]string{
		"-evidence keeps what was seen of a server that runs, and a snapshot is none": snapshotOf(t),
		"-evidence keeps what a probe has seen, and -no-probe makes none":             open(t),
	} {
		file := filepath.Join(t.TempDir(), "evidence.json")
		code, out, errs := comity(t, "lint", "-no-probe", "-evidence", file, server)
		if code != command.NotRun || out != "" || !strings.HasPrefix(errs, says) {
			t.Errorf("exit %d, %q, %q, want %q", code, out, errs, says)
		}
	}
}
