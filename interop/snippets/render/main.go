// Command render prints the snippets of the catalogs on standard input, for the checks of interop/snippets.
//
//	render <catalogs.json
//
// It reads a JSON array of catalog snapshots and prints {"clients": [...], "texts": [{id: text}, ...]}: the whole table of
// clients, and for each catalog the snippets that fit it.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/snippets"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	var catalogs []catalog.Catalog
	if err := json.NewDecoder(os.Stdin).Decode(&catalogs); err != nil {
		return fmt.Errorf("reading the catalogs: %w", err)
	}
	out := struct {
		Clients []snippets.Client   `json:"clients"`
		Texts   []map[string]string `json:"texts"`
	}{Clients: snippets.Clients()}
	for _, c := range catalogs {
		texts := map[string]string{}
		for _, client := range snippets.Of(c) {
			text, err := snippets.Render(c, client.ID)
			if err != nil {
				return fmt.Errorf("rendering %s for %q: %w", client.ID, c.Server.Name, err)
			}
			texts[client.ID] = text
		}
		out.Texts = append(out.Texts, texts)
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}
