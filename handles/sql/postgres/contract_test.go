//go:build postgres

// Tests of this package need a server: the stage .ci/stage/postgres starts one and runs them with
// -tags postgres. Without the tag they are not built, so that none is ever skipped and counted as passed.
package postgres_test

import (
	"context"
	"net/url"
	"os"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/handlestest"
	"github.com/comity-mcp/comity/handles/sql/postgres"
)

// server is the DSN of a database in which the tests may make schemas.
func server(t testing.TB) *url.URL {
	t.Helper()
	dsn := os.Getenv("COMITY_TEST_POSTGRES")
	if dsn == "" {
		t.Fatal("COMITY_TEST_POSTGRES is not set: run bash .ci/run postgres, or set it to postgres://user:password@127.0.0.1/database")
	}
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatalf("COMITY_TEST_POSTGRES is not a URL: %v", err)
	}
	return u
}

// schema makes an empty schema and returns the DSN that leads to it.
func schema(t testing.TB, name string) string {
	t.Helper()
	u := server(t)
	conn, err := pgx.Connect(t.Context(), u.String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), "DROP SCHEMA IF EXISTS "+name+" CASCADE; CREATE SCHEMA "+name); err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String()
}

// inSchemas opens engines over schemas, one a name.
func inSchemas() handlestest.Open {
	var mu sync.Mutex
	dsns := map[string]string{}
	return func(t testing.TB, s handlestest.Setup) handlestest.Opened {
		mu.Lock()
		defer mu.Unlock()
		if dsns[s.Storage] == "" {
			dsns[s.Storage] = schema(t, s.Storage)
		}
		store, err := postgres.OpenStore(t.Context(), dsns[s.Storage], s.Now)
		if err != nil {
			t.Fatal(err)
		}
		gate := handlestest.NewGate(store)
		return handlestest.Opened{Engine: handles.Over(gate, s.Options), Reach: gate}
	}
}

func TestPostgresHoldsToTheContract(t *testing.T) { handlestest.Run(t, inSchemas()) }

func BenchmarkPostgres(b *testing.B) { handlestest.Benchmark(b, inSchemas()) }
