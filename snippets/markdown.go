package snippets

import "strings"

// markdownText is s as plain text in a line of Markdown.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range remark(s) {
		if strings.ContainsRune("\\`*_{}[]<>()#+-.!|~&", r) && r != '.' && r != '-' && r != '(' && r != ')' {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// markdownCode is s as a code span, its quotes longer than any run of backticks inside (CommonMark 0.31.2, section 6.1).
func markdownCode(s string) string {
	s = remark(s)
	quotes := strings.Repeat("`", longestRun(s, '`')+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return quotes + s + quotes
}

// markdownCodes are the strings as code spans.
func markdownCodes(from []string) string {
	spans := make([]string, 0, len(from))
	for _, s := range from {
		spans = append(spans, markdownCode(s))
	}
	return strings.Join(spans, ", ")
}

// longestRun returns how many of r stand in a row at most.
func longestRun(s string, r rune) int {
	longest, run := 0, 0
	for _, c := range s {
		if c != r {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
