package fault

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Problem is one place where a rule does not hold.
type Problem struct {
	Rule Rule
	// Path leads to the place, for example "check_inventory.input.warehouse".
	// The server itself is "server", one of its fields "server.url".
	Path string
	// Says is a sentence that ends in the way out.
	Says string
	// At is file:line of the Read, Write, Job or New call; empty for a listing read from the wire.
	At string
}

// String returns the problem in one line: place, rule, sentence.
func (p Problem) String() string {
	var b strings.Builder
	if p.At != "" {
		b.WriteString(p.At)
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "%s: %s [%s]", p.Path, p.Says, p.Rule.ID)
	return b.String()
}

// Problems is everything found in one pass. It is an error when [Problems.Err] says so.
type Problems []Problem

// Error lists every problem of level [Error], one a line, after a line that counts them. When there is none, it lists
// those of the next level that has any.
func (ps Problems) Error() string {
	what, listed := "problem", ps.Of(Error)
	if len(listed) == 0 {
		what, listed = "warning", ps.Of(Warning)
	}
	if len(listed) == 0 {
		what, listed = "remark", ps
	}
	if len(listed) == 0 {
		return "no problems in the declaration"
	}
	var b strings.Builder
	plural := "s"
	if len(listed) == 1 {
		plural = ""
	}
	fmt.Fprintf(&b, "%d %s%s in the declaration:", len(listed), what, plural)
	for _, p := range listed {
		b.WriteString("\n  ")
		b.WriteString(p.String())
	}
	return b.String()
}

// Err returns ps as an error when it holds at least one problem of level [Error], otherwise nil.
// Find the problems again with errors.AsType[fault.Problems] or errors.As.
func (ps Problems) Err() error {
	if len(ps.Of(Error)) == 0 {
		return nil
	}
	return ps
}

// Of returns the problems of one level, in their order.
func (ps Problems) Of(level Level) Problems {
	var of Problems
	for _, p := range ps {
		if p.Rule.Level == level {
			of = append(of, p)
		}
	}
	return of
}

// Sort orders the problems by place, path and rule, so that the same declaration always reads the same.
func (ps Problems) Sort() {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule.ID, b.Rule.ID))
	})
}
