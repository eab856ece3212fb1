package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
	"text/template"

	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/plan"
	"github.com/comity-mcp/comity/benchmarks/result"
)

//go:embed page.md
var words string

// Page is docs/performance.md. steady may be nil.
func Page(r result.Run, steady *result.Steady) ([]byte, error) {
	t, err := template.New("page").Funcs(template.FuncMap{"join": strings.Join}).Parse(words)
	if err != nil {
		return nil, fmt.Errorf("reading the words of the page: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, page{r, steady}); err != nil {
		return nil, fmt.Errorf("writing the page: %w", err)
	}
	return b.Bytes(), nil
}

// page is what page.md asks.
type page struct {
	result.Run
	Steady *result.Steady
}

// Servers are the targets that were measured in a phase, in the order of tables.
func (p page) servers(phase result.Phase) (names []string, titles map[string]string) {
	all, titles := plan.Titles()
	for _, n := range all {
		for _, s := range p.Samples {
			if s.Phase == phase && s.Target == n {
				names = append(names, n)
				break
			}
		}
	}
	return names, titles
}

// Left are the servers that were not measured, a sentence each.
func (p page) Left() []string {
	names, titles := plan.Titles()
	var out []string
	for _, n := range names {
		if why, ok := p.Missing[n]; ok {
			out = append(out, fmt.Sprintf("%s was not measured: %s.", titles[n], why))
		}
	}
	return out
}

// Where is the machine in a clause.
func (p page) Where() string {
	m := p.Machine
	bound := "Server and generator shared all processors."
	if len(m.Server) > 0 {
		bound = "The server ran on one core and the generator on another, so that calls a second are calls a second on one core."
	}
	return fmt.Sprintf("%s, %d cores, %d GiB, %s. %s", m.Processor, m.Cores, m.Memory, m.Kernel, bound)
}

// Made are the versions, in one line.
func (p page) Made() string {
	var out []string
	for _, n := range []string{"Go", "go-sdk", "mark3labs/mcp-go", "Node.js", "@modelcontextprotocol/server", "@modelcontextprotocol/node", "zod", "Python", "fastmcp"} {
		if v := p.Versions[n]; v != "" {
			out = append(out, n+" "+v)
		}
	}
	return strings.Join(out, ", ")
}

// GeneratorCost is what a call cost the generator, against the floor and in all.
func (p page) GeneratorCost() string {
	floor, ok := p.Median(result.Cell{Phase: result.Call, Target: plan.Floor, Era: load.Handshake.String(), At: usual}, result.Generator)
	if !ok {
		return "not measured"
	}
	most := floor
	names, _ := p.servers(result.Call)
	for _, n := range names {
		for _, era := range load.Eras {
			if v, ok := p.Median(result.Cell{Phase: result.Call, Target: n, Era: era.String(), At: usual}, result.Generator); ok {
				most = max(most, v)
			}
		}
	}
	return fmt.Sprintf("%s µs of its own core a call against the floor, and at most %s µs against any server at %d connections", number(floor), number(most), usual)
}

// usual is the number of connections, or of calls in flight, that the goals speak of.
const usual = 16

// number writes a value with as many digits as mean something.
func number(v float64) string {
	switch {
	case v >= 999.5:
		return thousands(int(v + 0.5))
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
