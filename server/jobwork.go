package server

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
)

// work is what runs the jobs of a server in this process.
type work struct {
	mu   sync.Mutex
	stop context.CancelFunc // nil when nothing runs
	done chan struct{}      // closed when every worker has returned
}

// startWork starts the workers, unless they run: when the server begins to serve, since jobs of an
// earlier process may be waiting, and at every start of a job.
func (s *Server) startWork() {
	s.work.mu.Lock()
	defer s.work.mu.Unlock()
	if s.work.stop != nil || len(s.jobs) == 0 {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	s.work.stop, s.work.done = stop, done
	var workers sync.WaitGroup
	for _, j := range s.jobs {
		slots := j.run.Slots
		if slots == 0 {
			slots = usualSlots
		}
		workers.Go(func() {
			err := s.config.Jobs.Work(ctx, j.spec.Name, slots, func(ctx context.Context, r handles.Record, p *handles.Progress) (json.RawMessage, error) {
				return s.runJob(ctx, j, r, p)
			})
			if err != nil {
				s.log.Error().Err(err).Str("tool", j.spec.Name).Msg("the worker of a job has stopped")
			}
		})
	}
	go func() {
		workers.Wait()
		close(done)
	}()
}

// stopWork ends the workers, which hand back what may run elsewhere, and waits for them until ctx ends.
func (s *Server) stopWork(ctx context.Context) {
	s.work.mu.Lock()
	stop, done := s.work.stop, s.work.done
	s.work.stop = nil
	s.work.mu.Unlock()
	if stop == nil {
		return
	}
	stop()
	select {
	case <-done:
	case <-ctx.Done():
		s.log.Warn().Msg("stopped while a job was still running; it is taken up again when its lease is over")
	}
}

// runJob is one attempt at a job: arguments, handler, result, and a record of it.
func (s *Server) runJob(ctx context.Context, j *job, r handles.Record, p *handles.Progress) (result json.RawMessage, err error) {
	caller, err := auth.Kept(r.Caller)
	if err != nil {
		return nil, err
	}
	c := &call{tool: s.tools["start_"+j.spec.Name], args: r.Arguments, caller: caller, log: s.log, server: s, start: time.Now()}
	defer func() {
		if v := recover(); v != nil {
			result, err = nil, &panicked{v, debug.Stack()}
		}
		err = c.jobEnded(ctx, r, err)
	}()
	in := j.fresh()
	if err := j.input.Decode(r.Arguments, in); err != nil {
		return nil, fmt.Errorf("reading the arguments of a job: %w", err)
	}
	out, err := j.work(auth.WithCaller(context.WithValue(ctx, callKey{}, c), caller), in, p)
	if err != nil {
		return nil, err
	}
	b, err := j.output.Encode(out)
	if err != nil {
		return nil, fmt.Errorf("the result does not fit its output schema: %w", err)
	}
	if len(b) > c.tool.maxResult {
		return nil, Errorf(OverBudget, "The work has ended, but its result is not kept: it has %s of JSON, and at most %s are sent. Start it with arguments that ask for less.", kilobytes(len(b)), kilobytes(c.tool.maxResult))
	}
	return b, nil
}

// jobEnded writes the record of an attempt and turns its error into what the owner may read.
func (c *call) jobEnded(ctx context.Context, r handles.Record, err error) error {
	e := c.log.Info()
	defer func() {
		signed(e.Str("tool", r.Tool), c.caller).Int("attempt", r.Attempts).Dur("took_ms", time.Since(c.start)).Msg("job")
	}()
	if err == nil {
		e = e.Str("outcome", "ok")
		return nil
	}
	if ctx.Err() != nil { // the engine says what became of it
		e = e.Str("outcome", "stopped").AnErr("cause", context.Cause(ctx))
		return err
	}
	a := c.failure(err)
	if a.code == Internal {
		a.text = "The work failed because of a fault on the server, not in the arguments. If it happens again, give the operator the reference " + c.reference() + "."
		e = c.log.Error()
	}
	e = e.Str("outcome", a.code.String()).AnErr("cause", a.cause)
	if p, ok := err.(*panicked); ok {
		e = e.Bytes("stack", p.stack)
	}
	if ref := c.referenced(); ref != "" {
		e = e.Str("ref", ref)
	}
	return &handles.Failure{Code: a.code.String(), Text: a.text}
}
