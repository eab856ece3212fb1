package snippets_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/snippets"
)

func TestRowsAreWhole(t *testing.T) {
	var (
		id    = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
		date  = regexp.MustCompile(`^20[0-9]{2}-[01][0-9]-[0-3][0-9]$`)
		known = []string{"python", "ts", "bash", "json", "toml", "markdown"}
	)
	ids, titles, products := map[string]bool{}, map[string]bool{}, []string{}
	for _, c := range snippets.Clients() {
		if !id.MatchString(c.ID) || ids[c.ID] || titles[c.Product+c.Title] || c.Product == "" || c.Title == "" {
			t.Errorf("%s: the id or the title %q is taken or malformed", c.ID, c.Title)
		}
		if !slices.Contains(known, c.Language) || !date.MatchString(c.Read) || !strings.HasPrefix(c.Source, "https://") {
			t.Errorf("%s: got language %q, source %q, read %q", c.ID, c.Language, c.Source, c.Read)
		}
		if (c.Language == "json" || c.Language == "toml") != (c.File != "") && c.Product != "Tools without MCP" {
			t.Errorf("%s is %s and belongs to the file %q", c.ID, c.Language, c.File)
		}
		if slices.Contains(products, c.Product) && products[len(products)-1] != c.Product {
			t.Errorf("%s stands apart from the other rows of %s", c.ID, c.Product)
		}
		ids[c.ID], titles[c.Product+c.Title], products = true, true, append(products, c.Product)
	}
}

func TestTheTableIsTheCallersOwn(t *testing.T) {
	first := snippets.Clients()
	first[0].ID = "changed"
	if got := snippets.Clients()[0].ID; got == "changed" {
		t.Errorf("got %s", got)
	}
}

