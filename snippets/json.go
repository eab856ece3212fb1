package snippets

import (
	"fmt"
	"unicode/utf16"
)

// jsonDialect writes JSON: two spaces, one member a line. How a secret is written depends on where the text stands.
func jsonDialect(secrets func(secret) string) dialect {
	return dialect{
		indent: "  ", text: jsonText, member: jsonText, secret: secrets,
		yes: "true", no: "false", null: "null",
	}
}

// jsonText is s as a JSON string (RFC 8259 section 7).
func jsonText(s string) string {
	return `"` + escaped(s, quoted, jsonEscape) + `"`
}

func jsonEscape(r rune) string {
	if r < 0x10000 {
		return fmt.Sprintf(`\u%04x`, r)
	}
	high, low := utf16.EncodeRune(r)
	return fmt.Sprintf(`\u%04x\u%04x`, high, low)
}

// jsonFile returns v as a whole file. Files name no secrets: the hosts sign in.
func jsonFile(v value) string {
	return jsonDialect(nil).write(v, 0, 0) + "\n"
}
