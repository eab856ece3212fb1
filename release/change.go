package release

import (
	"fmt"

	"github.com/comity-mcp/comity/internal/seen"
	"github.com/comity-mcp/comity/schema"
)

// A Change is one difference between two releases of a server.
type Change struct {
	// Path leads to the place: "server.url", "check_inventory", "check_inventory.input.warehouse".
	Path string
	// Class is what the change means to somebody who still has the old list.
	Class schema.Class
	// Says is what changed, and the way out where somebody is hurt.
	Says string
	// Hurts names who is affected; empty for a change that affects nobody.
	Hurts string
}

// String returns the change in one line: class, place, sentence, and who is hurt. What a server put into its names that would
// not be seen, or would end the line, is written as an escape.
func (c Change) String() string {
	s := fmt.Sprintf("%s %s: %s", c.Class, c.Path, c.Says)
	if c.Hurts != "" {
		s += " Hurts " + c.Hurts + "."
	}
	return seen.Line(s)
}

// Worst returns the gravest class among the changes, and 0 when there is none.
func Worst(changes []Change) schema.Class {
	var worst schema.Class
	for _, c := range changes {
		worst = max(worst, c.Class)
	}
	return worst
}
