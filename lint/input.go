package lint

import (
	"fmt"
	"maps"
	"slices"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/internal/nearest"
)

func inputRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "input-root",
			Doc:   "An input schema literally has \"type\": \"object\" and \"properties\" at its root, empty ones too; hosts refuse the request or drop the tool otherwise.",
			URL:   specTools,
			Level: fault.Error,
		}, Check: eachTool(inputRoot)},
		{Rule: fault.Rule{
			ID:    "input-required-list",
			Doc:   "An input schema has \"required\" at its root, an empty one too, as strict modes want it.",
			URL:   openaiStrict,
			Level: fault.Info,
		}, House: true, Check: eachTool(inputRequiredList)},
		{Rule: fault.Rule{
			ID:    "input-open",
			Doc:   "Every object of an input has \"additionalProperties\": false, so that a misspelt name is found and strict modes take it as it is.",
			URL:   openaiStrict,
			Level: fault.Warning,
		}, House: true, Check: eachInput(inputOpen)},
		{Rule: fault.Rule{
			ID:    "input-map",
			Doc:   "An input has no maps: strict conversion closes them, so that only an empty one is valid.",
			URL:   strictMaps,
			Level: fault.Error,
		}, Anthropic: fault.Warning, Check: eachInput(inputMap)},
		{Rule: fault.Rule{
			ID:    "input-required-unknown",
			Doc:   "Every name that is required is a property.",
			URL:   mcpLint,
			Level: fault.Error,
		}, Check: eachInput(inputRequiredUnknown)},
		{Rule: fault.Rule{
			ID:    "input-untyped",
			Doc:   "Every property and every item of an input has a type or fixed values.",
			URL:   mcpLint,
			Level: fault.Error,
		}, Anthropic: fault.Warning, Check: eachInput(inputUntyped)},
		{Rule: fault.Rule{
			ID:    "input-not-strict",
			Doc:   "An input uses no keyword for which OpenAI's strict mode refuses the whole request.",
			URL:   strictUnions,
			Level: fault.Error,
		}, Anthropic: fault.Warning, Check: eachInput(inputNotStrict)},
		{Rule: fault.Rule{
			ID:    "input-any-of",
			Doc:   "An input has one type, null beside it where that is allowed, and offers no other alternatives, because several clients drop them.",
			URL:   strictUnions,
			Level: fault.Warning,
		}, OpenAI: fault.Info, Anthropic: fault.Info, Check: eachInput(inputAnyOf)},
		{Rule: fault.Rule{
			ID:    "input-undescribed",
			Doc:   "Every input has a description; a model fills it in by that.",
			URL:   glama,
			Level: fault.Warning,
		}, Check: eachInput(inputUndescribed)},
		{Rule: fault.Rule{
			ID:    "input-secret",
			Doc:   "No input asks for a password, key, one-time code or card number; directories refuse the server.",
			URL:   openaiSubmit,
			Level: fault.Error,
		}, Check: eachInput(inputSecret)},
		{Rule: fault.Rule{
			ID:    "input-identity",
			Doc:   "Who is calling, and for which tenant, comes from the verified token and not from an input a model fills in.",
			URL:   openaiSubmit,
			Level: fault.Warning,
		}, Check: eachInput(inputIdentity)},
		{Rule: fault.Rule{
			ID:    "input-conversation",
			Doc:   "No input asks for the conversation or for the user's exact location; a tool takes what its task needs.",
			URL:   openaiSubmit,
			Level: fault.Warning,
		}, Check: eachInput(inputConversation)},
		{Rule: fault.Rule{
			ID:    "input-depth",
			Doc:   "An input nests at most 5 levels of objects.",
			URL:   clientLint,
			Level: fault.Warning,
		}, Check: eachTool(inputDepth)},
		{Rule: fault.Rule{
			ID:    "input-count",
			Doc:   "A tool has at most 15 inputs at the top level.",
			URL:   clientLint,
			Level: fault.Warning,
		}, Check: eachTool(inputCount)},
		{Rule: fault.Rule{
			ID:    "input-header",
			Doc:   "An x-mcp-header is an HTTP token, unique in the tool, on a string, integer or boolean reached through properties only, and never on a secret; clients drop the tool otherwise.",
			URL:   specHTTP,
			Level: fault.Error,
		}, Check: eachTool(inputHeader)},
	}
}

