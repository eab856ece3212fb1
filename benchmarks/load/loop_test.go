package load_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/stock"
)

// shelf is what every answer is read from; nothing writes to it.
var shelf = stock.NewShelf()

// answering is a server that answers calls rightly, as long as spoil leaves the answer alone.
func answering(t *testing.T, spoil func(n int64, w http.ResponseWriter, body string) bool) string {
	var served atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		answer := reply(body)
		if spoil == nil || !spoil(served.Add(1), w, answer) {
			fmt.Fprint(w, answer)
		}
	}))
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

// reply answers a call of check_inventory or note_stock.
func reply(request []byte) string {
	var r struct {
		ID     int
		Params struct {
			Name      string
			Arguments struct {
				ProductSKU      string `json:"product_sku"`
				Warehouse, Note string
			}
		}
	}
	if err := json.Unmarshal(request, &r); err != nil {
		return err.Error()
	}
	in := r.Params.Arguments
	out := map[string]any{"product_sku": in.ProductSKU, "characters": len(in.Note)}
	if r.Params.Name == "check_inventory" {
		l, err := shelf.Find(in.ProductSKU, in.Warehouse)
		if err != nil {
			return err.Error()
		}
		out = map[string]any{"product_sku": l.SKU, "warehouse": l.Warehouse, "on_hand": l.OnHand, "reserved": l.Reserved, "available": l.Available(), "as_of": stock.Counted}
	}
	b, err := json.Marshal(out)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":%q}],"structuredContent":%s}}`, r.ID, b, b)
}

func TestLoopCountsWhatIsAnsweredRightly(t *testing.T) {
	for name, calls := range map[string][]stock.Call{
		"small calls":             stock.Checks(20),
		"calls beyond any buffer": {stock.Note(3 << 20)},
	} {
		for _, era := range load.Eras {
			t.Run(name+" in "+era.String(), func(t *testing.T) {
				address := answering(t, nil)
				l, err := load.Dial(address, 4)
				if err != nil {
					t.Fatal(err)
				}
				defer l.Close()
				got, err := l.Run(load.Wire{Era: era, Host: address, Tokens: []string{"a", "b"}}.Calls(calls), load.Plan{For: time.Minute, Most: 30})
				if err != nil || got.Answers != 30 {
					t.Errorf("got %d answers and %v, want 30", got.Answers, err)
				}
				if got.Wait(0.5) <= 0 || got.Wait(0.5) > got.Wait(0.99) || got.Wait(1) > got.Took || got.Rate() <= 0 {
					t.Errorf("got the waits %v, %v and %v in %v", got.Wait(0.5), got.Wait(0.99), got.Wait(1), got.Took)
				}
			})
		}
	}
}

func TestLoopEndsWithTheFirstWrongAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(n int64, w http.ResponseWriter, body string) bool
		want  string
	}{
		"a number that is off": {func(n int64, w http.ResponseWriter, body string) bool {
			fmt.Fprint(w, strings.Replace(body, `"on_hand":`, `"on_hand":1`, 1))
			return true
		}, "differs"},
		"only the tenth answer": {func(n int64, w http.ResponseWriter, body string) bool {
			if n == 10 {
				fmt.Fprint(w, strings.Replace(body, `"reserved":`, `"reserved":9`, 1))
			}
			return n == 10
		}, "differs"},
		"a status": {func(n int64, w http.ResponseWriter, body string) bool {
			http.Error(w, body, http.StatusTeapot)
			return true
		}, "HTTP status 418"},
		"an answer that breaks off": {func(_ int64, w http.ResponseWriter, body string) bool {
			w.Header().Set("Content-Length", "5000")
			fmt.Fprint(w, body)
			panic(http.ErrAbortHandler)
		}, "closed before the answer"},
	} {
		t.Run(name, func(t *testing.T) {
			address := answering(t, c.spoil)
			l, err := load.Dial(address, 2)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			got, err := l.Run(load.Wire{Era: load.Handshake, Host: address}.Calls(stock.Checks(5)), load.Plan{For: time.Minute, Most: 40})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %d answers and %v, want an error with %q", got.Answers, err, c.want)
			}
		})
	}
}

func TestLoopConnectsAgainWhenTheServerCloses(t *testing.T) {
	address := answering(t, func(_ int64, w http.ResponseWriter, _ string) bool {
		w.Header().Set("Connection", "close")
		return false
	})
	l, err := load.Dial(address, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	got, err := l.Run(load.Wire{Era: load.Handshake, Host: address}.Calls(stock.Checks(5)), load.Plan{For: time.Minute, Most: 12})
	if err != nil || got.Answers != 12 {
		t.Errorf("got %d answers and %v, want 12", got.Answers, err)
	}
}

func TestLoopKeepsItsPace(t *testing.T) {
	address := answering(t, nil)
	l, err := load.Dial(address, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	got, err := l.Run(load.Wire{Era: load.Handshake, Host: address}.Calls(stock.Checks(5)), load.Plan{For: time.Minute, Every: 5 * time.Millisecond, Most: 21})
	if err != nil || got.Answers != 21 || got.Took < 100*time.Millisecond {
		t.Errorf("got %d answers in %v and %v, want 21 in at least 100ms", got.Answers, got.Took, err)
	}
}
