package page

import (
	"fmt"
	"html/template"
	"net/url"
	"regexp"
	"strings"

	"github.com/comity-mcp/comity/catalog"
)

// view is what the template shows.
type view struct {
	Style  template.CSS
	Script template.JS

	Title, Name, Version, Description, URL string

	Closed   bool
	Counts   string
	Tools    []toolView
	Products []product
	SignIn   *signIn
}

// product is a group of snippets.
type product struct {
	Anchor, Name string
	Snippets     []Snippet
}

// toolView is one tool.
type toolView struct {
	Anchor, Name, Title, Description string

	Server string // the server's title, for the dialog
	Effect effect
	World  string
	Access access
	Fields []field
	Dialog []argument
}

// signIn is the state of the protected resource metadata.
type signIn struct {
	Resource, Metadata string
	Issuers, Scopes    []string
	Ready              bool
}

func viewOf(s Subject) view {
	server := s.Catalog.Server
	v := view{
		Style: template.CSS(style), Script: template.JS(script),
		Title: shown(server.Title), URL: shown(server.URL), Closed: s.Closed,
		SignIn: signInOf(s.Catalog.Authorization, s.Ready),
	}
	if v.Title == "" {
		v.Title = shown(server.Name)
	}
	if s.Closed {
		return v
	}
	v.Name, v.Version, v.Description = shown(server.Name), shown(server.Version), shown(server.Description)
	v.Counts = counts(s.Catalog.Tools)
	v.Products = products(s.Snippets)
	for i, t := range s.Catalog.Tools {
		v.Tools = append(v.Tools, toolViewOf(i, t, s, v.Title))
	}
	return v
}

func toolViewOf(i int, t catalog.Tool, s Subject, server string) toolView {
	fields := fieldsOf(t.InputSchema)
	v := toolView{
		Anchor: anchor(t.Name, i), Name: shown(t.Name), Title: shown(t.Title), Description: shown(t.Description),
		Server: server, Effect: effectOf(t, s.Effects[t.Name]), World: worldOf(t),
		Access: accessOf(t, s.Catalog.Authorization), Fields: fields, Dialog: argumentsOf(s.Examples[t.Name], fields),
	}
	if v.Title == "" {
		v.Title = v.Name
	}
	return v
}

// anchor is a tool's fragment: its name, or its place where a fragment cannot carry the name.
func anchor(name string, i int) string {
	if plain.MatchString(name) {
		return "tool-" + name
	}
	return fmt.Sprintf("tool-number-%d", i+1)
}

var plain = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func counts(tools []catalog.Tool) string {
	reads := 0
	for _, t := range tools {
		if t.ReadOnly() {
			reads++
		}
	}
	switch n := len(tools); {
	case n == 0:
		return "no tools"
	case n == 1 && reads == 1:
		return "1 tool, which only reads"
	case n == 1:
		return "1 tool"
	case reads == n:
		return fmt.Sprintf("%d tools, which only read", n)
	default:
		return fmt.Sprintf("%d tools, of which %d only read", n, reads)
	}
}

// products groups the snippets, in the order in which each product comes first.
func products(snippets []Snippet) []product {
	var out []product
	at := map[string]int{}
	for _, s := range snippets {
		s.Product, s.Title, s.File, s.Read = shown(s.Product), shown(s.Title), shown(s.File), shown(s.Read) // the text stays: it is copied
		i, ok := at[s.Product]
		if !ok {
			i = len(out)
			at[s.Product] = i
			out = append(out, product{Anchor: fmt.Sprintf("product-%d", i+1), Name: s.Product})
		}
		out[i].Snippets = append(out[i].Snippets, s)
	}
	return out
}

func signInOf(a *catalog.Authorization, ready bool) *signIn {
	if a == nil {
		return nil
	}
	return &signIn{Resource: shown(a.Resource), Metadata: metadataOf(a.Resource), Issuers: each(a.Issuers), Scopes: each(a.Scopes), Ready: ready}
}

// metadataOf is where the metadata of a resource is: the well-known path between its host and its own path (RFC 9728
// section 3.1). It is empty for what is no URL.
func metadataOf(resource string) string {
	u, err := url.Parse(resource)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host + "/.well-known/oauth-protected-resource" + strings.TrimSuffix(u.EscapedPath(), "/")
}
