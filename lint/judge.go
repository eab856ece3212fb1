package lint

import (
	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
)

// A Subject is one server under judgement.
type Subject struct {
	// Catalog is what it lists.
	Catalog catalog.Catalog
	// Evidence is what a probe saw of it running; nil when nothing was probed, and then no live rule is judged.
	Evidence *Evidence
}

// Options are how to judge. The zero value judges for every host and waives nothing.
type Options struct {
	// Profile is whose judgement counts; zero is [Portable].
	Profile Profile
	// Waivers are the findings that are accepted as they are.
	Waivers []Waiver

	start bool // of a server of our own
}

// Judge judges one server by every rule that matters under the profile. The same subject and options always give the
// same report.
//
// A path leads to the place: "check_inventory.description", "check_inventory.input.warehouse",
// "server.instructions". A tool whose name could not serve as a path (empty, taken by an earlier tool,
// "server", or with a dot or a character that MCP does not allow) goes by its position, "tools[3]".
func Judge(s Subject, o Options) Report {
	if o.Profile == 0 {
		o.Profile = Portable
	}
	p := newPass(s.Catalog)
	p.evidence, p.waivers = s.Evidence, o.Waivers
	for _, g := range Groups() {
		if g.Live && s.Evidence == nil {
			continue
		}
		for _, r := range g.Rules {
			level, judged := r.Under(o.Profile)
			if !judged {
				continue
			}
			p.rule = r.Rule
			p.rule.Level = level
			if o.start && r.House {
				p.rule.Level = fault.Error
			}
			p.judged[r.ID] = true
			r.Check(p)
		}
	}
	p.found.Sort()
	report := Report{Server: s.Catalog.Server, Profile: o.Profile, Rules: len(p.judged), Probed: s.Evidence != nil}
	for _, problem := range p.found {
		if w, ok := p.waiver(problem); ok {
			report.Waived = append(report.Waived, Waived{problem, w.Reason})
			continue
		}
		report.Found = append(report.Found, problem)
	}
	return report
}

// Run judges the catalog of a server of our own before it starts, and returns what it found: [Judge] for every host and without a
// probe, with the rules of the house as errors. Nothing found is nil.
func Run(c catalog.Catalog) fault.Problems {
	return Judge(Subject{Catalog: c}, Options{start: true}).Found
}
