package snippets

import (
	"fmt"
	"strings"
)

// around is how many unchanged lines a hunk shows before and after a change.
const around = 3

// An edit is one line of a diff: kept (' '), removed ('-') or added ('+').
type edit struct {
	kind byte
	line string
}

// unified returns the differences of two texts in the unified format, without the lines that name files.
func unified(before, after string) string {
	edits := compare(lines(before), lines(after))
	var b strings.Builder
	for at, old, fresh := 0, 1, 1; at < len(edits); {
		if edits[at].kind == ' ' {
			at, old, fresh = at+1, old+1, fresh+1
			continue
		}
		start := max(0, at-around)
		end := hunkEnd(edits, at)
		hunk(&b, edits[start:end], old-(at-start), fresh-(at-start))
		for ; at < end; at++ {
			if edits[at].kind != '+' {
				old++
			}
			if edits[at].kind != '-' {
				fresh++
			}
		}
	}
	return b.String()
}

// hunkEnd returns where the hunk ends whose first change stands at at: after the lines that follow its last change,
// where changes that share such lines are one hunk.
func hunkEnd(edits []edit, at int) int {
	last := at
	for i := at; i < len(edits) && i-last <= 2*around; i++ {
		if edits[i].kind != ' ' {
			last = i
		}
	}
	return min(len(edits), last+1+around)
}

func hunk(b *strings.Builder, edits []edit, old, fresh int) {
	var removed, added int
	for _, e := range edits {
		if e.kind != '+' {
			removed++
		}
		if e.kind != '-' {
			added++
		}
	}
	fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", old, removed, fresh, added)
	for _, e := range edits {
		b.WriteByte(e.kind)
		b.WriteString(e.line)
		if !strings.HasSuffix(e.line, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// lines cuts a text after its line ends.
func lines(s string) []string {
	all := strings.SplitAfter(s, "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

// largest bounds the table of compare; beyond it, everything between the common ends counts as changed.
const largest = 4 << 20

// compare returns the way from before to after that keeps most lines.
func compare(before, after []string) []edit {
	var head, tail []edit
	for len(before) > 0 && len(after) > 0 && before[0] == after[0] {
		head = append(head, edit{' ', before[0]})
		before, after = before[1:], after[1:]
	}
	for len(before) > 0 && len(after) > 0 && before[len(before)-1] == after[len(after)-1] {
		tail = append(tail, edit{' ', before[len(before)-1]})
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	kept := common(before, after)
	for i, j := 0, 0; i < len(before) || j < len(after); {
		switch {
		case i < len(before) && j < len(after) && before[i] == after[j] && kept != nil:
			head = append(head, edit{' ', before[i]})
			i, j = i+1, j+1
		case i < len(before) && (j == len(after) || kept == nil || kept[i+1][j] >= kept[i][j+1]):
			head = append(head, edit{'-', before[i]})
			i++
		default:
			head = append(head, edit{'+', after[j]})
			j++
		}
	}
	for i := len(tail) - 1; i >= 0; i-- {
		head = append(head, tail[i])
	}
	return head
}

// common returns for every pair of ends how many lines they have in common, in order; nil when there are too many.
func common(before, after []string) [][]int {
	if len(before)*len(after) > largest {
		return nil
	}
	table := make([][]int, len(before)+1)
	for i := range table {
		table[i] = make([]int, len(after)+1)
	}
	for i := len(before) - 1; i >= 0; i-- {
		for j := len(after) - 1; j >= 0; j-- {
			if before[i] == after[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	return table
}
