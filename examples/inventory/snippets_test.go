package main

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/snippets"
)

const mendReadme = "run go generate ./examples/inventory and commit what it writes with the change"

func TestTheReadmeConnectsToThisServer(t *testing.T) {
	if out, err := program(t, "snippets", "-check", "README.md").CombinedOutput(); err != nil {
		t.Errorf("%v: %s\n%s", err, mendReadme, out)
	}
}

// marks are the blocks of a README, by client.
var marks = regexp.MustCompile(`(?m)^<!-- comity:snippets ([a-z0-9-]+) -->$`)

func TestTheReadmeHasABlockForEachHost(t *testing.T) {
	product := map[string]string{}
	for _, c := range snippets.Clients() {
		product[c.ID] = c.Product
	}
	var got []string
	for _, m := range marks.FindAllStringSubmatch(string(readme(t)), -1) {
		got = append(got, product[m[1]])
	}
	slices.Sort(got)
	got = slices.Compact(got)
	want := []string{"ChatGPT", "Claude Code", "Claude Desktop", "Claude Messages API", "Codex", "Cursor", "Gemini CLI",
		"OpenAI Agents SDK", "OpenAI Responses API", "VS Code"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestAToolThatIsAddedShowsInTheReadme declares two more tools and looks at what -check would print: the one that reads is
// on every list of what needs no approval, the one that writes is on none.
func TestAToolThatIsAddedShowsInTheReadme(t *testing.T) {
	jobs := handles.Memory()
	t.Cleanup(func() { jobs.Close() })
	c := declare(app{jobs: jobs}, published, auth.OAuth{Issuers: []string{"https://login.example.com"}})
	quiet := zerolog.Nop()
	c.Logger = &quiet
	count := func(context.Context, CheckInventory) (StockLevel, error) { return StockLevel{}, nil }
	spec := server.Spec{Title: "Look at one shelf", Access: auth.Scopes(reads), Example: CheckInventory{ProductSKU: "SKU-4421", Warehouse: "Chicago"},
		Description: "Returns the units on one shelf. Use it in place of check_inventory when the shelf is known."}
	spec.Name = "list_shelves"
	c.Tools = append(c.Tools, server.Read(spec, count))
	spec.Name, spec.Title, spec.Access, spec.CheckWith = "create_shelf", "Add one shelf", auth.Scopes(writes), "list_shelves"
	spec.Description = "Adds one empty shelf to a warehouse in the company's own records. Use it before goods are put there."
	c.Tools = append(c.Tools, server.Write(spec, annotations.Creates, count))
	srv, err := server.New(c)
	if err != nil {
		t.Fatal(err)
	}
	diff, err := snippets.Stale(readme(t), srv.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`+                "list_shelves",`,              // never, Python
		`+      "mcp__inventory__list_shelves",`,        // what Claude Code may call
		`+tools.list_shelves.approval_mode = "approve"`, // Codex
		`+        "create_shelf",`,                      // allowed_tools, Python
		`+        "create_shelf": {"enabled": False},`,  // Claude Messages API
	} {
		if !strings.Contains(diff, line+"\n") {
			t.Errorf("the line %s is not in\n%s", line, diff)
		}
	}
	for _, line := range []string{`+                "create_shelf",`, `mcp__inventory__create_shelf`, `tools.create_shelf.approval_mode = "approve"`} {
		if strings.Contains(diff, line) {
			t.Errorf("a tool that writes needs no approval: %s", line)
		}
	}
}

func readme(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return b
}
