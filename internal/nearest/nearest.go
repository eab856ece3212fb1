// Package nearest finds the valid value that somebody most likely meant.
package nearest

import (
	"strings"
	"unicode/utf8"
)

// limit is how many runes of a value are compared; longer ones are never suggested.
const limit = 64

// To returns the candidate closest to got, and whether one is close enough to suggest: at most a third
// of the longer text differs, or the two are equal but for case and separators. Among equally close
// candidates the one that begins most alike wins, since slips come late in a word, then the first. A
// neighbour swap counts as one difference.
func To(got string, among []string) (string, bool) {
	if got == "" || utf8.RuneCountInString(got) > limit {
		return "", false
	}
	folded, lower := fold(got), strings.ToLower(got)
	best, bestDistance, bestAlike := "", -1, 0
	for _, c := range among {
		n := utf8.RuneCountInString(c)
		if c == "" || n > limit {
			continue
		}
		if fold(c) == folded {
			return c, true
		}
		d := distance([]rune(lower), []rune(strings.ToLower(c)))
		allowed := max(n, utf8.RuneCountInString(got)) / 3
		if d > max(allowed, 1) || d >= n {
			continue
		}
		a := alike(lower, strings.ToLower(c))
		if bestDistance < 0 || d < bestDistance || d == bestDistance && a > bestAlike {
			best, bestDistance, bestAlike = c, d, a
		}
	}
	return best, bestDistance >= 0
}

var separators = strings.NewReplacer("_", "", "-", "", " ", "", ".", "")

func fold(s string) string { return separators.Replace(strings.ToLower(s)) }

// alike counts the bytes that a and b begin with alike.
func alike(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// distance is the optimal string alignment distance of a and b.
func distance(a, b []rune) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
