package handlestest

import (
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
)

// A Setup is how a case wants an engine opened.
type Setup struct {
	// Storage names what the engine keeps its jobs in: engines opened with the same name share it, as
	// those of several processes do, and nothing else. It is a short word, different for every case.
	Storage string
	// Now is the clock by which jobs are created and expire; cases make it jump.
	Now func() time.Time
	// Options are for [handles.Over], or an engine's own of the same meaning.
	Options handles.Options
}

// A Reach is a hand on the line between one engine and its storage.
type Reach interface {
	// Freeze lets nothing pass and answers nothing, as for a process that is stopped or a cable that is
	// pulled; Thaw ends that.
	Freeze()
	Thaw()
	// Cut makes everything fail at once; Lose lets everything pass and makes its answers fail. Mend ends
	// both.
	Cut()
	Lose()
	Mend()
}

// Opened is an engine under test.
type Opened struct {
	handles.Engine
	Reach Reach
}

// Open opens an engine for a case. The case closes it.
type Open func(t testing.TB, s Setup) Opened

// A Case is one sentence of the contract.
type Case struct {
	Name string
	// Run reports what does not hold to t.
	Run func(t testing.TB, open Open)
}

// Run runs every case, in parallel.
func Run(t *testing.T, open Open) {
	for _, c := range Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			c.Run(t, open)
		})
	}
}

// Cases returns the contract, in reading order.
func Cases() []Case {
	var all []Case
	for _, part := range [][]part{starting, reading, keys, running, waiting, cancelling, losing, draining, asking, timing, doing, failing} {
		for _, p := range part {
			all = append(all, Case{Name: p.says, Run: func(t testing.TB, open Open) { p.run(newRig(t, open)) }})
		}
	}
	return all
}

// A part is a case as this package writes it.
type part struct {
	says string
	run  func(*rig)
}
