package handlestest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"time"

	"github.com/comity-mcp/comity/handles"
)

var running = []part{
	{"a body gets the record as of its claim, and its result is what get returns", func(r *rig) {
		e := r.engine()
		j := job()
		j.Caller = json.RawMessage(`{"scopes":["a"]}`)
		started := r.start(e, j)
		seen := make(chan handles.Record, 1)
		r.work(e, 1, func(_ context.Context, rec handles.Record, _ *handles.Progress) (json.RawMessage, error) {
			seen <- rec
			return json.RawMessage(`{"counted":12}`), nil
		})
		got := receive(r, "the body runs", seen)
		want := started
		want.Attempts, want.Updated, want.Revision = 1, got.Updated, got.Revision
		equal(r, "what the body got", got, want)
		done := r.ends(e, started.ID, handles.Completed)
		want.State, want.Result, want.Updated, want.Revision = handles.Completed, json.RawMessage(`{"counted":12}`), done.Updated, done.Revision
		want.Expires = done.Updated.Add(keep)
		equal(r, "the final record", done, want)
		if started.Revision >= got.Revision || got.Revision >= done.Revision {
			r.Errorf("revisions %d, %d, %d do not grow", started.Revision, got.Revision, done.Revision)
		}
	}},
	{"a failure keeps its code and text, any other error and a panic keep neither, and the worker goes on", func(r *rig) {
		e := r.engine()
		r.work(e, 1, func(_ context.Context, rec handles.Record, _ *handles.Progress) (json.RawMessage, error) {
			switch string(rec.Arguments) {
			case `"failure"`:
				return nil, fmt.Errorf("counting: %w", &handles.Failure{Code: "not_found", Text: "There is no such warehouse."})
			case `"error"`:
				return nil, errors.New("secret dsn")
			case `"panic"`:
				panic("secret panic")
			}
			return json.RawMessage(`1`), nil
		})
		for _, args := range []string{`"failure"`, `"error"`, `"panic"`} {
			j := job()
			j.Arguments = json.RawMessage(args)
			rec := r.ends(e, r.start(e, j).ID, handles.Failed)
			switch {
			case args == `"failure"`:
				equal(r, "the failure", rec.Failure, handles.Failure{Code: "not_found", Text: "There is no such warehouse."})
			case rec.Failure.Code != handles.CodeInternal || strings.Contains(rec.Failure.Text, "secret") || rec.Failure.Text == "":
				r.Errorf("after %s the failure is %+v, want a masked one", args, rec.Failure)
			}
			equal(r, "the attempts", rec.Attempts, 1)
		}
		r.ends(e, r.start(e, job()).ID, handles.Completed)
	}},
	{"a result at its limit is kept, one byte more and what is no JSON fail with a reason", func(r *rig) {
		e := r.engine()
		full := `"` + strings.Repeat("a", handles.MaxResult-2) + `"`
		r.work(e, 1, func(_ context.Context, rec handles.Record, _ *handles.Progress) (json.RawMessage, error) {
			switch string(rec.Arguments) {
			case `"full"`:
				return json.RawMessage(full), nil
			case `"over"`:
				return json.RawMessage(full + " "), nil
			case `"no json"`:
				return json.RawMessage(`{`), nil
			}
			return nil, nil
		})
		for args, want := range map[string]string{`"full"`: "", `"over"`: fmt.Sprint(handles.MaxResult + 1), `"no json"`: "cannot be read", `"nothing"`: "cannot be read"} {
			j := job()
			j.Arguments = json.RawMessage(args)
			rec := r.final(e, r.start(e, j).ID)
			switch {
			case want == "" && string(rec.Result) != full:
				r.Errorf("a full result: %s with %d bytes, failure %+v", rec.State, len(rec.Result), rec.Failure)
			case want != "" && (rec.State != handles.Failed || rec.Failure.Code != handles.CodeResult || !strings.Contains(rec.Failure.Text, want) || rec.Result != nil):
				r.Errorf("after %s: %s, %+v, want failed with %q", args, rec.State, rec.Failure, want)
			}
		}
	}},
	{"a worker takes the jobs of its tool only, in the order of their start, at most as many as it has slots", func(r *rig) {
		e := r.engine()
		other := job()
		other.Tool = "export"
		stays := r.start(e, other)
		var want []string
		for range 5 {
			want = append(want, r.start(e, job()).ID)
			r.jump(time.Millisecond)
		}
		h := hold()
		r.work(e, 2, h.body)
		a, b := receive(r, "a first body runs", h.began), receive(r, "a second body runs", h.began)
		if got := []string{a.ID, b.ID}; !(got[0] == want[0] && got[1] == want[1] || got[0] == want[1] && got[1] == want[0]) {
			r.Errorf("the first two are %q, want %q in some order", got, want[:2])
		}
		third := r.get(e, want[2])
		equal(r, "the attempts of the third while two run", third.Attempts, 0)
		close(h.let)
		for _, id := range want {
			r.ends(e, id, handles.Completed)
		}
		equal(r, "the other tool's job", r.get(e, stays.ID), stays)
	}},
	{"a worker in one engine runs what another starts, and work without slots is refused", func(r *rig) {
		a, b := r.engine(), r.engine()
		r.work(a, 1, returns(`1`))
		r.ends(b, r.start(b, job()).ID, handles.Completed)
		if err := b.Work(r.ctx, tool, 0, returns(`1`)); err == nil {
			r.Error("Work with no slot returned nil")
		}
	}},
	{"progress reaches get, one line at a time, and never falls", func(r *rig) {
		e := r.engine()
		step := make(chan func(*handles.Progress))
		r.work(e, 1, func(_ context.Context, _ handles.Record, p *handles.Progress) (json.RawMessage, error) {
			for {
				select {
				case f, more := <-step:
					if !more {
						return json.RawMessage(`1`), nil
					}
					f(p)
				case <-r.ctx.Done():
					return nil, r.ctx.Err()
				}
			}
		})
		rec := r.start(e, job())
		nan := math.NaN()
		for _, c := range []struct {
			done, total float64
			message     string
			want        handles.Measure
		}{
			{3, 10, "aisle 3", handles.Measure{Done: 3, Total: 10, Message: "aisle 3"}},
			{2, 10, "back\nat 2", handles.Measure{Done: 3, Total: 10, Message: "back at 2"}},
			{nan, 12, "no number", handles.Measure{Done: 3, Total: 12, Message: "no number"}},
			{-1, -1, "below zero", handles.Measure{Done: 3, Total: 12, Message: "below zero"}},
			{7, 12, "aisle 7", handles.Measure{Done: 7, Total: 12, Message: "aisle 7"}},
		} {
			send(r, step, func(p *handles.Progress) { p.Report(c.done, c.total, c.message) })
			r.until(e, rec.ID, fmt.Sprintf("at %+v", c.want), func(rec handles.Record) bool { return rec.Progress == c.want })
		}
		send(r, step, func(p *handles.Progress) { p.Report(12, 12, "all") })
		close(step)
		equal(r, "the last measure", r.ends(e, rec.ID, handles.Completed).Progress, handles.Measure{Done: 12, Total: 12, Message: "all"})
	}},
}

