package schema

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// visible writes what a reader cannot see, or what turns a text around (U+202E and its like), as escapes
// of JSON. What a caller sends is quoted back to models and to logs, and must look like what it is.
func visible(s string) string {
	if !strings.ContainsFunc(s, unseen) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !unseen(r):
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

func unseen(r rune) bool {
	const brailleBlank = '\u2800'
	return !unicode.IsPrint(r) || r == brailleBlank || r > 0xff && unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
