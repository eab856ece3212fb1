package lint

import (
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/internal/nearest"
)

// claimRules are about what texts say besides orders, favours and hidden things.
func claimRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "text-unknown-tool",
			Doc:   "A tool that a text speaks of is a tool of the server, so that no model looks for one that was renamed.",
			URL:   claudeDesign,
			Level: fault.Warning,
		}, Check: textUnknownTool},
		{Rule: fault.Rule{
			ID:    "text-remote-instructions",
			Doc:   "No text sends the model elsewhere for instructions, because nobody reviews what stands there.",
			URL:   claudePolicy,
			Level: fault.Warning,
		}, Anthropic: fault.Error, Check: eachText(textRemoteInstructions)},
		{Rule: fault.Rule{
			ID:    "text-image",
			Doc:   "No text has a picture from elsewhere in Markdown, which tells its host who reads it and what.",
			URL:   mcpLint,
			Level: fault.Warning,
		}, Check: eachText(textImage)},
		{Rule: fault.Rule{
			ID:    "text-encoded",
			Doc:   "No text has a long run of Base64 or escapes, which a model may decode and a person does not.",
			URL:   claudePolicy,
			Level: fault.Warning,
		}, Check: eachText(textEncoded)},
		{Rule: fault.Rule{
			ID:    "text-secret",
			Doc:   "No text has a token or a private key in it, as an example or a default either.",
			URL:   owasp,
			Level: fault.Warning,
		}, Check: eachText(textSecret)},
		{Rule: fault.Rule{
			ID:    "text-placeholder",
			Doc:   "No text is still to be written.",
			URL:   glama,
			Level: fault.Warning,
		}, Check: eachText(textPlaceholder)},
		{Rule: fault.Rule{
			ID:    "text-marketing",
			Doc:   "Texts say what a tool does and do not advertise it.",
			URL:   openaiSubmit,
			Level: fault.Info,
		}, OpenAI: fault.Warning, Check: eachText(textMarketing)},
		{Rule: fault.Rule{
			ID:    "text-shouting",
			Doc:   "Texts do not shout at the model; one that says IMPORTANT makes the others less so.",
			URL:   claudeReview,
			Level: fault.Info,
		}, Check: eachText(textShouting)},
	}
}

// namedTool is a name in a text that can be a tool's: two words or more, joined by underscores.
var namedTool = lazy(`\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b`)

// textUnknownTool looks at names that begin with a verb and are close to a tool's, or that the text calls a tool.
// Names of inputs and outputs, and their values, are left alone.
func textUnknownTool(p *Pass) {
	known, tools := map[string]bool{}, []string{}
	for _, t := range p.tools {
		known[t.Name] = true
		tools = append(tools, t.Name)
		for _, tree := range []schemaTree{t.input, t.output} {
			for _, n := range tree.nodes {
				known[n.name] = true
				for _, v := range values(n) {
					known[v] = true
				}
			}
		}
	}
	if len(tools) > maxKnown {
		tools = tools[:maxKnown]
	}
	for _, s := range p.spots {
		if s.name || !strings.Contains(s.text, "_") {
			continue
		}
		for _, at := range namedTool().FindAllStringIndex(s.text, maxKnown) {
			name := s.text[at[0]:at[1]]
			after := strings.TrimLeft(s.text[at[1]:], "`'\" ")
			called := strings.HasPrefix(after, "tool") && !strings.HasPrefix(after, "tool_")
			if known[name] || !called && kindOf(words(name)[0]) == unclear {
				continue
			}
			near, close := nearest.To(name, tools)
			if !called && !close {
				continue
			}
			way := "name a tool that there is, or drop it"
			if close {
				way = "did you mean \"" + near + "\""
			}
			p.Report(s.path, "The text speaks of %q, and the server has no such tool: %s.", excerpt(name), way)
			break
		}
	}
}

var remoteInstructions = phrase{"http", lazy(
	`\b(?:follow|obey|load|fetch|read|get|use|apply|see) (?:the |your |all |its )?(?:latest |current |full |further |additional )?(?:instructions?|prompts?|rules|guidelines|system prompt)(?: for this tool)? (?:from|at|in|on|published at|found at) +["'<(]?https?://`)}

func textRemoteInstructions(p *Pass, s spot) {
	if found := remoteInstructions.in(s.lower); found != "" {
		p.Report(s.path, "The text sends the model to an address for instructions (%q), where nobody has reviewed them: write what the tool "+
			"does here.", excerpt(found))
	}
}

