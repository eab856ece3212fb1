package handlestest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/comity-mcp/comity/handles"
)

var starting = []part{
	{"what Start returned can be read at once through every engine, the same", func(r *rig) {
		a, b := r.engine(), r.engine()
		j := job()
		j.Key, j.Caller = "k1", json.RawMessage(`{"client":"c"}`)
		rec := r.start(a, j)
		equal(r, "the record here", r.get(a, rec.ID), rec)
		equal(r, "the record elsewhere", r.get(b, rec.ID), rec)
		want := handles.Record{ID: rec.ID, Tool: tool, Owner: alice, Caller: j.Caller, Key: "k1", Digest: handles.Digest(j.Arguments), Arguments: j.Arguments,
			State: handles.Working, Created: rec.Created, Updated: rec.Created, Deadline: rec.Created.Add(handles.DefaultWithin),
			Keep: keep, Repeat: handles.Safe, MaxAttempts: handles.DefaultAttempts, Revision: rec.Revision}
		equal(r, "the first record", rec, want)
		if !handles.WellFormed(rec.ID) || !strings.HasPrefix(rec.ID, "rc_") || rec.Revision == 0 {
			r.Errorf("ID %q and revision %d, want a handle of rc and a revision", rec.ID, rec.Revision)
		}
	}},
	{"a job that does not say what it must is refused with every fault at once", func(r *rig) {
		_, _, err := r.engine().Start(r.ctx, handles.NewJob{Arguments: json.RawMessage("{"), Key: strings.Repeat("k", handles.MaxKey+1)})
		if err == nil {
			r.Fatal("an empty job was started")
		}
		for _, fault := range []string{"owner", "tool's name", "prefix", "kept", "may run again", "not JSON", "bytes of key"} {
			if !strings.Contains(err.Error(), fault) {
				r.Errorf("the error does not speak of %q: %v", fault, err)
			}
		}
	}},
	{"arguments at their limit pass and one byte more is refused", func(r *rig) {
		e := r.engine()
		j := job()
		j.Arguments = json.RawMessage(`"` + strings.Repeat("a", handles.MaxArguments-2) + `"`)
		rec := r.start(e, j)
		if !bytes.Equal(r.get(e, rec.ID).Arguments, j.Arguments) {
			r.Error("the arguments came back changed")
		}
		j.Arguments = json.RawMessage(`"` + strings.Repeat("a", handles.MaxArguments-1) + `"`)
		_, _, err := e.Start(r.ctx, j)
		size, ok := errors.AsType[*handles.SizeError](err)
		if !ok || *size != (handles.SizeError{What: "arguments", Size: handles.MaxArguments + 1, Limit: handles.MaxArguments}) {
			r.Errorf("got %v, want the size and the limit", err)
		}
	}},
	{"a start whose answer was lost is repeated with its key and made once", func(r *rig) {
		a, b := r.engine(), r.engine()
		j := job()
		j.Key = "k"
		a.Reach.Lose()
		if _, _, err := a.Start(r.ctx, j); !errors.Is(err, handles.ErrUnavailable) {
			r.Errorf("the lost answer is %v, want ErrUnavailable", err)
		}
		a.Reach.Mend()
		first, _, err := a.Start(r.ctx, j)
		if err != nil {
			r.Fatalf("the repeated start: %v", err)
		}
		second, existed, err := b.Start(r.ctx, j)
		if err != nil || !existed {
			r.Errorf("a third start: existed %v, %v", existed, err)
		}
		equal(r, "the record of the third start", second, first)
	}},
	{"the end of the request that started it does not touch a job", func(r *rig) {
		e := r.engine()
		h := hold()
		r.work(e, 1, h.body)
		ctx, cancel := context.WithCancel(r.ctx)
		rec, _, err := e.Start(ctx, job())
		if err != nil {
			r.Fatal(err)
		}
		running := receive(r, "the body runs", h.began)
		cancel()
		watching, done := context.WithTimeout(r.ctx, lease/2)
		defer done()
		got, err := e.Wait(watching, alice, rec.ID, running.Revision)
		if err != nil {
			r.Fatal(err)
		}
		equal(r, "the record half a lease later", got, running)
		close(h.let)
		r.ends(e, rec.ID, handles.Completed)
	}},
}

