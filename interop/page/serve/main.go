// Command serve is what the browser of this test looks at beside the inventory example:
//
//	serve hostile            serve the page of a server whose every text is hostile, with 200 tools
//	serve texts <SNAPSHOT    print the snippets of a catalog as one JSON object, by id
//
// The page is served on a free port of 127.0.0.1. Its address is printed first; /texts beside it has its snippets.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/page"
	"github.com/comity-mcp/comity/snippets"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) != 1 {
		return fmt.Errorf("got %d arguments; give hostile or texts", len(args))
	}
	switch args[0] {
	case "hostile":
		s, err := hostile()
		if err != nil {
			return err
		}
		return serve(s, out)
	case "texts":
		b, err := io.ReadAll(in)
		if err != nil {
			return fmt.Errorf("reading the snapshot: %w", err)
		}
		c, err := catalog.ReadSnapshot(b)
		if err != nil {
			return err
		}
		shown, err := all(c)
		if err != nil {
			return err
		}
		return json.NewEncoder(out).Encode(texts(shown))
	}
	return fmt.Errorf("there is no command %q; give hostile or texts", args[0])
}

// all are the snippets of a catalog, as a page shows them.
func all(c catalog.Catalog) ([]page.Snippet, error) {
	var out []page.Snippet
	for _, client := range snippets.Of(c) {
		text, err := snippets.Render(c, client.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, page.Snippet{ID: client.ID, Product: client.Product, Title: client.Title, File: client.File,
			Source: client.Source, Read: client.Read, Text: text})
	}
	return out, nil
}

func texts(shown []page.Snippet) map[string]string {
	out := map[string]string{}
	for _, s := range shown {
		out[s.ID] = s.Text
	}
	return out
}

// serve answers until it is killed.
func serve(s page.Subject, out io.Writer) error {
	document, err := page.New(s)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", document)
	mux.HandleFunc("/texts", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(texts(s.Snippets)) // the test that is gone needs none
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	fmt.Fprintf(out, "http://%s/mcp\n", l.Addr())
	h := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	return h.Serve(l)
}
