package release_test

import (
	"testing"

	"github.com/comity-mcp/comity/release"
	"github.com/comity-mcp/comity/schema"
)

// A name of the server could end the line and begin one that says nothing changes, or tell the terminal something.
func TestAChangeIsOneLineWhateverNamesItHas(t *testing.T) {
	c := release.Change{Path: "get\ncompatible x: nothing\x1b[1A", Class: schema.Breaking, Says: "The tool is gone.", Hurts: "models"}
	want := `breaking get compatible x: nothing\u001b[1A: The tool is gone. Hurts models.`
	if got := c.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
