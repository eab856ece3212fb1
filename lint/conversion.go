package lint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/schema/wrap"
)

// conversionRules do to an input schema what a host does before it sends the tool to a model, and look at what is left.
func conversionRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "strict-fallback",
			Doc:   "An input has a strict form in OpenAI's Agents SDKs for Python and JavaScript; otherwise they send the tool without strict mode, and the model may send anything.",
			URL:   openaiAgents,
			Level: fault.Warning,
		}, Anthropic: Moot, Check: eachTool(strictFallback)},
		{Rule: fault.Rule{
			ID:    "strict-refused",
			Doc:   "What the Agents SDKs make of an input is taken by OpenAI's API, which otherwise refuses the whole request and not just the tool.",
			URL:   openaiStrict,
			Level: fault.Warning,
		}, OpenAI: fault.Error, Anthropic: Moot, Check: eachTool(strictRefused)},
		{Rule: fault.Rule{
			ID:    "strict-optional",
			Doc:   "An input that may be left out is required and may be null, because OpenAI's strict mode makes every input required and the model then has to make a value up.",
			URL:   openaiAgents,
			Level: fault.Info,
		}, Anthropic: Moot, Check: eachTool(strictOptional)},
		{Rule: fault.Rule{
			ID:    "strict-size",
			Doc:   "The fixed values and names of one tool's inputs are few enough for OpenAI's strict mode.",
			URL:   openaiStrict,
			Level: fault.Warning,
		}, OpenAI: fault.Error, Anthropic: Moot, Check: eachTool(strictSize)},
		{Rule: fault.Rule{
			ID:    "strict-claude",
			Doc:   "An input has a form that Claude's strict mode takes, bounds moved into the descriptions.",
			URL:   claudeStrict,
			Level: fault.Warning,
		}, OpenAI: Moot, Check: eachTool(strictClaude)},
		{Rule: fault.Rule{
			ID:    "strict-claude-budget",
			Doc:   "All tools together stay within what Claude's strict mode takes in one request: 20 tools, 24 optional and 16 nullable inputs.",
			URL:   claudeStrict,
			Level: fault.Info,
		}, OpenAI: Moot, Anthropic: fault.Warning, Check: strictClaudeBudget},
		{Rule: fault.Rule{
			ID:    "strict-gemini",
			Doc:   "Gemini's own form of an input keeps its structure, so that Gemini is told the same shape as other models.",
			URL:   geminiFunctions,
			Level: fault.Info,
		}, OpenAI: Moot, Anthropic: Moot, Check: eachTool(strictGemini)},
	}
}

// convertible reports whether the input is worth converting: it is an object schema, within the bounds of reading, and
// not of the form that every conversion leaves alone.
func convertible(t *tool) bool { return t.input.root != nil && !t.input.cut && !t.input.portable }

// portable reports whether the schema has only what every conversion leaves alone or moves into the descriptions: closed
// objects, all properties required, one type each or null beside it, texts as fixed values. Most schemas of our own are
// of that form, and converting one costs more than all other rules together.
func portable(s schemaTree) bool {
	return s.root != nil && s.root.keys["type"] == "object" && !slices.ContainsFunc(s.nodes, func(n *node) bool { return !n.portable() })
}

var portableKeys = map[string]bool{"type": true, "properties": true, "required": true, "additionalProperties": true, "items": true,
	"description": true, "title": true, "pattern": true, "enum": true, "minLength": true, "maxLength": true, "minimum": true, "maximum": true, "minItems": true, "maxItems": true}

func (n *node) portable() bool {
	for key := range n.keys {
		if !portableKeys[key] {
			return false
		}
	}
	if types := n.types(); len(types) != 1 || n.is("object") && n.nullable() {
		return false
	}
	if enum, ok := n.keys["enum"].([]any); n.has("enum") && (!ok || !n.is("string") || slices.ContainsFunc(enum, func(v any) bool { return !n.admits(v) })) {
		return false
	}
	if n.is("array") {
		if _, ok := n.keys["items"].(map[string]any); !ok {
			return false
		}
	}
	if n.is("object") {
		properties, ok := n.keys["properties"].(map[string]any)
		return ok && n.keys["additionalProperties"] == false && requiresAll(n.required(), properties)
	}
	return !n.has("properties")
}

// requiresAll reports whether the names are those of the properties, each once.
func requiresAll(names []string, properties map[string]any) bool {
	left := len(properties)
	seen := make(map[string]bool, left)
	for _, name := range names {
		if _, ok := properties[name]; !ok || seen[name] {
			return false
		}
		seen[name] = true
		left--
	}
	return left == 0
}

// A conversion is what one of OpenAI's two Agents SDKs makes of an input.
type conversion struct {
	sdk    string
	strict []byte
	err    error
}

// conversions converts the tool's input once for all rules.
func (t *tool) conversions() []conversion {
	if t.converted == nil {
		python, pythonErr := wrap.StrictPython(t.InputSchema)
		script, scriptErr := wrap.StrictJS(t.InputSchema)
		t.converted = []conversion{{"Python", python, pythonErr}, {"JavaScript", script, scriptErr}}
	}
	return t.converted
}

func strictFallback(p *Pass, t *tool) {
	if !convertible(t) {
		return
	}
	var names []string
	var because *wrap.FallbackError
	for _, c := range t.conversions() {
		if fallback, ok := errors.AsType[*wrap.FallbackError](c.err); ok {
			names, because = append(names, c.sdk), fallback
		}
	}
	if because == nil {
		return
	}
	who, at := "SDK for "+names[0]+" sends", "the root"
	if len(names) > 1 {
		who = "SDKs for " + list(names) + " send"
	}
	if because.Path != "" {
		at = excerpt(because.Path)
	}
	p.Report(t.path+".input", "The Agents %s the tool without strict mode although that was asked for, because %s %s.", who, at, because.Because)
}

