// Package seen knows which characters a model reads and a person does not see.
package seen

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns text without the characters that [Invisible] finds, for what comes from elsewhere and is
// shown to a model.
func Text(text string) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	at, r := Invisible(text)
	if at < 0 {
		return text
	}
	var b strings.Builder
	for at >= 0 {
		b.WriteString(text[:at])
		text = text[at+utf8.RuneLen(r):]
		at, r = Invisible(text)
	}
	b.WriteString(text)
	return b.String()
}

// Line returns text as one line for a terminal: blanks and line ends in a row are one space, and what [Invisible] finds, or
// what would move the cursor, is written as an escape like \u001b.
func Line(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, string(utf8.RuneError))), " ")
	at, r := Invisible(text)
	if at < 0 {
		return text
	}
	var b strings.Builder
	for at >= 0 {
		fmt.Fprintf(&b, `%s\u%04x`, text[:at], r)
		text = text[at+utf8.RuneLen(r):]
		at, r = Invisible(text)
	}
	b.WriteString(text)
	return b.String()
}

// Hidden reports whether r is not seen by itself, or turns around the text it stands in, whatever surrounds it.
func Hidden(r rune) bool {
	const brailleBlank = '\u2800'
	return !unicode.IsPrint(r) || r == brailleBlank || r > 0xff && unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Invisible returns where the first character stands that is not shown, and which it is; -1 when there is
// none. Joiners and direction marks that a script or an emoji needs are not counted, nor are the selectors
// that choose between a picture and a sign.
func Invisible(text string) (int, rune) {
	var before rune
	for i, r := range text {
		if hides(r) {
			after, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
			if !joins(r, before, after) && !orients(r, text) {
				return i, r
			}
		}
		before = r
	}
	return -1, 0
}

func hides(r rune) bool {
	switch {
	case r < 0x20:
		return r != '\n' && r != '\t' && r != '\r'
	case r >= 0x7f && r <= 0x9f, // control characters
		r >= 0x200b && r <= 0x200f, r >= 0x2060 && r <= 0x2064, r == 0xfeff, // zero width
		r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, // direction
		r >= 0xe0000 && r <= 0xe007f: // tags
		return true
	}
	return false
}

// joins reports whether r is a joiner doing its work, between two letters of a script that needs it
// (Persian, Hindi) or two parts of an emoji.
func joins(r, before, after rune) bool {
	needs := func(r rune) bool {
		return r > 0xff && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r))
	}
	return (r == 0x200c || r == 0x200d) && needs(before) && needs(after)
}

// orients reports whether r is a direction mark in a text of a right-to-left script, where typists need it.
func orients(r rune, text string) bool {
	return (r == 0x200e || r == 0x200f) && strings.ContainsFunc(text, func(r rune) bool {
		return unicode.Is(unicode.Arabic, r) || unicode.Is(unicode.Hebrew, r)
	})
}
