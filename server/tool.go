package server

import (
	"encoding/json"
	"sync/atomic"
	"time"

	"github.com/comity-mcp/comity/annotations"
)

// tool is a declaration that was checked, ready to be called.
type tool struct {
	*declaration
	budget    time.Duration
	maxResult int
	links     bool         // a result can hold a Link
	headed    bool         // an argument is sent as a header, too
	plain     bool         // arguments and result are read and written by the JSON library alone
	running   atomic.Int32 // handlers that run, abandoned ones included
	abandoned atomic.Int32 // those whose call was answered already
}

func (d *declaration) ready() *tool {
	t := &tool{declaration: d, links: pointsTo(d.out), headed: isHeaded(d.input.JSON()),
		plain: d.job == nil && d.key == nil && isPlain(d.in) && isPlain(d.out), budget: d.spec.Budget, maxResult: d.spec.MaxResult}
	if t.budget == 0 {
		t.budget = longestBudget
	}
	if t.maxResult == 0 {
		t.maxResult = usualResult
	}
	return t
}

// hints are what the tool's effect and world say on the wire.
func (d *declaration) hints(server annotations.World) annotations.Hints {
	world := d.spec.World
	if world == 0 {
		world = server
	}
	if d.reads {
		return annotations.Reads(world)
	}
	return annotations.Writes(d.effect, world)
}

// idempotent reports whether a second call changes nothing more.
func (d *declaration) idempotent() bool { return d.hints(annotations.Closed).Idempotent }

// effectName is the effect as it is logged.
func (d *declaration) effectName() string {
	if d.reads {
		return "reads"
	}
	return d.effect.String()
}

// example returns the example as arguments, checked as a call's are; nil without one.
func (d *declaration) example() (json.RawMessage, error) {
	if d.spec.Example == nil {
		return nil, nil
	}
	b, err := marshal(d.spec.Example)
	if err != nil {
		return nil, err
	}
	return b, d.input.Decode(b, d.fresh())
}
