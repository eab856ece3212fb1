package snippets

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/catalog"
)

// Fill returns the document with the inside of every block replaced by the text of its client, in a fence:
//
//	<!-- comity:snippets openai-responses-python -->
//	<!-- /comity:snippets -->
//
// Each mark stands on a line of its own, outside other fences. The rest of the document stays byte for byte; new lines
// end as the line of the opening mark does and are indented as it is. Filling twice changes nothing more.
//
// The error names every fault with its line: marks that are not understood, blocks that are not closed or stand in
// one another, clients that do not exist or do not fit, and a document without any block.
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

// A block lies between two marks. open and end are the indexes of their lines.
type block struct {
	id        string
	open, end int
}

var (
	anyMark   = regexp.MustCompile(`^[ \t]*<!--[ \t]*/?[ \t]*comity[ \t]*:[ \t]*snip`)
	openMark  = regexp.MustCompile(`^[ \t]*<!-- comity:snippets ([a-z0-9-]+) -->[ \t]*$`)
	endMark   = regexp.MustCompile(`^[ \t]*<!-- /comity:snippets -->[ \t]*$`)
	openFence = regexp.MustCompile("^[ \t]*(?:(`{3,})[^`]*|(~{3,}).*)$")
)

// findBlocks returns the blocks of a document and what is wrong with its marks.
func findBlocks(lines []string) (blocks []block, faults []fault) {
	var open *block
	fence := ""
	for i, line := range lines {
		line = strings.TrimRight(line, "\r\n")
		if open == nil && inFence(&fence, line) || !anyMark.MatchString(line) {
			continue
		}
		opens := openMark.FindStringSubmatch(line)
		switch {
		case opens != nil && open != nil:
			faults = append(faults, fault{i, fmt.Sprintf("a block opens inside the one of line %d; close that one first", open.open+1)})
		case opens != nil:
			open = &block{id: opens[1], open: i}
		case endMark.MatchString(line) && open == nil:
			faults = append(faults, fault{i, "a block closes that was not opened; remove the mark, or open it with <!-- comity:snippets ID -->"})
		case endMark.MatchString(line):
			open.end = i
			blocks = append(blocks, *open)
			open = nil
		default:
			faults = append(faults, fault{i, fmt.Sprintf("the mark %q is not understood; write <!-- comity:snippets ID --> or <!-- /comity:snippets --> alone on a line",
				strings.TrimSpace(line))})
		}
	}
	if open != nil {
		faults = append(faults, fault{open.open, "the block is not closed; add <!-- /comity:snippets --> below it"})
	}
	return blocks, faults
}

// inFence keeps track of fenced code, in which marks are only shown. It returns whether the line belongs to one.
func inFence(fence *string, line string) bool {
	if *fence == "" {
		if m := openFence.FindStringSubmatch(line); m != nil {
			*fence = m[1] + m[2]
		}
		return *fence != ""
	}
	trimmed := strings.Trim(line, " \t")
	if strings.HasPrefix(trimmed, *fence) && strings.Trim(trimmed, (*fence)[:1]) == "" {
		*fence = ""
	}
	return true
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
	fence := fenceFor(lines)
	lines = slices.Concat([]string{fence + row.Language}, lines, []string{fence})
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
