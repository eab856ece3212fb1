package schema

import (
	"fmt"
	"regexp"
	"strings"
)

// space is what \s means in ECMA-262 (WhiteSpace and LineTerminator, 2025 edition sections 12.2 and
// 12.3), as the inside of a Go character class. Go's own \s knows five ASCII characters only.
const space = `\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`

// compile makes the matcher of a pattern with the meaning it has in ECMA-262, which is what JSON Schema
// says a pattern is. What the two dialects do not share is refused with the way to say it in both; "."
// and \s, which are spelt alike and differ, are translated.
func compile(pattern string) (*regexp.Regexp, error) {
	translated, err := translate(pattern)
	if err != nil {
		return nil, err
	}
	re, err := regexp.Compile(translated)
	if err != nil {
		return nil, fmt.Errorf("it does not compile (%s)", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return re, nil
}

func translate(pattern string) (string, error) {
	var out strings.Builder
	for i := 0; i < len(pattern); {
		c := pattern[i]
		switch c {
		case '\\':
			escaped, n, err := translateEscape(pattern[i:], false)
			if err != nil {
				return "", err
			}
			out.WriteString(escaped)
			i += n
			continue
		case '[':
			class, n, err := translateClass(pattern[i:])
			if err != nil {
				return "", err
			}
			out.WriteString(class)
			i += n
			continue
		case '(':
			if strings.HasPrefix(pattern[i:], "(?") && !strings.HasPrefix(pattern[i:], "(?:") {
				return "", fmt.Errorf("only (?:...) may follow an opening parenthesis and a question mark: flags, names and lookaround are not portable")
			}
		case '.':
			out.WriteString(`[^\n\r\x{2028}\x{2029}]`)
			i++
			continue
		case '{':
			n := quantifier(pattern[i:])
			if n == 0 {
				return "", fmt.Errorf("a brace that is not a count such as {1,4} must be written \\{")
			}
			out.WriteString(pattern[i : i+n])
			i += n
			continue
		case ']', '}':
			return "", fmt.Errorf("a closing %c without its opening one must be written \\%c", c, c)
		}
		out.WriteByte(c)
		i++
	}
	return out.String(), nil
}

// translateEscape reads one escape at the start of s and says how long it is.
func translateEscape(s string, inClass bool) (string, int, error) {
	if len(s) < 2 {
		return "", 0, fmt.Errorf("it ends in a backslash")
	}
	switch c := s[1]; {
	case strings.IndexByte(`dDwWnrtfv`, c) >= 0, strings.IndexByte(`^$\.*+?()[]{}|/`, c) >= 0:
		return s[:2], 2, nil
	case c == '-' && inClass:
		return s[:2], 2, nil
	case strings.IndexByte(`bB`, c) >= 0 && !inClass:
		return s[:2], 2, nil
	case c == 's' && inClass:
		return space, 2, nil
	case c == 's':
		return "[" + space + "]", 2, nil
	case c == 'S' && !inClass:
		return "[^" + space + "]", 2, nil
	case c == 'x' && len(s) >= 4 && hex(s[2]) && hex(s[3]):
		return s[:4], 4, nil
	}
	return "", 0, fmt.Errorf("the escape %q does not mean the same in JavaScript and in Go; spell the characters out, e.g. [A-Za-z]", s[:2])
}

// translateClass reads one [...] at the start of s and says how long it is.
func translateClass(s string) (string, int, error) {
	var out strings.Builder
	out.WriteByte('[')
	i := 1
	if strings.HasPrefix(s[i:], "^") {
		out.WriteByte('^')
		i++
	}
	if strings.HasPrefix(s[i:], "]") {
		return "", 0, fmt.Errorf("a character class may not begin with ]; write \\]")
	}
	for i < len(s) {
		switch s[i] {
		case ']':
			out.WriteByte(']')
			return out.String(), i + 1, nil
		case '[':
			return "", 0, fmt.Errorf("inside a character class [ must be written \\[")
		case '\\':
			escaped, n, err := translateEscape(s[i:], true)
			if err != nil {
				return "", 0, err
			}
			out.WriteString(escaped)
			i += n
		default:
			out.WriteByte(s[i])
			i++
		}
	}
	return "", 0, fmt.Errorf("a character class is not closed; did a comma cut the tag? Write \\\\, for a comma inside it")
}

// quantifier returns the length of {n}, {n,} or {n,m} at the start of s, 0 when there is none.
func quantifier(s string) int {
	i := 1
	digits := func() int {
		n := 0
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
			n++
		}
		return n
	}
	if digits() == 0 {
		return 0
	}
	if i < len(s) && s[i] == ',' {
		i++
		digits()
	}
	if i < len(s) && s[i] == '}' {
		return i + 1
	}
	return 0
}

func hex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