// told reports whether any of those rules found something in the tool's input already.
func (p *Pass) told(t *tool, ids ...string) bool {
	return slices.ContainsFunc(p.found, func(found fault.Problem) bool {
		return slices.Contains(ids, found.Rule.ID) && (found.Path == t.path+".input" || strings.HasPrefix(found.Path, t.path+".input."))
	})
}

// strictRefused leaves to input-not-strict and its neighbours what they name place by place.
func strictRefused(p *Pass, t *tool) {
	if !convertible(t) || p.told(t, "input-root", "input-not-strict", "input-untyped", "node-boolean", "node-array-items", "node-reference") {
		return
	}
	for _, c := range t.conversions() {
		if c.err != nil {
			continue
		}
		refusals, err := wrap.StrictRefusals(c.strict)
		if err != nil || len(refusals) == 0 {
			continue
		}
		first := refusals[0]
		p.Report(t.path+".input", "OpenAI refuses the whole request once the Agents SDK for %s has converted the tool, because of %s: %s",
			c.sdk, quotedPath(first.Path), first.Says)
		return
	}
}

// quotedPath names a place that package wrap gives.
func quotedPath(path string) string {
	if path == "" {
		return "the root"
	}
	return fmt.Sprintf("%q", excerpt(path))
}

func strictOptional(p *Pass, t *tool) {
	required := map[*node]map[string]bool{} // of each object, so that its list is read once
	for _, n := range t.input.nodes {
		if n.place != atProperty || n.keys == nil {
			continue
		}
		names, read := required[n.parent]
		if !read {
			names = map[string]bool{}
			for _, name := range n.parent.required() {
				names[name] = true
			}
			required[n.parent] = names
		}
		if names[n.name] {
			continue
		}
		way := "list it in \"required\" and let its type be null too"
		if types := n.types(); len(types) == 1 && !n.nullable() {
			way = fmt.Sprintf("list it in \"required\" with \"type\": [%q, \"null\"]", types[0])
		}
		p.Report(n.path, "The input %q is not required, and where strict mode is on the Agents SDK for Python requires it all the same, so "+
			"that the model makes a value up: %s.", n.name, way)
	}
}

func strictSize(p *Pass, t *tool) {
	const smallest = 4000 // bytes that a thousand values of one letter take
	if t.input.root == nil || t.input.cut || len(t.InputSchema) < smallest {
		return
	}
	refusals, err := wrap.Budget([]wrap.Tool{{Name: t.path, Input: t.InputSchema}})
	if err != nil {
		return
	}
	for _, r := range refusals {
		// The number of parts and of levels is node-size's, names are name-argument-pattern's.
		if r.Host == wrap.OpenAI && (r.Keyword == "enum" || strings.Contains(r.Says, "characters")) {
			p.Report(t.path+".input", "%s", r.Says)
		}
	}
}

// strictClaude leaves to the rules on inputs what they name place by place.
func strictClaude(p *Pass, t *tool) {
	if !convertible(t) || p.told(t, "input-root", "input-open", "input-map", "input-untyped", "input-not-strict", "node-reference") {
		return
	}
	w, err := wrap.AnthropicTool(wrap.Tool{Name: t.Name, Description: t.Description, Input: t.InputSchema})
	if err != nil {
		return
	}
	for _, left := range w.LeftOut {
		if left.Keyword == "strict" {
			_, because, _ := strings.Cut(left.Says, "refuses it then. ")
			p.Report(t.path+".input", "Claude's strict mode cannot carry the input, so that the model may stray from it: %s", because)
		}
	}
}

func strictClaudeBudget(p *Pass) {
	var request wrap.AnthropicRequest
	for _, t := range p.tools {
		switch {
		case t.input.root == nil || t.input.cut:
		case t.input.portable: // all of it is required
			request.Tools++
			request.Unions += t.input.unions()
		default:
			if err := request.Add(wrap.Tool{Name: t.path, Input: t.InputSchema}); err != nil {
				return
			}
		}
	}
	for _, r := range request.Over() {
		p.Report("server.tools", "%s", strings.Replace(r.Says, "The request has", "A request with all tools has", 1))
	}
}

// unions counts the places of a portable schema that take null, too.
func (s schemaTree) unions() int {
	count := 0
	for _, n := range s.nodes {
		if types, ok := n.keys["type"].([]any); ok && len(types) > 1 {
			count++
		}
	}
	return count
}

// notMissed are what Gemini's form never has and nobody misses.
var notMissed = []string{"additionalProperties", "parameters", "format", "pattern", "title", "default", "examples", "$schema", "$comment", "$id"}

func strictGemini(p *Pass, t *tool) {
	if !convertible(t) || p.told(t, "input-root", "input-not-strict", "node-reference", "input-map") {
		return
	}
	w, err := wrap.GeminiDeclaration(wrap.Tool{Name: t.Name, Description: t.Description, Input: t.InputSchema})
	if err != nil {
		return
	}
	for _, left := range w.LeftOut {
		if left.Path != "" && !slices.Contains(notMissed, left.Keyword) && !strings.HasPrefix(left.Keyword, "x-") {
			p.Report(t.path+".input", "Gemini's form of the input lacks %s of %s: write the shape out with types, properties and lists of texts.",
				left.Keyword, quotedPath(left.Path))
			return
		}
	}
}
