package report

import (
	"fmt"

	"github.com/comity-mcp/comity/benchmarks/result"
)

// Held is the table of what the steady server held, at some ten times.
func (p page) Held() string {
	seen := p.Steady.Seen
	head := []string{"minute", "live heap MiB", "resident MiB", "goroutines", "open files", "threads"}
	var rows [][]string
	step := max(len(seen)/10, 1)
	for i := 0; i < len(seen); i += step {
		rows = append(rows, held(seen[i]))
	}
	if n := len(seen); n > 0 && (n-1)%step != 0 {
		rows = append(rows, held(seen[n-1]))
	}
	return table(head, rows)
}

func held(o result.Observation) []string {
	return []string{fmt.Sprintf("%.1f", o.At/60), fmt.Sprintf("%.1f", o.Heap), fmt.Sprintf("%.1f", o.Resident), fmt.Sprint(o.Goroutines), fmt.Sprint(o.Files), fmt.Sprint(o.Threads)}
}

// Minutes is how long the steady run took.
func (p page) Minutes() string {
	if n := len(p.Steady.Seen); n > 0 {
		return number(p.Steady.Seen[n-1].At / 60)
	}
	return "0"
}

// Share is the part of the steady run's requests that was wrong, in percent.
func (p page) Share() string {
	all := p.Steady.Right + p.Steady.Refused
	return fmt.Sprintf("%.1f %%", 100*float64(p.Steady.Refused)/float64(max(all, 1)))
}

// Count writes a whole number.
func (p page) Count(n int) string { return thousands(n) }

// Rate writes a number a second.
func (p page) Rate(v float64) string { return number(v) }
