//go:build postgres

package main

import (
	"fmt"
	"os"
	"testing"
)

// TestAReplicaTakesARecountOver needs a server, like the tests of handles/sql/postgres: the stage
// .ci/stage/postgres starts one and runs it with -tags postgres.
func TestAReplicaTakesARecountOver(t *testing.T) {
	at := os.Getenv("COMITY_TEST_POSTGRES")
	if at == "" {
		t.Fatal("COMITY_TEST_POSTGRES is not set: run bash .ci/run postgres")
	}
	replica := func(dir string) served { // each with data of its own: the jobs are what they share
		return serve(t, dir, "-jobs", at, "-recount-delay", "10ms", "-auth", "off", "-because", "a test on this machine")
	}
	dir := t.TempDir()
	first, second := replica(t.TempDir()), replica(dir)
	call := func(s served, tool, arguments string) (got job) {
		_, b := s.post(t, "", fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments))
		structured(t, b, &got)
		return got
	}
	got := call(first, "start_recount", `{"warehouse":"Chicago","request_key":"one-recount"}`)
	if got.Status != "working" {
		t.Fatalf("start_recount = %+v", got)
	}
	id := got.ID
	first.process.Process.Kill()
	first.process.Wait()
	if again := call(second, "start_recount", `{"warehouse":"Chicago","request_key":"one-recount"}`); again.ID != id {
		t.Errorf("the same start is %s on another replica, and was %s", again.ID, id)
	}
	for got.Status == "working" {
		got = call(second, "get_recount", fmt.Sprintf(`{"recount_id":%q}`, id))
	}
	if got.Status != "completed" {
		t.Fatalf("get_recount = %+v", got)
	}
	s := opened(t, dir)
	same(t, got.Result, expected(t, s, "Chicago"))
}
