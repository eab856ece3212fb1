package handlestest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"github.com/comity-mcp/comity/handles"
)

type input = map[string]json.RawMessage

var asking = []part{
	{"a body that asks makes its job input_required until everything is answered", func(r *rig) {
		e, other := r.engine(), r.engine()
		answers := make(chan input, 1)
		r.work(e, 1, func(ctx context.Context, _ handles.Record, p *handles.Progress) (json.RawMessage, error) {
			got, err := p.Ask(ctx, input{"aisle": json.RawMessage(`{"q":1}`), "shelf": json.RawMessage(`{"q":2}`)})
			answers <- got
			return json.RawMessage(`1`), err
		})
		rec := r.start(e, job())
		asked := r.until(other, rec.ID, "input_required", func(rec handles.Record) bool { return rec.State == handles.InputRequired })
		equal(r, "the requests", asked.Requests, input{"aisle": json.RawMessage(`{"q":1}`), "shelf": json.RawMessage(`{"q":2}`)})
		equal(r, "what is open", asked.Unanswered(), []string{"aisle", "shelf"})

		half, err := other.Answer(r.ctx, alice, rec.ID, input{"aisle": json.RawMessage(`"a"`), "unknown": json.RawMessage(`"x"`)})
		if err != nil {
			r.Fatal(err)
		}
		equal(r, "the state after some answers", half.State, handles.InputRequired)
		equal(r, "the responses", half.Responses, input{"aisle": json.RawMessage(`"a"`)})
		same, err := other.Answer(r.ctx, alice, rec.ID, input{"aisle": json.RawMessage(`"changed"`)})
		if err != nil {
			r.Fatal(err)
		}
		equal(r, "the record after an answer that was given before", same, half)
		full, err := other.Answer(r.ctx, alice, rec.ID, input{"shelf": json.RawMessage(`"s"`)})
		if err != nil {
			r.Fatal(err)
		}
		equal(r, "the state after all answers", full.State, handles.Working)
		equal(r, "what the body got", receive(r, "the body goes on", answers), input{"aisle": json.RawMessage(`"a"`), "shelf": json.RawMessage(`"s"`)})
		done := r.ends(e, rec.ID, handles.Completed)
		after, err := other.Answer(r.ctx, alice, rec.ID, input{"aisle": json.RawMessage(`"late"`)})
		if err != nil {
			r.Fatal(err)
		}
		equal(r, "the final record after an answer", after, done)
	}},
	{"what was answered stays answered for the next attempt", func(r *rig) {
		doomed, heir := r.engine(), r.engine()
		body := func(ctx context.Context, rec handles.Record, p *handles.Progress) (json.RawMessage, error) {
			first, err := p.Ask(ctx, input{"a": json.RawMessage(`1`)})
			if err != nil {
				return nil, err
			}
			second, err := p.Ask(ctx, input{"b": json.RawMessage(`2`)})
			return json.RawMessage(`[` + string(first["a"]) + `,` + string(second["b"]) + `]`), err
		}
		r.work(doomed, 1, body)
		rec := r.start(heir, job())
		asks := func(key string) func(handles.Record) bool {
			return func(rec handles.Record) bool {
				open := rec.Unanswered()
				return rec.State == handles.InputRequired && len(open) == 1 && open[0] == key
			}
		}
		r.until(heir, rec.ID, "asking a", asks("a"))
		if _, err := heir.Answer(r.ctx, alice, rec.ID, input{"a": json.RawMessage(`"yes"`)}); err != nil {
			r.Fatal(err)
		}
		r.until(heir, rec.ID, "asking b", asks("b"))
		doomed.Reach.Freeze()
		r.work(heir, 1, body)
		r.until(heir, rec.ID, "asking b again", func(rec handles.Record) bool { return rec.Attempts == 2 && asks("b")(rec) })
		if _, err := heir.Answer(r.ctx, alice, rec.ID, input{"b": json.RawMessage(`"no"`)}); err != nil {
			r.Fatal(err)
		}
		equal(r, "the result", string(r.ends(heir, rec.ID, handles.Completed).Result), `["yes","no"]`)
	}},
	{"a job that waits for an answer can be cancelled, and input has a limit", func(r *rig) {
		e := r.engine()
		cause := make(chan error, 1)
		r.work(e, 1, func(ctx context.Context, _ handles.Record, p *handles.Progress) (json.RawMessage, error) {
			_, err := p.Ask(ctx, input{"big": json.RawMessage(`"` + strings.Repeat("a", handles.MaxInput) + `"`)})
			if size, ok := errors.AsType[*handles.SizeError](err); !ok || size.Limit != handles.MaxInput {
				r.Errorf("a request over the limit: %v", err)
			}
			_, err = p.Ask(ctx, input{"small": json.RawMessage(`1`)})
			cause <- err
			return nil, err
		})
		rec := r.start(e, job())
		r.until(e, rec.ID, "input_required", func(rec handles.Record) bool { return rec.State == handles.InputRequired })
		_, err := e.Answer(r.ctx, alice, rec.ID, input{"small": json.RawMessage(`"` + strings.Repeat("a", handles.MaxInput) + `"`)})
		if size, ok := errors.AsType[*handles.SizeError](err); !ok || size.Limit != handles.MaxInput {
			r.Errorf("an answer over the limit: %v", err)
		}
		if _, err := e.Answer(r.ctx, alice, rec.ID, input{"small": json.RawMessage(`{`)}); err == nil {
			r.Error("an answer that is no JSON was taken")
		}
		if _, err := e.Cancel(r.ctx, alice, rec.ID); err != nil {
			r.Fatal(err)
		}
		is(r, "what Ask returned", receive(r, "the body hears of it", cause), handles.ErrCancelled)
		equal(r, "the state", r.get(e, rec.ID).State, handles.Cancelled)
	}},
}

