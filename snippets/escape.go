package snippets

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/comity-mcp/comity/internal/seen"
)

// quoted are the short forms between double quotes that Python, JSON, JavaScript and TOML have in common.
var quoted = map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

// escaped writes s between the quotes of a language: what short has goes by its short form, what is not seen by
// itself, or turns around the text it stands in, by the escape of the language. Everything else, emoji among it, stays
// as it is. What is no UTF-8 becomes U+FFFD, as in JSON.
func escaped(s string, short map[rune]string, escape func(rune) string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, string(utf8.RuneError)) {
		form, ok := short[r]
		switch {
		case ok:
			b.WriteString(form)
		case r != ' ' && seen.Hidden(r):
			b.WriteString(escape(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// remark returns s fit for a comment that ends with its line, in any language: on one line, and with nothing that is
// not seen.
func remark(s string) string {
	return escaped(strings.Join(strings.Fields(s), " "), nil, func(r rune) string { return fmt.Sprintf("U+%04X", r) })
}

// comment returns the lines as comments: each starts with mark and a space, and one that is too long continues below,
// indented by two more. The text must have gone through [remark] where it comes from a catalog.
func comment(mark string, lines ...string) string {
	var b strings.Builder
	for _, line := range lines {
		start := mark + " "
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		for i, piece := range pieces(strings.TrimSpace(line), width-len(start)-len(indent)-2) {
			if i > 0 && indent != "" {
				piece = "  " + piece
			}
			b.WriteString(start + indent + strings.TrimRight(piece, " ") + "\n")
		}
	}
	return b.String()
}
