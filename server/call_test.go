package server_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"encoding/json"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/server/servertest"
)

// reading returns a server with one read tool that runs h.
func reading[In, Out any](t testing.TB, h func(context.Context, In) (Out, error), change ...func(*server.Config)) *server.Server {
	t.Helper()
	c := config(server.Read(stockSpec(), h))
	for _, f := range change {
		f(&c)
	}
	return mustNew(t, c)
}

func call(t testing.TB, srv *server.Server, args any) servertest.Result {
	t.Helper()
	return servertest.Connect(t, srv, auth.Caller{}).Call(srv.Catalog().Tools[0].Name, args)
}

// R050, R052: a success has structured content and one text block with the same JSON.
func TestR050R052AResultIsSentInBothForms(t *testing.T) {
	got := call(t, reading(t, lookUp), map[string]any{"product_sku": "SKU-4421"})
	want := servertest.Result{Structured: json.RawMessage(`{"on_hand":7}`), Text: `{"on_hand":7}`}
	if got.Text != want.Text || string(got.Structured) != string(want.Structured) || got.Failed {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestAllArgumentFaultsAreToldAtOnce(t *testing.T) {
	ran := false
	srv := reading(t, func(context.Context, struct {
		SKU   string `json:"product_sku" jsonschema:"pattern=^SKU-[0-9]{4}$" jsonschema_description:"Product SKU, e.g. SKU-4421"`
		Count int64  `json:"count" jsonschema:"minimum=1" jsonschema_description:"How many units"`
	}) (Stock, error) {
		ran = true
		return Stock{}, nil
	})
	got := call(t, srv, json.RawMessage(`{"product_skew":"x","count":"5"}`))
	for _, want := range []string{"check_stock was not run", "product_skew", "product_sku", "count"} {
		if !strings.Contains(got.Text, want) {
			t.Errorf("%q is not in the answer:\n%s", want, got.Text)
		}
	}
	if !got.Failed || got.Structured != nil || ran {
		t.Errorf("failed %v, structured %s, handler ran %v", got.Failed, got.Structured, ran)
	}
}

// R029: arguments that are no object are refused with a sentence, and the handler does not run.
func TestR029ArgumentsAreAnObject(t *testing.T) {
	srv := reading(t, lookUp)
	c := servertest.Connect(t, srv, auth.Caller{})
	for _, args := range []string{`"{\"product_sku\":\"x\"}"`, `[]`, `5`, `{"\"product_sku\": 5":null}`} {
		got, err := c.Try(context.Background(), "check_stock", json.RawMessage(args))
		if err != nil {
			if !strings.Contains(err.Error(), "object") {
				t.Errorf("%s: %v", args, err)
			}
			continue
		}
		if !got.Failed || got.Structured != nil {
			t.Errorf("%s was accepted: %+v", args, got)
		}
	}
}

func TestMissingAndNullArgumentsAreAnEmptyObject(t *testing.T) {
	srv := reading(t, func(context.Context, struct{}) (Stock, error) { return Stock{OnHand: 1}, nil })
	c := servertest.Connect(t, srv, auth.Caller{})
	for _, args := range []any{nil, json.RawMessage("null"), json.RawMessage("{}")} {
		if got := c.Call("check_stock", args); got.Failed {
			t.Errorf("%v: %s", args, got.Text)
		}
	}
}

// R040: a 64-bit integer arrives as it was sent.
func TestR040IntegersAreExact(t *testing.T) {
	var seen int64
	srv := reading(t, func(_ context.Context, in struct {
		Count int64 `json:"count" jsonschema_description:"How many units"`
	}) (struct {
		Count int64 `json:"count" jsonschema_description:"The same again"`
	}, error) {
		seen = in.Count
		return struct {
			Count int64 `json:"count" jsonschema_description:"The same again"`
		}{in.Count}, nil
	})
	got := call(t, srv, json.RawMessage(`{"count":9007199254740993}`))
	if seen != 9007199254740993 || got.Text != `{"count":9007199254740993}` {
		t.Errorf("the handler saw %d, the text says %s", seen, got.Text)
	}
}

// R046, R047: nil slices and maps leave as [] and {} at every depth.
func TestR046R047NilSlicesAndMapsAreEmpty(t *testing.T) {
	type line struct {
		Tags map[string]string `json:"tags" jsonschema_description:"Tags"`
	}
	type out struct {
		Lines []line         `json:"lines" jsonschema_description:"Lines"`
		More  []string       `json:"more" jsonschema_description:"More"`
		Sums  map[string]int `json:"sums" jsonschema_description:"Sums"`
	}
	got := call(t, reading(t, func(context.Context, struct{}) (out, error) { return out{Lines: []line{{}}}, nil }), nil)
	if want := `{"lines":[{"tags":{}}],"more":[],"sums":{}}`; got.Text != want || string(got.Structured) != want {
		t.Errorf("got %s and %s, want %s", got.Text, got.Structured, want)
	}
}

func TestErrorsKeepTheirTextOrAreMasked(t *testing.T) {
	secret := errors.New("dial tcp 10.1.2.3:5432: password=hunter2 /srv/app/db.go:12")
	for _, c := range []struct {
		claim   string
		err     error
		says    string
		outcome string
	}{
		{"an author's error is sent as it is", server.Errorf(server.NotFound, "Unknown product_sku %q%s", "SKU-44211", server.DidYouMean("SKU-44211", []string{"SKU-4421"})),
			`Unknown product_sku "SKU-44211"; did you mean SKU-4421?`, "not_found"},
		{"a wrapped author's error keeps its own text only", fmt.Errorf("querying %w", server.Errorf(server.Conflict, "It is allocated already.")), "It is allocated already.", "conflict"},
		{"a cause among the arguments is not shown", server.Errorf(server.Unavailable, "The stock database does not answer (%w). Try again in a minute.", secret),
			"The stock database does not answer (the cause is in the server's log). Try again in a minute.", "unavailable"},
		{"a cause given apart is not shown", server.Errorf(server.Unavailable, "The stock database does not answer.").Because(secret), "The stock database does not answer.", "unavailable"},
		{"any other error is masked", secret, "because of a fault on the server", "internal"},
		{"an author's error without text is masked", &server.Error{Code: server.NotFound}, "because of a fault on the server", "internal"},
		{"an author's error without code is not a success", &server.Error{Text: "It went wrong."}, "It went wrong.", "internal"},
		{"a deadline of the handler's own is said", fmt.Errorf("asking the supplier: %w", context.DeadlineExceeded), "did not answer in time", "unavailable"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			var log journal
			srv := reading(t, func(context.Context, struct{}) (Stock, error) { return Stock{}, c.err },
				func(cfg *server.Config) { cfg.Logger = log.logger() })
			got := call(t, srv, nil)
			if !got.Failed || got.Structured != nil || !strings.Contains(got.Text, c.says) {
				t.Errorf("got %+v, want failed with %q", got, c.says)
			}
			if strings.Contains(got.Text, "hunter2") || strings.Contains(got.Text, "10.1.2.3") {
				t.Errorf("the answer leaks: %s", got.Text)
			}
			if !strings.Contains(log.String(), `"outcome":"`+c.outcome+`"`) {
				t.Errorf("the audit record does not say %s: %s", c.outcome, log.String())
			}
		})
	}
}

// R056: a masked error has a reference that is in the log beside the cause.
func TestR056AMaskedErrorHasAReference(t *testing.T) {
	var log journal
	srv := reading(t, func(context.Context, struct{}) (Stock, error) { return Stock{}, errors.New("the disk is gone") },
		func(c *server.Config) { c.Logger = log.logger() })
	got := call(t, srv, nil)
	_, ref, ok := strings.Cut(got.Text, "the reference ")
	ref = strings.TrimSuffix(ref, ".")
	if !ok || len(ref) < 10 || !strings.Contains(log.String(), `"ref":"`+ref+`"`) || !strings.Contains(log.String(), "the disk is gone") {
		t.Errorf("answer %q, log %s", got.Text, log.String())
	}
}

func TestAPanicEndsTheCallOnly(t *testing.T) {
	var log journal
	srv := mustNew(t, func() server.Config {
		c := config(server.Read(stockSpec(), func(_ context.Context, in StockQuery) (Stock, error) {
			if in.SKU == "boom" {
				panic("secret detail")
			}
			return Stock{OnHand: 1}, nil
		}))
		c.Logger = log.logger()
		return c
	}())
	c := servertest.Connect(t, srv, auth.Caller{})
	bad := c.Call("check_stock", map[string]any{"product_sku": "boom"})
	good := c.Call("check_stock", map[string]any{"product_sku": "SKU-1"})
	if !bad.Failed || strings.Contains(bad.Text, "secret") || good.Failed {
		t.Errorf("bad %+v, then %+v", bad, good)
	}
	if !strings.Contains(log.String(), "secret detail") || !strings.Contains(log.String(), "call_test.go") {
		t.Errorf("the log has no panic or no stack: %s", log.String())
	}
}

// L07: a result that cannot be JSON is a named fault in the log and a masked answer, never code 0.
func TestL07NotANumberIsAnswered(t *testing.T) {
	type out struct {
		Mean float64 `json:"mean" jsonschema_description:"Mean"`
	}
	var log journal
	srv := reading(t, func(context.Context, struct{}) (out, error) { return out{math.NaN()}, nil },
		func(c *server.Config) { c.Logger = log.logger() })
	got := call(t, srv, nil)
	if !got.Failed || got.Structured != nil || !strings.Contains(log.String(), "mean") {
		t.Errorf("got %+v, log %s", got, log.String())
	}
}

// R109: the budget is answered for even when the handler ignores its context.
func TestR109AHandlerThatIgnoresItsContextIsAnsweredFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var log journal
		srv := reading(t, func(context.Context, struct{}) (Stock, error) {
			<-release
			return Stock{}, nil
		}, func(c *server.Config) { c.Logger = log.logger() })
		start := time.Now()
		got := call(t, srv, nil)
		if took := time.Since(start); took < 10*time.Second || took > 11*time.Second {
			t.Errorf("answered after %v", took)
		}
		if !got.Failed || !strings.Contains(got.Text, "did not finish within 10s") || !strings.Contains(got.Text, "Nothing was changed") {
			t.Errorf("got %+v", got)
		}
		close(release)
		synctest.Wait()
		if !strings.Contains(log.String(), "an abandoned handler has ended") {
			t.Errorf("log: %s", log.String())
		}
	})
}

