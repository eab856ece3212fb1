package lint

import (
	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
)

// A Report is what came of judging one server.
type Report struct {
	// Server is who was judged.
	Server catalog.Server
	// Profile is whose judgement counted.
	Profile Profile
	// Rules is how many rules were judged by, and Probed whether the live ones were among them.
	Rules  int
	Probed bool
	// Found is every problem that is not waived, its level that of the profile, ordered by path and rule. Nil when there
	// is none.
	Found fault.Problems
	// Waived is every problem that a waiver covers, in the same order.
	Waived []Waived
}

// A Waived is a problem that is accepted as it is.
type Waived struct {
	fault.Problem
	// Reason is that of the waiver.
	Reason string
}

// Clean reports whether nothing has to be mended: no problem of level error or warning was found. Remarks of level info
// leave a report clean.
func (r Report) Clean() bool {
	return len(r.Found.Of(fault.Error)) == 0 && len(r.Found.Of(fault.Warning)) == 0
}
