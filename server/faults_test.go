package server_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/server/servertest"
)

// One server is drained again and again while another handler of it keeps calling.
func TestADrainMayMeetCallsOfAnotherTransport(t *testing.T) {
	srv := reading(t, func(context.Context, struct{}) (Stock, error) {
		runtime.Gosched()
		return Stock{}, nil
	})
	h := srv.Handler()
	ctx, stop := context.WithCancel(t.Context())
	var calling sync.WaitGroup
	for range 2 {
		calling.Go(func() {
			for ctx.Err() == nil {
				req := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:8080/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock"}}`))
				req.Header.Set("Content-Type", "application/json")
				h.ServeHTTP(httptest.NewRecorder(), req)
			}
		})
	}
	for range 30 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		serving, drain := context.WithCancel(ctx)
		drain()
		if err := srv.Serve(serving, l); err != nil {
			t.Error(err)
		}
	}
	stop()
	calling.Wait()
}

func TestAHandlerThatEndsItsGoroutineEndsItsCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := reading(t, func(context.Context, struct{}) (Stock, error) {
			runtime.Goexit()
			return Stock{}, nil
		})
		c := servertest.Connect(t, srv, auth.Caller{})
		start := time.Now()
		for range 20 {
			if got := c.Call("check_stock", nil); !got.Failed || !strings.Contains(got.Text, "fault on the server") {
				t.Fatalf("got %+v", got)
			}
		}
		if took := time.Since(start); took > time.Second {
			t.Errorf("20 calls took %v", took)
		}
	})
}

func TestANilErrorIsNone(t *testing.T) {
	check := func() *server.Error { return nil }
	got := call(t, reading(t, func(context.Context, struct{}) (Stock, error) { return Stock{OnHand: 3}, check() }), nil)
	if got.Failed || got.Text != `{"on_hand":3}` {
		t.Errorf("got %+v", got)
	}
}

// moody is a type whose own encoding panics.
type moody struct{ text string }

func (m moody) MarshalText() ([]byte, error) {
	if m.text == "out" {
		panic("secret of a result")
	}
	return []byte(m.text), nil
}

func (m *moody) UnmarshalText(b []byte) error {
	if string(b) == "in" {
		panic("secret of an argument")
	}
	m.text = string(b)
	return nil
}

func TestAPanicInATypesOwnEncodingEndsTheCall(t *testing.T) {
	type mood struct {
		Mood moody `json:"mood" jsonschema_description:"A mood"`
	}
	var log journal
	c := config(server.Write(writeSpec(), annotations.Creates, func(_ context.Context, in mood) (mood, error) { return in, nil }))
	c.Logger = log.logger()
	client := servertest.Connect(t, mustNew(t, c), auth.Caller{})
	for text, want := range map[string]string{
		"in":  "Nothing was done",
		"out": "do not repeat the call",
	} {
		got := client.Call("create_count", map[string]string{"mood": text})
		if !got.Failed || !strings.Contains(got.Text, want) || strings.Contains(got.Text, "secret") {
			t.Errorf("%s: %+v", text, got)
		}
	}
	if n := strings.Count(log.String(), `"stack"`); n != 2 {
		t.Errorf("%d stacks in the log: %s", n, log.String())
	}
	if n := strings.Count(log.String(), `"outcome":"internal"`); n != 2 || !strings.Contains(log.String(), "secret of a result") {
		t.Errorf("%d audit records: %s", n, log.String())
	}
}

func TestHandlersOfOneToolAreCapped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ran atomic.Int32
		release := make(chan struct{})
		srv := reading(t, func(context.Context, struct{}) (Stock, error) {
			ran.Add(1)
			<-release
			return Stock{}, nil
		})
		c := servertest.Connect(t, srv, auth.Caller{})
		var busy atomic.Int32
		var calling sync.WaitGroup
		for range 1005 {
			calling.Go(func() {
				got, err := c.Try(t.Context(), "check_stock", nil)
				if err == nil && strings.Contains(got.Text, "is busy") {
					busy.Add(1)
				}
			})
		}
		synctest.Wait()
		if ran.Load() != 1000 || busy.Load() != 5 {
			t.Errorf("%d ran, %d were told that it is busy", ran.Load(), busy.Load())
		}
		close(release)
		calling.Wait()
	})
}