func TestAWriteOverItsBudgetSaysThatTheOutcomeIsUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := writeSpec()
		s.Budget, s.CheckWith = time.Second, "check_stock"
		srv := mustNew(t, config(server.Write(s, annotations.Creates, func(ctx context.Context, _ struct{}) (Stock, error) {
			<-ctx.Done()
			return Stock{}, ctx.Err()
		}), server.Read(stockSpec(), lookUp)))
		got := call(t, srv, nil)
		if want := "create_count did not finish within 1s. The outcome is unknown: check with check_stock before calling again."; got.Text != want {
			t.Errorf("got %q, want %q", got.Text, want)
		}
	})
}

// R116: overlapping calls of a slow tool are answered at once when too many run on already.
func TestR116AbandonedHandlersAreCapped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running atomic.Int32
		release := make(chan struct{})
		s := stockSpec()
		s.Budget = time.Second
		srv := mustNew(t, config(server.Read(s, func(context.Context, struct{}) (Stock, error) {
			running.Add(1)
			<-release
			return Stock{}, nil
		})))
		c := servertest.Connect(t, srv, auth.Caller{})
		for range 8 {
			c.Call("check_stock", nil)
		}
		start := time.Now()
		got := c.Call("check_stock", nil)
		if took := time.Since(start); took != 0 || running.Load() != 8 || !strings.Contains(got.Text, "check_stock is busy") {
			t.Errorf("after %v with %d running: %+v", took, running.Load(), got)
		}
		close(release)
		synctest.Wait()
		if got := c.Call("check_stock", nil); got.Failed {
			t.Errorf("after they ended: %+v", got)
		}
	})
}

