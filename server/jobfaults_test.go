package server_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/handlestest"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/server/servertest"
)

// ended asks for a job until it has ended.
func ended(t *testing.T, c *servertest.Client, id string) recounted {
	t.Helper()
	var got recounted
	for range 20 {
		if c.Call("get_recount", map[string]string{"recount_id": id}).Into(t, &got); got.Status != "working" {
			return got
		}
	}
	t.Fatalf("after 20 windows: %+v", got)
	return got
}

func TestAJobThatIgnoresItsCancellationIsCancelledAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop := make(chan struct{})
		var ran atomic.Int32
		cfg := jobConfig(t, nil)
		once := run()
		once.Slots = 1
		cfg.Tools = []server.Tool{server.Job(jobSpec(), annotations.Creates, once, func(context.Context, Recount, *handles.Progress) (Recounted, error) {
			if ran.Add(1) == 1 {
				<-stop
			}
			return Recounted{1}, nil
		})}
		c := ada(t, mustNew(t, cfg))
		var got recounted
		c.Call("start_recount", chicago("")).Into(t, &got)
		id := got.ID
		began := time.Now()
		c.Call("cancel_recount", map[string]string{"recount_id": id}).Into(t, &got)
		if took := time.Since(began); got.Status != "cancelled" || took > time.Second {
			t.Errorf("after %v: %+v", took, got)
		}
		c.Call("start_recount", chicago("")).Into(t, &got)
		if next := ended(t, c, got.ID); next.Status != "completed" {
			t.Errorf("the next job never got the slot: %+v", next)
		}
		close(stop)
		synctest.Wait()
		if got := ended(t, c, id); got.Status != "cancelled" || got.Result != nil {
			t.Errorf("after the handler returned at last: %+v", got)
		}
	})
}

// Weighed is a result that can be no JSON, or too much of it.
type Weighed struct {
	Weight float64 `json:"weight" jsonschema_description:"Weight in kg"`
	Note   string  `json:"note" jsonschema_description:"A note"`
}

func TestAJobsResultThatCannotBeKeptFailsIt(t *testing.T) {
	for _, c := range []struct {
		claim string
		out   Weighed
		says  string
	}{
		{"one that breaks its schema is a fault of the server", Weighed{Weight: math.NaN()}, "because of a fault on the server"},
		{"one over the size says how large it may be", Weighed{Note: strings.Repeat("a", 1000)}, "its result is not kept: it has 1022 bytes of JSON, and at most 1000 bytes are sent"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			cfg := jobConfig(t, nil)
			s := jobSpec()
			s.MaxResult = 1000
			cfg.Tools = []server.Tool{server.Job(s, annotations.Creates, run(), func(context.Context, Recount, *handles.Progress) (Weighed, error) { return c.out, nil })}
			var got recounted
			ada(t, mustNew(t, cfg)).Call("start_recount", chicago("")).Into(t, &got)
			if got.Status != "failed" || got.Result != nil || got.Reason == nil || !strings.Contains(*got.Reason, c.says) {
				reason := ""
				if got.Reason != nil {
					reason = *got.Reason
				}
				t.Errorf("got %+v, %q", got, reason)
			}
		})
	}
}

// gated is a server of the job whose store can be taken away.
func gated(t *testing.T, h func(context.Context, Recount, *handles.Progress) (Recounted, error)) (*handlestest.Gate, *servertest.Client) {
	gate := handlestest.NewGate(handles.MemoryStore(nil))
	engine := handles.Over(gate, handles.Options{Trouble: func(error) {}})
	cfg := config(server.Job(jobSpec(), annotations.Creates, run(), h))
	cfg.Jobs = engine
	t.Cleanup(func() { gate.Thaw(); gate.Mend(); engine.Close() })
	return gate, ada(t, mustNew(t, cfg))
}

var outages = map[string]func(*handlestest.Gate){"cut": (*handlestest.Gate).Cut, "losing answers": (*handlestest.Gate).Lose, "frozen": (*handlestest.Gate).Freeze}

func TestAStartIsRepeatedAfterAnOutage(t *testing.T) {
	for claim, down := range outages {
		t.Run(claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var ran atomic.Int32
				gate, c := gated(t, func(context.Context, Recount, *handles.Progress) (Recounted, error) {
					return Recounted{int(ran.Add(1))}, nil
				})
				down(gate)
				began := time.Now()
				got := c.Call("start_recount", chicago("monday-recount"))
				if took := time.Since(began); !got.Failed || !strings.Contains(got.Text, "Call start_recount again with the same request_key") || took > 11*time.Second {
					t.Errorf("while it is down, after %v: %+v", took, got)
				}
				gate.Thaw()
				gate.Mend()
				var first, second recounted
				c.Call("start_recount", chicago("monday-recount")).Into(t, &first)
				c.Call("start_recount", chicago("monday-recount")).Into(t, &second)
				if a, b := ended(t, c, first.ID), ended(t, c, second.ID); a.Status != "completed" || a.ID != b.ID || ran.Load() != 1 {
					t.Errorf("afterwards: %+v and %+v after %d runs", a, b, ran.Load())
				}
			})
		})
	}
}

