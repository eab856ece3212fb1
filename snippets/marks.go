package snippets

import (
	"fmt"
	"regexp"
	"strings"
)

// A block lies between two marks. open and end are the indexes of their lines.
type block struct {
	id        string
	open, end int
}

const aMark = `<!--[ \t]*/?[ \t]*comity[ \t]*[:-]?[ \t]*snip`

var (
	someMark = regexp.MustCompile(`(?i)` + aMark)
	anyMark  = regexp.MustCompile(`(?i)^[ \t]*` + aMark)
	openMark = regexp.MustCompile(`^[ \t]*<!-- comity:snippets ([a-z0-9-]+) -->[ \t]*$`)
	endMark  = regexp.MustCompile(`^[ \t]*<!-- /comity:snippets -->[ \t]*$`)
)

// findBlocks returns the blocks of a document and what is wrong with its marks. Inside a block only whole lines are marks: what
// a server says of itself may look like one. Outside, one that stands beside something else is a fault, for nobody sees it.
func findBlocks(lines []string) (blocks []block, faults []fault) {
	var open *block
	var code fence
	for i, line := range lines {
		line = strings.TrimRight(line, "\r\n")
		if i == 0 {
			line = strings.TrimPrefix(line, "\ufeff") // a byte order mark
		}
		switch {
		case open == nil && code.holds(i, line):
			continue
		case open == nil && !someMark.MatchString(withoutCode(line)), open != nil && !anyMark.MatchString(line):
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
	if code.runs != "" && code.hides > 0 {
		faults = append(faults, fault{code.line, fmt.Sprintf("the fence is not closed, so that the mark of line %d is only shown; close it above, or remove it", code.hides)})
	}
	return blocks, faults
}

// A fence is the one that a line stands in; marks in it are only shown.
type fence struct {
	runs   string // what opened it; empty outside
	quoted bool   // it stands in a quotation, and ends with that
	line   int    // the index of the line that opened it
	hides  int    // the number of the first line with a mark in it, 0 for none
}

var (
	// openFence is a fence behind what begins quotations and list items.
	openFence = regexp.MustCompile("^((?:[ \t]*(?:>|[-*+][ \t]|[0-9]{1,9}[.)][ \t]))*)[ \t]*(?:(`{3,})[^`]*|(~{3,}).*)$")
	inQuote   = regexp.MustCompile(`^[ \t]*>`)
)

// holds keeps track of fenced code, and returns whether the line of that index belongs to some.
func (f *fence) holds(at int, line string) bool {
	if f.quoted && !inQuote.MatchString(line) {
		*f = fence{}
	}
	if f.runs == "" {
		if m := openFence.FindStringSubmatch(line); m != nil {
			*f = fence{runs: m[2] + m[3], quoted: strings.Contains(m[1], ">"), line: at}
		}
		return f.runs != ""
	}
	trimmed := strings.Trim(line, "> \t")
	switch {
	case strings.HasPrefix(trimmed, f.runs) && strings.Trim(trimmed, f.runs[:1]) == "":
		*f = fence{}
	case f.hides == 0 && anyMark.MatchString(line):
		f.hides = at + 1
	}
	return true
}

// withoutCode is the line without its code spans (CommonMark 0.31.2, section 6.1), but for those over several lines.
func withoutCode(line string) string {
	var b strings.Builder
	for {
		at := strings.IndexByte(line, '`')
		if at < 0 {
			return b.String() + line
		}
		b.WriteString(line[:at])
		line = line[at:]
		run := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		line = line[len(run):]
		if end := closes(line, len(run)); end >= 0 {
			line = line[end:]
		}
	}
}

// closes returns where the first run of just so many backticks ends; -1 when there is none.
func closes(s string, count int) int {
	run := 0
	for i := range len(s) + 1 {
		switch {
		case i < len(s) && s[i] == '`':
			run++
		case run == count:
			return i
		default:
			run = 0
		}
	}
	return -1
}