var waiting = []part{
	{"wait wakes when another engine changes the record", func(r *rig) {
		a, b := r.engine(), r.engine()
		rec := r.start(a, job())
		got := make(chan handles.Record, 1)
		go func() {
			w, err := b.Wait(r.ctx, alice, rec.ID, rec.Revision)
			if err != nil {
				r.Errorf("Wait: %v", err)
			}
			got <- w
		}()
		r.pass(lease / 4)
		if len(got) != 0 {
			r.Fatal("Wait returned although nothing had changed")
		}
		cancelled, err := a.Cancel(r.ctx, alice, rec.ID)
		if err != nil {
			r.Fatal(err)
		}
		equal(r, "what Wait returned", receive(r, "Wait returns", got), cancelled)
	}},
	{"wait returns at its deadline with the record as it stands and no error", func(r *rig) {
		e := r.engine()
		rec := r.start(e, job())
		ctx, cancel := context.WithTimeout(r.ctx, lease/2)
		defer cancel()
		began := time.Now()
		got, err := e.Wait(ctx, alice, rec.ID, rec.Revision)
		took := time.Since(began)
		if err != nil || took < lease/2 || took > lease/2+soon/4 {
			r.Errorf("Wait returned %v after %v, want nil after %v", err, took, lease/2)
		}
		equal(r, "the record", got, rec)
	}},
	{"wait answers at once when the revision is older or the record is final, and ends with its context", func(r *rig) {
		e := r.engine()
		rec := r.start(e, job())
		got, err := e.Wait(r.ctx, alice, rec.ID, 0)
		if err != nil {
			r.Fatal(err)
		}
		equal(r, "after zero", got, rec)
		ctx, cancel := context.WithCancel(r.ctx)
		cancel()
		_, err = e.Wait(ctx, alice, rec.ID, rec.Revision)
		is(r, "a wait that is called off", err, context.Canceled)
		done, err := e.Cancel(r.ctx, alice, rec.ID)
		if err != nil {
			r.Fatal(err)
		}
		got, err = e.Wait(r.ctx, alice, rec.ID, done.Revision+1000)
		if err != nil {
			r.Fatal(err)
		}
		equal(r, "a final record", got, done)
	}},
	{"many waits on one record all wake", func(r *rig) {
		e := r.engine()
		h := hold()
		r.work(e, 1, h.body)
		rec := r.start(e, job())
		running := receive(r, "the body runs", h.began)
		woken := make(chan handles.State, 20)
		for range 20 {
			go func() {
				got, err := e.Wait(r.ctx, alice, rec.ID, running.Revision)
				if err != nil {
					r.Errorf("Wait: %v", err)
				}
				woken <- got.State
			}()
		}
		close(h.let)
		for range 20 {
			equal(r, "the state", receive(r, "all waits wake", woken), handles.Completed)
		}
	}},
}

