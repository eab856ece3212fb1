package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/comity-mcp/comity/fault"
)

func nameRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "name-refused",
			Doc:   "A tool's name has 1 to 64 letters, digits, underscores and hyphens; model APIs refuse the request for any other.",
			URL:   specTools,
			Level: fault.Error,
		}, Check: eachTool(nameRefused)},
		{Rule: fault.Rule{
			ID:    "name-pattern",
			Doc:   "A tool's name is a lower-case letter and up to 39 lower-case letters, digits and underscores, which no host rewrites when it puts its prefix before it.",
			URL:   openaiAgents,
			Level: fault.Warning,
		}, OpenAI: fault.Info, Anthropic: fault.Info, House: true, Check: eachTool(namePattern)},
		{Rule: fault.Rule{
			ID:    "name-unique",
			Doc:   "No two tools of a server have the same name, also after a host has lower-cased it and dropped its separators.",
			URL:   specTools,
			Level: fault.Error,
		}, Check: nameUnique},
		{Rule: fault.Rule{
			ID:    "name-promotional",
			Doc:   "A tool's name does not praise the tool or ask to be picked; directories refuse it.",
			URL:   openaiSubmit,
			Level: fault.Error,
		}, Check: eachTool(namePromotional)},
		{Rule: fault.Rule{
			ID:    "name-generic",
			Doc:   "A tool's name says on what it acts, because a bare verb collides with other servers' tools; the pair search and fetch is the exception hosts know.",
			URL:   openaiMeta,
			Level: fault.Warning,
		}, Check: nameGeneric},
		{Rule: fault.Rule{
			ID:    "name-with-label",
			Doc:   "Server name and tool name together have at most 50 characters, so that a host's prefix still fits in 64.",
			URL:   openaiAgents,
			Level: fault.Warning,
		}, Check: eachTool(nameWithLabel)},
		{Rule: fault.Rule{
			ID:    "name-argument-pattern",
			Doc:   "An input's name is a letter or underscore and up to 63 letters, digits and underscores; other names make Gemini or Claude refuse the tool.",
			URL:   specTools,
			Level: fault.Error,
		}, OpenAI: fault.Warning, Check: eachInput(nameArgumentPattern)},
		{Rule: fault.Rule{
			ID:    "name-argument-abbreviated",
			Doc:   "An input's name is made of words that a user reads in an approval dialog, not of one or two letters or abbreviations.",
			URL:   claudeWriting,
			Level: fault.Warning,
		}, Check: eachInput(nameArgumentAbbreviated)},
	}
}

const namesAre = "names are a lower-case letter, then at most 39 lower-case letters, digits and underscores"

// hostName reports whether the model APIs of OpenAI and Anthropic both take a name (function calling guides, read 2026-11-29).
func hostName(name string) bool { return plainLetters(name, 64) }

var letters = lazy(`^[A-Za-z0-9_-]+$`)

// plainLetters reports whether a name has letters, digits, _ and - only, at least one and at most that many. The number is
// no part of the pattern, which would repeat its letters as often.
func plainLetters(name string, most int) bool { return len(name) <= most && letters.matches(name) }

func nameRefused(p *Pass, t *tool) {
	if !hostName(t.Name) {
		reportName(p, t)
	}
}

func namePattern(p *Pass, t *tool) {
	if hostName(t.Name) {
		reportName(p, t)
	}
}

// reportName says what is wrong with a tool's name, if anything is.
func reportName(p *Pass, t *tool) {
	wrong := misnamed(t.Name, "")
	if wrong == "" {
		return
	}
	way := "choose one like check_inventory"
	if valid := snake(t.Name); valid != "" {
		way = fmt.Sprintf("use %q", valid)
	}
	p.Report(t.path+".name", "The name %q %s; %s: %s.", excerpt(t.Name), wrong, namesAre, way)
}

// misnamed says what is wrong with a name, or "" when it is portable. Extra characters may be allowed
// after the first.
func misnamed(name, extra string) string {
	if name == "" {
		return "is empty"
	}
	for i, r := range name {
		letter, digit := r >= 'a' && r <= 'z', r >= '0' && r <= '9'
		switch {
		case i == 0 && !letter:
			return fmt.Sprintf("starts with %q", r)
		case !letter && !digit && r != '_' && !strings.ContainsRune(extra, r):
			return fmt.Sprintf("has %q as character %d", r, utf8.RuneCountInString(name[:i])+1)
		}
	}
	if len(name) > 40 {
		return fmt.Sprintf("has %d characters", len(name))
	}
	return ""
}

