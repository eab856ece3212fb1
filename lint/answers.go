package lint

import (
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

// answerRules are about what an output holds, and how one answer leads to the next call.
func answerRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "output-secret",
			Doc:   "No output hands out a password, key or token; it then stands in the conversation and in every log.",
			URL:   owasp,
			Level: fault.Warning,
		}, Check: eachOutput(outputSecret)},
		{Rule: fault.Rule{
			ID:    "output-bare",
			Doc:   "A write returns what it made or changed, with its identifier and state, and not only that it went well.",
			URL:   claudeDesign,
			Level: fault.Info,
		}, Check: eachTool(outputBare)},
		{Rule: fault.Rule{
			ID:    "output-unpaged",
			Doc:   "A list that can grow is returned in pages, or says how long it gets.",
			URL:   claudeBuilder,
			Level: fault.Info,
		}, Check: eachTool(outputUnpaged)},
		{Rule: fault.Rule{
			ID:    "output-cursor",
			Doc:   "A tool that takes a cursor returns the next one.",
			URL:   specPages,
			Level: fault.Warning,
		}, Check: eachTool(outputCursor)},
		{Rule: fault.Rule{
			ID:    "output-unit",
			Doc:   "An output that is money or a measure says in which currency or unit.",
			URL:   claudeWriting,
			Level: fault.Info,
		}, Check: eachOutput(outputUnit)},
		{Rule: fault.Rule{
			ID:    "catalog-id-source",
			Doc:   "An identifier that a tool takes comes from an output of another, or its description says where from.",
			URL:   glama,
			Level: fault.Info,
		}, Check: catalogIDSource},
	}
}

func outputSecret(p *Pass, t *tool, n *node) {
	if secret(n) && n.is("string") {
		p.Report(n.path, "The output %q looks like a secret, which then stands in the conversation and in every log: leave it out, or hand it over on "+
			"a page of yours.", n.name)
	}
}

var bare = []string{"ok", "success", "succeeded", "done", "status", "message", "result", "error"}

func outputBare(p *Pass, t *tool) {
	top := t.output.top()
	if said(t, readOnlyHint) != no || len(top) == 0 || slices.Contains(cancelVerbs, firstWord(t)) {
		return
	}
	for _, n := range top {
		plainType := n.is("boolean") || n.is("string") && !n.has("enum")
		if !plainType || !slices.Contains(bare, strings.Join(n.words, "_")) {
			return
		}
	}
	p.Report(t.path+".output", "The tool changes something and returns only %s: return the identifier and the state of what it made or changed.",
		list(names(top)))
}

func firstWord(t *tool) string {
	if len(t.words) == 0 {
		return ""
	}
	return t.words[0]
}

// names lists at most five names of nodes.
func names(nodes []*node) []string {
	var list []string
	for _, n := range nodes[:min(len(nodes), 5)] {
		list = append(list, excerpt(n.name))
	}
	return list
}

var pagers = []string{"limit", "cursor", "page", "page_size", "per_page", "offset", "first", "after", "before", "max_results", "max", "top", "top_k",
	"count", "size", "n", "num_results", "page_token", "start", "skip", "max_items"}

// outputUnpaged wants a list at the top of the answer of a tool that lists or searches, free of bounds on either side.
func outputUnpaged(p *Pass, t *tool) {
	if verb := firstWord(t); !t.ReadOnly() || verb != "list" && verb != "search" && verb != "find" {
		return
	}
	if slices.ContainsFunc(t.input.top(), func(n *node) bool { return slices.Contains(pagers, strings.Join(n.words, "_")) }) {
		return
	}
	for _, n := range t.output.top() {
		if n.is("array") && !n.has("maxItems") {
			p.Report(n.path, "The list %q has no bound, and no input asks for less: take a limit and a cursor, or say \"maxItems\" where the list stays short.",
				excerpt(n.name))
			return
		}
	}
}

