package snippets_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/pelletier/go-toml/v2"

	"github.com/comity-mcp/comity/snippets"
)

// A hostileCase is one text and the names that stand beside it, with what a client must read.
type hostileCase struct {
	says  string
	names []string
	text  string
	never []any
}

// hostileCases has every text as a description once, and all of them as names of one server.
func hostileCases() []hostileCase {
	var cases []hostileCase
	add := func(says string, names []string) {
		never := map[string]bool{}
		for _, n := range names {
			never[read(n)] = true
		}
		c := hostileCase{says: says, names: names, text: read(says)}
		for _, n := range slices.Sorted(maps.Keys(never)) {
			c.never = append(c.never, n)
		}
		cases = append(cases, c)
	}
	all := hostile()
	for _, s := range all {
		add(s, []string{"check_inventory"})
	}
	add("all names at once", all)
	return cases
}

func render(t *testing.T, c hostileCase, id string) string {
	t.Helper()
	out, err := snippets.Render(hostileCatalog(c.says, c.names...), id)
	if err != nil {
		t.Fatalf("%s of %q: %v", id, c.says, err)
	}
	return out
}

// run gives standard input to a program and returns what it prints.
func run(t *testing.T, input []byte, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Stdin = bytes.NewReader(input)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, complaint.String())
	}
	return out
}

// expect compares one member, led to by names and positions, of what a program was given.
func expect(t *testing.T, id, says string, got any, want any, path ...any) {
	t.Helper()
	for _, step := range path {
		switch s := step.(type) {
		case string:
			m, _ := got.(map[string]any)
			got = m[s]
		case int:
			l, _ := got.([]any)
			if s >= len(l) {
				t.Errorf("%s of %q: there is no %v", id, says, path)
				return
			}
			got = l[s]
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s of %q: %v: got %q, want %q", id, says, path, got, want)
	}
}

// TestProgramsSayWhatTheCatalogSays runs every program with stand-ins for the packages it imports.
func TestProgramsSayWhatTheCatalogSays(t *testing.T) {
	for _, language := range []struct {
		id  string
		run []string
	}{
		{"python", []string{"python3", "testdata/drive/run.py"}},
		{"typescript", []string{"node", "testdata/drive/run.mjs"}},
	} {
		t.Run(language.id, func(t *testing.T) {
			t.Parallel()
			ids := []string{"openai-responses-" + language.id, "agents-sdk-" + language.id + "-hosted",
				"agents-sdk-" + language.id + "-stdio", "claude-api-" + language.id}
			cases := hostileCases()
			var programs []string
			for _, c := range cases {
				for _, id := range ids {
					programs = append(programs, render(t, c, id))
				}
			}
			input, err := json.Marshal(programs)
			if err != nil {
				t.Fatal(err)
			}
			var given [][]any
			if err := json.Unmarshal(run(t, input, language.run[0], language.run[1:]...), &given); err != nil {
				t.Fatal(err)
			}
			for i, c := range cases {
				checkResponses(t, ids[0], c, given[i*4][0])
				checkHosted(t, ids[1], c, given[i*4+1])
				checkStdio(t, ids[2], c, given[i*4+2])
				checkMessages(t, ids[3], c, given[i*4+3][0])
			}
		})
	}
}

func checkResponses(t *testing.T, id string, c hostileCase, request any) {
	t.Helper()
	expect(t, id, c.says, request, "What can "+strings.Join(strings.Fields(c.text), " ")+" do for me?", "input")
	expect(t, id, c.says, request, map[string]any{
		"type": "mcp", "server_label": "inventory", "server_description": c.text, "server_url": "https://inventory.example.com/mcp",
		"authorization": "INVENTORY_TOKEN", "allowed_tools": c.never,
		"require_approval": map[string]any{"never": map[string]any{"tool_names": c.never}},
	}, "tools", 0)
}

// checkHosted looks at the configuration of the tool: of keywords in Python, the first object given in TypeScript.
func checkHosted(t *testing.T, id string, c hostileCase, given []any) {
	t.Helper()
	if strings.Contains(id, "python") {
		expect(t, id, c.says, given, c.text, 0, "tool_config", "server_description")
		expect(t, id, c.says, given, c.never, 0, "tool_config", "require_approval", "never", "tool_names")
		return
	}
	expect(t, id, c.says, given, c.text, 0, "serverDescription")
	expect(t, id, c.says, given, c.never, 0, "requireApproval", "never", "toolNames")
}

func checkStdio(t *testing.T, id string, c hostileCase, given []any) {
	t.Helper()
	path := []any{0}
	if strings.Contains(id, "python") {
		path = []any{0, "params"}
	}
	var args []any
	for _, n := range c.names {
		args = append(args, read(n))
	}
	expect(t, id, c.says, given, c.text, append(path, "command")...)
	expect(t, id, c.says, given, args, append(path, "args")...)
}

func checkMessages(t *testing.T, id string, c hostileCase, request any) {
	t.Helper()
	configs := map[string]any{}
	for _, n := range c.never {
		configs[n.(string)] = map[string]any{"enabled": true}
	}
	expect(t, id, c.says, request, configs, "tools", 0, "configs")
	expect(t, id, c.says, request, "INVENTORY_TOKEN", "mcp_servers", 0, "authorization_token")
}

// TestCommandsSayWhatTheCatalogSays runs every command in bash with stand-ins for curl and claude.
func TestCommandsSayWhatTheCatalogSays(t *testing.T) {
	t.Parallel()
	ids := []string{"openai-responses-curl", "claude-api-curl", "openai-agents-api-stdio", "claude-code-stdio"}
	cases := hostileCases()
	args := []string{"testdata/drive/run.sh"}
	dir := t.TempDir()
	for _, c := range cases {
		for _, id := range ids {
			script := filepath.Join(dir, strconv.Itoa(len(args)))
			if err := os.WriteFile(script, []byte(render(t, c, id)), 0o600); err != nil {
				t.Fatal(err)
			}
			args = append(args, script)
		}
	}
	scripts := strings.Split(string(run(t, nil, "bash", args...)), "\x00\x00")
	for i, c := range cases {
		body := func(at int) (request any) {
			words := strings.Split(scripts[i*4+at], "\x00")
			if err := json.Unmarshal([]byte(words[len(words)-1]), &request); err != nil {
				t.Errorf("%s of %q: %v", ids[at], c.says, err)
			}
			return request
		}
		checkResponses(t, ids[0], c, body(0))
		checkMessages(t, ids[1], c, body(1))
		expect(t, ids[2], c.says, body(2), c.text, "agent", "tools", 0, "transport", "command")
		noNUL := func(s string) string { return strings.ReplaceAll(read(s), "\x00", "\ufffd") }
		want := []string{"mcp", "add", "--scope", "project", "inventory", "--", noNUL(c.says)}
		for _, n := range c.names {
			want = append(want, noNUL(n))
		}
		if got := strings.Split(scripts[i*4+3], "\x00"); !slices.Equal(got, want) {
			t.Errorf("%s of %q: got %q, want %q", ids[3], c.says, got, want)
		}
	}
}

func TestFilesSayWhatTheCatalogSays(t *testing.T) {
	for _, c := range hostileCases() {
		var plugin, permissions, desktop, declarations any
		for id, file := range map[string]*any{
			"chatgpt-plugin": &plugin, "claude-code-permissions": &permissions, "claude-desktop-stdio": &desktop,
			"gemini-declarations": &declarations,
		} {
			if err := json.Unmarshal([]byte(render(t, c, id)), file); err != nil {
				t.Errorf("%s of %q: %v", id, c.says, err)
			}
		}
		expect(t, "chatgpt-plugin", c.says, plugin, c.text, "extensions", "com.openai", "interface", "longDescription")
		expect(t, "claude-code-permissions", c.says, permissions, rules(c.never), "permissions", "allow")
		expect(t, "claude-desktop-stdio", c.says, desktop, c.text, "mcpServers", "inventory", "command")
		expect(t, "gemini-declarations", c.says, declarations, c.text, 0, "description")

		var codex any
		if err := toml.Unmarshal([]byte(render(t, c, "codex")), &codex); err != nil {
			t.Errorf("codex of %q: %v", c.says, err)
		}
		tools := map[string]any{}
		for _, n := range c.never {
			tools[n.(string)] = map[string]any{"approval_mode": "approve"}
		}
		expect(t, "codex", c.says, codex, c.never, "mcp_servers", "inventory", "enabled_tools")
		expect(t, "codex", c.says, codex, []any{c.text}, "mcp_servers", "inventory", "scopes")
		expect(t, "codex", c.says, codex, tools, "mcp_servers", "inventory", "tools")
	}
}

// rules are those of Claude Code for tools of these names: only letters, digits, "_" and "-" stay.
func rules(names []any) []any {
	all := map[string]bool{}
	for _, n := range names {
		units := utf16.Encode([]rune(n.(string)))
		for i, u := range units {
			if u > 'z' || !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-", rune(u)) {
				units[i] = '_'
			}
		}
		all["mcp__inventory__"+string(utf16.Decode(units))] = true
	}
	var out []any
	for _, rule := range slices.Sorted(maps.Keys(all)) {
		out = append(out, rule)
	}
	return out
}

