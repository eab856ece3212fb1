package page

import (
	"encoding/json"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/catalog"
)

// A Subject is what a page tells of.
type Subject struct {
	// Catalog is the server as its clients see it. Every text of it is shown as text.
	Catalog catalog.Catalog
	// Effects are what the writing tools were declared to do, by name. They make the word on a tool plainer, "Deletes" in
	// place of "Changes or deletes"; how hosts take the tool is read from its annotations alone. nil knows none.
	Effects map[string]annotations.Effect
	// Examples are arguments by tool name, each a JSON object, for the approval dialog; one without is shown with dots.
	Examples map[string]json.RawMessage
	// Snippets connect clients, in the order in which they are shown. Those with one Product stand together.
	Snippets []Snippet
	// Closed leaves out all but what the protected resource metadata says too, which anyone may read: the title, the
	// address, and how to sign in.
	Closed bool
	// Ready is whether no fault is known that keeps tokens from being verified. It is shown with Catalog.Authorization only.
	Ready bool
}

// A Snippet is one block to copy.
type Snippet struct {
	// ID is the anchor of the block, for example "codex-toml"; unique, lower case and dashes.
	ID string
	// Product and Title tell it apart, for example "OpenAI Responses API" and "Python".
	Product, Title string
	// File is where the text belongs, for example ".mcp.json"; empty for none.
	File string
	// Source is the page its shape was read from, and Read the day, YYYY-MM-DD; empty for none.
	Source, Read string
	// Text is what is copied, exactly.
	Text string
}
