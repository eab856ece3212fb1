package lint

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// words splits a name into lower-case words at separators and where a capital follows a small letter.
func words(name string) []string {
	var list []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			list = append(list, word.String())
			word.Reset()
		}
	}
	small := false
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			small = false
			continue
		}
		if small && unicode.IsUpper(r) {
			flush()
		}
		small = unicode.IsLower(r) || unicode.IsDigit(r)
		word.WriteRune(unicode.ToLower(r))
	}
	flush()
	return list
}

// snake returns the portable name closest to name, or "" when some of it would be lost.
func snake(name string) string {
	for _, r := range name {
		if r >= utf8.RuneSelf {
			return ""
		}
	}
	s := strings.TrimLeft(strings.Join(words(name), "_"), "0123456789_")
	return strings.TrimRight(s[:min(len(s), 40)], "_")
}

// folded is a name as hosts compare it after their own normalisation: letters and digits, lower case.
func folded(name string) string { return strings.Join(words(strings.ToLower(name)), "") }

// plain is a text without case and outer or repeated space, for comparing what two texts say.
func plain(text string) string {
	return strings.Trim(strings.ToLower(strings.Join(strings.Fields(text), " ")), " .")
}

// excerpt is a text cut short for a sentence, on one line.
func excerpt(text string) string {
	const limit = 60
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit]) + "..."
}

// list joins names for a sentence: "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// endsWith reports whether the name's last words are those of the term, e.g. "user_password" and
// "password".
func endsWith(name, term []string) bool {
	return len(name) >= len(term) && slices.Equal(name[len(name)-len(term):], term)
}
