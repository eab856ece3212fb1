package report

import (
	"fmt"
	"strings"

	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/plan"
	"github.com/comity-mcp/comity/benchmarks/result"
)

// goal is a line of what Comity set out to reach.
type goal struct {
	what, target string
	// want says whether a measured value is good.
	want func(float64) bool
	// unit is written behind a value.
	unit string
	// values are what was measured, each with what it is of.
	values []measured
}

type measured struct {
	of    string
	value float64
	ok    bool
}

func atMost(limit float64) func(float64) bool  { return func(v float64) bool { return v <= limit } }
func atLeast(limit float64) func(float64) bool { return func(v float64) bool { return v >= limit } }
func below(limit float64) func(float64) bool   { return func(v float64) bool { return v < limit } }

// row says whether the goal is met: by all values, or not.
func (g goal) row() []string {
	var got []string
	met := "yes"
	for _, m := range g.values {
		if !m.ok {
			got = append(got, strings.TrimSpace(m.of+" not measured"))
			met = "not known"
			continue
		}
		got = append(got, strings.TrimSpace(m.of+" "+number(m.value)+g.unit))
		if !g.want(m.value) && met == "yes" {
			met = "**no**"
		}
	}
	return []string{g.what, g.target, strings.Join(got, ", "), met}
}

// Goals is the table of what was set out to reach, and whether it is.
func (p page) Goals() string {
	var b strings.Builder
	b.WriteString("| what | target | measured | met |\n|---|---|---|---|\n")
	for _, g := range p.goals() {
		b.WriteString("| " + strings.Join(g.row(), " | ") + " |\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (p page) goals() []goal {
	old, now := load.Handshake.String(), load.Stateless.String()
	return []goal{
		{"`tools/call` over HTTP, checked in and out, audit off: CPU against the floor", "at most 1.5×", atMost(1.5), "×",
			[]measured{p.cpu(old, result.Call, plan.ComityQuiet, plan.Floor), p.cpu(now, result.Call, plan.ComityQuiet, plan.Floor)}},
		{"the same: CPU of go-sdk's typed form against it", "at least 6×", atLeast(6), "×", []measured{p.cpu(old, result.Call, plan.GoSDK, plan.ComityQuiet)}},
		{"", "at least 8×", atLeast(8), "×", []measured{p.cpu(now, result.Call, plan.GoSDK, plan.ComityQuiet)}},
		{"the same: CPU of mcp-go, validating, against it", "at least 3×", atLeast(3), "×",
			[]measured{p.cpu(old, result.Call, plan.McpGo, plan.ComityQuiet), p.cpu(now, result.Call, plan.McpGo, plan.ComityQuiet)}},
		{"the same with cached bearer tokens and audit on, against it", "at most 1.3×", atMost(1.3), "×",
			[]measured{p.cpu(old, result.Call, plan.ComityTokens, plan.ComityQuiet), p.cpu(now, result.Call, plan.ComityTokens, plan.ComityQuiet)}},
		{"allocated a call, as it comes", "under 12 KiB", below(12), " KiB", []measured{
			p.value(old, result.Cell{Phase: result.Call, Target: plan.Comity, Era: old, At: usual}, result.KiB),
			p.value(now, result.Cell{Phase: result.Call, Target: plan.Comity, Era: now, At: usual}, result.KiB)}},
		{"stdio, 16 in flight: CPU against the TypeScript SDK", "below 1×", below(1), "×",
			[]measured{p.cpu(old, result.Stdio, plan.Comity, plan.TypeScriptSDK), p.cpu(now, result.Stdio, plan.Comity, plan.TypeScriptSDK)}},
		{"process start to the first `tools/list` answer, 40 tools", "at most 50 ms", atMost(50), " ms",
			[]measured{p.value("", result.Cell{Phase: result.Start, Target: plan.Comity, At: 40}, result.Half)}},
		{"idle memory, 40 tools, jobs in memory", "at most 25 MiB", atMost(25), " MiB",
			[]measured{p.value("", result.Cell{Phase: result.Memory, Target: plan.Comity, Era: now, At: 40}, result.Idle)}},
		{"`tools/list` with 200 tools, from bytes prepared once: CPU against the floor, which encodes prepared bytes", "at most 1×", atMost(1), "×",
			[]measured{p.list(old), p.list(now)}},
	}
}

func (p page) cpu(era string, phase result.Phase, over, under string) measured {
	v, ok := p.Ratio(result.Cell{Phase: phase, Target: over, Era: era, At: usual}, result.Cell{Phase: phase, Target: under, Era: era, At: usual}, result.CPU)
	return measured{era + ":", v, ok}
}

func (p page) list(era string) measured {
	v, ok := p.Ratio(result.Cell{Phase: result.List, Target: plan.Comity, Era: era, At: 200}, result.Cell{Phase: result.List, Target: plan.Floor, Era: era, At: 200}, result.CPU)
	return measured{era + ":", v, ok}
}

func (p page) value(era string, c result.Cell, v result.Value) measured {
	m, ok := p.Median(c, v)
	if era != "" {
		era += ":"
	}
	return measured{era, m, ok}
}

// Growth says what a further KiB costs, between the largest size of a phase and one of at most an eighth.
func (p page) Growth(phase string) string {
	names, titles := p.servers(result.Phase(phase))
	var out []string
	for _, n := range names {
		ats := p.Ats(result.Phase(phase), n, load.Stateless.String())
		if len(ats) < 2 {
			continue
		}
		large := ats[len(ats)-1]
		small := ats[0]
		for _, at := range ats {
			if at <= large/8 {
				small = at
			}
		}
		a, ok := p.Median(result.Cell{Phase: result.Phase(phase), Target: n, Era: load.Stateless.String(), At: small}, result.CPU)
		b, also := p.Median(result.Cell{Phase: result.Phase(phase), Target: n, Era: load.Stateless.String(), At: large}, result.CPU)
		if ok && also {
			out = append(out, fmt.Sprintf("%s %s", titles[n], number((b-a)/float64(large-small)*1024)))
		}
	}
	return strings.Join(out, "; ")
}

// Flat says what a call costs at the smallest and at the largest setting of a phase.
func (p page) Flat(phase string) string {
	names, titles := p.servers(result.Phase(phase))
	var out []string
	for _, n := range names {
		ats := p.Ats(result.Phase(phase), n, load.Stateless.String())
		if len(ats) < 2 {
			continue
		}
		cell := func(at int) string {
			return p.median(result.Cell{Phase: result.Phase(phase), Target: n, Era: load.Stateless.String(), At: at}, result.CPU)
		}
		out = append(out, fmt.Sprintf("%s %s at %s, %s at %s", titles[n], cell(ats[0]), thousands(ats[0]), cell(ats[len(ats)-1]), thousands(ats[len(ats)-1])))
	}
	return strings.Join(out, "; ")
}
