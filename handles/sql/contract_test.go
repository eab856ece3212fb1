package sql_test

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/handlestest"
	"github.com/comity-mcp/comity/handles/sql"
)

func TestSQLiteHoldsToTheContract(t *testing.T) {
	handlestest.Run(t, inFiles(t.TempDir()))
}

// inFiles opens engines over SQLite files, one a name.
func inFiles(dir string) handlestest.Open {
	var opening sync.Mutex
	return func(t testing.TB, s handlestest.Setup) handlestest.Opened {
		opening.Lock()
		defer opening.Unlock()
		store, err := sql.OpenStore(t.Context(), filepath.Join(dir, s.Storage+".db"), s.Now)
		if err != nil {
			t.Fatal(err)
		}
		gate := handlestest.NewGate(store)
		return handlestest.Opened{Engine: handles.Over(gate, s.Options), Reach: gate}
	}
}

func BenchmarkSQLite(b *testing.B) { handlestest.Benchmark(b, inFiles(b.TempDir())) }
