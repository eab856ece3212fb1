package lint

import (
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

// guidanceRules are about what a model needs to fill an input in, and what a person needs to let it.
func guidanceRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "input-description-repeats",
			Doc:   "An input's description says more than its name.",
			URL:   glama,
			Level: fault.Warning,
		}, Check: eachInput(inputDescriptionRepeats)},
		{Rule: fault.Rule{
			ID:    "input-title",
			Doc:   "An input has no title that only repeats its name; it costs tokens on every turn.",
			URL:   claudeDesign,
			Level: fault.Info,
		}, Check: eachTool(inputTitle)},
		{Rule: fault.Rule{
			ID:    "input-choice",
			Doc:   "A closed choice is an enum and not a list in words.",
			URL:   claudeDesign,
			Level: fault.Info,
		}, Check: eachInput(inputChoice)},
		{Rule: fault.Rule{
			ID:    "input-date",
			Doc:   "An input that is a day or a time says in which form.",
			URL:   claudeWriting,
			Level: fault.Info,
		}, Check: eachInput(inputDate)},
		{Rule: fault.Rule{
			ID:    "input-json-text",
			Doc:   "An input with parts is an object or an array and not JSON in a text, which models escape wrongly.",
			URL:   claudeWriting,
			Level: fault.Warning,
		}, Check: eachInput(inputJSONText)},
		{Rule: fault.Rule{
			ID:    "input-unlimited",
			Doc:   "An input that says how many has a maximum, so that one call cannot ask for everything.",
			URL:   owasp,
			Level: fault.Info,
		}, Check: eachInput(inputUnlimited)},
		{Rule: fault.Rule{
			ID:    "input-command",
			Doc:   "An input that is run as it is, such as a command or SQL, says what is allowed and where its language is described.",
			URL:   claudeReview,
			Level: fault.Info,
		}, Anthropic: fault.Warning, Check: eachInput(inputCommand)},
		{Rule: fault.Rule{
			ID:    "input-path",
			Doc:   "An input that is a path on the server says below which directory it lies.",
			URL:   owasp,
			Level: fault.Info,
		}, Check: eachInput(inputPath)},
	}
}

func inputDescriptionRepeats(p *Pass, t *tool, n *node) {
	if n.place != atProperty || blank(n.text("description")) {
		return
	}
	said := plain(strings.TrimPrefix(strings.ToLower(n.text("description")), "the "))
	if said == plain(n.name) || said == strings.Join(n.words, " ") {
		p.Report(n.path, "The description of %q only repeats its name: say what it is, with an example of a value.", n.name)
	}
}

func inputTitle(p *Pass, t *tool) {
	var first *node
	count := 0
	for _, n := range t.input.nodes {
		if n.place == atProperty && strings.Join(words(n.text("title")), "_") == strings.Join(n.words, "_") && n.text("title") != "" {
			if first == nil {
				first = n
			}
			count++
		}
	}
	switch {
	case count == 1:
		p.Report(first.path, "The title %q only repeats the name: leave it out.", excerpt(first.text("title")))
	case count > 1:
		p.Report(t.path+".input", "The titles of %d inputs only repeat their names, like %q: leave them out.", count, excerpt(first.text("title")))
	}
}

var choice = lazy("\\b(?:one of|either|possible values(?: are)?|allowed values(?: are)?|valid values(?: are)?|must be)\\b:? *" +
	"(?:['\"`][a-z0-9_-]+['\"`](?:,? or |, *|/| *\\| *)){1,}['\"`][a-z0-9_-]+['\"`]")

func inputChoice(p *Pass, t *tool, n *node) {
	if n.place != atProperty || n.has("enum") || n.has("const") || !n.is("string") {
		return
	}
	description := n.text("description")
	if !strings.ContainsAny(description, "'\"`") {
		return
	}
	found := choice.find(strings.ToLower(description))
	ofInputs := slices.ContainsFunc(t.input.top(), func(other *node) bool { return strings.Contains(found, strings.ToLower(other.name)) })
	if found != "" && !ofInputs {
		p.Report(n.path, "The input %q is a closed choice in words (%q), which a model may miss: list the values in \"enum\".", n.name, excerpt(found))
	}
}

