package report_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/benchmarks/plan"
	"github.com/comity-mcp/comity/benchmarks/report"
	"github.com/comity-mcp/comity/benchmarks/result"
)

// cost is CPU a call in a made-up run, the same in both eras.
type cost map[string]float64

// made is a run in which every phase costs what cost says, with Comity's goals just met.
func made(change func(*result.Sample) bool) result.Run {
	costs := cost{plan.Floor: 20, plan.Comity: 33, plan.ComityQuiet: 30, plan.ComityFile: 34, plan.ComityTokens: 39, plan.GoSDK: 240, plan.McpGo: 90, plan.TypeScriptSDK: 400, plan.FastMCP: 900}
	r := result.Run{Date: "2026-07-28", Commit: "abc", Rounds: 1, Versions: map[string]string{"Go": "1.26"}, Missing: map[string]string{plan.FastMCP: "there is no Python"}}
	add := func(s result.Sample) {
		if change == nil || change(&s) {
			r.Samples = append(r.Samples, s)
		}
	}
	for name, cpu := range costs {
		for _, era := range []string{"2025-11-25", "2026-07-28"} {
			add(result.Sample{Phase: result.Call, Target: name, Era: era, At: 16, CPU: cpu, KiB: 11.9, Rate: 1234567, Answers: 1})
			add(result.Sample{Phase: result.Stdio, Target: name, Era: era, At: 16, CPU: cpu})
			add(result.Sample{Phase: result.List, Target: name, Era: era, At: 200, CPU: 500})
		}
		add(result.Sample{Phase: result.Start, Target: name, At: 40, Half: 50})
		add(result.Sample{Phase: result.Memory, Target: name, Era: "2026-07-28", At: 40, Idle: 25})
		for _, p := range []result.Phase{result.Arguments, result.Results, result.Tools, result.Callers} {
			for _, at := range []int{100, 10_000, 100_000} {
				add(result.Sample{Phase: p, Target: name, Era: "2026-07-28", At: at, CPU: cpu + float64(at)/1024})
			}
		}
	}
	return r
}

func steady() *result.Steady {
	s := &result.Steady{Date: "2026-07-29", Commit: "abc", Asked: 5000, Right: 990, Refused: 10, Kinds: []string{"a batch", "no token"}}
	for i := range 50 {
		s.Seen = append(s.Seen, result.Observation{At: float64(i) * 36, Heap: 3, Resident: 20, Goroutines: 25, Files: 30, Threads: 7})
	}
	return s
}

// met are the last columns of the table of goals.
func met(t *testing.T, r result.Run) []string {
	t.Helper()
	page, err := report.Page(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, goals, _ := strings.Cut(string(page), "| what | target | measured | met |\n|---|---|---|---|\n")
	var out []string
	for line := range strings.Lines(goals) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) < 4 {
			break
		}
		out = append(out, strings.TrimSuffix(cells[len(cells)-1], " |"))
	}
	return out
}

func TestGoals(t *testing.T) {
	const yes, no, unknown = "yes", "**no**", "not known"
	all := slices.Repeat([]string{yes}, 10)
	except := func(verdict string, rows ...int) []string {
		out := slices.Clone(all)
		for _, r := range rows {
			out[r] = verdict
		}
		return out
	}
	for name, c := range map[string]struct {
		change func(*result.Sample) bool
		want   []string
	}{
		"just met": {nil, all},
		"Comity over its share of the floor": {func(s *result.Sample) bool {
			if s.Phase == result.Call && s.Target == plan.Floor && s.Era == "2026-07-28" {
				s.CPU = 19.9
			}
			return true
		}, except(no, 0)},
		"go-sdk has become cheap": {func(s *result.Sample) bool {
			if s.Phase == result.Call && s.Target == plan.GoSDK {
				s.CPU = 100
			}
			return true
		}, except(no, 1, 2)},
		"mcp-go was not measured": {func(s *result.Sample) bool { return s.Target != plan.McpGo }, except(unknown, 3)},
		"tokens, memory and start over the limit": {func(s *result.Sample) bool {
			if s.Target == plan.ComityTokens {
				s.CPU = 40
			}
			s.KiB, s.Half, s.Idle = s.KiB+0.2, s.Half*1.01, s.Idle*1.01
			return true
		}, except(no, 4, 5, 7, 8)},
		"stdio as dear as TypeScript, a list dearer than the floor": {func(s *result.Sample) bool {
			if s.Target == plan.Comity && (s.Phase == result.Stdio || s.Phase == result.List) {
				s.CPU = 501
			}
			return true
		}, except(no, 6, 9)},
	} {
		t.Run(name, func(t *testing.T) {
			if got := met(t, made(c.change)); !slices.Equal(got, c.want) {
				t.Errorf("got\n%q\nwant\n%q", got, c.want)
			}
		})
	}
}

func TestThePageSaysWhatWasMeasured(t *testing.T) {
	page, err := report.Page(made(nil), steady())
	if err != nil {
		t.Fatal(err)
	}
	for claim, line := range map[string]string{
		"a row of calls":              "| go-sdk, typed | 1,234,567 | – | – | 240 | 0 % | 12.0 | 7.27 | – | 11.9 |",
		"what was left out, and why":  "FastMCP (Python) was not measured: there is no Python.",
		"the price of a KiB":          "Microseconds a further KiB of arguments, above 10 kB: net/http + encoding/json (floor) 1.00;",
		"what the steady run came to": "at 5,000 requests a second",
		"its verdict":                 "**Nothing has grown.**",
		"a row of it":                 "| 29.4 | 3.0 | 20.0 | 25 | 30 | 7 |",
		"the share that was wrong":    "1.0 % of them wrong in one of 2 ways",
	} {
		if !strings.Contains(string(page), line) {
			t.Errorf("%s: there is no %q in\n%s", claim, line, page)
		}
	}
	quick := made(nil)
	quick.Quick = true
	if page, err := report.Page(quick, nil); err != nil || !strings.Contains(string(page), "This was a quick run") || strings.Contains(string(page), "half load") {
		t.Errorf("a quick run without a steady one: %v\n%s", err, page)
	}
}

func TestWriteMakesThePageAndItsCharts(t *testing.T) {
	dir := t.TempDir()
	kept, held := filepath.Join(dir, "latest.json"), filepath.Join(dir, "steady.json")
	if err := made(nil).Write(kept); err != nil {
		t.Fatal(err)
	}
	if err := steady().Write(held); err != nil {
		t.Fatal(err)
	}
	if err := report.Write(kept, held, dir); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "performance.md"))
	if err != nil {
		t.Fatal(err)
	}
	charts := map[string]bool{}
	files, err := os.ReadDir(filepath.Join(dir, "performance"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		charts[f.Name()] = strings.Contains(string(page), "(performance/"+f.Name()+")")
	}
	want := map[string]bool{"arguments.svg": true, "results.svg": true, "tools.svg": true, "callers.svg": true, "steady.svg": true}
	if !maps.Equal(charts, want) {
		t.Errorf("got the charts and whether the page shows them %v, want %v", charts, want)
	}
}
