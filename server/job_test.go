package server_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/server/servertest"
)

type Recount struct {
	Warehouse string `json:"warehouse" jsonschema:"maxLength=60" jsonschema_description:"Warehouse city, e.g. Chicago"`
}

type Recounted struct {
	Rows int `json:"rows" jsonschema_description:"Stock rows that were counted"`
}

// recounted is what the three tools of the job return.
type recounted struct {
	ID       string `json:"recount_id"`
	Status   string
	Progress *struct {
		Done    float64
		Total   *float64
		Message string
	}
	Result      *Recounted
	Reason      *string
	PollAfterMS *int       `json:"poll_after_ms"`
	KeptUntil   *time.Time `json:"kept_until"`
}

func jobSpec() server.Spec {
	return server.Spec{
		Name: "recount", Title: "Recount a warehouse", Access: auth.Anyone(),
		Description: "Walks every stock row of one warehouse and adds a report of what differs. It changes no stock.",
	}
}

func run() server.Run { return server.Run{Keep: 24 * time.Hour, Repeat: server.Safe} }

func jobConfig(t testing.TB, h func(context.Context, Recount, *handles.Progress) (Recounted, error)) server.Config {
	t.Helper()
	c := config(server.Job(jobSpec(), annotations.Creates, run(), h))
	engine := handles.Memory()
	t.Cleanup(func() { engine.Close() })
	c.Jobs = engine
	return c
}

func chicago(key string) map[string]any {
	args := map[string]any{"warehouse": "Chicago"}
	if key != "" {
		args["request_key"] = key
	}
	return args
}

func ada(t testing.TB, srv *server.Server) *servertest.Client {
	return servertest.Connect(t, srv, auth.Caller{Issuer: "https://login.example.com", Subject: "ada"})
}

func TestQuickWorkIsAnsweredAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mustNew(t, jobConfig(t, func(_ context.Context, in Recount, _ *handles.Progress) (Recounted, error) {
			time.Sleep(time.Second)
			return Recounted{len(in.Warehouse)}, nil
		}))
		var got recounted
		ada(t, srv).Call("start_recount", chicago("")).Into(t, &got)
		if got.Status != "completed" || got.Result == nil || got.Result.Rows != 7 || got.PollAfterMS != nil || got.KeptUntil == nil || !strings.HasPrefix(got.ID, "recount_") {
			t.Errorf("got %+v", got)
		}
	})
}

func TestSlowWorkIsAHandle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mustNew(t, jobConfig(t, func(ctx context.Context, _ Recount, p *handles.Progress) (Recounted, error) {
			for i := range 30 {
				p.Report(float64(i), 30, "counting")
				time.Sleep(time.Second)
			}
			return Recounted{30}, nil
		}))
		c := ada(t, srv)
		began := time.Now()
		var got recounted
		c.Call("start_recount", chicago("")).Into(t, &got)
		if took := time.Since(began); took < 2*time.Second || took > 3*time.Second || got.Status != "working" || got.Result != nil || got.PollAfterMS == nil {
			t.Fatalf("after %v: %+v", took, got)
		}
		// A client that asks in a loop gets one answer a window, whatever the progress.
		for asked := 1; got.Status == "working"; asked++ {
			if asked > 4 {
				t.Fatalf("asked %d times in %v", asked, time.Since(began))
			}
			c.Call("get_recount", map[string]string{"recount_id": got.ID}).Into(t, &got)
			if got.Status == "working" && (got.Progress == nil || got.Progress.Done < 8 || *got.Progress.Total != 30 || got.Progress.Message != "counting") {
				t.Errorf("progress %+v after %v", got.Progress, time.Since(began))
			}
		}
		if took := time.Since(began); got.Status != "completed" || got.Result.Rows != 30 || took > 31*time.Second {
			t.Errorf("after %v: %+v", took, got)
		}
	})
}