func TestReadOnlyTakesTheAnnotationsAndNothingElse(t *testing.T) {
	yes, no := true, false
	hints := func(name string, a *catalog.Annotations) catalog.Tool {
		return catalog.Tool{Name: name, Annotations: a}
	}
	c := catalog.Catalog{Tools: []catalog.Tool{
		hints("read_b", &catalog.Annotations{ReadOnlyHint: &yes}),
		hints("read_a", &catalog.Annotations{ReadOnlyHint: &yes, DestructiveHint: &no}),
		hints("get_everything", nil),
		hints("list_everything", &catalog.Annotations{DestructiveHint: &no}),
		hints("destroys", &catalog.Annotations{ReadOnlyHint: &yes, DestructiveHint: &yes}),
		hints("writes", &catalog.Annotations{ReadOnlyHint: &no}),
		hints("twice", &catalog.Annotations{ReadOnlyHint: &yes}),
		hints("twice", &catalog.Annotations{ReadOnlyHint: &no}),
		hints("", &catalog.Annotations{ReadOnlyHint: &yes}),
	}}
	if got, want := snippets.ReadOnly(c), []string{"read_a", "read_b"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWithoutAReadOnlyToolEveryCallIsAsked looks at everything that could let a call through.
func TestWithoutAReadOnlyToolEveryCallIsAsked(t *testing.T) {
	c := oauth()
	c.Tools = c.Tools[2:]
	for _, client := range snippets.Of(c) {
		out, err := snippets.Render(c, client.ID)
		if err != nil {
			t.Errorf("%s: %v", client.ID, err)
		}
		for _, way := range []string{"require_approval\"", "never\"", "= \"approve\"", "enabled\": true", "enabled\": True", "enabled: true", "without asking:", "mcp__"} {
			if strings.Contains(out, way) && client.Product != "OpenAI Agents API" {
				t.Errorf("%s has %s:\n%s", client.ID, way, out)
			}
		}
	}
}

func TestWhatDoesNotFitSaysWhy(t *testing.T) {
	change := func(f func(*catalog.Catalog)) catalog.Catalog {
		c := oauth()
		f(&c)
		return c
	}
	nothing := change(func(c *catalog.Catalog) { c.Server.URL, c.Server.Command = "", nil })
	at := func(url string) catalog.Catalog { return change(func(c *catalog.Catalog) { c.Server.URL = url }) }
	private := func(url string) string {
		return `rendering openai-responses-python: OpenAI Responses API calls the server from its vendor's machines, and "` + url +
			`" is no public https URL; set the public one, or take a client that runs on your machine`
	}
	for _, c := range []struct {
		claim   string
		catalog catalog.Catalog
		id      string
		want    string
	}{
		{"no URL", nothing, "cursor", `rendering cursor: Cursor calls a URL, and "inventory" has none; set it, or take a client that starts a command`},
		{"no command", nothing, "codex-stdio", `rendering codex-stdio: this form starts a command, and "inventory" has none; set it, or take the form with a URL`},
		{"no http", at("ftp://inventory.example.com"), "cursor", `rendering cursor: Cursor calls a URL with http or https, and "ftp://inventory.example.com" is none; correct it`},
		{"no URL at all", at("%zz"), "vscode", `rendering vscode: VS Code calls a URL with http or https, and "%zz" is none; correct it`},
		{"plain http", at("http://inventory.example.com/mcp"), "openai-responses-python", private("http://inventory.example.com/mcp")},
		{"loopback", at("https://127.0.0.1/mcp"), "openai-responses-python", private("https://127.0.0.1/mcp")},
		{"loopback of IPv6", at("https://[::1]:8443/mcp"), "openai-responses-python", private("https://[::1]:8443/mcp")},
		{"a private network", at("https://10.1.2.3/mcp"), "openai-responses-python", private("https://10.1.2.3/mcp")},
		{"localhost", at("https://LOCALHOST:1/mcp"), "openai-responses-python", private("https://LOCALHOST:1/mcp")},
		{"a name of the network", at("https://inventory/mcp"), "openai-responses-python", private("https://inventory/mcp")},
		{"an internal name", at("https://inventory.corp.internal./mcp"), "openai-responses-python", private("https://inventory.corp.internal./mcp")},
		{"no tools", change(func(c *catalog.Catalog) { c.Tools = nil }), "openai-responses-curl", `rendering openai-responses-curl: "inventory" has no tools; declare one`},
		{"no read-only tool", change(func(c *catalog.Catalog) { c.Tools = c.Tools[2:] }), "claude-code-permissions",
			`rendering claude-code-permissions: none of the tools of "inventory" is read-only (readOnlyHint true and destructiveHint not true); declare one, or take the form with all tools`},
		{"no schema", change(func(c *catalog.Catalog) { c.Tools[0].InputSchema = nil }), "gemini-declarations",
			`rendering gemini-declarations: wrapping tool "list_warehouses": input: reading the schema: nothing was given; give a JSON object, the input schema of the tool`},
		{"a slip", oauth(), "claude_code_jsno", `no client is called "claude_code_jsno"; did you mean "claude-code-json"`},
		{"anything", oauth(), "emacs", `no client is called "emacs"; take one that Clients lists, for example "openai-responses-python"`},
	} {
		out, err := snippets.Render(c.catalog, c.id)
		if out != "" || err == nil || err.Error() != c.want {
			t.Errorf("%s: got %q, %v\nwant %s", c.claim, out, err, c.want)
		}
		fits := func(client snippets.Client) bool { return client.ID == c.id }
		if slices.ContainsFunc(snippets.Of(c.catalog), fits) {
			t.Errorf("%s: Of has it all the same", c.claim)
		}
	}
}

func TestWhatOfReturnsIsRendered(t *testing.T) {
	local := noauth()
	local.Server.URL = "http://127.0.0.1:8080/mcp"
	stdio := noauth()
	stdio.Server.URL = ""
	bare := catalog.Catalog{Server: catalog.Server{URL: "https://x.example.com/"}}
	for claim, c := range map[string]catalog.Catalog{"all": many(), "local": local, "stdio": stdio, "bare": bare} {
		fits := snippets.Of(c)
		if len(fits) == 0 || (len(fits) == len(snippets.Clients())) != (claim == "all") {
			t.Errorf("%s: %d clients fit", claim, len(fits))
		}
		for _, client := range fits {
			if out, err := snippets.Render(c, client.ID); err != nil || out == "" {
				t.Errorf("%s: %s: %v", claim, client.ID, err)
			}
		}
	}
}

func TestNamesBecomeLabelsAndVariables(t *testing.T) {
	for _, c := range []struct{ name, label, variable string }{
		{"inventory", "inventory", "INVENTORY_TOKEN"},
		{"my-Server_2", "my-Server_2", "MY_SERVER_2_TOKEN"},
		{"com.example/stock levels", "com_example_stock_levels", "COM_EXAMPLE_STOCK_LEVELS_TOKEN"},
		{"7seas", "server_7seas", "SERVER_7SEAS_TOKEN"},
		{"Lagerbestände", "Lagerbest_nde", "LAGERBEST_NDE_TOKEN"},
		{"在庫", "server", "SERVER_TOKEN"},
		{"", "server", "SERVER_TOKEN"},
		{"x\"; rm -rf ~", "x_rm_rf", "X_RM_RF_TOKEN"},
		{strings.Repeat("long ", 400), strings.TrimRight(strings.Repeat("long_", 13)[:64], "_"), strings.ToUpper(strings.TrimRight(strings.Repeat("long_", 13)[:64], "_")) + "_TOKEN"},
	} {
		s := oauth()
		s.Server.Name = c.name
		out, err := snippets.Render(s, "openai-responses-curl")
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`"server_label": "` + c.label + `",`, `"authorization": "'"${` + c.variable + `:?}"'",`} {
			if !strings.Contains(out, want) {
				t.Errorf("%q: got\n%s\nwant %s in it", c.name, out, want)
			}
		}
	}
}

func TestNamesOfPluginsAreLowerCaseWithDashes(t *testing.T) {
	for name, want := range map[string]string{"inventory": "inventory", "my-Server_2": "my-server-2", "a--b_": "a-b", "在庫": "server"} {
		s := oauth()
		s.Server.Name = name
		out, err := snippets.Render(s, "chatgpt-plugin")
		if err != nil {
			t.Fatal(err)
		}
		if want := `"name": "` + want + `",`; !strings.Contains(out, want) {
			t.Errorf("%q: got\n%s\nwant %s in it", name, out, want)
		}
	}
}

// TestOnlyProgramsReadATokenAndOnlyWhenThereIsOne holds that hosts sign in, and that nothing else is asked for.
func TestOnlyProgramsReadATokenAndOnlyWhenThereIsOne(t *testing.T) {
	for _, client := range snippets.Clients() {
		for auth, c := range map[bool]catalog.Catalog{false: noauth(), true: oauth()} {
			out, err := snippets.Render(c, client.ID)
			if err != nil {
				t.Fatal(err)
			}
			program := client.Language == "python" || client.Language == "ts" || client.Language == "bash"
			program = program && client.Product != "Claude Code" && !strings.HasSuffix(client.ID, "-stdio")
			comment := client.ID == "codex"
			if got, want := strings.Contains(out, "INVENTORY_TOKEN"), auth && (program || comment); got != want {
				t.Errorf("%s with tokens %t: names INVENTORY_TOKEN %t, want %t", client.ID, auth, got, want)
			}
		}
	}
}