// An Error kept in a variable is returned by many calls at once, each with its own cause.
func TestAnErrorMayBeShared(t *testing.T) {
	busy := server.Errorf(server.Unavailable, "The warehouse is busy.")
	first, second := busy.Because(errors.New("one")), busy.Because(errors.New("two"))
	if !errors.Is(first, busy) || errors.Is(busy, first) || errors.Is(first, second) {
		t.Error("an error is not told from the one it was made from")
	}
	if errors.Unwrap(busy) != nil || errors.Unwrap(first).Error() != "one" || errors.Unwrap(second).Error() != "two" {
		t.Errorf("causes: %v, %v, %v", errors.Unwrap(busy), errors.Unwrap(first), errors.Unwrap(second))
	}
}

func TestADeclarationCannotBeChangedAfterwards(t *testing.T) {
	c := config()
	c.Hosts = []string{"stock.internal"}
	srv := mustNew(t, c)
	c.Hosts[0], c.Tools[0] = "evil.example", server.Tool{}
	listed := srv.Catalog()
	*listed.Tools[0].Annotations.ReadOnlyHint = false
	h := srv.Handler()
	for host, want := range map[string]int{"stock.internal": 200, "evil.example": 403} {
		req := httptest.NewRequest(http.MethodPost, "http://"+host+"/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		req.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, req)
		if w.Code != want || want == 200 && !strings.Contains(w.Body.String(), `"readOnlyHint":true`) {
			t.Errorf("%s: %d %s", host, w.Code, w.Body)
		}
	}
}

func TestTheLinesOfACallCanBeJoined(t *testing.T) {
	var log journal
	c := config(server.Read(stockSpec(), func(ctx context.Context, _ struct{}) (Stock, error) {
		l := server.Logger(ctx)
		l.Info().Msg("from the handler")
		return Stock{}, nil
	}))
	c.Logger = log.logger()
	call(t, mustNew(t, c), nil)
	_, ref, _ := strings.Cut(log.String(), `"ref":"`)
	ref, _, _ = strings.Cut(ref, `"`)
	if ref == "" || strings.Count(log.String(), ref) != 2 {
		t.Errorf("log: %s", log.String())
	}
}

// R140: what an error quotes from elsewhere reaches the model without what a person cannot see.
func TestR140ErrorTextHidesNothing(t *testing.T) {
	upstream := "no such item\U000E0041\u202e \u2705\ufe0f"
	got := call(t, reading(t, func(context.Context, struct{}) (Stock, error) {
		return Stock{}, server.Errorf(server.NotFound, "The supplier says: %s.", upstream)
	}), nil)
	if want := "The supplier says: no such item \u2705\ufe0f."; got.Text != want {
		t.Errorf("got %q, want %q", got.Text, want)
	}
}

// R139: characters that hide are refused at registration in every text a model reads; emoji are not.
func TestR139HiddenCharactersDoNotStart(t *testing.T) {
	for text, refused := range map[string]bool{"\U000E0041": true, "\u200b": true, "\u202e": true, " \u2705\ufe0f": false} {
		for place, change := range map[string]func(*server.Spec){
			"title":       func(s *server.Spec) { s.Title += text },
			"description": func(s *server.Spec) { s.Description += text },
		} {
			s := stockSpec()
			change(&s)
			if _, err := server.New(config(server.Read(s, lookUp))); (err != nil) != refused {
				t.Errorf("%q in the %s: %v", text, place, err)
			}
		}
	}
}
