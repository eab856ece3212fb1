package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/internal/nearest"
)

// A Waiver accepts the problems of one rule as they are. A waiver that is not whole, names no rule or covers nothing is
// a problem itself, of the rule lint-waiver, which cannot be waived.
type Waiver struct {
	// Rule is the identifier of the rule, for example "catalog-many". Required.
	Rule string `json:"rule"`
	// Path is the place of the problem as it is reported. A * at the end stands for any rest, so "*" is every place.
	// Required, so that a waiver never covers more than somebody wrote down.
	Path string `json:"path"`
	// Reason says why the problem is accepted, for whoever reads the report. Required.
	Reason string `json:"reason"`
}

const waiverRule = "lint-waiver"

func waiverRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    waiverRule,
			Doc:   "A waiver names a rule and a place, gives a reason, and covers something; one that covers nothing would hide the next problem there.",
			Level: fault.Warning,
		}, Check: checkWaivers},
	}
}

// checkWaivers looks at what all rules before it have found.
func checkWaivers(p *Pass) {
	if len(p.waivers) == 0 {
		return
	}
	var known []string
	for _, r := range Rules() {
		known = append(known, r.ID)
	}
	for i, w := range p.waivers {
		path := fmt.Sprintf("waivers[%d]", i)
		switch {
		case w.Rule == "":
			p.Report(path, "The waiver names no rule: add the identifier that stands in brackets behind the problem.")
		case w.Rule == waiverRule:
			p.Report(path, "The rule %s cannot be waived: mend the waiver it speaks of.", waiverRule)
		case !slices.Contains(known, w.Rule):
			way := "use the identifier that stands in brackets behind the problem"
			if near, ok := nearest.To(w.Rule, known); ok {
				way = fmt.Sprintf("did you mean %q", near)
			}
			p.Report(path, "There is no rule %q: %s.", excerpt(w.Rule), way)
		case w.Path == "":
			p.Report(path, "The waiver of %s names no place: add the path of the problem, or \"*\" for every place.", w.Rule)
		case blank(w.Reason):
			p.Report(path, "The waiver of %s gives no reason: say why the problem is accepted.", w.Rule)
		case p.judged[w.Rule] && !slices.ContainsFunc(p.found, w.covers):
			p.Report(path, "The waiver of %s at %q covers nothing: remove it, or mend its path.", w.Rule, excerpt(w.Path))
		}
	}
}

// covers reports whether the waiver is whole and the problem one of those it accepts.
func (w Waiver) covers(problem fault.Problem) bool {
	if w.Rule != problem.Rule.ID || w.Rule == waiverRule || w.Path == "" || blank(w.Reason) {
		return false
	}
	if start, open := strings.CutSuffix(w.Path, "*"); open {
		return strings.HasPrefix(problem.Path, start)
	}
	return w.Path == problem.Path
}

// waiver returns the first waiver that covers the problem, and whether there is one.
func (p *Pass) waiver(problem fault.Problem) (Waiver, bool) {
	i := slices.IndexFunc(p.waivers, func(w Waiver) bool { return w.covers(problem) })
	if i < 0 {
		return Waiver{}, false
	}
	return p.waivers[i], true
}
