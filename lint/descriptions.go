package lint

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/comity-mcp/comity/fault"
)

func descriptionRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "description-missing",
			Doc:   "Every tool has a description; it is what a model chooses by.",
			URL:   openaiSubmit,
			Level: fault.Error,
		}, Check: eachTool(descriptionMissing)},
		{Rule: fault.Rule{
			ID:    "description-repeats-name",
			Doc:   "A tool's description says more than its name or title.",
			URL:   glama,
			Level: fault.Error,
		}, Check: eachTool(descriptionRepeatsName)},
		{Rule: fault.Rule{
			ID:    "description-short",
			Doc:   "A tool's description has at least 40 characters, enough to tell it from its neighbours.",
			URL:   cisco,
			Level: fault.Warning,
		}, Check: eachTool(descriptionShort)},
		{Rule: fault.Rule{
			ID:    "description-long",
			Doc:   "A tool's description has at most 1024 characters, the most that Azure OpenAI takes.",
			URL:   mcpLint,
			Level: fault.Warning,
		}, Anthropic: fault.Info, Check: eachTool(descriptionLong)},
		{Rule: fault.Rule{
			ID:    "description-cut",
			Doc:   "A tool's description has at most 2048 bytes of UTF-8; Claude Code cuts it there.",
			URL:   claudeCode,
			Level: fault.Error,
		}, OpenAI: fault.Warning, Check: eachTool(descriptionCut)},
		{Rule: fault.Rule{
			ID:    "description-against-hints",
			Doc:   "A tool's description does not contradict its hints: a read-only tool does not open with a writing verb, and a writing tool does not call itself read-only.",
			URL:   openaiSubmit,
			Level: fault.Error,
		}, Check: eachTool(descriptionAgainstHints)},
	}
}

func descriptionMissing(p *Pass, t *tool) {
	if blank(t.Description) {
		p.Report(t.path+".description", "The tool has no description, so a model can only guess from its name: say in a sentence "+
			"what it returns or changes.")
	}
}

func descriptionRepeatsName(p *Pass, t *tool) {
	said := plain(t.Description)
	if said == "" {
		return
	}
	for _, other := range []struct{ what, text string }{
		{"name", t.Name}, {"name", strings.Join(t.words, " ")}, {"title", t.Title},
	} {
		if said == plain(other.text) {
			p.Report(t.path+".description", "The description %q only repeats the %s: say what the tool returns or changes, and on what.",
				excerpt(t.Description), other.what)
			return
		}
	}
}

func descriptionShort(p *Pass, t *tool) {
	const limit = 40
	if n := utf8.RuneCountInString(strings.TrimSpace(t.Description)); n > 0 && n < limit {
		p.Report(t.path+".description", "The description has %d characters, fewer than %d: add what comes back and when to use it.",
			n, limit)
	}
}

const maxDescription = 2048 // bytes

func descriptionLong(p *Pass, t *tool) {
	const limit = 1024
	if n := utf8.RuneCountInString(t.Description); n > limit && len(t.Description) <= maxDescription {
		p.Report(t.path+".description", "The description has %d characters, more than the %d every host takes: move the details of "+
			"an input to that input's own description.", n, limit)
	}
}

func descriptionCut(p *Pass, t *tool) {
	if n := len(t.Description); n > maxDescription {
		p.Report(t.path+".description", "The description has %d bytes and Claude Code drops what follows byte %d: shorten it, and move "+
			"the details of an input to that input's own description.", n, maxDescription)
	}
}

var (
	// readOnlyWords are a tool's words about itself, a sentence of their own: "fails on a read-only
	// warehouse" is about another thing, "with dry_run it does not change anything" about one case.
	readOnlyWords = lazy(`^read[- ]only[.:,]` +
		`|(?:^|[.;] *)(?:this|the) (?:tool|call|operation) is (?:strictly |completely |entirely )?read[- ]only(?:[.;]|$)` +
		`|(?:^|[.;] *)(?:this tool |it )?(?:does not|doesn't|never) (?:change|modify|write|alter)s? (?:anything|any data)(?:[.;]|$)`)

	// openings are the verbs that no reading tool opens with. Others have honest uses there: "Sends a query
	// to the index", "Removes the tags from a text", "Enables the agent to".
	openings = []string{"create", "update", "delete", "modify", "rename", "upload", "publish", "purge", "revoke", "cancel",
		"overwrite", "destroy", "wipe", "uninstall"}

	// determiners follow a verb and its object, never a noun: "Updates the stock", but "Updates to an order".
	determiners = []string{"a", "an", "the", "one", "new", "this", "your", "all", "each", "every", "or", "existing", "given",
		"these", "those", "several", "multiple"}
)

func descriptionAgainstHints(p *Pass, t *tool) {
	switch readOnly := said(t, readOnlyHint); {
	case readOnly == yes:
		opening := strings.Fields(strings.ToLower(t.Description[:min(len(t.Description), 200)]))
		if len(opening) < 2 || !slices.Contains(determiners, opening[1]) || !writes(opening[0]) {
			return
		}
		if len(opening) > 2 && slices.Contains(computed, strings.TrimRight(opening[2], ".,;:")) {
			return
		}
		p.Report(t.path+".description", "The description opens with %q, but readOnlyHint is true: declare a write, or say what the "+
			"tool returns.", excerpt(strings.Join(strings.Fields(t.Description)[:2], " ")))
	case readOnly == no:
		text := strings.ToLower(t.Description)
		if !strings.Contains(text, "read") && !strings.Contains(text, "any") {
			return
		}
		if found := strings.Trim(readOnlyWords.find(text), " .,:;"); found != "" {
			p.Report(t.path+".description", "The description says %q, but readOnlyHint is false: declare a read, or say what the tool "+
				"changes.", excerpt(found))
		}
	}
}

// writes reports whether a word is a form of one of the openings: "create", "creates", "publishes",
// "modifies".
func writes(word string) bool {
	forms := []string{word, strings.TrimSuffix(word, "s"), strings.TrimSuffix(word, "es")}
	if y, ok := strings.CutSuffix(word, "ies"); ok {
		forms = append(forms, y+"y")
	}
	return slices.ContainsFunc(forms, func(form string) bool { return slices.Contains(openings, form) })
}
