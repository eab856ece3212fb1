package server

import (
	"encoding/json"
	"net/http"
	"sync"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/catalog"
	front "github.com/comity-mcp/comity/internal/page"
	"github.com/comity-mcp/comity/snippets"
)

// Page says whether a person who opens the server's URL in a browser, or the root of its host, is shown what the server
// is, what its tools do and how to connect to it. MCP clients see nothing of it: it answers GET and HEAD that ask for
// text/html and like it better than JSON and event streams. It loads nothing from elsewhere and runs no script but its own.
//
// With [auth.ListClosed] it shows what the protected resource metadata tells anyone, and no tool.
type Page int

const (
	// PageShown shows the page.
	PageShown Page = iota
	// PageHidden shows none: a line of text at the root, 405 at the endpoint, whoever asks.
	PageHidden
)

// String returns "shown" or "hidden".
func (p Page) String() string {
	if p == PageHidden {
		return "hidden"
	}
	return "shown"
}

// home serves the page; nil when it is hidden. It is made when somebody first looks at it, once for keys that are well
// and once for keys that cannot be read.
func (s *Server) home() http.Handler {
	if s.config.Page == PageHidden {
		return nil
	}
	of := func(ready bool) func() (*front.Document, error) {
		return sync.OnceValues(func() (*front.Document, error) { return front.New(s.subject(ready)) })
	}
	ready, waiting := of(true), of(false)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		now := ready
		if s.resource != nil && s.resource.Ready() != nil {
			now = waiting
		}
		d, err := now()
		if err != nil {
			s.log.Error().Err(err).Msg("the page could not be made")
			http.Error(w, "The page could not be made; the log of the server says why. MCP clients can go on.", http.StatusInternalServerError)
			return
		}
		d.ServeHTTP(w, r)
	})
}

// subject is what the page tells of.
func (s *Server) subject(ready bool) front.Subject {
	policy, _ := s.config.Auth.(auth.OAuth)
	out := front.Subject{
		Catalog: s.catalog, Ready: ready, Closed: policy.Discovery == auth.ListClosed,
		Effects: map[string]annotations.Effect{}, Examples: map[string]json.RawMessage{},
	}
	if out.Closed { // what is not handed over cannot be shown
		out.Catalog = catalog.Catalog{Server: s.catalog.Server, Authorization: s.catalog.Authorization}
		return out
	}
	for name, t := range s.tools {
		out.Effects[name] = t.effect
		if example, err := t.example(); err == nil && example != nil { // New has checked it
			out.Examples[name] = example
		}
	}
	for _, c := range snippets.Of(s.catalog) {
		text, err := snippets.Render(s.catalog, c.ID)
		if err != nil {
			s.log.Error().Err(err).Str("client", c.ID).Msg("a snippet is not on the page")
			continue
		}
		out.Snippets = append(out.Snippets, front.Snippet{ID: c.ID, Product: c.Product, Title: c.Title, File: c.File, Source: c.Source, Read: c.Read, Text: text})
	}
	return out
}
