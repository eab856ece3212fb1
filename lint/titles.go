package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/comity-mcp/comity/fault"
)

func titleRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "title-missing",
			Doc:   "Every tool has a title that is not blank; it is what people approve.",
			URL:   blankTitles,
			Level: fault.Error,
		}, OpenAI: fault.Warning, Check: eachTool(titleMissing)},
		{Rule: fault.Rule{
			ID:    "title-in-annotations",
			Doc:   "A tool's title is also in its annotations, with the same text, because hosts read the one or the other.",
			URL:   claudeReview,
			Level: fault.Warning,
		}, OpenAI: fault.Info, House: true, Check: eachTool(titleInAnnotations)},
		{Rule: fault.Rule{
			ID:    "title-is-name",
			Doc:   "A tool's title is not its name once more.",
			URL:   glama,
			Level: fault.Error,
		}, Check: eachTool(titleIsName)},
		{Rule: fault.Rule{
			ID:    "title-length",
			Doc:   "A tool's title has at most 60 characters, so that a dialog shows all of it.",
			URL:   claudeReview,
			Level: fault.Warning,
		}, Check: eachTool(titleLength)},
	}
}

func titleMissing(p *Pass, t *tool) {
	if !blank(t.Title) {
		return
	}
	example := "Check inventory"
	if len(t.words) > 0 {
		example = sentence(t.words)
	}
	p.Report(t.path+".title", "The tool has no title, which people read when they approve a call: add one, for example %q.",
		excerpt(example))
}

func titleInAnnotations(p *Pass, t *tool) {
	switch {
	case blank(t.Title) || t.Annotations == nil: // title-missing and hint-missing say so
	case t.Annotations.Title == "":
		p.Report(t.path+".annotations.title", "The title %q is missing from the annotations, where older clients look: "+
			"send it in both places.", excerpt(t.Title))
	case t.Annotations.Title != t.Title:
		p.Report(t.path+".annotations.title", "The title is %q and annotations.title is %q, so hosts disagree on what people "+
			"approve: send the same in both.", excerpt(t.Title), excerpt(t.Annotations.Title))
	}
}

func titleIsName(p *Pass, t *tool) {
	if t.Name != "" && strings.TrimSpace(t.Title) == t.Name {
		p.Report(t.path+".title", "The title %q is the tool's name: write it for people, for example %q.",
			excerpt(t.Title), excerpt(sentence(t.words)))
	}
}

func titleLength(p *Pass, t *tool) {
	const limit = 60
	if n := utf8.RuneCountInString(t.Title); n > limit {
		p.Report(t.path+".title", "The title has %d characters, more than the %d a dialog shows: shorten it and move the rest "+
			"to the description.", n, limit)
	}
}

// sentence turns a name's words into what a title looks like: "Check inventory".
func sentence(words []string) string {
	s := strings.Join(words, " ")
	if s == "" {
		return ""
	}
	r, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(string(r)) + s[size:]
}
