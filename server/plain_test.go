package server_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/comity-mcp/comity/server"
)

// A stuck text is read or written only once the test lets it.
type stuck string

var letStuckGo chan struct{} // of the running test

func (s *stuck) UnmarshalText(text []byte) error {
	<-letStuckGo
	*s = stuck(text)
	return nil
}

func (s stuck) MarshalText() ([]byte, error) {
	<-letStuckGo
	return []byte(s), nil
}

func (stuck) SchemaString() (pattern, description string) { return "", "A text, e.g. a" }

// TestATypeThatNeverReturnsIsLeftBehind, as a handler is: its methods are the author's code.
func TestATypeThatNeverReturnsIsLeftBehind(t *testing.T) {
	type slowIn struct {
		Text stuck `json:"text" jsonschema_description:"A text"`
	}
	type slowOut struct {
		Text stuck `json:"text" jsonschema_description:"A text"`
	}
	spec := stockSpec()
	spec.Budget = time.Second
	for _, c := range []struct {
		name, args string
		tool       server.Tool
	}{
		{"in its arguments", `{"text":"a"}`, server.Read(spec, func(context.Context, slowIn) (Stock, error) { return Stock{}, nil })},
		{"in its result", `{"product_sku":"SKU-1"}`, server.Read(spec, func(context.Context, StockQuery) (slowOut, error) { return slowOut{"a"}, nil })},
	} {
		t.Run(c.name, func(t *testing.T) {
			letGo := make(chan struct{})
			close(letGo)
			letStuckGo = letGo
			declared := config(c.tool) // New writes and reads what it needs of a type
			synctest.Test(t, func(t *testing.T) {
				h := mustNew(t, declared).Handler()
				letStuckGo = make(chan struct{})
				defer func() {
					close(letStuckGo)
					synctest.Wait()
				}()
				began := time.Now()
				got := asks(t, h, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock","arguments":`+c.args+`}}`)[0]
				if !strings.Contains(got, "check_stock did not finish within 1s.") || time.Since(began) > 2*time.Second {
					t.Errorf("after %v: %s", time.Since(began), got)
				}
			})
		})
	}
}

// TestArgumentsThatTakeLongToCheckAreLeftBehind as well: a pattern may take a microsecond a byte, and whatever calls is
// answered for within its budget.
func TestArgumentsThatTakeLongToCheckAreLeftBehind(t *testing.T) {
	type slow struct {
		Text string `json:"text" jsonschema:"pattern=^(a|b|ab)*(a?){30}$" jsonschema_description:"A text"`
	}
	spec := stockSpec()
	spec.Budget = 10 * time.Millisecond
	srv := mustNew(t, config(server.Read(spec, func(context.Context, slow) (Stock, error) { return Stock{}, nil })))
	got := asks(t, srv.Handler(), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock","arguments":{"text":"`+strings.Repeat("ab", 1<<19)+`c"}}}`)[0]
	if want := "check_stock did not finish within 10ms. Nothing was changed"; !strings.Contains(got, want) {
		t.Errorf("got  %s\nwant ...%s...", got, want)
	}
}
