package snippets_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/comity-mcp/comity/snippets"
)

// FuzzLiterals reads every literal back with a reader of the standard library, or of TOML. Literals of Python are read
// as Go's, which has all the escapes that are written.
func FuzzLiterals(f *testing.F) {
	for _, s := range hostile()[:30] {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c := hostileCatalog(s, "check_inventory")
		rendered := func(id string) string {
			out, err := snippets.Render(c, id)
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		var plugin struct{ Version string }
		if err := json.Unmarshal([]byte(rendered("chatgpt-plugin")), &plugin); err != nil || plugin.Version != read(s) {
			t.Errorf("JSON: got %q, %v, want %q", plugin.Version, err, read(s))
		}
		var codex struct {
			Servers map[string]struct{ Scopes []string } `toml:"mcp_servers"`
		}
		if err := toml.Unmarshal([]byte(rendered("codex")), &codex); err != nil || codex.Servers["inventory"].Scopes[0] != read(s) {
			t.Errorf("TOML: got %q, %v, want %q", codex.Servers["inventory"].Scopes, err, read(s))
		}
		_, literal, _ := strings.Cut(rendered("agents-sdk-python-stdio"), `"command": `)
		if got := joinedLiterals(t, literal); got != read(s) {
			t.Errorf("Python: got %q, want %q", got, read(s))
		}
		_, body, _ := strings.Cut(rendered("openai-agents-api-stdio"), "-d '")
		body, _, _ = strings.Cut(body, "'")
		var request struct {
			Agent struct {
				Tools []struct{ Transport struct{ Command string } }
			}
		}
		if err := json.Unmarshal([]byte(body), &request); err != nil || request.Agent.Tools[0].Transport.Command != read(s) {
			t.Errorf("curl: got %s, %v, want %q", body, err, read(s))
		}
	})
}

// joinedLiterals reads one literal, or several between parentheses.
func joinedLiterals(t *testing.T, source string) string {
	t.Helper()
	lines := strings.Split(source, "\n")
	if lines[0] != "(" {
		lines = []string{"", strings.TrimSuffix(lines[0], ","), ")"}
	}
	var b strings.Builder
	for _, line := range lines[1:] {
		if strings.TrimSpace(line) == ")" || strings.TrimSpace(line) == ")," {
			break
		}
		part, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		b.WriteString(part)
	}
	return b.String()
}
