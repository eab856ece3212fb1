//go:build postgres

package postgres_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/sql/postgres"
)

var alice = handles.Owner{Issuer: "https://login.example.com", Subject: "alice"}

func recount() handles.NewJob {
	return handles.NewJob{Tool: "recount", Prefix: "rc", Owner: alice, Arguments: json.RawMessage(`{"warehouse":"Chicago"}`), Keep: time.Hour, Repeat: handles.Safe}
}

func ExampleOpen() {
	ctx := context.Background()
	jobs, err := postgres.Open(ctx, os.Getenv("COMITY_TEST_POSTGRES"), handles.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer jobs.Close()
	r, existed, err := jobs.Start(ctx, recount())
	fmt.Println(r.State, existed, err)
	// Output: working false <nil>
}

func ExampleOpenStore() {
	_, err := postgres.OpenStore(context.Background(), "postgres://comity:secret@127.0.0.1:port/jobs", nil)
	fmt.Println(err)
	// Output: opening the jobs in Postgres: the data source name cannot be read; write postgres://user@host/database, with the password in PGPASSFILE
}

func TestThePasswordStaysOutOfErrors(t *testing.T) {
	u := server(t)
	secret, _ := u.User.Password()
	closed := *u
	closed.Host = "127.0.0.1:1"
	wrong := *u
	wrong.Path = "/nosuchdatabase"
	for what, dsn := range map[string]string{"nobody listens": closed.String(), "no such database": wrong.String(), "no URL": u.String() + "&sslmode=perhaps"} {
		engine, err := postgres.Open(t.Context(), dsn, handles.Options{})
		if err == nil {
			engine.Close()
			t.Errorf("%s: it was opened", what)
			continue
		}
		if strings.Contains(err.Error(), secret) {
			t.Errorf("%s: the error holds the password", what)
		}
	}
}

func TestADatabaseIsOpenedByManyAtOnce(t *testing.T) {
	dsn := schema(t, "many")
	engines := make([]handles.Engine, 8)
	var all sync.WaitGroup
	for i := range engines {
		all.Go(func() {
			var err error
			if engines[i], err = postgres.Open(t.Context(), dsn, handles.Options{}); err != nil {
				t.Errorf("engine %d: %v", i, err)
			}
		})
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
	r, _, err := engines[0].Start(t.Context(), recount())
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range engines {
		if _, err := e.Get(t.Context(), alice, r.ID); err != nil {
			t.Errorf("engine %d does not see the job: %v", i, err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestASchemaOfANewerProgramIsRefused(t *testing.T) {
	dsn := schema(t, "newer")
	engine, err := postgres.Open(t.Context(), dsn, handles.Options{})
	if err != nil {
		t.Fatal(err)
	}
	engine.Close()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), "INSERT INTO comity_jobs_schema (version) VALUES (99)"); err != nil {
		t.Fatal(err)
	}
	want := "opening the jobs in Postgres: the schema of jobs has version 99 and this program knows 1; use the newer program"
	if engine, err := postgres.Open(t.Context(), dsn, handles.Options{}); err == nil || err.Error() != want {
		if err == nil {
			engine.Close()
		}
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestTimesAreTheDatabases opens without a clock of its own, as authors do.
func TestTimesAreTheDatabases(t *testing.T) {
	dsn := schema(t, "clocks")
	store, err := postgres.OpenStore(t.Context(), dsn, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var before, after time.Time
	if err := conn.QueryRow(t.Context(), "SELECT clock_timestamp()").Scan(&before); err != nil {
		t.Fatal(err)
	}
	now, err := store.Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.QueryRow(t.Context(), "SELECT clock_timestamp()").Scan(&after); err != nil {
		t.Fatal(err)
	}
	if now.Before(before) || now.After(after) {
		t.Errorf("the clock says %v, the database %v before and %v after", now, before, after)
	}
}

// TestJobsSurviveARestartOfTheServer crashes the server while jobs are started, run and waited for.
func TestJobsSurviveARestartOfTheServer(t *testing.T) {
	restart := os.Getenv("COMITY_TEST_POSTGRES_RESTART")
	if restart == "" {
		t.Fatal("COMITY_TEST_POSTGRES_RESTART is not set: run bash .ci/run postgres, or set it to a program that restarts the server")
	}
	dsn := schema(t, "restarts")
	var engines []handles.Engine
	for range 2 {
		engine, err := postgres.Open(t.Context(), dsn, handles.Options{Lease: time.Second, Trouble: func(error) {}})
		if err != nil {
			t.Fatal(err)
		}
		defer engine.Close()
		engines = append(engines, engine)
		go engine.Work(t.Context(), "recount", 4, func(ctx context.Context, _ handles.Record, p *handles.Progress) (json.RawMessage, error) {
			for i := range 10 {
				select {
				case <-time.After(20 * time.Millisecond):
					p.Report(float64(i+1), 10, "counting")
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}
			return json.RawMessage(`"counted"`), nil
		})
	}
	const jobs = 60
	var ids []string
	for i := range jobs {
		if i == jobs/2 {
			if out, err := exec.Command(restart).CombinedOutput(); err != nil {
				t.Fatalf("restarting: %v\n%s", err, out)
			}
		}
		ids = append(ids, retried(t, engines[i%2], i).ID)
	}
	again := 0
	for _, id := range ids {
		r := ended(t, engines[0], id)
		if r.State != handles.Completed {
			t.Errorf("%s is %s: %+v", id, r.State, r.Failure)
		}
		if r.Attempts > 1 {
			again++
		}
	}
	t.Logf("%d jobs, one restart: %d ran again", jobs, again)
}

// retried starts a job with a key until it is started.
func retried(t *testing.T, e handles.Engine, i int) handles.Record {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	job := recount()
	job.Key = fmt.Sprint("job ", i)
	for {
		r, _, err := e.Start(ctx, job)
		switch {
		case err == nil:
			return r
		case !errors.Is(err, handles.ErrUnavailable) || ctx.Err() != nil:
			t.Fatal(err)
		}
	}
}

// ended waits for the end of a job, through outages.
func ended(t *testing.T, e handles.Engine, id string) handles.Record {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var after handles.Revision
	for {
		r, err := e.Wait(ctx, alice, id, after)
		switch {
		case err == nil && r.State.Final():
			return r
		case ctx.Err() != nil || err != nil && !errors.Is(err, handles.ErrUnavailable):
			t.Fatalf("%s: %v in state %s", id, err, r.State)
		case err == nil:
			after = r.Revision
		}
	}
}
