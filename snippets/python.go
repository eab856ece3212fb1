package snippets

import (
	"fmt"
	"strconv"
	"strings"
)

// pythonDialect writes Python 3: four spaces, double quotes, a comma after the last line.
func pythonDialect() dialect {
	return dialect{
		indent: "    ", text: pythonText, member: pythonText, secret: pythonSecret,
		yes: "True", no: "False", null: "None", trailing: true, compact: true, long: pythonLong,
	}
}

// pythonText is s as a string literal (Python language reference 3.11, section 2.4.1).
func pythonText(s string) string {
	return `"` + escaped(s, quoted, func(r rune) string {
		if r < 0x10000 {
			return fmt.Sprintf(`\u%04x`, r)
		}
		return fmt.Sprintf(`\U%08x`, r)
	}) + `"`
}

// pythonLong joins literals between parentheses.
func pythonLong(s, outer, inner string) string {
	var b strings.Builder
	b.WriteString("(\n")
	for _, piece := range pieces(s, width-len(inner)-2) {
		b.WriteString(inner + pythonText(piece) + "\n")
	}
	b.WriteString(outer + ")")
	return b.String()
}

func pythonSecret(s secret) string {
	read := "os.environ[" + strconv.Quote(s.variable) + "]"
	if s.before == "" {
		return read
	}
	return pythonText(s.before) + " + " + read
}
