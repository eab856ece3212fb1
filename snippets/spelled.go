package snippets

import (
	"slices"
	"strings"
	"unicode/utf16"
)

// unasked are the names of the read-only tools as a host spells them that writes "_" for every character but letters, digits
// and those of keep. A name that another tool would be given as well is left out, so that it is asked about: such lists
// know a tool by its spelling alone, and in some of them "*" stands for every tool.
func (v view) unasked(keep string) []string {
	writes := map[string]bool{}
	for _, n := range v.writes() {
		writes[spelled(n, keep)] = true
	}
	var out []string
	for _, n := range v.never {
		if s := spelled(n, keep); !writes[s] {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// spelled is the name in letters, digits, the characters of keep, and one "_" for each other UTF-16 unit, as a pattern of
// JavaScript counts them.
func spelled(name, keep string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', strings.ContainsRune(keep, r):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Repeat("_", utf16.RuneLen(r)))
		}
	}
	return b.String()
}