func TestLinksSayWhatTheCatalogSays(t *testing.T) {
	c := noauth()
	c.Server.Title = "a](b) `c` <d>\n\\"
	c.Server.URL = "https://inventory.example.com/a%20b?c='d\"e&f=(g)+é#h"
	address := func(id string) *url.URL {
		out, err := snippets.Render(c, id)
		if err != nil {
			t.Fatal(err)
		}
		at := strings.LastIndex(out, "](")
		says, after := out[:at], out[at+2:]
		if want := "[Add a\\](b) \\`c\\` \\<d\\> \\\\ to "; !strings.HasPrefix(says, want) {
			t.Errorf("%s: got %s, want %s", id, says, want)
		}
		u, err := url.Parse(strings.TrimSuffix(after, ")\n"))
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	cursor := address("cursor-link").Query()
	config, err := base64.StdEncoding.DecodeString(cursor.Get("config"))
	if err != nil {
		t.Fatal(err)
	}
	inner, err := url.Parse(address("vscode-link").Query().Get("url"))
	if err != nil || inner.Scheme != "vscode" || inner.Opaque != "mcp/install" {
		t.Fatalf("VS Code is asked for %v, %v", inner, err)
	}
	vscode, err := url.PathUnescape(inner.RawQuery)
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]string{
		{string(config), `{"url":` + quote(c.Server.URL) + `}`},
		{vscode, `{"name":"inventory","type":"http","url":` + quote(c.Server.URL) + `}`},
	} {
		if pair[0] != pair[1] {
			t.Errorf("got %s, want %s", pair[0], pair[1])
		}
	}
}

func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}
