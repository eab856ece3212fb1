package plan

import (
	"fmt"
	"slices"
	"time"

	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/result"
	"github.com/comity-mcp/comity/benchmarks/stock"
)

// Steady keeps Comity, with tokens and audit, at half the load it can bear for so long, with one request in a
// hundred wrong, and looks at what it holds after every interval. [Bench.Prepare] goes before. It fills what
// it measures in s.
func (b *Bench) Steady(s *result.Steady, over, interval time.Duration) error {
	i := slices.IndexFunc(b.targets, func(t Target) bool { return t.Name == ComityTokens })
	if i < 0 {
		return fmt.Errorf("there is no server %s to keep steady", ComityTokens)
	}
	served, err := b.open(b.targets[i], opening{tools: few, callers: 100})
	if err != nil {
		return err
	}
	defer served.Stop()
	loop, err := load.Dial(served.address, 16)
	if err != nil {
		return err
	}
	defer loop.Close()
	good := alternating(served)
	most := over / 20 // of a short run, too, the larger part is spent at half load
	most = min(most, 10*time.Second)
	if _, err := loop.Run(good, load.Plan{For: most / 4}); err != nil {
		return err
	}
	t, err := loop.Run(good, load.Plan{For: most})
	if err != nil {
		return err
	}
	s.Possible, s.Asked = digits(t.Rate()), digits(t.Rate()/2)
	mixed, kinds := spoiled(served, good)
	s.Kinds = kinds
	return served.watch(s, loop, mixed, over, interval)
}

// watch sends and looks.
func (s *served) watch(run *result.Steady, loop *load.Loop, requests []load.Request, over, interval time.Duration) error {
	var half, most []float64
	began := time.Now()
	for time.Since(began) < over {
		t, err := loop.Run(requests, load.Plan{For: interval, Every: time.Duration(float64(time.Second) / run.Asked)})
		if err != nil {
			return fmt.Errorf("after %v: %w", time.Since(began).Round(time.Second), err)
		}
		run.Right += t.Answers - t.Refused
		run.Refused += t.Refused
		half, most = append(half, micros(t.Wait(0.5))/1000), append(most, micros(t.Wait(0.99))/1000)
		m, err := s.ask("/reading?collect")
		if err != nil {
			return err
		}
		u, err := s.Usage()
		if err != nil {
			return err
		}
		o := result.Observation{
			At: digits(time.Since(began).Seconds()), Heap: digits(float64(m.Heap) / (1 << 20)), Resident: mib(u.Resident),
			Goroutines: m.Goroutines, Files: u.Files, Threads: u.Threads,
		}
		run.Seen = append(run.Seen, o)
		s.bench.Report(fmt.Sprintf("%4.0f s: %d right, %d refused, heap %.1f MiB, resident %.1f MiB, %d goroutines, %d files, %d threads",
			o.At, run.Right, run.Refused, o.Heap, o.Resident, o.Goroutines, o.Files, o.Threads))
	}
	slices.Sort(half)
	slices.Sort(most)
	run.Half, run.Most = digits(half[len(half)/2]), digits(most[len(most)/2])
	return nil
}

// alternating are good calls in both eras, by many callers.
func alternating(s *served) []load.Request {
	old, now := s.wire(load.Handshake).Calls(stock.Checks(distinct)), s.wire(load.Stateless).Calls(stock.Checks(distinct))
	var out []load.Request
	for i := range old {
		out = append(out, old[i], now[i])
	}
	return out
}

// spoiled is a hundred requests for every wrong one: 99 good ones, and it.
func spoiled(s *served, good []load.Request) (requests []load.Request, kinds []string) {
	n := 0
	for _, era := range load.Eras {
		for _, w := range s.wire(era).Wrong() {
			if !slices.Contains(kinds, w.Kind) {
				kinds = append(kinds, w.Kind)
			}
			for range 99 {
				requests = append(requests, good[n%len(good)])
				n++
			}
			requests = append(requests, w.Request)
		}
	}
	return requests, kinds
}
