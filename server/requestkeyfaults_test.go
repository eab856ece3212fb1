package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/handlestest"
	"github.com/comity-mcp/comity/server"
	"github.com/comity-mcp/comity/server/servertest"
)

func TestAStoreOfKeysThatIsDown(t *testing.T) {
	rig := func(t *testing.T, do func(gate *handlestest.Gate)) (*handlestest.Gate, *servertest.Client, *counting) {
		gate := handlestest.NewGate(handles.MemoryStore(nil))
		engine := handles.Over(gate, handles.Options{Trouble: func(error) {}})
		t.Cleanup(func() { gate.Mend(); engine.Close() })
		h := &counting{do: func(_ context.Context, _ NewCount, n int) (Counted, error) {
			do(gate)
			return Counted{Number: float64(n)}, nil
		}}
		return gate, ada(t, mustNew(t, keyed(annotations.Creates, engine, h))), h
	}
	none := func(*handlestest.Gate) {}
	for claim, down := range map[string]func(*handlestest.Gate){"cut": (*handlestest.Gate).Cut, "with lost answers": (*handlestest.Gate).Lose, "frozen": (*handlestest.Gate).Freeze} {
		t.Run(claim+" before the call", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				gate, client, h := rig(t, none)
				down(gate)
				if got := client.Call("create_count", count("monday-count")); !got.Failed || !strings.Contains(got.Text, "Nothing was done; call again with the same request_key") || h.ran.Load() != 0 {
					t.Errorf("while it is down: %+v, %d runs", got, h.ran.Load())
				}
				gate.Mend()
				gate.Thaw()
				if got := client.Call("create_count", count("monday-count")); got.Failed || h.ran.Load() != 1 {
					t.Errorf("afterwards: %+v, %d runs", got, h.ran.Load())
				}
			})
		})
	}
	t.Run("down when the handler has ended", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate, client, h := rig(t, (*handlestest.Gate).Cut)
			if got := client.Call("create_count", count("monday-count")); got.Failed {
				t.Errorf("its result: %+v", got)
			}
			gate.Mend()
			if got := client.Call("create_count", count("monday-count")); got.Failed || got.Text != `{"number":1,"note":""}` || h.ran.Load() != 1 {
				t.Errorf("afterwards: %+v, %d runs", got, h.ran.Load())
			}
		})
	})
}

// exploding is an engine of somebody's own that panics.
type exploding struct{ handles.Engine }

func (exploding) Do(context.Context, handles.NewJob, handles.Body) (handles.Record, bool, error) {
	panic("secret of an engine")
}

func TestAnEngineThatPanicsEndsItsCall(t *testing.T) {
	h := &counting{}
	got := ada(t, mustNew(t, keyed(annotations.Creates, exploding{memory(t)}, h))).Call("create_count", count("monday-count"))
	if !got.Failed || !strings.Contains(got.Text, "Nothing was done") || strings.Contains(got.Text, "secret") {
		t.Errorf("got %+v", got)
	}
}

// tidy is an engine of somebody's own that keeps results as people like to read them.
type tidy struct{ handles.Engine }

func (e tidy) Do(ctx context.Context, job handles.NewJob, body handles.Body) (handles.Record, bool, error) {
	rec, existed, err := e.Engine.Do(ctx, job, body)
	var lines bytes.Buffer
	if json.Indent(&lines, rec.Result, "", "\t") == nil {
		rec.Result = lines.Bytes()
	}
	return rec, existed, err
}

// TestAResultThatWasKeptIsOneLine over stdio, where a line is a message, however the engine keeps it.
func TestAResultThatWasKeptIsOneLine(t *testing.T) {
	c := keyed(annotations.Creates, tidy{memory(t)}, &counting{})
	srv := mustNew(t, c)
	inR, inW := osPipe(t)
	outR, outW := osPipe(t)
	ended := make(chan error, 1)
	go func() { ended <- server.ServeStdio(t.Context(), srv, inR, outW) }()
	out := bufio.NewScanner(outR)
	send := func(line string) string {
		if _, err := io.WriteString(inW, line+"\n"); err != nil {
			t.Fatal(err)
		}
		out.Scan()
		return out.Text()
	}
	send(stockOpen)
	for id := range 2 {
		got := send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"create_count","arguments":{"product_sku":"SKU-1","request_key":"monday-count"}}}`, id))
		want := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"{\"number\":1,\"note\":\"\"}"}],"structuredContent":{"number":1,"note":""}}}`, id)
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	inW.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
