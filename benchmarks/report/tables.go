package report

import (
	"fmt"
	"strings"

	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/plan"
	"github.com/comity-mcp/comity/benchmarks/result"
)

// table writes rows as Markdown; the first column is text, the others are numbers.
func table(head []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(head)
	rule := []string{"---"}
	for range head[1:] {
		rule = append(rule, "---:")
	}
	line(rule)
	for _, r := range rows {
		line(r)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// median is the cell of a table; a dash where nothing was measured.
func (p page) median(c result.Cell, v result.Value) string {
	if m, ok := p.Median(c, v); ok && m != 0 {
		return number(m)
	}
	return "–"
}

func (p page) ratio(over, under result.Cell, v result.Value) string {
	if r, ok := p.Ratio(over, under, v); ok {
		return number(r)
	}
	return "–"
}

func (p page) spread(c result.Cell, v result.Value) string {
	if s, ok := p.Spread(c, v); ok {
		return fmt.Sprintf("%.0f %%", 100*s)
	}
	return "–"
}

// Calls is the table of tools/call over HTTP in one revision.
func (p page) Calls(era string) string { return p.calls(result.Call, era) }

// Pipes is the table of tools/call over stdio in one revision.
func (p page) Pipes(era string) string { return p.calls(result.Stdio, era) }

func (p page) calls(phase result.Phase, era string) string {
	names, titles := p.servers(phase)
	head := []string{"server", "calls/s", "p50 ms", "p99 ms", "CPU µs/call", "spread"}
	if phase == result.Call {
		head = append(head, "× floor")
	}
	head = append(head, "× Comity", "allocations", "KiB/call")
	var rows [][]string
	for _, n := range names {
		c := result.Cell{Phase: phase, Target: n, Era: era, At: usual}
		comity, floor := c, c
		comity.Target, floor.Target = plan.Comity, plan.Floor
		row := []string{titles[n], p.median(c, result.Rate), p.median(c, result.Half), p.median(c, result.Most), p.median(c, result.CPU), p.spread(c, result.CPU)}
		if phase == result.Call {
			row = append(row, p.ratio(c, floor, result.CPU))
		}
		rows = append(rows, append(row, p.ratio(c, comity, result.CPU), p.median(c, result.Allocations), p.median(c, result.KiB)))
	}
	return table(head, rows)
}

// Connections is the table of waiting times with one connection and with many.
func (p page) Connections() string {
	names, titles := p.servers(result.Call)
	head := []string{"server"}
	for _, era := range load.Eras {
		for _, n := range p.Ats(result.Call, plan.Comity, era.String()) {
			head = append(head, fmt.Sprintf("%s, %d: p50 / p99 ms", era, n))
		}
	}
	var rows [][]string
	for _, name := range names {
		row := []string{titles[name]}
		for _, era := range load.Eras {
			for _, n := range p.Ats(result.Call, plan.Comity, era.String()) {
				c := result.Cell{Phase: result.Call, Target: name, Era: era.String(), At: n}
				row = append(row, p.median(c, result.Half)+" / "+p.median(c, result.Most))
			}
		}
		rows = append(rows, row)
	}
	return table(head, rows)
}

// Lists is the table of tools/list.
func (p page) Lists() string {
	names, titles := p.servers(result.List)
	head := []string{"server"}
	for _, era := range load.Eras {
		for _, n := range p.Ats(result.List, plan.Comity, era.String()) {
			head = append(head, fmt.Sprintf("%s, %d tools: µs", era, n))
		}
	}
	var rows [][]string
	for _, name := range names {
		row := []string{titles[name]}
		for _, era := range load.Eras {
			for _, n := range p.Ats(result.List, plan.Comity, era.String()) {
				row = append(row, p.median(result.Cell{Phase: result.List, Target: name, Era: era.String(), At: n}, result.CPU))
			}
		}
		rows = append(rows, row)
	}
	return table(head, rows)
}

// Starts is the table of the time to the first answer and of memory.
func (p page) Starts() string {
	names, titles := p.servers(result.Start)
	head := []string{"server"}
	ats := p.Ats(result.Start, plan.Comity, "")
	for _, n := range ats {
		head = append(head, fmt.Sprintf("first list with %d tools, ms", n))
	}
	head = append(head, "idle MiB", "under load MiB")
	var rows [][]string
	for _, name := range names {
		row := []string{titles[name]}
		for _, n := range ats {
			row = append(row, p.median(result.Cell{Phase: result.Start, Target: name, At: n}, result.Half))
		}
		c := result.Cell{Phase: result.Memory, Target: name, Era: load.Stateless.String(), At: 40}
		rows = append(rows, append(row, p.median(c, result.Idle), p.median(c, result.Peak)))
	}
	return table(head, rows)
}
