package snippets

import (
	"fmt"
	"slices"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/nearest"
)

// A Client is a row of the table: one thing a server can be connected to, in one language and one variant.
type Client struct {
	// ID is what commands and the blocks of a README take, for example "openai-responses-python": lower case and dashes.
	ID string
	// Product is what it connects to, for example "OpenAI Responses API".
	Product string
	// Title tells the rows of one product apart, for example "Python, read-only tools".
	Title string
	// Language is the info string of a fenced block: python, ts, bash, json, toml, markdown.
	Language string
	// File is where the text belongs, for example ".mcp.json"; empty for a program or a command.
	File string
	// Source is the URL of the page that the shape was read from.
	Source string
	// Read is the date it was read, YYYY-MM-DD.
	Read string

	needs  []need
	render func(view) (string, error)
}

// Clients returns the whole table, in its order. The slice is the caller's own.
func Clients() []Client {
	return table()
}

// Of returns the clients that the server can be connected to, in the order of the table: those that call a URL when it
// has one (a public https one for clients that call from elsewhere), those that start a command when it has one.
func Of(c catalog.Catalog) []Client {
	v := look(c)
	return slices.DeleteFunc(table(), func(row Client) bool { return row.missing(v) != "" })
}

// Render returns the text for the client of that id. It ends in one newline, and the same catalog always gives the
// same text. The error says what the server lacks, or which id was meant.
func Render(c catalog.Catalog, id string) (string, error) {
	row, err := find(id)
	if err != nil {
		return "", err
	}
	v := look(c)
	if why := row.missing(v); why != "" {
		return "", fmt.Errorf("rendering %s: %s", id, why)
	}
	out, err := row.render(v)
	if err != nil {
		return "", fmt.Errorf("rendering %s: %w", id, err)
	}
	return out, nil
}

// ReadOnly returns the names of the tools that may be called without asking anyone, sorted: those that
// [catalog.Tool.ReadOnly] says change nothing, and no others. A name that two tools share counts only when both do.
func ReadOnly(c catalog.Catalog) []string {
	asked := map[string]bool{"": true}
	for _, t := range c.Tools {
		if !t.ReadOnly() {
			asked[t.Name] = true
		}
	}
	var names []string
	for _, t := range c.Tools {
		if !asked[t.Name] {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// find returns the row of that id.
func find(id string) (Client, error) {
	rows := table()
	ids := make([]string, 0, len(rows))
	for _, row := range rows {
		if row.ID == id {
			return row, nil
		}
		ids = append(ids, row.ID)
	}
	if near, ok := nearest.To(id, ids); ok {
		return Client{}, fmt.Errorf("no client is called %q; did you mean %q", id, near)
	}
	return Client{}, fmt.Errorf("no client is called %q; take one that Clients lists, for example %q", id, ids[0])
}
