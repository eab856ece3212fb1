package clustertest_test

import (
	"testing"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/handlestest"
	"github.com/comity-mcp/comity/handles/jetstream"
)

func TestEngineHoldsToTheContract(t *testing.T) {
	handlestest.Run(t, func(t testing.TB, s handlestest.Setup) handlestest.Opened {
		store, err := jetstream.OpenStore(t.Context(), jetstream.Options{URL: shared.url(), Prefix: s.Storage, Now: s.Now})
		if err != nil {
			t.Fatal(err)
		}
		gate := handlestest.NewGate(store)
		return handlestest.Opened{Engine: handles.Over(gate, s.Options), Reach: gate}
	})
}
