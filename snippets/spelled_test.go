package snippets_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/snippets"
)

// Some hosts know a tool by a name that they have spelled anew. A list for them that took the server's own would ask about
// tools that need no asking, or let through one that does.
func TestNamesAreSpelledAsTheHostSpellsThem(t *testing.T) {
	for _, c := range []struct {
		claim             string
		reads, writes     []string
		permissions, sets []string
	}{
		{"a plain name stays", []string{"get_order"}, nil, []string{"get_order"}, []string{"get_order"}},
		{"a dash is no letter to the Agents SDK", []string{"get-order"}, nil, []string{"get-order"}, []string{"get_order"}},
		{"a dot is one to nobody", []string{"orders.get"}, nil, []string{"orders_get"}, []string{"orders_get"}},
		{"what takes two units is two", []string{"get😀"}, nil, []string{"get__"}, []string{"get__"}},
		{"a star is no tool but this one", []string{"*"}, []string{"delete_all"}, []string{"_"}, []string{"_"}},
		{"stars match nothing else", []string{"get_*", "get"}, []string{"get_rid_of"}, []string{"get", "get__"}, []string{"get", "get__"}},
		{"brackets are no arguments", []string{"get(order)"}, nil, []string{"get_order_"}, []string{"get_order_"}},
		{"one that a write is called as well is asked about", []string{"a_b", "c"}, []string{"a.b"}, []string{"c"}, []string{"c"}},
		{"one that a write is called in one host is asked about there", []string{"a_b"}, []string{"a-b"}, []string{"a_b"}, nil},
		{"two reads with one spelling stand once", []string{"a.b", "a/b"}, nil, []string{"a_b"}, []string{"a_b"}},
	} {
		server := oauth()
		server.Tools = nil
		for _, n := range c.reads {
			server.Tools = append(server.Tools, tool(n, "Reads.", stockInput, true))
		}
		for _, n := range c.writes {
			server.Tools = append(server.Tools, tool(n, "Writes.", stockInput, false))
		}
		if got := permitted(t, server); !slices.Equal(got, c.permissions) {
			t.Errorf("%s: Claude Code is told %q, want %q", c.claim, got, c.permissions)
		}
		out, err := snippets.Render(server, "agents-sdk-typescript-local")
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(c.sets)
		if err != nil {
			t.Fatal(err)
		}
		if c.sets == nil {
			want = []byte("[]")
		}
		if want := "new Set(" + strings.ReplaceAll(string(want), ",", ", ") + ");\n"; !strings.Contains(out, want) {
			t.Errorf("%s: got\n%s\nwant %s", c.claim, out, want)
		}
	}
}

// permitted are the tools that the permissions for Claude Code let through.
func permitted(t *testing.T, c catalog.Catalog) []string {
	t.Helper()
	out, err := snippets.Render(c, "claude-code-permissions")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Permissions struct{ Allow []string }
	}
	if err := json.Unmarshal([]byte(out), &file); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, rule := range file.Permissions.Allow {
		names = append(names, strings.TrimPrefix(rule, "mcp__inventory__"))
	}
	return names
}