var reading = []part{
	{"a foreign, an unknown and a malformed handle are one error, whatever is asked", func(r *rig) {
		e := r.engine()
		id := r.start(e, job()).ID
		tenant := alice
		tenant.Tenant = "other"
		issuer := alice
		issuer.Issuer = "https://other.example.com"
		for _, c := range []struct {
			what  string
			owner handles.Owner
			id    string
		}{
			{"somebody else's", bob, id}, {"another tenant's", tenant, id}, {"another issuer's", issuer, id}, {"nobody's", handles.Owner{}, id},
			{"unknown", alice, handles.NewID("rc")}, {"malformed", alice, "rc_x"}, {"empty", alice, ""}, {"in capitals", alice, strings.ToUpper(id)}, {"with a space", alice, id + " "},
		} {
			_, get := e.Get(r.ctx, c.owner, c.id)
			_, wait := e.Wait(r.ctx, c.owner, c.id, 0)
			_, cancel := e.Cancel(r.ctx, c.owner, c.id)
			_, answer := e.Answer(r.ctx, c.owner, c.id, map[string]json.RawMessage{"k": json.RawMessage(`1`)})
			for asked, err := range map[string]error{"Get": get, "Wait": wait, "Cancel": cancel, "Answer": answer} {
				if err != handles.ErrNotFound {
					r.Errorf("%s of a handle that is %s: got %v, want ErrNotFound itself", asked, c.what, err)
				}
			}
		}
		equal(r, "the state after all that", r.get(e, id).State, handles.Working)
	}},
	{"retention counts from the end of the job, and an expired handle says when to its owner only", func(r *rig) {
		e := r.engine()
		rec := r.start(e, job())
		r.jump(2 * keep)
		equal(r, "the state of a job that waits for longer than it is kept", r.get(e, rec.ID).State, handles.Working)
		r.work(e, 1, returns(`1`))
		done := r.ends(e, rec.ID, handles.Completed)
		if got := done.Expires.Sub(done.Updated); got != keep {
			r.Errorf("it expires %v after its end, want %v", got, keep)
		}
		r.jump(keep - time.Minute)
		r.get(e, rec.ID)
		r.jump(2 * time.Minute)
		for asked, ask := range map[string]func(handles.Owner) error{
			"Get":    func(o handles.Owner) error { _, err := e.Get(r.ctx, o, rec.ID); return err },
			"Wait":   func(o handles.Owner) error { _, err := e.Wait(r.ctx, o, rec.ID, 0); return err },
			"Cancel": func(o handles.Owner) error { _, err := e.Cancel(r.ctx, o, rec.ID); return err },
		} {
			gone, ok := errors.AsType[*handles.ExpiredError](ask(alice))
			if !ok || *gone != (handles.ExpiredError{ID: rec.ID, Tool: tool, At: done.Expires}) {
				r.Errorf("%s by its owner: got %v, want that it expired at %v", asked, ask(alice), done.Expires)
			}
			is(r, asked+" by somebody else", ask(bob), handles.ErrNotFound)
		}
	}},
	{"an expired handle still says when after it was swept", func(r *rig) {
		e := r.engine()
		j := job()
		j.Key = "k"
		rec := r.start(e, j)
		r.work(e, 1, returns(`1`))
		done := r.ends(e, rec.ID, handles.Completed)
		r.jump(keep + time.Second)
		second := r.engine() // sweeps soon after it opens
		after := r.start(second, job())
		r.ends(second, after.ID, handles.Completed)
		r.pass(lease / 2)
		for _, e := range []Opened{e, second} {
			_, err := e.Get(r.ctx, alice, rec.ID)
			gone, ok := errors.AsType[*handles.ExpiredError](err)
			if !ok || !gone.At.Equal(done.Expires) || gone.Tool != tool || gone.ID != rec.ID {
				r.Errorf("got %v, want that it expired at %v", err, done.Expires)
			}
			_, _, err = e.Start(r.ctx, j)
			if gone, ok := errors.AsType[*handles.ExpiredError](err); !ok || gone.ID != rec.ID {
				r.Errorf("a start with the key of an expired job: got %v, want that it expired", err)
			}
		}
	}},
	{"finished records are bounded in number, those that expire first go first, and running ones stay", func(r *rig) {
		e := r.engine()
		var ids []string
		stop := r.work(e, 1, returns(`1`))
		for range 4 {
			rec := r.start(e, job())
			r.ends(e, rec.ID, handles.Completed)
			ids = append(ids, rec.ID)
			r.jump(time.Second)
		}
		stop()
		running := r.start(e, job())
		small := r.engineWith(handles.Options{Finished: 2})
		r.eventually("the two oldest results expire", func() bool {
			_, err := small.Get(r.ctx, alice, ids[1])
			_, ok := errors.AsType[*handles.ExpiredError](err)
			return ok
		})
		_, err := small.Get(r.ctx, alice, ids[0])
		if _, ok := errors.AsType[*handles.ExpiredError](err); !ok {
			r.Errorf("the oldest result: got %v, want that it expired", err)
		}
		for _, id := range []string{ids[2], ids[3], running.ID} {
			r.get(small, id)
		}
	}},
}

