package snippets_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/snippets"
)

// TestTheGuideListsTheClients compares the table of the guide with the table of the package.
func TestTheGuideListsTheClients(t *testing.T) {
	const file, start, end = "../docs/snippets.md", "<!-- clients -->\n", "<!-- /clients -->\n"
	guide, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, opened := strings.Cut(string(guide), start)
	_, after, closed := strings.Cut(rest, end)
	if !opened || !closed {
		t.Fatalf("%s has no place for the table; add %s and %s", file, start, end)
	}
	var table strings.Builder
	table.WriteString("| product | form | id | goes to | read |\n|---|---|---|---|---|\n")
	for _, c := range snippets.Clients() {
		place := "a program or a command"
		switch {
		case c.File != "":
			place = "`" + c.File + "`"
		case c.Language == "markdown":
			place = "steps or a link for a person"
		case c.Product == "Tools without MCP":
			place = "the tools of a request"
		}
		fmt.Fprintf(&table, "| %s | %s | `%s` | %s | [%s](%s) |\n", c.Product, c.Title, c.ID, place, c.Read, c.Source)
	}
	want := before + start + table.String() + end + after
	if *update {
		write(t, file, want)
		return
	}
	if string(guide) != want {
		t.Errorf("the table of %s is not that of the package; run the test with -update", file)
	}
}
