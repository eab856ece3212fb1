package lint

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pseudoTags pose as the parts of a prompt. The second pattern wants the closing tag, because <user> alone
// is an honest placeholder.
var pseudoTags = []*regexp.Regexp{
	regexp.MustCompile(`</?(?:important|system|instructions?|system[-_]prompt|system[-_]reminder)(?: [^<>]*)?>`),
	regexp.MustCompile(`</(?:secret|user|prompt|admin|assistant|hidden|critical|tool_call|function_calls?)>`),
}

// comment is an HTML comment that says something; "<!-- ... -->" only names the notation.
var comment = regexp.MustCompile(`<!--[^a-z>]*[a-z]`)

func textHidden(p *Pass, s spot) {
	if i, r := invisible(s.text); i >= 0 {
		p.Report(s.path, "The text has the invisible character U+%04X as character %d, which a model reads and a person does not: "+
			"delete it.", r, utf8.RuneCountInString(s.text[:i])+1)
		return
	}
	if !strings.Contains(s.lower, "<") {
		return
	}
	if comment.MatchString(s.lower) {
		p.Report(s.path, "The text has an HTML comment, which a model reads and a person may not see: say it in plain words or delete it.")
		return
	}
	for _, pattern := range pseudoTags {
		if found := pattern.FindString(s.lower); found != "" {
			p.Report(s.path, "The text has the tag %q, which poses as part of a prompt: write the text without tags.", excerpt(found))
			return
		}
	}
}

// invisible returns where the first character stands that is not shown, or -1.
func invisible(text string) (int, rune) {
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

// unseen reports whether r is not seen, or turns around the text it stands in, whatever surrounds it.
func unseen(r rune) bool {
	return !unicode.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
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
