package server_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
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

type NewCount struct {
	server.RequestKey
	SKU string `json:"product_sku" jsonschema:"maxLength=20" jsonschema_description:"Product SKU, e.g. SKU-4421"`
}

type Counted struct {
	Number float64 `json:"number" jsonschema_description:"Which count this is"`
	Note   string  `json:"note" jsonschema_description:"A note"`
}

// counting is a handler that counts its calls.
type counting struct {
	ran atomic.Int32
	do  func(ctx context.Context, in NewCount, ran int) (Counted, error)
}

func (c *counting) handle(ctx context.Context, in NewCount) (Counted, error) {
	n := int(c.ran.Add(1))
	if c.do == nil {
		return Counted{Number: float64(n)}, nil
	}
	return c.do(ctx, in, n)
}

// keyed is the declaration of a tool with a request key that keeps its calls in engine.
func keyed(effect annotations.Effect, engine handles.Engine, h *counting) server.Config {
	s := writeSpec()
	s.CheckWith = "check_stock"
	c := config(server.Write(s, effect, h.handle), server.Read(stockSpec(), lookUp))
	c.Jobs = engine
	return c
}

func memory(t testing.TB) handles.Engine {
	engine := handles.Memory()
	t.Cleanup(func() { engine.Close() })
	return engine
}

func count(key string) map[string]any {
	args := map[string]any{"product_sku": "SKU-4421"}
	if key != "" {
		args["request_key"] = key
	}
	return args
}

func TestARequestKeyIsDoneOnce(t *testing.T) {
	h := &counting{}
	srv := mustNew(t, keyed(annotations.Creates, memory(t), h))
	c := ada(t, srv)
	servertest.Repeat(t, c, "create_count", count("monday-count"), func() any { return h.ran.Load() })
	if got := h.ran.Load(); got != 1 {
		t.Errorf("it ran %d times, want once", got)
	}
	got := c.Call("create_count", map[string]any{"product_sku": "SKU-1", "request_key": "monday-count"})
	want := `request_key "monday-count" was used for a call with other arguments. Nothing was done; send another request_key for another call.`
	if !got.Failed || got.Text != want || h.ran.Load() != 1 {
		t.Errorf("other arguments: got %q after %d runs, want %q", got.Text, h.ran.Load(), want)
	}
	eve := servertest.Connect(t, srv, auth.Caller{Issuer: "https://login.example.com", Subject: "eve"})
	for claim, one := range map[string]func() servertest.Result{
		"another key is another call":          func() servertest.Result { return c.Call("create_count", count("tuesday-count")) },
		"another caller's key is another call": func() servertest.Result { return eve.Call("create_count", count("monday-count")) },
		"without a key it runs":                func() servertest.Result { return c.Call("create_count", count("")) },
		"with null it runs": func() servertest.Result {
			return c.Call("create_count", map[string]any{"product_sku": "SKU-4421", "request_key": nil})
		},
	} {
		before := h.ran.Load()
		if got := one(); got.Failed || h.ran.Load() != before+1 {
			t.Errorf("%s: %+v", claim, got)
		}
	}
	if got := c.Call("create_count", count("short")); !got.Failed || !strings.Contains(got.Text, "request_key") {
		t.Errorf("a key of 5 characters: %+v", got)
	}
}

func TestWhatAKeyedCallCameToIsAnsweredAgain(t *testing.T) {
	unknown := `An earlier call with request_key "monday-count" did not end in good order, and its outcome is unknown. Nothing was done now. Look with check_stock whether it took effect. Send another request_key only when its effect is not there.`
	for _, c := range []struct {
		claim  string
		effect annotations.Effect
		do     func(ctx context.Context, in NewCount, ran int) (Counted, error)
		again  string // what a repetition says; "" for what the first said
		runs   int32
	}{
		{"an author's error stands", annotations.Creates, func(context.Context, NewCount, int) (Counted, error) {
			return Counted{}, fmt.Errorf("counting: %w", server.Errorf(server.NotFound, "There is no such product."))
		}, "", 1},
		{"so does one that says internal", annotations.Creates, func(context.Context, NewCount, int) (Counted, error) {
			return Counted{}, server.Errorf(server.Internal, "The scale is broken.")
		}, "", 1},
		{"any other error leaves the outcome unknown", annotations.Creates, func(context.Context, NewCount, int) (Counted, error) {
			return Counted{}, errors.New("secret dsn")
		}, unknown, 1},
		{"so does a panic", annotations.Creates, func(context.Context, NewCount, int) (Counted, error) { panic("secret") }, unknown, 1},
		{"so does a handler that ends its goroutine", annotations.Creates, func(context.Context, NewCount, int) (Counted, error) {
			runtime.Goexit()
			return Counted{}, nil
		}, unknown, 1},
		{"so does a handler that heeds the end of its budget", annotations.Creates, func(ctx context.Context, _ NewCount, _ int) (Counted, error) {
			<-ctx.Done()
			return Counted{}, ctx.Err()
		}, unknown, 1},
		{"a repetition that does no harm is made", annotations.Ensures, func(context.Context, NewCount, int) (Counted, error) {
			return Counted{}, server.Errorf(0, "")
		}, "", 2},
		{"a result that breaks its schema was done", annotations.Creates, func(context.Context, NewCount, int) (Counted, error) {
			return Counted{Number: math.NaN()}, nil
		}, "", 1},
		{"so was one that is too large", annotations.Creates, func(context.Context, NewCount, int) (Counted, error) {
			return Counted{Note: strings.Repeat("a", 200_000)}, nil
		}, "", 1},
	} {
		t.Run(c.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := &counting{do: c.do}
				client := ada(t, mustNew(t, keyed(c.effect, memory(t), h)))
				first := client.Call("create_count", count("monday-count"))
				second := client.Call("create_count", count("monday-count"))
				if !first.Failed || !second.Failed || strings.Contains(first.Text+second.Text, "secret") {
					t.Errorf("got %+v, then %+v", first, second)
				}
				if cut := strings.Index(first.Text, " the reference "); c.runs > 1 && cut >= 0 {
					first.Text, second.Text = first.Text[:cut], second.Text[:cut]
				}
				want := c.again
				if want == "" {
					want = first.Text
				}
				if second.Text != want || h.ran.Load() != c.runs {
					t.Errorf("got %q after %d runs, want %q after %d", second.Text, h.ran.Load(), want, c.runs)
				}
			})
		})
	}
}

func TestASecondCallWaitsForTheFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &counting{do: func(_ context.Context, _ NewCount, n int) (Counted, error) {
			time.Sleep(3 * time.Second)
			return Counted{Number: float64(n)}, nil
		}}
		client := ada(t, mustNew(t, keyed(annotations.Creates, memory(t), h)))
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				if got := client.Call("create_count", count("monday-count")); got.Failed || got.Text != `{"number":1,"note":""}` {
					t.Errorf("got %+v", got)
				}
			})
		}
		all.Wait()
		if got := h.ran.Load(); got != 1 {
			t.Errorf("it ran %d times, want once", got)
		}
	})
}

func TestACallThatRunsOnIsNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &counting{do: func(_ context.Context, _ NewCount, n int) (Counted, error) {
			time.Sleep(19*time.Second + 500*time.Millisecond) // ignores its context
			return Counted{Number: float64(n)}, nil
		}}
		client := ada(t, mustNew(t, keyed(annotations.Creates, memory(t), h)))
		began := time.Now()
		if got := client.Call("create_count", count("monday-count")); !got.Failed || !strings.Contains(got.Text, "The outcome is unknown") || time.Since(began) > 11*time.Second {
			t.Errorf("the first after %v: %+v", time.Since(began), got)
		}
		if got := client.Call("create_count", count("monday-count")); !got.Failed || !strings.Contains(got.Text, "is running and has not ended") {
			t.Errorf("the second after %v: %+v", time.Since(began), got)
		}
		if got := client.Call("create_count", count("monday-count")); got.Failed || got.Text != `{"number":1,"note":""}` || h.ran.Load() != 1 {
			t.Errorf("the third after %v: %+v, %d runs", time.Since(began), got, h.ran.Load())
		}
	})
}

// What does no harm twice is done again under the same key when the first was lost, and then kept.
func TestALostCallThatDoesNoHarmIsMadeAgainOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop := make(chan struct{})
		h := &counting{do: func(_ context.Context, _ NewCount, n int) (Counted, error) {
			if n == 1 {
				<-stop
			}
			return Counted{Number: float64(n)}, nil
		}}
		client := ada(t, mustNew(t, keyed(annotations.Ensures, memory(t), h)))
		client.Call("create_count", count("monday-count"))
		time.Sleep(15 * time.Second) // the engine has given the first up
		for _, claim := range []string{"the second", "the third"} {
			if got := client.Call("create_count", count("monday-count")); got.Failed || got.Text != `{"number":2,"note":""}` || h.ran.Load() != 2 {
				t.Errorf("%s: %+v after %d runs", claim, got, h.ran.Load())
			}
		}
		close(stop)
	})
}

func TestAKeyIsOfOneTool(t *testing.T) {
	h, other := &counting{}, &counting{}
	c := keyed(annotations.Creates, memory(t), h)
	s := writeSpec()
	s.Name = "add_count"
	c.Tools = append(c.Tools, server.Write(s, annotations.Creates, other.handle),
		server.Job(func() server.Spec { j := jobSpec(); j.Name = "add_count"; return j }(), annotations.Creates, run(),
			func(context.Context, Recount, *handles.Progress) (Recounted, error) { return Recounted{1}, nil }))
	client := ada(t, mustNew(t, c))
	for tool, args := range map[string]map[string]any{"create_count": count("monday-count"), "add_count": count("monday-count"), "start_add_count": chicago("monday-count")} {
		if got := client.Call(tool, args); got.Failed {
			t.Errorf("%s: %+v", tool, got)
		}
	}
	if h.ran.Load() != 1 || other.ran.Load() != 1 {
		t.Errorf("the tools ran %d and %d times, want once each", h.ran.Load(), other.ran.Load())
	}
}

func TestHandlersWithAKeyAreCappedToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop := make(chan struct{})
		h := &counting{do: func(context.Context, NewCount, int) (Counted, error) { <-stop; return Counted{}, nil }}
		client := ada(t, mustNew(t, keyed(annotations.Creates, memory(t), h)))
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() { client.Call("create_count", count(fmt.Sprintf("count-%03d", i))) })
		}
		all.Wait()
		time.Sleep(time.Minute) // the engine has given them up
		if got := client.Call("create_count", count("one-more-count")); !got.Failed || !strings.Contains(got.Text, "is busy") {
			t.Errorf("got %+v", got)
		}
		close(stop)
	})
}

func TestAKeyGoesWithItsResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &counting{}
		client := ada(t, mustNew(t, keyed(annotations.Creates, unhurried(t), h)))
		client.Call("create_count", count("monday-count"))
		until := time.Now().Add(24 * time.Hour)
		time.Sleep(25 * time.Hour)
		got := client.Call("create_count", count("monday-count"))
		if !got.Failed || !strings.Contains(got.Text, "was kept until "+until.UTC().Format(time.RFC3339)+" and is gone") || h.ran.Load() != 1 {
			t.Errorf("got %+v after %d runs", got, h.ran.Load())
		}
	})
}

func TestAKeyOfACallBelongsToSomebody(t *testing.T) {
	h := &counting{}
	cfg := keyed(annotations.Creates, memory(t), h)
	cfg.Auth = auth.OAuth{Issuers: []string{"https://login.example.com"}}
	srv := mustNew(t, cfg)
	nobody := servertest.Connect(t, srv, auth.Caller{})
	if got := nobody.Call("create_count", count("monday-count")); !got.Failed || !strings.Contains(got.Text, "belongs to a signed-in caller") || h.ran.Load() != 0 {
		t.Errorf("got %+v after %d runs", got, h.ran.Load())
	}
	if got := nobody.Call("create_count", count("")); got.Failed {
		t.Errorf("without a key: %+v", got)
	}
}

func TestWhereARequestKeyMayStand(t *testing.T) {
	type shared struct {
		server.RequestKey
		Reason string `json:"reason" jsonschema_description:"Why it is counted"`
	}
	type through struct {
		shared
		SKU string `json:"product_sku" jsonschema_description:"Product SKU"`
	}
	ran := 0
	c := config(server.Write(writeSpec(), annotations.Creates, func(context.Context, through) (Stock, error) { ran++; return Stock{ran}, nil }))
	c.Jobs = memory(t)
	client := ada(t, mustNew(t, c))
	servertest.Repeat(t, client, "create_count", map[string]string{"reason": "yearly", "product_sku": "SKU-1", "request_key": "monday-count"}, func() any { return ran })
	if ran != 1 {
		t.Errorf("it ran %d times, want once", ran)
	}
}

func TestAnEffectStaysWhatItIsWithAKey(t *testing.T) {
	srv := mustNew(t, keyed(annotations.Creates, memory(t), &counting{}))
	if hint := srv.Catalog().Tools[0].Annotations.IdempotentHint; hint == nil || *hint {
		t.Errorf("idempotentHint is %v, want false: without a key a repetition counts", hint)
	}
	servertest.Golden(t, srv, "testdata/requestkey")
}

// A keyed call is done once, and a repetition is answered with what it came to.
func ExampleRequestKey() {
	type order struct {
		server.RequestKey
		SKU string `json:"product_sku" jsonschema_description:"Product SKU, e.g. SKU-4421"`
	}
	type placed struct {
		OrderID string `json:"order_id" jsonschema_description:"Number of the order, e.g. A-1001"`
	}
	orders := 1000
	c := config(server.Write(server.Spec{
		Name: "create_order", Title: "Create an order", Access: auth.Anyone(),
		Description: "Orders one unit of a product from its supplier. It cannot be called back.",
	}, annotations.Sends, func(context.Context, order) (placed, error) {
		orders++
		return placed{fmt.Sprintf("A-%d", orders)}, nil
	}))
	engine := handles.Memory()
	defer engine.Close()
	c.Jobs = engine
	srv, err := server.New(c)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, key := range []string{`"monday-4421"`, `"monday-4421"`, "null"} {
		send(srv.Handler(), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_order","arguments":{"product_sku":"SKU-4421","request_key":`+key+`}}}`)
	}
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"order_id\":\"A-1001\"}"}],"structuredContent":{"order_id":"A-1001"}}}
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"order_id\":\"A-1001\"}"}],"structuredContent":{"order_id":"A-1001"}}}
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"order_id\":\"A-1002\"}"}],"structuredContent":{"order_id":"A-1002"}}}
}
