package lint

import (
	"slices"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
)

// A Rule is one thing that must hold of what a server shows to its clients. Its level is the level at
// the start of a server of our own: [fault.Error] refuses.
type Rule struct {
	fault.Rule
	// Check reports every place where the rule does not hold. It keeps nothing between passes and may
	// run concurrently with the checks of other rules on other passes.
	Check func(*Pass)
}

// Rules returns every wire rule, group by group, each group in the order of its file. The slice is the
// caller's own.
func Rules() []Rule {
	return slices.Concat(
		nameRules(),
		serverRules(),
		titleRules(),
		descriptionRules(),
		textRules(),
		annotationRules(),
		schemaRules(),
		inputRules(),
		outputRules(),
		catalogRules(),
	)
}

// Run judges one catalog by every rule and returns what it found, ordered by path and rule identifier;
// the same catalog always gives the same problems. Nothing found is nil.
//
// A path leads to the place: "check_inventory.description", "check_inventory.input.warehouse",
// "server.instructions". A tool whose name could not serve as a path (empty, taken by an earlier tool,
// "server", or with a dot or a character that MCP does not allow) goes by its position, "tools[3]".
func Run(c catalog.Catalog) fault.Problems {
	return run(c, Rules())
}

func run(c catalog.Catalog, rules []Rule) fault.Problems {
	p := newPass(c)
	for _, r := range rules {
		p.rule = r.Rule
		r.Check(p)
	}
	p.found.Sort()
	return p.found
}