func TestCancelReachesTheHandlerAndIsFinal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		srv := mustNew(t, jobConfig(t, func(ctx context.Context, _ Recount, _ *handles.Progress) (Recounted, error) {
			<-ctx.Done()
			ended <- context.Cause(ctx)
			return Recounted{1}, nil
		}))
		c := ada(t, srv)
		var got recounted
		c.Call("start_recount", chicago("")).Into(t, &got)
		id := map[string]string{"recount_id": got.ID}
		began := time.Now()
		c.Call("cancel_recount", id).Into(t, &got)
		if cause := <-ended; !errors.Is(cause, handles.ErrCancelled) || time.Since(began) > 100*time.Millisecond {
			t.Errorf("the handler saw %v after %v", cause, time.Since(began))
		}
		if got.Status != "cancelled" {
			t.Errorf("got %+v", got)
		}
		for _, tool := range []string{"get_recount", "cancel_recount"} {
			c.Call(tool, id).Into(t, &got)
			if got.Status != "cancelled" || got.Result != nil {
				t.Errorf("%s afterwards: %+v", tool, got)
			}
		}
	})
}

func TestAHandleIsItsOwnersAndItsTools(t *testing.T) {
	other := jobSpec()
	other.Name = "relabel"
	h := func(context.Context, Recount, *handles.Progress) (Recounted, error) { return Recounted{1}, nil }
	c := jobConfig(t, h)
	c.Tools = append(c.Tools, server.Job(other, annotations.Creates, run(), h))
	srv := mustNew(t, c)
	mine, theirs := ada(t, srv), servertest.Connect(t, srv, auth.Caller{Issuer: "https://login.example.com", Subject: "eve"})
	var got recounted
	mine.Call("start_recount", chicago("")).Into(t, &got)
	const unknown = "There is no such recount_id. Use the one that start_recount returned, unchanged, or start anew."
	for claim, answer := range map[string]servertest.Result{
		"a foreign one":   theirs.Call("get_recount", map[string]string{"recount_id": got.ID}),
		"an unknown one":  mine.Call("get_recount", map[string]string{"recount_id": handles.NewID("recount")}),
		"a malformed one": mine.Call("get_recount", map[string]string{"recount_id": "5"}),
		"one to cancel":   theirs.Call("cancel_recount", map[string]string{"recount_id": got.ID}),
	} {
		if !answer.Failed || answer.Text != unknown {
			t.Errorf("%s: %+v", claim, answer)
		}
	}
	if answer := mine.Call("get_relabel", map[string]string{"relabel_id": got.ID}); !answer.Failed || !strings.Contains(answer.Text, "There is no such relabel_id") {
		t.Errorf("another tool's: %+v", answer)
	}
}

// R118: the same start twice is one piece of work.
func TestR118ARequestKeyStartsOnce(t *testing.T) {
	var ran atomic.Int32
	srv := mustNew(t, jobConfig(t, func(context.Context, Recount, *handles.Progress) (Recounted, error) {
		ran.Add(1)
		return Recounted{1}, nil
	}))
	c := ada(t, srv)
	servertest.Repeat(t, c, "start_recount", chicago("monday-recount"), func() any { return ran.Load() })
	got := c.Call("start_recount", map[string]any{"warehouse": "Boston", "request_key": "monday-recount"})
	if !got.Failed || !strings.Contains(got.Text, "with other arguments") {
		t.Errorf("the same key for another start: %+v", got)
	}
	if answer := servertest.Connect(t, srv, auth.Caller{Issuer: "https://login.example.com", Subject: "eve"}).Call("start_recount", chicago("monday-recount")); answer.Failed || ran.Load() != 2 {
		t.Errorf("another caller's key is another key: %+v, %d ran", answer, ran.Load())
	}
}