var timing = []part{
	{"a clock that jumps, either way, takes no job from a worker that lives", func(r *rig) {
		worker, other := r.engine(), r.engine()
		h := hold()
		r.work(worker, 1, h.body)
		r.work(other, 1, h.body)
		rec := r.start(worker, job())
		receive(r, "the body runs", h.began)
		for _, d := range []time.Duration{time.Hour, -3 * time.Hour, 2 * time.Hour} {
			r.jump(d)
			r.pass(lease)
			got := r.get(other, rec.ID)
			if got.Attempts != 1 || got.State != handles.Working {
				r.Errorf("after a jump of %v it is %s in attempt %d", d, got.State, got.Attempts)
			}
		}
		r.jump(-3 * time.Hour)
		before := r.get(worker, rec.ID)
		close(h.let)
		done := r.ends(worker, rec.ID, handles.Completed)
		if done.Updated.Before(before.Updated) || done.Updated.Before(done.Created) || done.Expires.Before(done.Updated) {
			r.Errorf("times went back: created %v, updated %v, then %v, expires %v", done.Created, before.Updated, done.Updated, done.Expires)
		}
	}},
	{"a job that nobody works on fails at its deadline", func(r *rig) {
		e := r.engine()
		j := job()
		j.Within = time.Hour
		rec := r.start(e, j)
		equal(r, "the deadline", rec.Deadline, rec.Created.Add(time.Hour))
		r.jump(time.Hour + time.Second)
		done := r.ends(e, rec.ID, handles.Failed)
		if done.Failure.Code != handles.CodeDeadline || !strings.Contains(done.Failure.Text, "1h0m0s") {
			r.Errorf("the failure is %+v", done.Failure)
		}
	}},
	{"a body past its deadline is told, its job fails, and what it returns is dropped", func(r *rig) {
		e := r.engine()
		var ran atomic.Int64
		cause := make(chan error, 1)
		r.work(e, 1, func(ctx context.Context, rec handles.Record, _ *handles.Progress) (json.RawMessage, error) {
			if ran.Add(1) > 1 {
				return json.RawMessage(`"next"`), nil
			}
			<-ctx.Done()
			cause <- context.Cause(ctx)
			return nil, ctx.Err()
		})
		j := job()
		j.Within = lease / 2
		rec := r.start(e, j)
		is(r, "the cause of the body's context", receive(r, "the body hears of it", cause), handles.ErrDeadline)
		done := r.ends(e, rec.ID, handles.Failed)
		equal(r, "the code", done.Failure.Code, handles.CodeDeadline)
		r.ends(e, r.start(e, job()).ID, handles.Completed)
		equal(r, "the record after", r.get(e, rec.ID), done)
	}},
}

