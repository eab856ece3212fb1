package plan

import (
	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/result"
	"github.com/comity-mcp/comity/benchmarks/stock"
)

// largestResult is the most that a tool on Comity can answer, in bytes of structured content: a longer
// result is refused with a sentence that says how to ask for less.
const largestResult = 128_000

func (b *Bench) arguments(t Target, round int) error {
	return b.sized(t, round, result.Arguments, stock.Note)
}

func (b *Bench) results(t Target, round int) error {
	return b.sized(t, round, result.Results, stock.Read)
}

// sized measures calls of several sizes on one server.
func (b *Bench) sized(t Target, round int, phase result.Phase, call func(int) stock.Call) error {
	s, err := b.open(t, opening{tools: few})
	if err != nil {
		return err
	}
	defer s.Stop()
	for _, n := range b.Extent.Sizes {
		if phase == result.Results && t.program == "comity" {
			n = min(n, largestResult)
		}
		requests := s.wire(load.Stateless).Calls([]stock.Call{call(n)})
		if err := s.over(4, result.Sample{Phase: phase, Era: load.Stateless.String(), At: n, Round: round}, requests); err != nil {
			return err
		}
	}
	return nil
}

// tools measures the same call beside more and more tools.
func (b *Bench) tools(t Target, round int) error {
	for _, n := range b.Extent.Tools {
		s, err := b.open(t, opening{tools: n})
		if err != nil {
			return err
		}
		requests := s.wire(load.Stateless).Calls(stock.Checks(distinct))
		err = s.over(16, result.Sample{Phase: result.Tools, Era: load.Stateless.String(), At: n, Round: round}, requests)
		s.Stop()
		if err != nil {
			return err
		}
	}
	return nil
}

// callers measures the same calls with more and more tokens, each of which has been seen before.
func (b *Bench) callers(t Target, round int) error {
	for _, n := range b.Extent.Callers {
		s, err := b.open(t, opening{tools: few, callers: n})
		if err != nil {
			return err
		}
		requests := s.wire(load.Stateless).Calls(stock.Checks(distinct))
		if err = s.greet(requests[:n]); err == nil {
			err = s.over(16, result.Sample{Phase: result.Callers, Era: load.Stateless.String(), At: n, Round: round}, requests)
		}
		s.Stop()
		if err != nil {
			return err
		}
	}
	return nil
}

// greet sends each request once, so that every token has been verified.
func (s *served) greet(requests []load.Request) error {
	loop, err := load.Dial(s.address, 16)
	if err != nil {
		return err
	}
	defer loop.Close()
	_, err = loop.Run(requests, load.Plan{For: longest, Most: len(requests)})
	return err
}
