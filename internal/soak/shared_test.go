//go:build soak

package soak_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// shared is what the servers have in common: where the jobs are kept, and what befalls it while they are
// killed.
type shared struct {
	// what it is, for the report.
	what string
	// jobs is its address, as the servers are told it.
	jobs string
	// blows is how often strike is called, spread over the run.
	blows  int
	strike func(context.Context)
	// healed waits until nothing is left of the blows, and says what became of them.
	healed func(context.Context) string
}

// engine says which one is tried: sqlite, which is meant when it is not set, postgres or jetstream.
const engine = "COMITY_SOAK_ENGINE"

func share(t *testing.T) *shared {
	switch name := os.Getenv(engine); name {
	case "", "sqlite":
		return &shared{what: "one SQLite file", jobs: filepath.Join(t.TempDir(), "jobs.db")}
	case "postgres":
		return onPostgres(t)
	case "jetstream":
		return onCluster(t)
	default:
		t.Fatalf("%s is %q; set it to sqlite, postgres or jetstream", engine, name)
		return nil
	}
}

// onPostgres takes the server that .ci/with-postgres started, which is crashed once.
func onPostgres(t *testing.T) *shared {
	dsn, restart := os.Getenv("COMITY_TEST_POSTGRES"), os.Getenv("COMITY_TEST_POSTGRES_RESTART")
	if dsn == "" || restart == "" {
		t.Fatal("COMITY_TEST_POSTGRES and COMITY_TEST_POSTGRES_RESTART are not both set: run bash .ci/run soak-postgres")
	}
	return &shared{what: "Postgres, whose server crashed and came back", jobs: dsn, blows: 1,
		strike: func(ctx context.Context) {
			if out, err := exec.CommandContext(ctx, restart).CombinedOutput(); err != nil {
				t.Errorf("restarting Postgres: %v\n%s", err, out)
			}
		},
		healed: func(context.Context) string { return "Postgres was restarted once" },
	}
}
