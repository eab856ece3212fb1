package sql_test

import (
	"context"
	dbsql "database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/sql"
)

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "jobs")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	owner := handles.Owner{Issuer: "https://login.example.com", Subject: "alice"}

	jobs, err := sql.Open(ctx, filepath.Join(dir, "inventory-jobs.db"), handles.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, _, err := jobs.Start(ctx, handles.NewJob{Tool: "recount", Prefix: "rc", Owner: owner, Keep: time.Hour, Repeat: handles.Safe, Arguments: json.RawMessage(`{}`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	jobs.Close() // or the process is killed

	jobs, err = sql.Open(ctx, filepath.Join(dir, "inventory-jobs.db"), handles.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer jobs.Close()
	r, err = jobs.Get(ctx, owner, r.ID)
	fmt.Println(r.State, err)
	// Output: working <nil>
}

func ExampleOpenStore() {
	_, err := sql.OpenStore(context.Background(), ":memory:", nil)
	fmt.Println(err)
	// Output: opening the jobs in :memory:: jobs in memory do not outlive their process; name a file, or use handles.Memory
}

func TestFilesThatAreRefused(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, file := range map[string]string{"no name": "", "memory": "file::memory:?cache=shared", "a directory": dir, "in no directory": filepath.Join(dir, "no", "jobs.db"), "a text": text} {
		engine, err := sql.Open(t.Context(), file, handles.Options{})
		if err == nil {
			engine.Close()
			t.Errorf("%s was opened", what)
		}
	}
}

func TestANameIsTakenAsItIs(t *testing.T) {
	for _, name := range []string{"a b.db", "50%25.db", "what?mode=memory", "a#b.db", "späte Zählung.db"} {
		if runtime.GOOS == "windows" && strings.Contains(name, "?") {
			continue // no name there
		}
		dir := t.TempDir()
		engine, err := sql.Open(t.Context(), filepath.Join(dir, name), handles.Options{})
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		start(t, engine, count(1, handles.Safe))
		engine.Close()
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Size() == 0 || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%q: %v, %+v, want a file that its owner alone reads", name, err, info)
		}
	}
}

func TestASchemaOfANewerProgramIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "jobs.db")
	engine, err := sql.Open(t.Context(), file, handles.Options{})
	if err != nil {
		t.Fatal(err)
	}
	engine.Close()
	db, err := dbsql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("INSERT INTO comity_jobs_schema (version) VALUES (99)"); err != nil {
		t.Fatal(err)
	}
	want := "opening the jobs in " + file + ": the schema of jobs has version 99 and this program knows 1; use the newer program"
	if engine, err := sql.Open(t.Context(), file, handles.Options{}); err == nil || err.Error() != want {
		if err == nil {
			engine.Close()
		}
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestAFileIsOpenedByManyAtOnceAndSharedWithOtherTables(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shop.db")
	db, err := dbsql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("CREATE TABLE products (sku TEXT); INSERT INTO products VALUES ('SKU-4421')"); err != nil {
		t.Fatal(err)
	}
	engines := make([]handles.Engine, 8)
	var all sync.WaitGroup
	for i := range engines {
		all.Go(func() {
			var err error
			if engines[i], err = sql.Open(t.Context(), file, handles.Options{}); err != nil {
				t.Errorf("engine %d: %v", i, err)
			}
		})
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
	r := start(t, engines[0], count(1, handles.Safe))
	for i, e := range engines {
		if _, err := e.Get(t.Context(), alice, r.ID); err != nil {
			t.Errorf("engine %d does not see the job: %v", i, err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	var sku string
	if err := db.QueryRow("SELECT sku FROM products").Scan(&sku); err != nil || sku != "SKU-4421" {
		t.Errorf("the other table has %q, %v", sku, err)
	}
}

// TestAWriterThatHoldsTheFileIsWaitedFor has another program in a long transaction: what is asked waits, as long as
// its context lets it, and says then that the store is out of reach.
func TestAWriterThatHoldsTheFileIsWaitedFor(t *testing.T) {
	file := filepath.Join(t.TempDir(), "jobs.db")
	engine, err := sql.Open(t.Context(), file, handles.Options{Trouble: func(error) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	db, err := dbsql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, _, err := engine.Start(ctx, count(1, handles.Safe)); !errors.Is(err, handles.ErrUnavailable) {
		t.Errorf("while another writes: got %v, want ErrUnavailable", err)
	}
	started := make(chan error, 1)
	go func() {
		_, _, err := engine.Start(t.Context(), count(1, handles.Safe))
		started <- err
	}()
	if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := <-started; err != nil {
		t.Errorf("after the other ended: %v", err)
	}
}