var (
	dateEnds = []string{"date", "datetime", "timestamp", "deadline", "since"}
	dateForm = lazy(`\d|yyyy|iso|rfc|utc|unix|epoch|format|e\.g\.|today|yesterday|natural language|relative`)
)

func inputDate(p *Pass, t *tool, n *node) {
	if n.place != atProperty || !n.is("string") || len(n.words) == 0 || n.has("format") || n.has("pattern") || n.has("enum") || n.has("examples") {
		return
	}
	if slices.Contains(dateEnds, n.words[len(n.words)-1]) && !dateForm.matches(strings.ToLower(n.text("description"))) {
		p.Report(n.path, "The input %q is a day or a time and does not say in which form: add one, for example \"as 2026-11-29\" in the description.", n.name)
	}
}

var jsonText = phrase{"json", lazy(`\b(?:stringified json|json[- ](?:encoded|formatted|serialized)|json string\b|(?:as|in|is) (?:a )?json(?:[.,;)]|$)|serialized (?:as )?json)`)}

func inputJSONText(p *Pass, t *tool, n *node) {
	if n.place != atProperty || !n.is("string") || n.has("enum") {
		return
	}
	if found := jsonText.in(strings.ToLower(n.text("description"))); found != "" {
		p.Report(n.path, "The input %q is JSON in a text (%q), which models escape wrongly and no schema checks: make it an object or an array with "+
			"its parts.", n.name, excerpt(found))
	}
}

var amounts = []string{"limit", "page_size", "per_page", "max_results", "max_items", "num_results", "top_k", "batch_size", "count_limit", "result_limit"}

func inputUnlimited(p *Pass, t *tool, n *node) {
	if n.place == atProperty && (n.is("integer") || n.is("number")) && !n.has("maximum") && !n.has("exclusiveMaximum") && !n.has("enum") &&
		slices.Contains(amounts, strings.Join(n.words, "_")) {
		p.Report(n.path, "The input %q has no maximum, so one call can ask for everything: add \"maximum\".", n.name)
	}
}

var commands = []string{"sql", "sql_query", "command", "cmd", "shell_command", "bash_command", "script", "code", "python_code", "javascript", "graphql",
	"graphql_query", "jql", "cypher", "cypher_query", "promql", "soql", "kql", "logql"}

func inputCommand(p *Pass, t *tool, n *node) {
	if n.place != atProperty || n.has("enum") || !n.is("string") || !slices.Contains(commands, strings.Join(n.words, "_")) {
		return
	}
	if ambiguous(n) && !runs.matches(strings.ToLower(t.Description+" "+n.text("description"))) {
		return
	}
	if !strings.Contains(t.Description, "https://") && !strings.Contains(n.text("description"), "https://") {
		p.Report(n.path, "The input %q is run as it is, and nothing says what is allowed: make tools of the operations that are needed, or say the limits "+
			"and link the description of the language.", n.name)
	}
}

var runs = lazy(`\b(?:run|runs|execut\w+|evaluat\w+|interpret\w*|quer(?:y|ies))\b`)

// ambiguous reports whether the name has other meanings too: a code on a label, the command of a menu.
func ambiguous(n *node) bool {
	return n.name == "code" || n.name == "command" || n.name == "script"
}

var (
	paths       = []string{"path", "file_path", "filepath", "directory", "dir", "dir_path", "folder_path", "directory_path", "local_path"}
	containment = lazy(`\b(?:within|under|below|inside|relative|allowed|root|workspace|project|repository|repo|json|dotted|object|xpath|url|uri|http\w*|api|endpoint)\b`)
	onDisk      = lazy(`\b(?:file|files|directory|directories|folder|folders|disk|filesystem)\b`)
)

func inputPath(p *Pass, t *tool, n *node) {
	if n.place != atProperty || !n.is("string") || !slices.Contains(paths, strings.Join(n.words, "_")) {
		return
	}
	said := strings.ToLower(n.text("description") + " " + t.Description)
	if onDisk.matches(said) && !containment.matches(said) {
		p.Report(n.path, "The input %q is a path, and nothing says below which directory it lies: say so in the description, and refuse what leads out of it.",
			n.name)
	}
}