func TestAResultOverItsSizeIsRefusedWithAWayOut(t *testing.T) {
	type out struct {
		Text string `json:"text" jsonschema_description:"Text"`
	}
	type paged struct {
		Limit *int `json:"limit" jsonschema_description:"How many"`
	}
	big := out{strings.Repeat("x", 100_001)}
	for _, c := range []struct {
		claim string
		tool  server.Tool
		want  string
	}{
		{"a limit is named", server.Read(stockSpec(), func(context.Context, paged) (out, error) { return big, nil }), "at most 100 kB are sent. Call again with a smaller limit."},
		{"without arguments the author is named", server.Read(stockSpec(), func(context.Context, struct{}) (out, error) { return big, nil }), "its author would have to page it"},
		{"a write says that it took effect", server.Write(writeSpec(), annotations.Creates, func(context.Context, struct{}) (out, error) { return big, nil }), "took effect"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			got := call(t, mustNew(t, config(c.tool)), nil)
			if !got.Failed || got.Structured != nil || !strings.Contains(got.Text, c.want) {
				t.Errorf("got %.300s, want in it %q", got.Text, c.want)
			}
		})
	}
}

func TestTheContextKnowsTheCall(t *testing.T) {
	var log journal
	var readOnly bool
	var who auth.Caller
	h := func(ctx context.Context, _ struct{}) (Stock, error) {
		readOnly, who = server.ReadOnly(ctx), auth.CallerFrom(ctx)
		l := server.Logger(ctx)
		l.Info().Msg("from the handler")
		return Stock{}, nil
	}
	c := config(server.Read(stockSpec(), h), server.Write(writeSpec(), annotations.Creates, h))
	c.Logger = log.logger()
	client := servertest.Connect(t, mustNew(t, c), auth.Caller{Issuer: "https://login.example.com", Subject: "ada"})
	client.Call("check_stock", nil)
	if !readOnly || who.Subject != "ada" {
		t.Errorf("read-only %v, caller %+v", readOnly, who)
	}
	client.Call("create_count", nil)
	if readOnly {
		t.Error("a writing tool runs read-only")
	}
	if !strings.Contains(log.String(), `"tool":"check_stock"`) || !strings.Contains(log.String(), "from the handler") || !strings.Contains(log.String(), `"subject":"ada"`) {
		t.Errorf("log: %s", log.String())
	}
	if server.ReadOnly(context.Background()) {
		t.Error("a context of no call is read-only")
	}
}

