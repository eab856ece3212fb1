package lint

import (
	"github.com/comity-mcp/comity/fault"
)

func catalogRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "catalog-many",
			Doc:   "A server has at most 15 tools, what a model still chooses from well.",
			URL:   glama,
			Level: fault.Info,
		}, Check: catalogMany},
		{Rule: fault.Rule{
			ID:    "catalog-too-many",
			Doc:   "A server has at most 25 tools unless hosts defer loading them.",
			URL:   claudeDesign,
			Level: fault.Warning,
		}, Check: catalogTooMany},
		{Rule: fault.Rule{
			ID:    "catalog-over-limit",
			Doc:   "A server has at most 40 tools; beyond that Cursor leaves some out and other hosts defer them all.",
			URL:   cursorTools,
			Level: fault.Warning,
		}, OpenAI: fault.Info, Anthropic: fault.Info, Check: catalogOverLimit},
		{Rule: fault.Rule{
			ID:    "catalog-cost",
			Doc:   "All tools together cost a model at most 5,000 tokens, estimated as one for every 4 bytes of names, titles, descriptions and input schemas.",
			URL:   claudeDesign,
			Level: fault.Warning,
		}, Check: catalogCost},
		{Rule: fault.Rule{
			ID:    "catalog-tool-cost",
			Doc:   "One tool costs a model at most 600 tokens, estimated as one for every 4 bytes of its name, title, description and input schema.",
			URL:   claudeDesign,
			Level: fault.Warning,
		}, Check: eachTool(catalogToolCost)},
		{Rule: fault.Rule{
			ID:    "catalog-twins",
			Doc:   "No two tools have the same description; a model cannot choose between them.",
			URL:   glama,
			Level: fault.Warning,
		}, Check: catalogTwins},
	}
}

const manyTools, tooManyTools, toolLimit = 15, 25, 40

func catalogMany(p *Pass) {
	if n := len(p.tools); n > manyTools && n <= tooManyTools {
		p.Report("server.tools", "The server has %d tools, more than the %d a model chooses from well: merge reads that differ in one "+
			"input.", n, manyTools)
	}
}

func catalogTooMany(p *Pass) {
	if n := len(p.tools); n > tooManyTools && n <= toolLimit {
		p.Report("server.tools", "The server has %d tools, more than %d: merge reads that differ in one input, or split the server.",
			n, tooManyTools)
	}
}

func catalogOverLimit(p *Pass) {
	if n := len(p.tools); n > toolLimit {
		p.Report("server.tools", "The server has %d tools, more than the %d after which Cursor leaves some out: split the server by what "+
			"its tools are about.", n, toolLimit)
	}
}

// tokens estimates what a text of that many bytes costs a model: one token for every 4 bytes, which is
// near enough for English and JSON and needs no tokenizer.
func tokens(bytes int) int { return (bytes + 3) / 4 }

// cost estimates the tokens of what a host sends of a tool: name, title, description and input schema.
// Output schema, hints and _meta stay with the host.
func cost(t *tool) int {
	return tokens(len(t.Name) + len(t.Title) + len(t.Description) + dense(t.InputSchema))
}

// dense counts the bytes of a JSON text without the space between its parts, which no host sends to a model.
func dense(raw []byte) int {
	count, quoted, escaped := 0, false, false
	for _, b := range raw {
		switch {
		case escaped:
			escaped = false
		case quoted && b == '\\':
			escaped = true
		case b == '"':
			quoted = !quoted
		case !quoted && (b == ' ' || b == '\n' || b == '\t' || b == '\r'):
			continue
		}
		count++
	}
	return count
}

func catalogCost(p *Pass) {
	const limit = 5000
	sum := 0
	for _, t := range p.tools {
		sum += cost(t)
	}
	if sum > limit {
		p.Report("server.tools", "The tools cost about %d tokens on every turn, more than %d: shorten descriptions, or split the server.",
			sum, limit)
	}
}

func catalogToolCost(p *Pass, t *tool) {
	const limit = 600
	if n := cost(t); n > limit {
		p.Report(t.path, "The tool costs about %d tokens on every turn, more than %d: shorten its descriptions, or split it.", n, limit)
	}
}

func catalogTwins(p *Pass) {
	first := make(map[string]*tool, len(p.tools))
	for _, t := range p.tools {
		said := plain(t.Description)
		if said == "" {
			continue
		}
		if earlier, ok := first[said]; ok {
			p.Report(t.path+".description", "The description is the same as that of %q: say in what the two differ.", earlier.path)
			continue
		}
		first[said] = t
	}
}
