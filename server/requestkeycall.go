package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
)

// once takes the call through the engine, so that it is done once for its key.
func (c *call) once(ctx context.Context, key string, in any) answer {
	if _, off := c.server.config.Auth.(auth.Off); c.caller.IsAnonymous() && !off {
		return c.failure(Errorf(InvalidArgument, "request_key belongs to a signed-in caller, because a stranger could choose the same. Leave it out, or sign in. Nothing was done."))
	}
	job, err := c.keyed(key, in)
	if err != nil {
		return c.failure(err)
	}
	patience, cancel := context.WithTimeout(ctx, c.tool.budget-min(time.Second, c.tool.budget/4))
	defer cancel()
	for {
		own, rec, err := c.do(ctx, job, in)
		switch {
		case own != nil:
			return *own
		case err != nil:
			return c.failure(unclaimed(err, key))
		case rec.State.Final():
			return c.again(ctx, rec, in)
		}
		// Another call does it, or did until its process died.
		rec, err = c.server.config.Jobs.Wait(patience, rec.Owner, rec.ID, rec.Revision)
		switch {
		case patience.Err() != nil && (err != nil || !rec.State.Final()):
			return c.failure(Errorf(Conflict, "A call with request_key %q is running and has not ended. Nothing was done now; call again with the same request_key to read what it comes to.%s", key, c.look()))
		case err != nil:
			return c.failure(unclaimed(err, key))
		case rec.State.Final():
			return c.again(ctx, rec, in)
		}
	}
}

// keyed is the call as a job of the engine. What is kept of the arguments is their digest.
func (c *call) keyed(key string, in any) (handles.NewJob, error) {
	args, err := marshal(in)
	if err != nil {
		return handles.NewJob{}, fmt.Errorf("encoding the arguments: %w", err)
	}
	digest, err := json.Marshal(handles.Digest(args))
	if err != nil {
		return handles.NewJob{}, err
	}
	repeat := handles.Once
	if c.tool.idempotent() {
		repeat = handles.Safe
	}
	return handles.NewJob{
		Tool: "call/" + c.tool.spec.Name, Prefix: "call", Owner: owner(c.caller),
		Arguments: digest, Key: key, Keep: keptCall, Repeat: repeat,
	}, nil
}

// do runs the handler under the engine's claim. own is what that came to, nil when it did not run; then
// the record says how it stands with the call that has the key.
func (c *call) do(ctx context.Context, job handles.NewJob, in any) (own *answer, rec handles.Record, err error) {
	type claim struct {
		rec handles.Record
		err error
	}
	ran, kept := make(chan answer, 1), make(chan claim, 1)
	c.server.running.add()
	go func() {
		defer c.server.running.done()
		var k claim
		defer func() {
			if v := recover(); v != nil { // of the engine: the handler has its own
				k.err = &panicked{v, debug.Stack()}
			}
			kept <- k
		}()
		k.rec, _, k.err = c.server.config.Jobs.Do(ctx, job, func(body context.Context, _ handles.Record, _ *handles.Progress) (json.RawMessage, error) {
			a, failure := c.attempt(ctx, body, in)
			ran <- a
			if failure != nil {
				return nil, failure
			}
			return a.structured, nil
		})
	}()
	var k claim
	select {
	case k = <-kept:
	case <-ctx.Done():
		select {
		case k = <-kept:
		case a := <-ran: // the store is slow; the answer is worth more than its record
			return &a, handles.Record{}, nil
		}
	}
	if c.stage.Load() == 0 {
		return nil, k.rec, k.err
	}
	if k.err != nil {
		c.log.Warn().Err(k.err).Str("tool", c.tool.spec.Name).Str("ref", c.reference()).Msg("what a call with a request_key came to is not kept")
	}
	a := <-ran
	return &a, k.rec, nil
}

// unknownOutcome is the code of a kept failure after which nobody knows what was done.
const unknownOutcome = "unknown"

// attempt runs the handler with body's context and says what is kept of it when it fails.
func (c *call) attempt(ctx, body context.Context, in any) (answer, *handles.Failure) {
	var err error
	done := make(chan answer, 1)
	go c.guarded(done, func() answer {
		return c.run(ctx, func() (out any, _ error) {
			out, err = c.tool.handle(body, in)
			return out, err
		})
	})
	a := <-done
	if a.code == 0 {
		return a, nil
	}
	if e, ok := errors.AsType[*Error](err); c.stage.Load() == stageReturned || ok && strings.TrimSpace(e.Text) != "" {
		return a, &handles.Failure{Code: a.code.String(), Text: a.text}
	}
	return a, &handles.Failure{Code: unknownOutcome, Text: "The call did not end in good order, and its outcome is unknown. Look whether its effect is there."}
}

// again answers for a call that was made before.
func (c *call) again(ctx context.Context, rec handles.Record, in any) answer {
	if rec.State == handles.Completed {
		c.stage.Store(stageReturned)
		return c.result(encoded{rec.Result, linksOf(c.tool.out, rec.Result)})
	}
	for code := InvalidArgument; code <= Internal; code++ {
		if rec.State == handles.Failed && rec.Failure.Code == code.String() {
			return answer{code: code, text: rec.Failure.Text}
		}
	}
	if c.tool.idempotent() {
		return c.run(ctx, func() (any, error) { return c.tool.handle(ctx, in) })
	}
	return c.failure(Errorf(Conflict, "An earlier call with request_key %q did not end in good order, and its outcome is unknown. Nothing was done now.%s Send another request_key only when its effect is not there.", rec.Key, c.look()))
}

// look says how to find out whether a call took effect.
func (c *call) look() string {
	if with := c.tool.spec.CheckWith; with != "" {
		return " Look with " + with + " whether it took effect."
	}
	return " Look whether it took effect."
}

// unclaimed says why the handler did not run.
func unclaimed(err error, key string) error {
	if expired, ok := errors.AsType[*handles.ExpiredError](err); ok {
		return Errorf(Conflict, "request_key %q was used for a call whose result was kept until %s and is gone. Nothing was done; send another request_key for another call.",
			key, expired.At.UTC().Format(time.RFC3339)).Because(err)
	}
	if _, ok := errors.AsType[*handles.ConflictError](err); ok {
		return Errorf(Conflict, "request_key %q was used for a call with other arguments. Nothing was done; send another request_key for another call.", key).Because(err)
	}
	if errors.Is(err, handles.ErrUnavailable) || errors.Is(err, handles.ErrClosed) {
		return Errorf(Unavailable, "The store that remembers request keys does not answer. Nothing was done; call again with the same request_key in a moment.").Because(err)
	}
	return err
}
