package lint

import (
	"fmt"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
)

// A Pass is one catalog under judgement, with its schemas read once for all rules.
// It belongs to one goroutine.
type Pass struct {
	server catalog.Server
	// authorization is how callers sign in, nil when nobody says.
	authorization *catalog.Authorization
	tools         []*tool
	spots         []spot // every text a model sees

	evidence *Evidence // nil when nothing was probed; live rules may rely on it
	waivers  []Waiver
	judged   map[string]bool // the rules so far, by identifier
	rule     fault.Rule      // the one being checked, its level that of the profile
	found    fault.Problems
}

// Report notes one place where the rule being checked does not hold. The sentence must say what was
// sent and end in the way out.
func (p *Pass) Report(path, format string, args ...any) {
	p.found = append(p.found, p.rule.Problem(path, fmt.Sprintf(format, args...)))
}

// tool is one tool of the catalog as the rules see it.
type tool struct {
	catalog.Tool
	path   string   // the tool's name, or tools[i]
	words  []string // the name's words in lower case
	input  schemaTree
	output schemaTree

	converted []conversion // see conversions
}

// leads reports whether a tool name can stand first in a path: what the specification allows (2026-07-28,
// server/tools) but for the dot, at which a path is cut.
func leads(name string) bool { return plainLetters(name, 128) }

func newPass(c catalog.Catalog) *Pass {
	p := &Pass{server: c.Server, authorization: c.Authorization, tools: make([]*tool, 0, len(c.Tools)), judged: map[string]bool{}}
	taken := make(map[string]bool, len(c.Tools))
	for i, t := range c.Tools {
		path := t.Name
		if taken[t.Name] || t.Name == "server" || !leads(t.Name) {
			path = fmt.Sprintf("tools[%d]", i)
		}
		taken[t.Name] = true
		p.tools = append(p.tools, &tool{
			Tool:   t,
			path:   path,
			words:  words(t.Name),
			input:  readSchema(t.InputSchema, path+".input"),
			output: readSchema(t.OutputSchema, path+".output"),
		})
	}
	p.spots = spots(p)
	return p
}

// eachTool makes a check of one that looks at one tool at a time.
func eachTool(check func(*Pass, *tool)) func(*Pass) {
	return func(p *Pass) {
		for _, t := range p.tools {
			check(p, t)
		}
	}
}

// eachInput makes a check of one that looks at one node of an input schema at a time.
func eachInput(check func(*Pass, *tool, *node)) func(*Pass) {
	return eachTool(func(p *Pass, t *tool) {
		for _, n := range t.input.nodes {
			check(p, t, n)
		}
	})
}

// eachOutput makes a check of one that looks at one node of an output schema at a time.
func eachOutput(check func(*Pass, *tool, *node)) func(*Pass) {
	return eachTool(func(p *Pass, t *tool) {
		for _, n := range t.output.nodes {
			check(p, t, n)
		}
	})
}

// eachNode makes a check of one that looks at one node of either schema at a time.
func eachNode(check func(*Pass, *tool, *node)) func(*Pass) {
	return eachTool(func(p *Pass, t *tool) {
		for _, n := range t.input.nodes {
			check(p, t, n)
		}
		for _, n := range t.output.nodes {
			check(p, t, n)
		}
	})
}