var cancelling = []part{
	{"a cancelled job that waits never runs", func(r *rig) {
		e := r.engine()
		rec := r.start(e, job())
		done, err := e.Cancel(r.ctx, alice, rec.ID)
		if err != nil || done.State != handles.Cancelled || done.Expires.IsZero() {
			r.Errorf("Cancel: %v, %s, expires %v", err, done.State, done.Expires)
		}
		r.work(e, 1, returns(`1`))
		r.ends(e, r.start(e, job()).ID, handles.Completed)
		equal(r, "the cancelled record", r.get(e, rec.ID), done)
	}},
	{"cancel ends the context of a running body, in whichever engine, and is final", func(r *rig) {
		worker, other := r.engine(), r.engine()
		cause := make(chan error, 1)
		began, let := make(chan struct{}), make(chan struct{})
		r.work(worker, 1, func(ctx context.Context, _ handles.Record, p *handles.Progress) (json.RawMessage, error) {
			close(began)
			<-ctx.Done()
			cause <- context.Cause(ctx)
			p.Report(5, 5, "too late")
			r.wait(let)
			return json.RawMessage(`"too late"`), nil
		})
		rec := r.start(other, job())
		receive(r, "the body runs", began)
		done, err := other.Cancel(r.ctx, alice, rec.ID)
		if err != nil || done.State != handles.Cancelled {
			r.Fatalf("Cancel: %s, %v", done.State, err)
		}
		is(r, "the cause of the body's context", receive(r, "the body hears of it", cause), handles.ErrCancelled)
		close(let)
		again, err := worker.Cancel(r.ctx, alice, rec.ID)
		if err != nil {
			r.Errorf("cancelling again: %v", err)
		}
		equal(r, "the record after a second cancel", again, done)
		began = make(chan struct{}) // the slot is free when the next body begins
		next := r.start(worker, job())
		receive(r, "the next body runs", began)
		equal(r, "the record after the body ended", r.get(other, rec.ID), done)
		if _, err := worker.Cancel(r.ctx, alice, next.ID); err != nil {
			r.Error(err)
		}
	}},
	{"a completed job that is cancelled stays completed", func(r *rig) {
		e := r.engine()
		r.work(e, 1, returns(`1`))
		done := r.ends(e, r.start(e, job()).ID, handles.Completed)
		got, err := e.Cancel(r.ctx, alice, done.ID)
		if err != nil {
			r.Errorf("Cancel: %v", err)
		}
		equal(r, "the record", got, done)
	}},
	{"a body that ignores its cancellation does not keep its slot for ever", func(r *rig) {
		e := r.engine()
		var ran atomic.Int64
		began, let := make(chan struct{}, 10), make(chan struct{})
		defer close(let)
		r.work(e, 1, func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
			began <- struct{}{}
			if ran.Add(1) == 1 {
				r.wait(let)
			}
			return json.RawMessage(`1`), nil
		})
		rec := r.start(e, job())
		receive(r, "the body runs", began)
		if _, err := e.Cancel(r.ctx, alice, rec.ID); err != nil {
			r.Fatal(err)
		}
		r.ends(e, r.start(e, job()).ID, handles.Completed)
	}},
}
