package probe

import (
	"regexp/syntax"
	"strings"
)

// maxMade is how long a string may be that is made from a pattern.
const maxMade = 500

// matching makes the shortest string up that a pattern describes, as far as that is easy: the first choice everywhere, and
// the fewest repetitions. Whether it matches is for the caller to see.
func matching(pattern string) (string, bool) {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	var b strings.Builder
	ok := spell(&b, tree)
	return b.String(), ok && b.Len() <= maxMade
}

// spell writes a string of one part of the pattern.
func spell(b *strings.Builder, part *syntax.Regexp) bool {
	if b.Len() > maxMade {
		return false
	}
	switch part.Op {
	case syntax.OpLiteral:
		b.WriteString(string(part.Rune))
	case syntax.OpCharClass:
		r, ok := readable(part.Rune)
		b.WriteRune(r)
		return ok
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
	case syntax.OpCapture, syntax.OpPlus:
		return spell(b, part.Sub[0])
	case syntax.OpRepeat:
		for range part.Min {
			if !spell(b, part.Sub[0]) {
				return false
			}
		}
	case syntax.OpConcat:
		for _, sub := range part.Sub {
			if !spell(b, sub) {
				return false
			}
		}
	case syntax.OpAlternate:
		return spell(b, part.Sub[0])
	case syntax.OpStar, syntax.OpQuest, syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText:
	default:
		return false
	}
	return true
}

// readable picks a character of a class, given as pairs of bounds: a letter or a digit where there is one.
func readable(class []rune) (rune, bool) {
	for _, wanted := range []rune{'a', '1', 'A', 'e'} {
		for i := 0; i+1 < len(class); i += 2 {
			if class[i] <= wanted && wanted <= class[i+1] {
				return wanted, true
			}
		}
	}
	if len(class) < 2 {
		return 0, false
	}
	return class[0], true
}