var remoteImage = lazy(`!\[[^\]]*\]\((?:https?:)?//|<img[^>]+src`)

func textImage(p *Pass, s spot) {
	if strings.Contains(s.text, "![") || strings.Contains(s.lower, "<img") {
		if found := remoteImage.find(s.lower); found != "" {
			p.Report(s.path, "The text has a picture from elsewhere (%q), and showing it tells its host who reads: say it in words.", excerpt(found))
		}
	}
}

var (
	base64Run  = lazy(`[A-Za-z0-9+/_-]{80,}={0,2}`)
	escapesRun = lazy(`(?:\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|&#x?[0-9a-fA-F]{2,5};){8,}`)
)

func textEncoded(p *Pass, s spot) {
	found := ""
	if s.longest >= 8*len(`%20`) && strings.ContainsAny(s.text, `\%&`) {
		found = escapesRun.find(s.text)
	}
	if found == "" && s.longest >= 80 {
		found = base64In(s.text)
	}
	if found != "" {
		p.Report(s.path, "The text has something encoded (%q), which a model may decode and a person does not: write it out, or leave it out.",
			excerpt(found))
	}
}

// base64In returns a run of Base64, "" when there is none. It has capitals, small letters and digits, so that a long path
// or a row of dashes is none.
func base64In(text string) string {
	if run := base64Run.find(text); len(run) >= 80 && strings.ContainsAny(run, "0123456789") &&
		strings.ToLower(run) != run && strings.ToUpper(run) != run && strings.Count(run, "/") < len(run)/12 && strings.Count(run, "_") < 4 {
		return run
	}
	return ""
}

func textSecret(p *Pass, s spot) {
	if s.longest < 12 && !strings.Contains(s.text, "PRIVATE KEY") {
		return
	}
	if what := secretIn(s.text); what != "" {
		p.Report(s.path, "The text has what looks like %s, and every client of the server can read it: revoke it, and write a made-up one such "+
			"as \"<token>\".", what)
	}
}

var placeholders = []phrase{
	{"todo|tbd|fixme|xxx", lazy(`^ *(?:todo|tbd|fixme|xxx)(?: *[:.!-].*)?$`)},
	{"lorem ipsum", lazy(`\blorem ipsum\b`)},
	{"description", lazy(`^(?:add|insert|your|tool|a|the|no|enter)? ?(?:tool )?description(?: (?:goes )?here| available| provided)?[.…]*$`)},
}

func textPlaceholder(p *Pass, s spot) {
	if s.name || s.value() {
		return
	}
	for _, ph := range placeholders {
		if found := ph.in(s.lower); found != "" {
			p.Report(s.path, "The text is still to be written (%q): write it, or leave it out.", excerpt(found))
			return
		}
	}
}

// marketing leaves out words with honest uses: unmatched rows, next-generation sequencing.
var marketing = []string{"world-class", "best-in-class", "industry-leading", "market-leading", "state-of-the-art", "cutting-edge", "award-winning",
	"blazing fast", "blazing-fast", "blazingly fast", "lightning-fast", "game-changing", "unparalleled"}

func textMarketing(p *Pass, s spot) {
	for _, word := range marketing {
		if strings.Contains(s.lower, word) && !s.value() {
			p.Report(s.path, "The text advertises (%q), which tells a model nothing: say what the tool does.", word)
			return
		}
	}
}

var (
	shouts   = []string{"IMPORTANT", "CRITICAL", "MANDATORY", "ALWAYS", "NEVER", "MUST", "DO NOT", "ATTENTION", "URGENT"}
	shouting = lazy(`\b(?:IMPORTANT|CRITICAL|ATTENTION|URGENT)[:!]|\b(?:MANDATORY|ALWAYS|NEVER|MUST|DO NOT)\b`)
)

// textShouting leaves alone a text that is all capitals, and a value, which may be a level or a key word.
func textShouting(p *Pass, s spot) {
	if s.value() || !slices.ContainsFunc(shouts, func(word string) bool { return strings.Contains(s.text, word) }) {
		return
	}
	if found := shouting.find(s.text); found != "" && strings.ToUpper(s.text) != s.text {
		p.Report(s.path, "The text shouts (%q): say the fact in plain letters, and why.", found)
	}
}