func TestAnOutageAtGetLosesNothing(t *testing.T) {
	for claim, down := range outages {
		t.Run(claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				gate, c := gated(t, func(context.Context, Recount, *handles.Progress) (Recounted, error) { return Recounted{7}, nil })
				var got recounted
				c.Call("start_recount", chicago("")).Into(t, &got)
				down(gate)
				for _, tool := range []string{"get_recount", "cancel_recount"} {
					began := time.Now()
					answer := c.Call(tool, map[string]string{"recount_id": got.ID})
					if took := time.Since(began); !answer.Failed || strings.Contains(answer.Text, "There is no such") || took > 11*time.Second {
						t.Errorf("%s after %v: %+v", tool, took, answer)
					}
				}
				gate.Thaw()
				gate.Mend()
				if got := ended(t, c, got.ID); got.Status != "completed" || got.Result.Rows != 7 {
					t.Errorf("afterwards: %+v", got)
				}
			})
		})
	}
}

// A worker that cannot show for a lease that it lives gives the job up, and the job is run again when the
// store is back; a shorter outage is not noticed.
func TestAnOutageInTheMiddleOfAJob(t *testing.T) {
	for _, c := range []struct {
		claim string
		down  time.Duration
		runs  int
	}{
		{"shorter than the lease is not noticed", 3 * time.Second, 1},
		{"longer than the lease runs it again", time.Minute, 2},
	} {
		t.Run(c.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var ran atomic.Int32
				gate, client := gated(t, func(ctx context.Context, _ Recount, _ *handles.Progress) (Recounted, error) {
					n := int(ran.Add(1))
					select {
					case <-time.After(20 * time.Second):
						return Recounted{n}, nil
					case <-ctx.Done():
						return Recounted{}, ctx.Err()
					}
				})
				var got recounted
				client.Call("start_recount", chicago("")).Into(t, &got)
				gate.Cut()
				time.Sleep(c.down)
				gate.Mend()
				if got := ended(t, client, got.ID); got.Status != "completed" || got.Result == nil || got.Result.Rows != c.runs || int(ran.Load()) != c.runs {
					t.Errorf("got %+v after %d runs, want %d", got, ran.Load(), c.runs)
				}
			})
		})
	}
}

// unhurried is an engine that looks after its jobs every few minutes, for tests that let days pass.
func unhurried(t *testing.T) handles.Engine {
	engine := handles.Over(handles.MemoryStore(nil), handles.Options{Lease: time.Hour})
	t.Cleanup(func() { engine.Close() })
	return engine
}

func TestAnExpiredHandleSaysWhenAndWhatToDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := func(context.Context, Recount, *handles.Progress) (Recounted, error) { return Recounted{7}, nil }
		other := jobSpec()
		other.Name = "relabel"
		cfg := config(server.Job(jobSpec(), annotations.Creates, run(), h), server.Job(other, annotations.Creates, run(), h))
		cfg.Jobs = unhurried(t)
		c := ada(t, mustNew(t, cfg))
		var got recounted
		c.Call("start_recount", chicago("monday-recount")).Into(t, &got)
		id := map[string]string{"recount_id": got.ID}
		time.Sleep(25 * time.Hour)
		want := fmt.Sprintf("The result of %s was kept until %s and is gone. Start anew with start_recount", got.ID, got.KeptUntil.UTC().Truncate(time.Second).Format(time.RFC3339))
		for claim, answer := range map[string]servertest.Result{
			"get":                             c.Call("get_recount", id),
			"cancel":                          c.Call("cancel_recount", id),
			"the same start":                  c.Call("start_recount", chicago("monday-recount")),
			"get without a change after that": c.Call("get_recount", id),
		} {
			if !answer.Failed || !strings.HasPrefix(answer.Text, want) {
				t.Errorf("%s: got %+v, want a failure that begins with %q", claim, answer, want)
			}
		}
		if answer := c.Call("get_relabel", map[string]string{"relabel_id": got.ID}); !answer.Failed || !strings.HasPrefix(answer.Text, "There is no such relabel_id.") {
			t.Errorf("another job's tool: %+v", answer)
		}
		time.Sleep(31 * 24 * time.Hour)
		if answer := c.Call("get_recount", id); !answer.Failed || !strings.HasPrefix(answer.Text, "There is no such recount_id.") {
			t.Errorf("a month later: %+v", answer)
		}
	})
}

// Whatever a model sends as a handle is one answer, as long as it is text.
func TestAMalformedHandleIsUnknown(t *testing.T) {
	c := ada(t, mustNew(t, jobConfig(t, func(context.Context, Recount, *handles.Progress) (Recounted, error) { return Recounted{7}, nil })))
	var got recounted
	c.Call("start_recount", chicago("")).Into(t, &got)
	for claim, id := range map[string]string{
		"empty": "", "a part": got.ID[:len(got.ID)-1], "with more": got.ID + "x", "in upper case": strings.ToUpper(got.ID), "with spaces": " " + got.ID + " ",
		"without its prefix": strings.TrimPrefix(got.ID, "recount_"), "SQL": "' OR 1=1 --", "a path": "../../" + got.ID, "NUL": "recount_\x00", "very long": strings.Repeat("recount_", 10_000),
	} {
		for _, tool := range []string{"get_recount", "cancel_recount"} {
			if answer := c.Call(tool, map[string]string{"recount_id": id}); !answer.Failed || !strings.HasPrefix(answer.Text, "There is no such recount_id.") {
				t.Errorf("%s, %s: %+v", tool, claim, answer)
			}
		}
	}
}
