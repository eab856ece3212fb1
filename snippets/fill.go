package snippets

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/catalog"
)

// Fill returns the document with the inside of every block replaced by the text of its client, in a fence, or as it is where
// the text is Markdown itself, so that steps read as steps and an install link is one:
//
//	<!-- comity:snippets openai-responses-python -->
//	<!-- /comity:snippets -->
//
// Each mark stands on a line of its own, outside other fences. The rest of the document stays byte for byte; new lines
// end as the line of the opening mark does and are indented as it is. Filling twice changes nothing more.
//
// The error names every fault with its line: marks that are not understood or stand beside something else, blocks that are
// not closed or stand in one another, marks that a fence without an end hides, clients that do not exist or do not fit, and a
// document without any block.
func Fill(doc []byte, c catalog.Catalog) ([]byte, error) {
	lines := strings.SplitAfter(string(doc), "\n")
	blocks, faults := findBlocks(lines)
	fresh := make([][]string, len(blocks))
	for i, b := range blocks {
		out, err := b.render(c, lines[b.open])
		if err != nil {
			faults = append(faults, fault{b.open, err.Error()})
		}
		fresh[i] = out
	}
	if len(faults) > 0 {
		return nil, joined(faults)
	}
	if len(blocks) == 0 {
		return nil, errors.New("the document has no block to fill; add <!-- comity:snippets ID --> and <!-- /comity:snippets --> on lines of their own")
	}
	var b strings.Builder
	from := 0
	for i, block := range blocks {
		b.WriteString(strings.Join(lines[from:block.open+1], ""))
		b.WriteString(strings.Join(fresh[i], ""))
		from = block.end
	}
	b.WriteString(strings.Join(lines[from:], ""))
	return []byte(b.String()), nil
}

// A fault is what is wrong at the line of that index.
type fault struct {
	line int
	says string
}

// joined is one error of all faults, in the order of the document.
func joined(faults []fault) error {
	slices.SortStableFunc(faults, func(a, b fault) int { return a.line - b.line })
	errs := make([]error, 0, len(faults))
	for _, f := range faults {
		errs = append(errs, fmt.Errorf("line %d: %s", f.line+1, f.says))
	}
	return errors.Join(errs...)
}

// render returns the lines of the block, each with the end of the line of its opening mark.
func (b block) render(c catalog.Catalog, opening string) ([]string, error) {
	out, err := Render(c, b.id)
	if err != nil {
		return nil, err
	}
	row, err := find(b.id)
	if err != nil {
		return nil, err
	}
	ending := opening[len(strings.TrimRight(opening, "\r\n")):]
	indent := opening[:len(opening)-len(strings.TrimLeft(opening, " \t"))]
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if row.Language != "markdown" {
		fence := fenceFor(lines)
		lines = slices.Concat([]string{fence + row.Language}, lines, []string{fence})
	}
	for i, line := range lines {
		if line != "" {
			line = indent + line
		}
		lines[i] = line + ending
	}
	return lines, nil
}

// fenceFor returns a fence longer than any run of backticks in the lines.
func fenceFor(lines []string) string {
	longest := 2
	for _, line := range lines {
		longest = max(longest, longestRun(line, '`'))
	}
	return strings.Repeat("`", longest+1)
}