func nameUnique(p *Pass) {
	first := make(map[string]string, len(p.tools))
	for _, t := range p.tools {
		key := folded(t.Name)
		if key == "" {
			continue
		}
		earlier, taken := first[key]
		switch {
		case !taken:
			first[key] = t.Name
		case earlier == t.Name:
			p.Report(t.path+".name", "The name %q is taken by an earlier tool; a client can call only one of them: rename one.",
				excerpt(t.Name))
		default:
			p.Report(t.path+".name", "The name %q is the same as %q for hosts that drop case and separators: "+
				"rename one so that they differ in a word.", excerpt(t.Name), excerpt(earlier))
		}
	}
}

var (
	praise  = []string{"best", "official", "ultimate", "greatest", "perfect", "superior"}
	pickers = []string{"pick_me", "choose_me", "use_me", "use_first", "call_first", "use_this", "always_use", "number_one"}
)

// namePromotional looks for praise right before the verb and for names that ask to be picked. Praise
// elsewhere is part of the trade: list_best_sellers, get_official_rates.
func namePromotional(p *Pass, t *tool) {
	name := "_" + strings.Join(t.words, "_") + "_"
	for _, phrase := range pickers {
		if strings.Contains(name, "_"+phrase+"_") {
			p.Report(t.path+".name", "The name %q asks to be picked (%q): say only what the tool does.", excerpt(t.Name), phrase)
			return
		}
	}
	if len(t.words) > 1 && slices.Contains(praise, t.words[0]) && kindOf(t.words[1]) != unclear {
		p.Report(t.path+".name", "The name %q praises the tool: drop %q and use %q.",
			excerpt(t.Name), t.words[0], strings.Join(t.words[1:], "_"))
	}
}

var bareVerbs = []string{"search", "query", "get", "create", "list", "update", "run", "execute", "fetch", "call", "do", "invoke"}

func nameGeneric(p *Pass) {
	named := make(map[string]bool, len(p.tools))
	for _, t := range p.tools {
		named[t.Name] = true
	}
	pair := named["search"] && named["fetch"]
	for _, t := range p.tools {
		if !slices.Contains(bareVerbs, t.Name) || pair && (t.Name == "search" || t.Name == "fetch") {
			continue
		}
		p.Report(t.path+".name", "The name %q does not say on what it acts and will collide with other servers: "+
			"add the thing, for example \"%s_products\".", t.Name, t.Name)
	}
}

func nameWithLabel(p *Pass, t *tool) {
	const limit = 50
	if n := len(p.server.Name) + len(t.Name); n > limit && len(t.Name) <= 40 {
		p.Report(t.path+".name", "Server name %q and tool name %q have %d characters together, more than the %d that "+
			"leave room for a host's prefix: shorten one of them.", excerpt(p.server.Name), t.Name, n, limit)
	}
}

var argumentName = lazy(`^[A-Za-z_][A-Za-z0-9_]*$`) // with at most 64 letters

func nameArgumentPattern(p *Pass, t *tool, n *node) {
	if n.place != atProperty || len(n.name) <= 64 && argumentName.matches(n.name) {
		return
	}
	way := "choose one like product_sku"
	if valid := snake(n.name); valid != "" {
		way = fmt.Sprintf("use %q", valid)
	}
	p.Report(n.path, "The input %q cannot be sent to every host; a name is a letter or underscore, then at most 63 "+
		"letters, digits and underscores: %s.", excerpt(n.name), way)
}

// abbreviations maps what nobody should have to expand in an approval dialog to the word it stands for.
var abbreviations = map[string]string{
	"wh": "warehouse", "qty": "quantity", "cfg": "config", "usr": "user", "q": "query", "amt": "amount", "acct": "account",
	"addr": "address", "msg": "message", "mgr": "manager", "dept": "department", "idx": "index", "cust": "customer",
	"prod": "product", "loc": "location", "cnt": "count", "pwd": "password", "tmp": "temporary",
}

// shortWords are names of one or two letters that everybody reads.
var shortWords = []string{"id", "to", "by", "at", "on", "in", "is", "or", "ip", "os", "cc", "tz", "x", "y", "z"}

func nameArgumentAbbreviated(p *Pass, t *tool, n *node) {
	if n.place != atProperty {
		return
	}
	name := slices.Clone(n.words)
	for i, w := range name {
		if full, ok := abbreviations[w]; ok {
			name[i] = full
			p.Report(n.path, "The input %q is abbreviated (%q); people read it in an approval dialog: use %q.",
				n.name, w, strings.Join(name, "_"))
			return
		}
	}
	if utf8.RuneCountInString(n.name) <= 2 && !slices.Contains(shortWords, strings.ToLower(n.name)) {
		p.Report(n.path, "The input %q is too short to read in an approval dialog: use a whole word.", n.name)
	}
}
