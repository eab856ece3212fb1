package snippets

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/comity-mcp/comity/internal/seen"
)

// bodyDialect writes JSON between the single quotes of a shell. A single quote in a string goes by its JSON escape, so
// the only ones are those that step outside for a variable. Without one that is set, the command does not run.
func bodyDialect() dialect {
	d := jsonDialect(func(s secret) string { return `"` + s.before + `'"${` + s.variable + `:?}"'"` })
	quiet := func(s string) string { return strings.ReplaceAll(jsonText(s), "'", `\u0027`) }
	d.text, d.member, d.compact = quiet, quiet, true
	return d
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:@%+,-]+$`)

// bashWord is s as one word of a command (Bash manual, sections 3.1.2.2 and 3.1.2.4). NUL, which no argument can hold,
// becomes U+FFFD.
func bashWord(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, string(utf8.RuneError)), "\x00", string(utf8.RuneError))
	if plainWord.MatchString(s) {
		return s
	}
	if !strings.ContainsFunc(s, func(r rune) bool { return r != ' ' && seen.Hidden(r) }) {
		return `'` + strings.ReplaceAll(s, `'`, `'\''`) + `'`
	}
	return `$'` + escaped(s, map[rune]string{'\'': `\'`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`}, func(r rune) string {
		var b strings.Builder
		for _, c := range []byte(string(r)) {
			fmt.Fprintf(&b, `\x%02x`, c)
		}
		return b.String()
	}) + `'`
}

// bashWords are the words of a command.
func bashWords(words []string) string {
	quoted := make([]string, 0, len(words))
	for _, w := range words {
		quoted = append(quoted, bashWord(w))
	}
	return strings.Join(quoted, " ")
}