func TestWhyAJobFailed(t *testing.T) {
	for _, c := range []struct {
		claim  string
		err    error
		panics bool
		says   string
	}{
		{"an author's error is told", server.Errorf(server.Conflict, "The warehouse is being moved."), false, "The warehouse is being moved."},
		{"any other is masked", errors.New("dial tcp 10.1.2.3: password=hunter2"), false, "because of a fault on the server"},
		{"so is a panic", nil, true, "because of a fault on the server"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			var log journal
			cfg := jobConfig(t, func(context.Context, Recount, *handles.Progress) (Recounted, error) {
				if c.panics {
					panic("hunter2")
				}
				return Recounted{}, c.err
			})
			cfg.Logger = log.logger()
			srv := mustNew(t, cfg)
			var got recounted
			ada(t, srv).Call("start_recount", chicago("")).Into(t, &got)
			if got.Status != "failed" || got.Reason == nil || !strings.Contains(*got.Reason, c.says) || strings.Contains(*got.Reason, "hunter2") {
				t.Errorf("got %+v", got)
			}
			if masked := strings.Contains(c.says, "fault"); masked != strings.Contains(log.String(), "hunter2") {
				t.Errorf("the log has no cause: %s", log.String())
			}
		})
	}
}

func TestAJobsHandlerKnowsWhoStartedIt(t *testing.T) {
	var who auth.Caller
	var readOnly bool
	srv := mustNew(t, jobConfig(t, func(ctx context.Context, _ Recount, _ *handles.Progress) (Recounted, error) {
		who, readOnly = auth.CallerFrom(ctx), server.ReadOnly(ctx)
		return Recounted{1}, nil
	}))
	servertest.Connect(t, srv, auth.Caller{Issuer: "https://login.example.com", Subject: "ada", Scopes: []string{"a"}, Expires: time.Now().Add(time.Hour)}).
		Call("start_recount", chicago(""))
	if who.Subject != "ada" || len(who.Scopes) != 1 || !who.Expires.IsZero() || who.AsOf.IsZero() || readOnly {
		t.Errorf("got %+v, read-only %v", who, readOnly)
	}
}

func TestAJobIsListedAsThreeTools(t *testing.T) {
	srv := mustNew(t, jobConfig(t, func(context.Context, Recount, *handles.Progress) (Recounted, error) { return Recounted{}, nil }))
	servertest.Golden(t, srv, "testdata/job")
}

func TestAnEngineThatIsDownIsSaid(t *testing.T) {
	cfg := jobConfig(t, func(context.Context, Recount, *handles.Progress) (Recounted, error) { return Recounted{}, nil })
	srv := mustNew(t, cfg)
	c := ada(t, srv)
	cfg.Jobs.Close()
	if got := c.Call("start_recount", chicago("monday-recount")); !got.Failed || !strings.Contains(got.Text, "with the same request_key") {
		t.Errorf("start: %+v", got)
	}
	if got := c.Call("get_recount", map[string]string{"recount_id": handles.NewID("recount")}); !got.Failed || !strings.Contains(got.Text, "does not answer") {
		t.Errorf("get: %+v", got)
	}
}

// A stranger cannot guess another's request_key into their work.
func TestARequestKeyBelongsToSomebody(t *testing.T) {
	cfg := jobConfig(t, func(context.Context, Recount, *handles.Progress) (Recounted, error) { return Recounted{1}, nil })
	cfg.Auth = auth.OAuth{Issuers: []string{"https://login.example.com"}}
	srv := mustNew(t, cfg)
	nobody := servertest.Connect(t, srv, auth.Caller{})
	if got := nobody.Call("start_recount", chicago("monday-recount")); !got.Failed || !strings.Contains(got.Text, "belongs to a signed-in caller") {
		t.Errorf("got %+v", got)
	}
	if got := nobody.Call("start_recount", chicago("")); got.Failed {
		t.Errorf("without a key: %+v", got)
	}
	if got := ada(t, srv).Call("start_recount", chicago("monday-recount")); got.Failed {
		t.Errorf("signed in: %+v", got)
	}
}
