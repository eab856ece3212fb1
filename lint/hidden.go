package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/comity-mcp/comity/internal/seen"
)

// pseudoTags pose as the parts of a prompt. The second pattern wants the closing tag, because <user> alone
// is an honest placeholder.
var pseudoTags = []pattern{
	lazy(`</?(?:important|system|instructions?|system[-_]prompt|system[-_]reminder)(?: [^<>]*)?>`),
	lazy(`</(?:secret|user|prompt|admin|assistant|hidden|critical|tool_call|function_calls?)>`),
}

// comment is an HTML comment that says something; "<!-- ... -->" only names the notation.
var comment = lazy(`<!--[^a-z>]*[a-z]`)

func textHidden(p *Pass, s spot) {
	if i, r := seen.Invisible(s.text); i >= 0 {
		p.Report(s.path, "The text has the invisible character U+%04X as character %d, which a model reads and a person does not: "+
			"delete it.", r, utf8.RuneCountInString(s.text[:i])+1)
		return
	}
	if !strings.Contains(s.lower, "<") {
		return
	}
	if comment.matches(s.lower) {
		p.Report(s.path, "The text has an HTML comment, which a model reads and a person may not see: say it in plain words or delete it.")
		return
	}
	for _, pattern := range pseudoTags {
		if found := pattern.find(s.lower); found != "" {
			p.Report(s.path, "The text has the tag %q, which poses as part of a prompt: write the text without tags.", excerpt(found))
			return
		}
	}
}
