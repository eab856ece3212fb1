package snippets

import (
	"fmt"
	"unicode/utf16"
)

// jsonDialect writes a JSON file: two spaces, one member a line. How a secret is written depends on the program that
// reads the file.
func jsonDialect(secrets func(secret) string) dialect {
	return dialect{
		indent: "  ", text: jsonText, member: jsonText, secret: secrets,
		yes: "true", no: "false", null: "null",
	}
}

// jsonText is s as a JSON string (RFC 8259 section 7).
func jsonText(s string) string {
	return `"` + escaped(s, map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`}, jsonEscape) + `"`
}

func jsonEscape(r rune) string {
	if r < 0x10000 {
		return fmt.Sprintf(`\u%04x`, r)
	}
	high, low := utf16.EncodeRune(r)
	return fmt.Sprintf(`\u%04x\u%04x`, high, low)
}

// braced returns a writer of secrets as the program's own reference to an environment variable, for example
// "${INVENTORY_TOKEN}" for open "${" and end "}".
func braced(open, end string) func(secret) string {
	return func(s secret) string { return jsonText(s.before + open + s.variable + end) }
}

// jsonFile returns v as a whole file.
func jsonFile(v value, secrets func(secret) string) string {
	return jsonDialect(secrets).write(v, 0, 0) + "\n"
}
