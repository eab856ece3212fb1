package server_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/handlestest"
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
