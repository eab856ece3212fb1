package lint

import (
	"maps"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
)

// styleRules are about names beside each other.
func styleRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "name-styles",
			Doc:   "The tools of a server are named in one style, because people and models guess the next name from the last.",
			URL:   claudeBuilder,
			Level: fault.Warning,
		}, Check: nameStyles},
		{Rule: fault.Rule{
			ID:    "name-verb-last",
			Doc:   "A tool's name begins with its verb, as the names of other servers do.",
			URL:   claudeBuilder,
			Level: fault.Info,
		}, Check: eachTool(nameVerbLast)},
		{Rule: fault.Rule{
			ID:    "name-built-in",
			Doc:   "A tool is not named like a tool that hosts bring along, such as web_search or bash.",
			URL:   specTools,
			Level: fault.Warning,
		}, Check: eachTool(nameBuiltIn)},
		{Rule: fault.Rule{
			ID:    "name-argument-styles",
			Doc:   "The inputs of a server are named in one style, so that the same thing has the same name everywhere.",
			URL:   claudeWriting,
			Level: fault.Info,
		}, Check: nameArgumentStyles},
		{Rule: fault.Rule{
			ID:    "title-twice",
			Doc:   "No two tools have the same title; people who approve a call see little else.",
			URL:   claudeReview,
			Level: fault.Warning,
		}, Check: titleTwice},
		{Rule: fault.Rule{
			ID:    "title-plain",
			Doc:   "A tool's title is one line of plain words, without markup or pictures.",
			URL:   claudeReview,
			Level: fault.Info,
		}, Check: eachTool(titlePlain)},
	}
}

// style names how a name's words are joined, or "" for a name of one word, which fits every style.
func style(name string) string {
	lower := strings.ToLower(name)
	switch {
	case strings.Contains(name, "_") && name == lower:
		return "snake_case"
	case strings.Contains(name, "-") && name == lower:
		return "kebab-case"
	case strings.Contains(name, "."):
		return "dotted.case"
	case name == lower || strings.ToUpper(name) == name:
		return ""
	case !strings.ContainsAny(name, "_-"):
		return "camelCase"
	}
	return "Mixed_case"
}

// usual counts styles and returns the most common, and an example of each.
func usual(names []string) (string, map[string]string) {
	count, example := map[string]int{}, map[string]string{}
	for _, name := range names {
		if s := style(name); s != "" {
			count[s]++
			if example[s] == "" {
				example[s] = name
			}
		}
	}
	most := ""
	for _, s := range slices.Sorted(maps.Keys(count)) {
		if most == "" || count[s] > count[most] {
			most = s
		}
	}
	return most, example
}

func nameStyles(p *Pass) {
	var names []string
	for _, t := range p.tools {
		names = append(names, t.Name)
	}
	most, example := usual(names)
	for _, t := range p.tools {
		if s := style(t.Name); s != "" && s != most {
			p.Report(t.path+".name", "The name %q is in %s, and most tools of the server are in %s, like %q: rename it.",
				excerpt(t.Name), s, most, excerpt(example[most]))
		}
	}
}

// nameVerbLast speaks up for verbs that are no nouns only: product_search is a search for products.
func nameVerbLast(p *Pass, t *tool) {
	if len(t.words) < 2 || kindOf(t.words[0]) != unclear || slices.Contains(otherVerbs, t.words[0]) {
		return
	}
	last := t.words[len(t.words)-1]
	if !slices.Contains([]string{"get", "delete", "create", "remove", "send", "insert"}, last) {
		return
	}
	better := strings.Join(slices.Concat([]string{last}, t.words[:len(t.words)-1]), "_")
	p.Report(t.path+".name", "The name %q has its verb at the end: use %q.", excerpt(t.Name), excerpt(better))
}

// builtIns are tools of ChatGPT, Codex, Claude and Claude Code, Gemini CLI and VS Code under their own names.
var builtIns = []string{"bash", "shell", "apply_patch", "web_search", "web_fetch", "file_search", "code_interpreter", "image_generation",
	"image_gen", "computer", "computer_use", "tool_search", "text_editor", "str_replace_editor", "glob", "grep", "todo_write", "read_file",
	"write_file", "edit_file", "run_shell_command", "google_web_search", "memory", "python"}

func nameBuiltIn(p *Pass, t *tool) {
	if slices.Contains(builtIns, t.Name) {
		p.Report(t.path+".name", "The name %q is that of a tool some hosts bring along, and a model mixes them up: name it for what it works on too, "+
			"as search_handbook does.", t.Name)
	}
}

func nameArgumentStyles(p *Pass) {
	var names []string
	for _, t := range p.tools {
		for _, n := range t.input.top() {
			names = append(names, n.name)
		}
	}
	most, example := usual(names)
	for _, t := range p.tools {
		for _, n := range t.input.top() {
			if s := style(n.name); s != "" && s != most {
				p.Report(n.path, "The input %q is in %s, and most inputs of the server are in %s, like %q: rename it.",
					excerpt(n.name), s, most, excerpt(example[most]))
			}
		}
	}
}

func titleTwice(p *Pass) {
	first := map[string]*tool{}
	for _, t := range p.tools {
		said := plain(t.Title)
		if said == "" {
			continue
		}
		if earlier, ok := first[said]; ok {
			p.Report(t.path+".title", "The title %q is also that of %q, so people cannot tell what they approve: say in what the two differ.",
				excerpt(t.Title), earlier.path)
			continue
		}
		first[said] = t
	}
}

func titlePlain(p *Pass, t *tool) {
	for _, r := range t.Title {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			p.Report(t.path+".title", "The title %q has a line break or tab: write it on one line.", excerpt(t.Title))
			return
		case r >= 0x1F300 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF:
			p.Report(t.path+".title", "The title %q has the picture %q, which dialogs show in their own ways: say it in words.", excerpt(t.Title), r)
			return
		}
	}
	if strings.Contains(t.Title, "**") || strings.Contains(t.Title, "](") || strings.HasPrefix(t.Title, "#") {
		p.Report(t.path+".title", "The title %q has markup, which dialogs show as it is: write it plain.", excerpt(t.Title))
	}
}
