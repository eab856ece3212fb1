package plan

import (
	"fmt"
	"slices"
	"time"

	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/result"
	"github.com/comity-mcp/comity/benchmarks/stock"
)

// few is how many tools a server has where their number is not what is measured.
const few = 10

// extra are the two tools for sizes that every server has besides.
const extra = 2

// Measure measures all phases.
func (b *Bench) Measure() error {
	phases := []struct {
		phase  result.Phase
		rounds int
		which  func(Target) bool
		do     func(Target, int) error
	}{
		{result.Call, b.Extent.Rounds, every, b.calls},
		{result.Stdio, b.Extent.Rounds, func(t Target) bool { return t.stdio != "" }, b.pipes},
		{result.List, b.Extent.Plotted, plain, b.lists},
		{result.Start, b.Extent.Plotted, plain, b.starts},
		{result.Memory, b.Extent.Plotted, plain, b.memory},
		{result.Arguments, b.Extent.Plotted, plainGo, b.arguments},
		{result.Results, b.Extent.Plotted, plainGo, b.results},
		{result.Tools, b.Extent.Plotted, plain, b.tools},
		{result.Callers, b.Extent.Plotted, func(t Target) bool { return t.tokens }, b.callers},
	}
	for _, p := range phases {
		if len(b.Phases) > 0 && !slices.Contains(b.Phases, p.phase) {
			continue
		}
		for r := range p.rounds {
			for _, t := range b.turned(r, p.which) {
				b.Report(fmt.Sprintf("%s, round %d of %d: %s", p.phase, r+1, p.rounds, t.Name))
				if err := p.do(t, r); err != nil {
					return err
				}
			}
		}
	}
	b.run.Rounds = b.Extent.Rounds
	return nil
}

func every(Target) bool { return true }

// plain are the servers without the forms of Comity that differ in audit and tokens.
func plain(t Target) bool { return !t.tokens && !t.log && len(t.flags) == 0 }

func plainGo(t Target) bool { return plain(t) && t.goes() }

// eras in the order of a round.
func eras(round int) []load.Era {
	e := slices.Clone(load.Eras)
	if round%2 == 1 {
		slices.Reverse(e)
	}
	return e
}

// distinct is how many different calls are made.
const distinct = 500

func (b *Bench) calls(t Target, round int) error {
	s, err := b.open(t, opening{tools: few, callers: 16})
	if err != nil {
		return err
	}
	defer s.Stop()
	for _, era := range eras(round) {
		requests := s.wire(era).Calls(stock.Checks(distinct))
		for _, n := range b.Extent.Connections {
			if err := s.over(n, result.Sample{Phase: result.Call, Era: era.String(), At: n, Round: round}, requests); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *Bench) pipes(t Target, round int) error {
	for _, era := range eras(round) {
		s, err := b.open(t, opening{tools: few, pipes: true})
		if err != nil {
			return err
		}
		err = s.pipe(b.Extent.InFlight, era, round)
		s.Stop()
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *served) pipe(inFlight []int, era load.Era, round int) error {
	p, w := load.NewPipe(s.In, s.Out), s.wire(era)
	if initialize, initialized, needed := w.Opening(); needed {
		if err := p.Ask(initialize); err != nil {
			return fmt.Errorf("opening a pipe to %s: %w", s.target.Name, err)
		}
		if err := p.Tell(initialized); err != nil {
			return err
		}
	}
	requests := w.Calls(stock.Checks(distinct))
	for _, n := range inFlight {
		sample := result.Sample{Phase: result.Stdio, Era: era.String(), At: n, Round: round}
		err := s.measure(sample, func(d time.Duration) (load.Tally, error) { return p.Run(requests, n, d) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *Bench) lists(t Target, round int) error {
	for _, n := range b.Extent.Listed {
		s, err := b.open(t, opening{tools: n})
		if err != nil {
			return err
		}
		for _, era := range eras(round) {
			request := s.wire(era).List(n + extra)
			if err = s.over(16, result.Sample{Phase: result.List, Era: era.String(), At: n, Round: round}, []load.Request{request}); err != nil {
				break
			}
		}
		s.Stop()
		if err != nil {
			return err
		}
	}
	return nil
}

// starts are timed on all processors, as a user's would be.
func (b *Bench) starts(t Target, round int) error {
	for _, n := range b.Extent.Listed {
		for range b.Extent.Starts {
			began := time.Now()
			s, err := b.open(t, opening{tools: n, unbound: true, jobs: true})
			if err != nil {
				return err
			}
			err = s.first(n)
			took := time.Since(began)
			s.Stop()
			if err != nil {
				return err
			}
			b.run.Samples = append(b.run.Samples, result.Sample{Phase: result.Start, Target: t.Name, At: n, Round: round, Answers: 1, Half: digits(micros(took) / 1000)})
		}
	}
	return nil
}

// first asks for the first list.
func (s *served) first(tools int) error {
	loop, err := load.Dial(s.address, 1)
	if err != nil {
		return err
	}
	defer loop.Close()
	_, err = loop.Run([]load.Request{s.wire(load.Stateless).List(tools + extra)}, load.Plan{For: longest, Most: 1})
	if err != nil {
		return fmt.Errorf("listing the tools of %s: %w", s.target.Name, err)
	}
	return nil
}

// memory is read of a server with 40 tools, and for Comity an engine of jobs.
func (b *Bench) memory(t Target, round int) error {
	const tools = 40
	s, err := b.open(t, opening{tools: tools, jobs: true})
	if err != nil {
		return err
	}
	defer s.Stop()
	if err := s.first(tools); err != nil {
		return err
	}
	time.Sleep(300 * time.Millisecond) // until it is idle
	u, err := s.Usage()
	if err != nil {
		return err
	}
	sample := result.Sample{Phase: result.Memory, Era: load.Stateless.String(), At: tools, Round: round, Idle: mib(u.Resident)}
	return s.over(16, sample, s.wire(load.Stateless).Calls(stock.Checks(distinct)))
}

// longest is more than anything here takes.
const longest = time.Minute

func mib(bytes int64) float64 { return digits(float64(bytes) / (1 << 20)) }
