package server_test

import (
	"context"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/server"
)

// A Shelf has fields that JSON leaves out, by which it leads to itself, and links in every place where one can stand.
type Shelf struct {
	cornered
	Name   string                 `json:"name" jsonschema_description:"Name of the shelf, e.g. A1"`
	Labels map[string]server.Link `json:"labels" jsonschema_description:"Pictures of the labels"`
	Plan   server.Link            `json:"plan,omitzero" jsonschema_description:"The plan, where there is one"`
	Owner  server.Link            `json:"-"`
	Above  *Shelf                 `json:"-"`
	below  *Shelf
}

type cornered struct {
	Corner server.Link `json:"corner" jsonschema_description:"A picture of the corner"`
}

// TestAFieldThatJSONLeavesOutIsLeftAlone: such a field may lead a type, and a value, back to itself, and hold what no caller
// is to see.
func TestAFieldThatJSONLeavesOutIsLeftAlone(t *testing.T) {
	link := func(name string) server.Link {
		return server.Link{URI: "test://" + name, Name: name, MIMEType: "image/png", Size: 1}
	}
	srv := reading(t, func(context.Context, StockQuery) (Shelf, error) {
		s := Shelf{cornered: cornered{link("corner")}, Name: "A1", Labels: map[string]server.Link{"b": link("b"), "a": link("a")}, Owner: link("owner")}
		s.Above, s.below = &s, &s
		return s, nil
	})
	got := asks(t, srv.Handler(), stockCall)[0]
	block := func(name string) string {
		return `{"type":"resource_link","mimeType":"image/png","uri":"test://` + name + `","name":"` + name + `","size":1}`
	}
	if want := `},` + block("corner") + `,` + block("a") + `,` + block("b") + `],"structuredContent":{"corner":`; !strings.Contains(got, want) || strings.Contains(got, "owner") {
		t.Errorf("got  %s\nwant ...%s...", got, want)
	}
}
