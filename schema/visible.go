package schema

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/comity-mcp/comity/internal/seen"
)

// visible writes what a reader cannot see, or what turns a text around (U+202E and its like), as escapes
// of JSON. What a caller sends is quoted back to models and to logs, and must look like what it is.
func visible(s string) string {
	if !strings.ContainsFunc(s, seen.Hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !seen.Hidden(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
