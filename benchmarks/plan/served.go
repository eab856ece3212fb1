package plan

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/meter"
	"github.com/comity-mcp/comity/benchmarks/process"
	"github.com/comity-mcp/comity/benchmarks/result"
)

// served is a server that runs.
type served struct {
	*process.Process
	target  Target
	address string // empty over pipes
	meter   string
	tokens  []string
	bench   *Bench
}

// opening says how a server is started.
type opening struct {
	tools   int
	pipes   bool
	unbound bool
	callers int  // how many tokens, for a target that wants them
	jobs    bool // with an engine of jobs, where there is one
}

// open starts a server; over HTTP it has answered a connection when open returns.
func (b *Bench) open(t Target, o opening) (*served, error) {
	s := &served{target: t, bench: b}
	var more []string
	var err error
	if s.meter, err = free(); err != nil {
		return nil, err
	}
	if !o.pipes {
		if s.address, err = free(); err != nil {
			return nil, err
		}
	}
	if t.tokens {
		more = append(more, "-issuer", b.issuer.URL)
		if s.tokens, err = b.issuer.Tokens(max(o.callers, 1), "http://"+s.address+"/mcp", "inventory:read"); err != nil {
			return nil, err
		}
	}
	if o.jobs && t.program == "comity" {
		more = append(more, "-jobs")
	}
	path, args := t.command(b.bin, s.address, s.meter, o.tools, more...)
	c := process.Command{Path: path, Args: args, Dir: b.Dir, CPUs: b.Server, Pipes: o.pipes}
	if o.unbound {
		c.CPUs = b.All
	}
	if t.log {
		c.Log = filepath.Join(b.bin, t.Name+".log")
		os.Remove(c.Log)
	}
	if s.Process, err = c.Start(); err != nil {
		return nil, err
	}
	if !o.pipes {
		if err := s.answers(30 * time.Second); err != nil {
			s.Stop()
			return nil, err
		}
	}
	return s, nil
}

// answers waits until the server takes connections.
func (s *served) answers(limit time.Duration) error {
	began := time.Now()
	for {
		c, err := net.DialTimeout("tcp", s.address, time.Second)
		if err == nil {
			return c.Close()
		}
		if time.Since(began) > limit {
			return fmt.Errorf("starting %s: it takes no connection after %v", s.target.Name, limit)
		}
		time.Sleep(200 * time.Microsecond)
	}
}

// free is an address nobody listens on.
func free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("looking for a free port: %w", err)
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// wire says how requests to it are written.
func (s *served) wire(era load.Era) load.Wire {
	return load.Wire{Era: era, Host: s.address, Tokens: s.tokens}
}

// reading asks the meter; nothing for a server that has none.
func (s *served) reading() (meter.Reading, error) { return s.ask("/reading") }

func (s *served) ask(path string) (meter.Reading, error) {
	var r meter.Reading
	if !s.target.goes() {
		return r, nil
	}
	res, err := http.Get("http://" + s.meter + path)
	if err != nil {
		return r, fmt.Errorf("reading the meter: %w", err)
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(&r); err != nil {
		return r, fmt.Errorf("reading the meter: %w", err)
	}
	return r, nil
}

// measure warms up, measures, and keeps the sample. send sends for so long.
func (s *served) measure(sample result.Sample, send func(time.Duration) (load.Tally, error)) error {
	sample.Target = s.target.Name
	warm := s.bench.Extent.Warm * time.Duration(max(s.target.warm, 1))
	fail := func(err error) error {
		return fmt.Errorf("measuring %s of %s %s at %d: %w", sample.Phase, sample.Target, sample.Era, sample.At, err)
	}
	if _, err := send(warm); err != nil {
		return fail(err)
	}
	before, err := s.Usage()
	if err != nil {
		return fail(err)
	}
	read, err := s.reading()
	if err != nil {
		return fail(err)
	}
	own := process.OwnCPU()
	t, err := send(s.bench.Extent.For)
	if err != nil {
		return fail(err)
	}
	own = process.OwnCPU() - own
	after, err := s.Usage()
	if err != nil {
		return fail(err)
	}
	last, err := s.reading()
	if err != nil {
		return fail(err)
	}
	n := float64(max(t.Answers, 1))
	sample.Answers, sample.Rate = t.Answers, digits(t.Rate())
	sample.CPU, sample.Generator = digits(micros(after.CPU-before.CPU)/n), digits(micros(own)/n)
	sample.Half, sample.Most = digits(micros(t.Wait(0.5))/1000), digits(micros(t.Wait(0.99))/1000)
	sample.Allocations = digits(float64(last.Mallocs-read.Mallocs) / n)
	sample.KiB = digits(float64(last.Allocated-read.Allocated) / n / 1024)
	sample.Peak = digits(float64(after.Peak) / (1 << 20))
	s.bench.run.Samples = append(s.bench.run.Samples, sample)
	return nil
}

// over measures requests on some connections.
func (s *served) over(connections int, sample result.Sample, requests []load.Request) error {
	loop, err := load.Dial(s.address, connections)
	if err != nil {
		return err
	}
	defer loop.Close()
	return s.measure(sample, func(d time.Duration) (load.Tally, error) { return loop.Run(requests, load.Plan{For: d}) })
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }

// digits keeps what can be told apart.
func digits(f float64) float64 {
	switch {
	case f >= 1000:
		return float64(int(f + 0.5))
	case f >= 10:
		return float64(int(f*10+0.5)) / 10
	}
	return float64(int(f*1000+0.5)) / 1000
}
