package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

// schemaRules hold for both schemas of a tool.
func schemaRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "node-boolean",
			Doc:   "Every subschema is an object; a client that meets true, false or null in its place drops the whole list.",
			URL:   goBooleans,
			Level: fault.Error,
		}, Check: eachNode(nodeBoolean)},
		{Rule: fault.Rule{
			ID:    "node-reference",
			Doc:   "A schema is written out in full, without $ref and definitions, because several hosts do not follow them.",
			URL:   geminiRefs,
			Level: fault.Error,
		}, OpenAI: fault.Warning, Anthropic: fault.Warning, Check: eachNode(nodeReference)},
		{Rule: fault.Rule{
			ID:    "node-dialect",
			Doc:   "A schema names no dialect and no address of its own; 2020-12 is what MCP means, and some adapters refuse the keywords.",
			URL:   openaiDialect,
			Level: fault.Warning,
		}, OpenAI: fault.Info, Anthropic: fault.Info, House: true, Check: eachNode(nodeDialect)},
		{Rule: fault.Rule{
			ID:    "node-array-items",
			Doc:   "Every array says what its items are, as an object.",
			URL:   vscodeArrays,
			Level: fault.Error,
		}, Anthropic: fault.Warning, Check: eachNode(nodeArrayItems)},
		{Rule: fault.Rule{
			ID:    "node-wide-id",
			Doc:   "An identifier that may need 64 bits is a string, because hosts written in JavaScript round large numbers.",
			URL:   roundedIDs,
			Level: fault.Warning,
		}, Check: eachNode(nodeWideID)},
		{Rule: fault.Rule{
			ID:    "node-time-unit",
			Doc:   "A number that is a length of time says its unit in the name or the description.",
			URL:   durations,
			Level: fault.Warning,
		}, Check: eachNode(nodeTimeUnit)},
		{Rule: fault.Rule{
			ID:    "node-size",
			Doc:   "A schema has at most 10 levels of objects and 5,000 parts, the most that OpenAI takes.",
			URL:   openaiAgents,
			Level: fault.Error,
		}, Check: eachTool(nodeSize)},
	}
}

func nodeBoolean(p *Pass, t *tool, n *node) {
	if n.keys == nil {
		p.Report(n.path, "%s is %s where an object must be, and clients drop the whole list for it: say its type.",
			n.subject(), sent(n.value))
	}
}

// sent names a JSON value for a sentence.
func sent(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprint(v)
	case string:
		return "a string"
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	}
	return "a number"
}

func nodeReference(p *Pass, t *tool, n *node) {
	for _, key := range []string{"$ref", "$dynamicRef", "$recursiveRef", "$defs", "definitions", "$anchor", "$dynamicAnchor"} {
		if n.has(key) {
			p.Report(n.path, "%s uses %s, which several hosts do not follow: write the schema out in its place.", n.subject(), key)
			return
		}
	}
}

func nodeDialect(p *Pass, t *tool, n *node) {
	for _, key := range []string{"$schema", "$id", "$vocabulary"} {
		if n.has(key) {
			p.Report(n.path, "%s has %s, which some adapters refuse; MCP means 2020-12 anyway: leave it out.", n.subject(), key)
			return
		}
	}
}

func nodeArrayItems(p *Pass, t *tool, n *node) {
	if !n.is("array") {
		return
	}
	switch items := n.keys["items"].(type) {
	case map[string]any:
	case bool: // node-boolean says so
	case nil:
		if !n.has("items") {
			p.Report(n.path, "The array %s does not say what its items are, and VS Code and OpenAI refuse the tool: add \"items\" with a type.",
				n.label())
		}
	default:
		p.Report(n.path, "The items of the array %s are %s: make \"items\" one object with a type.", n.label(), sent(items))
	}
}

// largest is 2^53-1, the largest integer that every host keeps.
const largest = 1<<53 - 1

func nodeWideID(p *Pass, t *tool, n *node) {
	if n.place != atProperty || !n.is("integer") {
		return
	}
	w := n.words
	if len(w) == 0 || !slices.Contains([]string{"id", "ids", "snowflake"}, w[len(w)-1]) {
		return
	}
	wide := n.text("format") == "int64" || n.text("format") == "uint64"
	if top, ok := number(n.keys["maximum"]); ok && top > largest {
		wide = true
	}
	if wide {
		p.Report(n.path, "The identifier %q is a 64-bit number, and hosts written in JavaScript round it above %d: make it a string of digits.",
			n.name, largest)
	}
}

var timeUnit = lazy(`\b(?:nano|micro|milli)?(?:seconds?|secs?|minutes?|mins?|hours?|days?|weeks?|months?|years?)\b|\b(?:ns|ms|s|h)\b`)

func nodeTimeUnit(p *Pass, t *tool, n *node) {
	if n.place != atProperty || !n.is("integer") && !n.is("number") {
		return
	}
	w := n.words
	if len(w) == 0 || !slices.Contains([]string{"timeout", "duration", "delay", "interval", "ttl"}, w[len(w)-1]) {
		return
	}
	if !timeUnit.matches(strings.ToLower(n.text("description"))) {
		p.Report(n.path, "The number %q is a length of time without a unit: name the unit, for example %q, or say it in the description.",
			n.name, n.name+"_seconds")
	}
}

func nodeSize(p *Pass, t *tool) {
	const levels = 10
	for _, tree := range []schemaTree{t.input, t.output} {
		deepest := 0
		for _, n := range tree.nodes {
			deepest = max(deepest, n.level)
		}
		switch {
		case tree.cut:
			p.Report(tree.root.path, "The schema has more than %d parts or %d levels, more than any host takes: make it smaller, for example "+
				"by splitting the tool.", maxNodes, maxDepth)
		case deepest > levels:
			p.Report(tree.root.path, "The schema has %d levels of objects, more than the %d OpenAI takes: bring the inner ones up.",
				deepest, levels)
		}
	}
}