func inputRoot(p *Pass, t *tool) {
	path := t.path + ".input"
	const empty = `{"type":"object","properties":{},"required":[],"additionalProperties":false}`
	root := t.input.root
	switch {
	case !t.input.sent:
		p.Report(path, "The tool has no inputSchema: send one, for a tool without inputs %s.", empty)
		return
	case root == nil:
		p.Report(path, "The inputSchema is no JSON object: send one, for a tool without inputs %s.", empty)
		return
	}
	if root.keys["type"] != "object" {
		p.Report(path, "The root of the inputSchema does not say \"type\": \"object\", and clients reject every tool for it: add it.")
	}
	if _, ok := root.keys["properties"].(map[string]any); !ok {
		p.Report(path, "The root of the inputSchema has no \"properties\" object, and OpenAI refuses the whole request for it: "+
			"add it, as {} when there are no inputs.")
	}
}

func inputRequiredList(p *Pass, t *tool) {
	if t.input.root == nil {
		return
	}
	if _, ok := t.input.root.keys["required"].([]any); !ok {
		p.Report(t.path+".input", "The root of the inputSchema has no \"required\" list, which strict modes want: add it, as [] when nothing is required.")
	}
}

func inputOpen(p *Pass, t *tool, n *node) {
	if n.object() && !n.has("additionalProperties") {
		p.Report(n.path, "%s takes any further property, so a misspelt name goes unnoticed, and strict modes refuse it where no SDK closes it: "+
			"add \"additionalProperties\": false.", n.objectLabel())
	}
}

func inputMap(p *Pass, t *tool, n *node) {
	switch extra := n.keys["additionalProperties"].(type) {
	case map[string]any:
	case bool:
		if !extra {
			return
		}
	default:
		return
	}
	p.Report(n.path, "%s is a map with free keys, and strict conversion leaves only the empty one valid: "+
		"use an array of {key, value} objects.", n.objectLabel())
}

func inputRequiredUnknown(p *Pass, t *tool, n *node) {
	if n.place == atProperty && n.has("required") {
		if _, is := n.keys["required"].(bool); is {
			p.Report(n.path, "The property %q has \"required\": %v, which says nothing: list the name in the object's own \"required\".",
				n.name, n.keys["required"])
		}
	}
	properties, _ := n.keys["properties"].(map[string]any)
	var known []string
	if len(properties) <= maxKnown && len(n.required()) <= maxKnown {
		known = slices.Sorted(maps.Keys(properties))
	}
	for _, name := range n.required() {
		if _, ok := properties[name]; ok {
			continue
		}
		way := "describe it under \"properties\", or drop it"
		if near, ok := nearest.To(name, known); ok {
			way = fmt.Sprintf("did you mean %q", near)
		}
		p.Report(n.path, "The name %q is required but is no property: %s.", excerpt(name), way)
	}
}

// maxKnown is how many names are compared for the nearest; a hostile listing has any number of them.
const maxKnown = 100

func inputUntyped(p *Pass, t *tool, n *node) {
	if (n.place == atProperty || n.place == atItems) && n.keys != nil && !n.typed() {
		p.Report(n.path, "%s says no type, and strict mode refuses it: add \"type\".", n.subject())
	}
}

func inputUndescribed(p *Pass, t *tool, n *node) {
	if n.place == atProperty && n.keys != nil && blank(n.text("description")) {
		p.Report(n.path, "The input %q has no description: say what it is, with an example of a value.", n.name)
	}
}

func inputDepth(p *Pass, t *tool) {
	const limit, most = 5, 10
	deepest := 0
	for _, n := range t.input.nodes {
		deepest = max(deepest, n.level)
	}
	if deepest > limit && deepest <= most && !t.input.cut {
		p.Report(t.input.root.path, "The inputs nest %d levels of objects, more than the %d every host keeps: bring the inner ones up.",
			deepest, limit)
	}
}

func inputCount(p *Pass, t *tool) {
	const limit = 15
	if t.input.root == nil {
		return
	}
	properties, _ := t.input.root.keys["properties"].(map[string]any)
	if n := len(properties); n > limit {
		p.Report(t.input.root.path, "The tool has %d inputs, more than %d: group those that belong together, or split the tool.", n, limit)
	}
}
