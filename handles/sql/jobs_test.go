package sql_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/sql"
)

var alice = handles.Owner{Issuer: "https://login.example.com", Subject: "alice"}

func openIn(t testing.TB, dir string, lease time.Duration) handles.Engine {
	t.Helper()
	engine, err := sql.Open(t.Context(), filepath.Join(dir, "jobs.db"), handles.Options{Lease: lease})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	return engine
}

func count(steps int, repeat handles.Repeat) handles.NewJob {
	return handles.NewJob{Tool: "count", Prefix: "ct", Owner: alice, Arguments: json.RawMessage(fmt.Sprint(steps)), Keep: time.Hour, Repeat: repeat, Attempts: 50}
}

func start(t testing.TB, e handles.Engine, j handles.NewJob) handles.Record {
	t.Helper()
	r, _, err := e.Start(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// until waits for a condition on a record.
func until(t testing.TB, e handles.Engine, id, what string, holds func(handles.Record) bool) handles.Record {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var after handles.Revision
	for {
		r, err := e.Wait(ctx, alice, id, after)
		if err != nil {
			t.Fatal(err)
		}
		if holds(r) {
			return r
		}
		if ctx.Err() != nil || r.State.Final() {
			t.Fatalf("%s was never %s: it is %s after %d attempts, %+v", id, what, r.State, r.Attempts, r.Failure)
		}
		after = r.Revision
	}
}

func final(r handles.Record) bool { return r.State.Final() }
