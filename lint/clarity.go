package lint

import (
	"strings"

	"github.com/comity-mcp/comity/fault"
)

// clarityRules are about how a description says what it says.
func clarityRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "description-boundless",
			Doc:   "A description says what a tool is for and does not claim everything.",
			URL:   openaiMeta,
			Level: fault.Warning,
		}, Check: eachTool(descriptionBoundless)},
		{Rule: fault.Rule{
			ID:    "description-dated",
			Doc:   "A description says what is true now, without version numbers and news.",
			URL:   glama,
			Level: fault.Info,
		}, Check: eachTool(descriptionDated)},
		{Rule: fault.Rule{
			ID:    "description-opening",
			Doc:   "A description's first sentence has at most 30 words, because some hosts show no more and a model searches by it.",
			URL:   glama,
			Level: fault.Info,
		}, Check: eachTool(descriptionOpening)},
		{Rule: fault.Rule{
			ID:    "description-no-result",
			Doc:   "A tool that reads and has no outputSchema says what comes back.",
			URL:   glama,
			Level: fault.Info,
		}, Check: eachTool(descriptionNoResult)},
	}
}

var boundless = phrase{"thing| any |every|you", lazy(`\b(?:handles?|answers?|solves?|supports?|helps? with|can do) (?:anything|everything|any (?:kind of |type of )?(?:task|question|request|problem)s?)\b|` +
	`\b(?:everything|anything|all) you(?:'ll ever| will ever)? need\b|\bany(?:thing)? (?:and|or) every(?:thing)?\b|\bfor all your needs\b|\b(?:do|does) whatever you (?:need|want)\b`)}

func descriptionBoundless(p *Pass, t *tool) {
	if found := boundless.in(strings.ToLower(t.Description)); found != "" {
		p.Report(t.path+".description", "The description claims too much (%q), so the tool is called for what it cannot do: say for which requests it is.",
			excerpt(found))
	}
}

var dated = phrase{".0|.1|.2|.3|.4|.5|.6|.7|.8|.9|last updated|as of ", lazy(`\bv\d+\.\d+(?:\.\d+)?\b|\b(?:new|added|introduced|deprecated|removed|available) (?:in|since) (?:version )?v?\d+(?:\.\d+)+\b|\blast updated\b|` +
	`\bas of (?:january|february|march|april|may|june|july|august|september|october|november|december|20\d\d)\b`)}

func descriptionDated(p *Pass, t *tool) {
	if found := dated.in(strings.ToLower(t.Description)); found != "" {
		p.Report(t.path+".description", "The description tells its own history (%q), which a model cannot use: say what holds now, and keep the rest for "+
			"the changelog.", excerpt(found))
	}
}

func descriptionOpening(p *Pass, t *tool) {
	const limit = 30
	opening := firstSentence(t.Description)
	if n := len(strings.Fields(opening)); n > limit {
		p.Report(t.path+".description", "The first sentence has %d words, more than %d: begin with a short one that says what the tool does to what.", n, limit)
	}
}

// firstSentence ends at a full stop before a space, or at the end of the line.
func firstSentence(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	for i := range line {
		if strings.HasPrefix(line[i:], ". ") && !strings.HasSuffix(line[:i], "e.g") && !strings.HasSuffix(line[:i], "i.e") {
			return line[:i]
		}
	}
	return line
}

var answers = lazy(`\b(?:return|respon|result|answer|give|get|list|search|find|fetch|show|read|retriev|provid|yield|look|quer|display|tell|report|count|` +
	`check|view|describ|calculat|comput|convert|summar|extract|generat|analy[sz]|compar|output|produc)(?:[sy]|es?|ies|ed|ds?|ing|ses?)?\b`)

func descriptionNoResult(p *Pass, t *tool) {
	if !t.output.sent && said(t, readOnlyHint) != no && !blank(t.Description) && !answers.matches(strings.ToLower(t.Description)) {
		p.Report(t.path+".description", "The tool has no outputSchema and its description does not say what comes back: add a sentence that begins with "+
			"\"Returns\".")
	}
}
