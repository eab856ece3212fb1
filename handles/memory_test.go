package handles_test

import (
	"sync"
	"testing"
	"testing/synctest"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/handlestest"
)

func TestMemoryHoldsToTheContract(t *testing.T) {
	for _, c := range handlestest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { c.Run(t, inMemory()) })
		})
	}
}

// inMemory opens engines over stores in memory, one a name.
func inMemory() handlestest.Open {
	var mu sync.Mutex
	stores := map[string]handles.Store{}
	return func(_ testing.TB, s handlestest.Setup) handlestest.Opened {
		mu.Lock()
		defer mu.Unlock()
		if stores[s.Storage] == nil {
			stores[s.Storage] = handles.MemoryStore(s.Now)
		}
		gate := handlestest.NewGate(stores[s.Storage])
		return handlestest.Opened{Engine: handles.Over(gate, s.Options), Reach: gate}
	}
}