func outputCursor(p *Pass, t *tool) {
	if t.output.root == nil || len(t.output.top()) == 0 {
		return
	}
	for _, n := range t.input.top() {
		name := strings.Join(n.words, "_")
		if name != "cursor" && name != "page_token" && name != "after_cursor" {
			continue
		}
		next := slices.ContainsFunc(t.output.nodes, func(out *node) bool {
			return slices.Contains(out.words, "cursor") || slices.Contains(out.words, "token") || slices.Contains(out.words, "next")
		})
		if !next {
			p.Report(t.path+".output", "The tool takes %q and no output is the next one, so nobody gets past the first page: return next_cursor.", excerpt(n.name))
		}
		return
	}
}

var (
	money    = []string{"price", "cost", "fee", "revenue", "balance", "salary", "total_price", "total_cost", "unit_price"}
	measures = []string{"weight", "distance", "height", "width", "depth", "temperature", "speed", "area", "volume"}
	units    = lazy(`\b(?:usd|eur|gbp|chf|jpy|cents?|dollars?|euros?|pounds?|currency|currencies|k?g|grams?|kilo\w*|lbs?|ounces?|oz|tons?|tonnes?|m|mm|cm|km|met(?:er|re)s?|` +
		`miles?|feet|ft|inch(?:es)?|px|pixels?|points?|celsius|fahrenheit|kelvin|degrees?|kmh?|mph|m/s|knots|lit(?:er|re)s?|l|ml|gallons?|percent|units?|tokens?|credits?)\b|[$€£¥%°²³]`)
)

func outputUnit(p *Pass, t *tool, n *node) {
	if n.place != atProperty || !n.is("number") && !n.is("integer") || len(n.words) == 0 {
		return
	}
	last := n.words[len(n.words)-1]
	if !slices.Contains(money, last) && !slices.Contains(measures, last) || units.matches(strings.ToLower(n.text("description")+" "+t.Description)) {
		return
	}
	for _, beside := range t.output.nodes {
		if beside.parent == n.parent && (slices.Contains(beside.words, "currency") || slices.Contains(beside.words, "unit") || slices.Contains(beside.words, "units")) {
			return
		}
	}
	p.Report(n.path, "The number %q has no unit: name it in the description or beside it, for example as %q.", excerpt(n.name), excerpt(n.name)+"_"+example(last))
}

// example is a unit that the name could end in.
func example(word string) string {
	switch word {
	case "weight":
		return "kg"
	case "temperature":
		return "celsius"
	case "speed":
		return "kmh"
	case "area":
		return "m2"
	case "volume":
		return "l"
	case "distance", "height", "width", "depth":
		return "m"
	}
	return "usd"
}

// catalogIDSource looks only where every tool says what comes back, and leaves alone an input with an example or a form, and
// one that may be left out.
func catalogIDSource(p *Pass) {
	produced := map[string]bool{}
	for _, t := range p.tools {
		if !t.output.sent {
			return
		}
		for _, n := range t.output.nodes {
			produced[strings.Join(n.words, "_")] = true
			if n.name == "id" && n.parent != nil {
				for _, w := range p.objects(t) {
					produced[w+"_id"] = true
				}
			}
		}
	}
	for _, t := range p.tools {
		for _, n := range t.input.top() {
			name := strings.Join(n.words, "_")
			if len(n.words) < 2 || n.words[len(n.words)-1] != "id" || n.nullable() || !slices.Contains(t.input.root.required(), n.name) || produced[name] || n.has("pattern") || n.has("enum") || n.has("examples") {
				continue
			}
			if text := n.text("description"); !strings.Contains(text, "e.g.") && !strings.Contains(text, "from ") && !strings.Contains(text, "_") {
				p.Report(n.path, "No tool of the server returns a %q, and its description does not say where one comes from: say so, or return it where the "+
					"thing is found.", excerpt(n.name))
			}
		}
	}
}
