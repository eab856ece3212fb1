package plan

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/comity-mcp/comity/benchmarks/issuer"
	"github.com/comity-mcp/comity/benchmarks/result"
)

// Bench measures. Fill the exported fields, then [Bench.Prepare], [Bench.Measure], [Bench.Close].
type Bench struct {
	// Dir is the directory benchmarks.
	Dir string
	// Server are the processors that servers are bound to; none binds them to none.
	Server []int
	// All are the processors there are, for what is measured unbound.
	All []int
	// Extent is how much is measured.
	Extent Extent
	// Only names the targets to measure. Empty is all.
	Only []string
	// Phases are those to measure. Empty is all.
	Phases []result.Phase
	// Report is told what is being done.
	Report func(string)

	bin     string
	issuer  *issuer.Issuer
	targets []Target
	run     *result.Run
}

// Extent is how long and at how many settings.
type Extent struct {
	// Warm and For are how long each cell is sent requests, unmeasured and measured. Interpreters that
	// compile as they run warm up longer.
	Warm, For time.Duration
	// Rounds is of calls and pipes; what is plotted gets Plotted rounds.
	Rounds, Plotted int
	// Connections, Listed, Sizes, Tools, Callers and InFlight are the settings.
	Connections, Listed, Sizes, Tools, Callers, InFlight []int
	// Starts is how many processes are started to time it, a round.
	Starts int
}

// full is what docs/performance.md is made from; quick shows in a minute or two that everything runs.
var (
	full = Extent{
		Warm: 700 * time.Millisecond, For: 2500 * time.Millisecond, Rounds: 7, Plotted: 3,
		Connections: []int{16, 1, 64}, Listed: []int{10, 40, 200}, InFlight: []int{16, 1},
		Sizes: []int{100, 1_000, 10_000, 100_000, 1 << 20}, Tools: []int{1, 10, 100, 1000}, Callers: []int{1, 10, 100, 1000, 10_000},
		Starts: 3,
	}
	quick = Extent{
		Warm: 100 * time.Millisecond, For: 300 * time.Millisecond, Rounds: 1, Plotted: 1,
		Connections: []int{16}, Listed: []int{10, 200}, InFlight: []int{16},
		Sizes: []int{100, 100_000}, Tools: []int{1, 200}, Callers: []int{1, 1000},
		Starts: 1,
	}
)

// Full measures everything, in about an hour.
func Full() Extent { return full }

// Quick measures a little of everything, in a minute or two.
func Quick() Extent { return quick }

// Prepare builds the servers and says in run what cannot be measured.
func (b *Bench) Prepare(run *result.Run) error {
	b.run = run
	run.Missing = map[string]string{}
	for _, t := range targets {
		if len(b.Only) > 0 && !slices.Contains(b.Only, t.Name) {
			continue
		}
		if why := t.missing(b.Dir); why != "" {
			run.Missing[t.Name] = why
			continue
		}
		b.targets = append(b.targets, t)
	}
	var err error
	if b.bin, err = os.MkdirTemp("", "comity-bench"); err != nil {
		return fmt.Errorf("making a directory for the servers: %w", err)
	}
	build := exec.Command("go", "build", "-o", b.bin+string(filepath.Separator), "./target/...")
	build.Dir = b.Dir
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the servers: %w\n%s", err, out)
	}
	if b.issuer, err = issuer.Start(); err != nil {
		return err
	}
	return nil
}

// Close removes what Prepare made.
func (b *Bench) Close() {
	if b.issuer != nil {
		b.issuer.Close()
	}
	os.RemoveAll(b.bin)
}

// turned are the targets in the order of a round.
func (b *Bench) turned(round int, which func(Target) bool) []Target {
	var out []Target
	for i := range b.targets {
		if t := b.targets[(i+round)%len(b.targets)]; which(t) {
			out = append(out, t)
		}
	}
	return out
}
