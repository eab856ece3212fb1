package page

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/comity-mcp/comity/internal/seen"
)

// shown is a text with the characters that nobody would see, or that would turn round what stands beside them, written
// out as U+202E and the like: a model reads them, so a person should know.
func shown(text string) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	at, r := seen.Invisible(text)
	if at < 0 {
		return text
	}
	var b strings.Builder
	for at >= 0 {
		b.WriteString(text[:at])
		fmt.Fprintf(&b, "[%U]", r)
		text = text[at+utf8.RuneLen(r):]
		at, r = seen.Invisible(text)
	}
	b.WriteString(text)
	return b.String()
}

// each is every text as it is shown.
func each(texts []string) []string {
	var out []string
	for _, t := range texts {
		out = append(out, shown(t))
	}
	return out
}