var keys = []part{
	{"the same key and arguments return the first job, whatever became of it", func(r *rig) {
		a, b := r.engine(), r.engine()
		j := job()
		j.Key = "k"
		j.Arguments = json.RawMessage(`{"a":1,"b":[true, null]}`)
		first := r.start(a, j)
		var ran atomic.Int64
		r.work(a, 1, func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
			ran.Add(1)
			return json.RawMessage(`"first"`), nil
		})
		done := r.ends(a, first.ID, handles.Completed)
		j.Arguments = json.RawMessage(`{ "b": [true,null], "a": 1 }`)
		again, existed, err := b.Start(r.ctx, j)
		if err != nil || !existed {
			r.Fatalf("the second start: existed %v, %v", existed, err)
		}
		equal(r, "the record of the second start", again, done)
		equal(r, "how often it ran", ran.Load(), 1)
	}},
	{"the same key with other arguments is refused and names the first handle", func(r *rig) {
		e := r.engine()
		j := job()
		j.Key = "k"
		first := r.start(e, j)
		j.Arguments = json.RawMessage(`{"warehouse":"Dallas"}`)
		_, _, err := e.Start(r.ctx, j)
		if c, ok := errors.AsType[*handles.ConflictError](err); !ok || *c != (handles.ConflictError{Key: "k", ID: first.ID}) {
			r.Errorf("got %v, want a conflict with %s", err, first.ID)
		}
	}},
	{"the same key of another owner, of another tool and no key are other jobs", func(r *rig) {
		e := r.engine()
		j := job()
		j.Key = "k"
		ids := map[string]bool{r.start(e, j).ID: true}
		other := j
		other.Owner = bob
		ids[r.start(e, other).ID] = true
		other = j
		other.Tool = "export"
		ids[r.start(e, other).ID] = true
		j.Key = ""
		ids[r.start(e, j).ID] = true
		ids[r.start(e, j).ID] = true
		equal(r, "how many jobs there are", len(ids), 5)
	}},
	{"concurrent starts with one key make one job, which runs once", func(r *rig) {
		engines := []Opened{r.engine(), r.engine()}
		var ran, made atomic.Int64
		for _, e := range engines {
			r.work(e, 2, func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
				ran.Add(1)
				return json.RawMessage(`1`), nil
			})
		}
		j := job()
		j.Key = "k"
		ids := make([]string, 16)
		var all sync.WaitGroup
		for i := range ids {
			all.Go(func() {
				rec, existed, err := engines[i%2].Start(r.ctx, j)
				if err != nil {
					r.Errorf("start %d: %v", i, err)
				}
				if !existed {
					made.Add(1)
				}
				ids[i] = rec.ID
			})
		}
		all.Wait()
		r.ends(engines[0], ids[0], handles.Completed)
		for _, id := range ids {
			equal(r, "the handle", id, ids[0])
		}
		equal(r, "how many starts were new", made.Load(), 1)
		equal(r, "how often it ran", ran.Load(), 1)
	}},
}