func TestAccessIsEnforcedUnlessAuthIsOff(t *testing.T) {
	s := stockSpec()
	s.Access = auth.Scopes("stock:read")
	c := config(server.Read(s, lookUp))
	c.URL, c.StdioOnly, c.Auth = "", true, auth.Local{}
	srv := mustNew(t, c)
	args := map[string]any{"product_sku": "SKU-1"}
	if got := servertest.Connect(t, srv, auth.Caller{Issuer: "x", Subject: "y"}).Call("check_stock", args); !got.Failed || !strings.Contains(got.Text, "stock:read") {
		t.Errorf("a caller without the scope: %+v", got)
	}
	if got := servertest.Connect(t, srv, auth.LocalCaller()).Call("check_stock", args); got.Failed {
		t.Errorf("the local user: %+v", got)
	}
}

// R113: a call of a former name is answered with the new one; an unknown name with the nearest.
func TestR113AFormerNameIsAnsweredWithTheNewOne(t *testing.T) {
	s := stockSpec()
	s.Was = []string{"stock_level"}
	c := servertest.Connect(t, mustNew(t, config(server.Read(s, lookUp))), auth.Caller{})
	if got := c.Call("stock_level", nil); !got.Failed || !strings.Contains(got.Text, "stock_level is now called check_stock") {
		t.Errorf("got %+v", got)
	}
	for _, listed := range c.Tools() {
		if listed.Name == "stock_level" {
			t.Error("the former name is listed")
		}
	}
	_, err := c.Try(context.Background(), "check_stok", nil)
	if err == nil || !strings.Contains(err.Error(), "did you mean check_stock?") {
		t.Errorf("an unknown tool: %v", err)
	}
}
