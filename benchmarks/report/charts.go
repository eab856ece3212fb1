package report

import (
	"fmt"

	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/plot"
	"github.com/comity-mcp/comity/benchmarks/result"
)

// Charts are the drawings of the page by file name. steady may be nil.
func Charts(r result.Run, steady *result.Steady) (map[string]string, error) {
	p := page{r, steady}
	charts := map[string]plot.Chart{}
	for _, c := range []struct {
		phase    result.Phase
		title, x string
		label    func(float64) string
	}{
		{result.Arguments, "Cost of a call against the size of its arguments", "bytes of arguments", plot.Bytes},
		{result.Results, "Cost of a call against the size of its result", "bytes of structured content", plot.Bytes},
		{result.Tools, "Cost of a call against the number of tools", "tools", nil},
		{result.Callers, "Cost of a call against the number of callers", "callers, each with a token of its own", nil},
	} {
		chart := plot.Chart{
			Title: c.title,
			X:     plot.Axis{Name: c.x, Log: true, Label: c.label},
			Y:     plot.Axis{Name: "CPU of the server, µs a call", Log: true},
		}
		if chart.Lines, chart.Description = p.lines(c.phase); len(chart.Lines) > 0 {
			charts[string(c.phase)+".svg"] = chart
		}
	}
	if steady != nil {
		charts["steady.svg"] = steadyChart(*steady)
	}
	out := map[string]string{}
	for name, c := range charts {
		svg, err := c.SVG()
		if err != nil {
			return nil, err
		}
		out[name] = svg
	}
	return out, nil
}

// lines are the medians of a phase, and the same in words.
func (p page) lines(phase result.Phase) (lines []plot.Line, description string) {
	names, titles := p.servers(phase)
	for _, n := range names {
		line := plot.Line{Name: titles[n]}
		for _, at := range p.Ats(phase, n, load.Stateless.String()) {
			if v, ok := p.Median(result.Cell{Phase: phase, Target: n, Era: load.Stateless.String(), At: at}, result.CPU); ok && v > 0 {
				line.Points = append(line.Points, plot.Point{X: float64(at), Y: v})
			}
		}
		if len(line.Points) == 0 {
			continue
		}
		lines = append(lines, line)
		first, last := line.Points[0], line.Points[len(line.Points)-1]
		description += fmt.Sprintf("%s: %s microseconds at %s, %s at %s. ", titles[n], number(first.Y), thousands(int(first.X)), number(last.Y), thousands(int(last.X)))
	}
	return lines, description
}

func steadyChart(s result.Steady) plot.Chart {
	resident, heap := plot.Line{Name: "resident MiB"}, plot.Line{Name: "live heap MiB"}
	goroutines, files := plot.Line{Name: "goroutines"}, plot.Line{Name: "open files"}
	for _, o := range s.Seen {
		x := o.At / 60
		resident.Points = append(resident.Points, plot.Point{X: x, Y: o.Resident})
		heap.Points = append(heap.Points, plot.Point{X: x, Y: o.Heap})
		goroutines.Points = append(goroutines.Points, plot.Point{X: x, Y: float64(o.Goroutines)})
		files.Points = append(files.Points, plot.Point{X: x, Y: float64(o.Files)})
	}
	return plot.Chart{
		Title:       "What a steady server holds",
		Description: s.Verdict(),
		X:           plot.Axis{Name: "minutes"},
		Y:           plot.Axis{Name: "MiB, or how many"},
		Lines:       []plot.Line{resident, heap, goroutines, files},
	}
}