var doing = []part{
	{"do runs the body here and now and keeps its result for the key", func(r *rig) {
		e, other := r.engine(), r.engine()
		r.work(e, 1, func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
			r.Error("a worker took a job of Do")
			return nil, nil
		})
		j := once()
		j.Key = "k"
		type mark struct{}
		rec, existed, err := e.Do(context.WithValue(r.ctx, mark{}, "seen"), j, func(ctx context.Context, rec handles.Record, _ *handles.Progress) (json.RawMessage, error) {
			if ctx.Value(mark{}) != "seen" || rec.Attempts != 1 {
				r.Errorf("the body has context value %v in attempt %d", ctx.Value(mark{}), rec.Attempts)
			}
			return json.RawMessage(`"first"`), nil
		})
		if err != nil || existed || rec.State != handles.Completed || string(rec.Result) != `"first"` {
			r.Fatalf("Do: %s %s, existed %v, %v", rec.State, rec.Result, existed, err)
		}
		again, existed, err := other.Do(r.ctx, j, func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
			r.Error("the body ran a second time")
			return nil, nil
		})
		if err != nil || !existed {
			r.Errorf("the second Do: existed %v, %v", existed, err)
		}
		equal(r, "the second record", again, rec)
		j.Arguments = json.RawMessage(`{"warehouse":"Dallas"}`)
		_, _, err = other.Do(r.ctx, j, returns(`1`))
		if c, ok := errors.AsType[*handles.ConflictError](err); !ok || c.ID != rec.ID {
			r.Errorf("other arguments: got %v, want a conflict", err)
		}
	}},
	{"while a do runs, a second one with its key finds it working", func(r *rig) {
		e, other := r.engine(), r.engine()
		h := hold()
		j := once()
		j.Key = "k"
		done := make(chan handles.Record, 1)
		go func() {
			rec, _, err := e.Do(r.ctx, j, h.body)
			if err != nil {
				r.Errorf("Do: %v", err)
			}
			done <- rec
		}()
		receive(r, "the body runs", h.began)
		rec, existed, err := other.Do(r.ctx, j, returns(`"second"`))
		if err != nil || !existed || rec.State != handles.Working {
			r.Errorf("the second Do: %s, existed %v, %v", rec.State, existed, err)
		}
		close(h.let)
		first := receive(r, "the first Do returns", done)
		equal(r, "the record elsewhere", r.get(other, rec.ID), first)
	}},
	{"a do whose process dies is interrupted when it may run once, and runs again with its key when it may", func(r *rig) {
		doomed, heir := r.engine(), r.engine()
		first, second := hold(), hold()
		never, again := once(), job()
		never.Key, again.Key = "k1", "k2"
		go doomed.Do(r.ctx, never, first.body)
		a := receive(r, "a body runs", first.began)
		go doomed.Do(r.ctx, again, second.body)
		b := receive(r, "a body runs", second.began)
		doomed.Reach.Freeze()
		r.ends(heir, a.ID, handles.Interrupted)
		rec, existed, err := heir.Do(r.ctx, never, returns(`"second"`))
		if err != nil || !existed || rec.State != handles.Interrupted {
			r.Errorf("another Do of what was interrupted: %s, existed %v, %v", rec.State, existed, err)
		}
		r.eventually("the other one may run again", func() bool {
			rec, existed, err = heir.Do(r.ctx, again, returns(`"second"`))
			return err != nil || rec.State.Final()
		})
		if err != nil || !existed || rec.ID != b.ID || string(rec.Result) != `"second"` || rec.Attempts != 2 {
			r.Errorf("another Do of what may run again: %s %s, attempt %d, existed %v, %v", rec.State, rec.Result, rec.Attempts, existed, err)
		}
	}},
	{"do ends with its context and keeps what its body made of that", func(r *rig) {
		e := r.engine()
		ctx, cancel := context.WithCancel(r.ctx)
		rec, _, err := e.Do(ctx, once(), func(ctx context.Context, _ handles.Record, _ *handles.Progress) (json.RawMessage, error) {
			cancel()
			<-ctx.Done()
			return nil, &handles.Failure{Code: "over_budget", Text: "It took too long."}
		})
		if err != nil || rec.State != handles.Failed || rec.Failure.Code != "over_budget" {
			r.Errorf("Do: %s %+v, %v", rec.State, rec.Failure, err)
		}
	}},
}
