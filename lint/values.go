package lint

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/comity-mcp/comity/fault"
)

// valueRules look at the values that a schema names: whether they can be, and whether they are ever used.
func valueRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "node-enum",
			Doc:   "A list of fixed values has at least one, none twice, each of the type beside it, and null where the type allows it.",
			URL:   specBasic,
			Level: fault.Warning,
		}, Check: eachNode(nodeEnum)},
		{Rule: fault.Rule{
			ID:    "node-value",
			Doc:   "The default and the examples of a schema are values that it allows.",
			URL:   claudeBuilder,
			Level: fault.Warning,
		}, Check: eachNode(nodeValue)},
		{Rule: fault.Rule{
			ID:    "node-bounds",
			Doc:   "The lower bound of a schema is not above its upper one.",
			URL:   specBasic,
			Level: fault.Warning,
		}, Check: eachNode(nodeBounds)},
		{Rule: fault.Rule{
			ID:    "node-pattern",
			Doc:   "A pattern is a regular expression without lookaround and back-references, which Claude's strict mode and many validators do not have.",
			URL:   claudeStrict,
			Level: fault.Warning,
		}, Check: eachNode(nodePattern)},
		{Rule: fault.Rule{
			ID:    "input-default",
			Doc:   "A required input has no default, which would never be used; what null means stands in the description.",
			URL:   openaiAgents,
			Level: fault.Info,
		}, Anthropic: Moot, Check: eachInput(inputDefault)},
	}
}

// kindOfValue is the JSON Schema type of a value; a number without a fraction is an integer.
func kindOfValue(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case json.Number:
		if _, err := v.Int64(); err == nil {
			return "integer"
		}
	}
	return "number"
}

// admits reports whether the types of the node allow the value.
func (n *node) admits(value any) bool {
	if !n.has("type") {
		return true
	}
	kind := kindOfValue(value)
	return kind == "null" && n.nullable() || n.is(kind) || kind == "integer" && n.is("number") ||
		kind == "number" && n.is("integer") && wholeNumber(value)
}

// wholeNumber reports whether 3.0 or 1e3 was written for an integer.
func wholeNumber(value any) bool {
	f, ok := number(value)
	return ok && f == float64(int64(f))
}

func nodeEnum(p *Pass, t *tool, n *node) {
	enum, ok := n.keys["enum"].([]any)
	if !ok {
		return
	}
	if len(enum) == 0 {
		p.Report(n.path, "%s has an empty list of values, so nothing is valid: list the values, or drop \"enum\".", n.subject())
		return
	}
	null := false
	seen := map[string]bool{}
	for _, v := range enum {
		null = null || v == nil
		if s, ok := v.(string); ok && seen[s] {
			p.Report(n.path, "%s lists the value %q twice: drop one.", n.subject(), excerpt(s))
			return
		} else if ok {
			seen[s] = true
		}
		if !n.admits(v) && v != nil {
			p.Report(n.path, "%s lists %s among values of the type %s: write it as one of that type.", n.subject(), shown(v), list(n.types()))
			return
		}
	}
	if n.nullable() && !null && !n.is("array") && !n.is("object") {
		p.Report(n.path, "%s allows null by its type and not by its list of values, so null is never valid: add null to \"enum\".", n.subject())
	}
}

// shown is a value as a sentence shows it.
func shown(value any) string {
	switch v := value.(type) {
	case string:
		return fmt.Sprintf("%q", excerpt(v))
	case json.Number, bool:
		return fmt.Sprint(v)
	}
	return sent(value)
}

// allows reports whether the node's type, values and lengths allow the value; what stands deeper is not looked at.
func (n *node) allows(value any) bool {
	if !n.admits(value) {
		return false
	}
	if enum, ok := n.keys["enum"].([]any); ok && !slices.ContainsFunc(enum, func(e any) bool { return reflect.DeepEqual(e, value) }) {
		return false
	}
	if f, ok := number(value); ok {
		low, is := number(n.keys["minimum"])
		high, has := number(n.keys["maximum"])
		return !(is && f < low || has && f > high)
	}
	if s, ok := value.(string); ok {
		low, is := number(n.keys["minLength"])
		high, has := number(n.keys["maxLength"])
		length := float64(utf8.RuneCountInString(s))
		if is && length < low || has && length > high {
			return false
		}
		if expr, err := regexp.Compile(n.text("pattern")); n.text("pattern") != "" && err == nil {
			return expr.MatchString(s)
		}
	}
	return true
}

func nodeValue(p *Pass, t *tool, n *node) {
	if value, ok := n.keys["default"]; ok && value != nil && !n.allows(value) {
		p.Report(n.path, "%s does not allow its own default %s: mend the one or the other.", n.subject(), shown(value))
		return
	}
	examples, _ := n.keys["examples"].([]any)
	for _, value := range examples {
		if !n.allows(value) {
			p.Report(n.path, "%s does not allow its own example %s, and models copy examples: mend the one or the other.", n.subject(), shown(value))
			return
		}
	}
}

func nodeBounds(p *Pass, t *tool, n *node) {
	for _, pair := range [][2]string{{"minimum", "maximum"}, {"exclusiveMinimum", "exclusiveMaximum"}, {"minLength", "maxLength"},
		{"minItems", "maxItems"}, {"minProperties", "maxProperties"}} {
		low, is := number(n.keys[pair[0]])
		high, has := number(n.keys[pair[1]])
		if is && has && low > high {
			p.Report(n.path, "%s has the %s %v above the %s %v, so nothing is valid: swap them.", n.subject(), pair[0], n.keys[pair[0]],
				pair[1], n.keys[pair[1]])
		}
	}
}

var lookaround = lazy(`\(\?<?[=!]|\\[1-9]|\\k<`)

// nodePattern wants both signs, because "(?=" may stand in brackets, and Go lacks other things too that are no harm.
func nodePattern(p *Pass, t *tool, n *node) {
	pattern := n.text("pattern")
	found := lookaround.find(pattern)
	if found == "" || len(pattern) > 1000 {
		return
	}
	if _, err := regexp.Compile(pattern); err != nil {
		p.Report(n.path, "The pattern %q has %q, a lookaround or back-reference, which not every host reads: write it without, or say the form in "+
			"the description and check it in the handler.", excerpt(pattern), found)
	}
}

func inputDefault(p *Pass, t *tool, n *node) {
	if n.place != atProperty || !n.has("default") || n.keys["default"] == nil || !slices.Contains(n.parent.required(), n.name) {
		return // strict-optional tells of an input that is not required
	}
	p.Report(n.path, "The default of %q is never used, because the input is required: allow null and say in the description what null means.", n.name)
}
