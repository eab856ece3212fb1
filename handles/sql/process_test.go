//go:build linux

package sql_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/sql"
)

// This test program is also the other processes of its tests.
func TestMain(m *testing.M) {
	for name, run := range map[string]func(dir string) error{"COMITY_TEST_WORKER": worker, "COMITY_TEST_FULL": full} {
		if dir := os.Getenv(name); dir != "" {
			if err := run(dir); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			return
		}
	}
	os.Exit(m.Run())
}

const processLease = 500 * time.Millisecond

// worker works on the jobs in dir until it is killed. Each body writes a line before it ends and one when
// its context ends.
func worker(dir string) error {
	ctx := context.Background()
	lease := processLease
	if text := os.Getenv("COMITY_TEST_LEASE"); text != "" {
		var err error
		if lease, err = time.ParseDuration(text); err != nil {
			return err
		}
	}
	engine, err := sql.Open(ctx, filepath.Join(dir, "jobs.db"), handles.Options{Lease: lease})
	if err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(dir, "log"), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return engine.Work(ctx, "count", 4, func(ctx context.Context, r handles.Record, p *handles.Progress) (json.RawMessage, error) {
		fmt.Fprintf(log, "began %s %d\n", r.ID, r.Attempts)
		var steps int
		if err := json.Unmarshal(r.Arguments, &steps); err != nil {
			return nil, err
		}
		for i := range steps {
			select {
			case <-time.After(10 * time.Millisecond):
				p.Report(float64(i+1), float64(steps), "counting")
			case <-ctx.Done():
				fmt.Fprintf(log, "stopped %s %v\n", r.ID, context.Cause(ctx))
				return nil, ctx.Err()
			}
		}
		return json.RawMessage(fmt.Sprintf(`{"by":%d}`, os.Getpid())), nil
	})
}

// spawn starts a worker process.
func spawn(t testing.TB, dir string, env ...string) *os.Process {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), "COMITY_TEST_WORKER="+dir), env...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kill(cmd.Process) })
	return cmd.Process
}

func kill(p *os.Process) {
	p.Signal(syscall.SIGKILL)
	p.Wait()
}

// logged returns the lines that begin with a word, by handle.
func logged(t testing.TB, dir, word string) map[string][]string {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := map[string][]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if fields := strings.SplitN(s.Text(), " ", 3); len(fields) == 3 && fields[0] == word {
			lines[fields[1]] = append(lines[fields[1]], fields[2])
		}
	}
	return lines
}

// TestJobsSurviveKilledProcessesR121 is R121: two worker processes on one file, one or the other killed with
// SIGKILL again and again.
func TestJobsSurviveKilledProcessesR121(t *testing.T) {
	const jobs, kills = 60, 8
	dir := t.TempDir()
	engine := openIn(t, dir, processLease)
	var ids []string
	for i := range jobs {
		repeat := handles.Safe
		if i%3 == 0 {
			repeat = handles.Once
		}
		ids = append(ids, start(t, engine, count(5+i%20, repeat)).ID)
	}
	workers := []*os.Process{spawn(t, dir), spawn(t, dir)}
	random := rand.New(rand.NewPCG(1, 2))
	for range kills {
		lines := written(t, dir)
		waitFor(t, "another job begins", func() bool { return written(t, dir) > lines || allFinal(t, engine, ids) })
		i := random.IntN(len(workers))
		kill(workers[i])
		workers[i] = spawn(t, dir)
	}
	var rerun, interrupted int
	for _, id := range ids {
		r := until(t, engine, id, "final", final)
		switch {
		case r.Repeat == handles.Safe && r.State != handles.Completed:
			t.Errorf("%s is %s after %d attempts: %+v", id, r.State, r.Attempts, r.Failure)
		case r.Repeat == handles.Once && r.State != handles.Completed && r.State != handles.Interrupted:
			t.Errorf("%s, which may run once, is %s: %+v", id, r.State, r.Failure)
		}
		if r.State == handles.Interrupted {
			interrupted++
		}
	}
	began := logged(t, dir, "began")
	for _, id := range ids {
		r := until(t, engine, id, "final", final)
		if runs := len(began[id]); r.Repeat == handles.Once && runs > 1 {
			t.Errorf("%s, which may run once, began %d times", id, runs)
		} else if runs > 1 {
			rerun++
		}
	}
	t.Logf("%d jobs, %d kills: %d ran again, %d interrupted", jobs, kills, rerun, interrupted)
}

// written is how many lines the workers have written so far.
func written(t *testing.T, dir string) int {
	text, err := os.ReadFile(filepath.Join(dir, "log"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Count(string(text), "\n")
}

func allFinal(t *testing.T, e handles.Engine, ids []string) bool {
	for _, id := range ids {
		r, err := e.Get(t.Context(), alice, id)
		if err != nil {
			t.Fatal(err)
		}
		if !r.State.Final() {
			return false
		}
	}
	return true
}

// waitFor asks again and again for what another process does.
func waitFor(t testing.TB, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	end := time.NewTimer(30 * time.Second)
	defer end.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-end.C:
			t.Fatalf("it never happened that %s", what)
		}
	}
}

func TestAFrozenProcessCannotWriteWhenItThaws(t *testing.T) {
	dir := t.TempDir()
	engine := openIn(t, dir, processLease)
	frozen := spawn(t, dir)
	r := start(t, engine, count(1000, handles.Safe))
	until(t, engine, r.ID, "running", func(r handles.Record) bool { return r.Progress.Done > 0 })
	if err := frozen.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	go engine.Work(t.Context(), "count", 1, func(context.Context, handles.Record, *handles.Progress) (json.RawMessage, error) {
		return json.RawMessage(`"heir"`), nil
	})
	done := until(t, engine, r.ID, "final", final)
	if done.State != handles.Completed || string(done.Result) != `"heir"` || done.Attempts != 2 {
		t.Fatalf("it is %s with %s after %d attempts", done.State, done.Result, done.Attempts)
	}
	if err := frozen.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the thawed body stops", func() bool { return len(logged(t, dir, "stopped")[r.ID]) > 0 })
	if got, want := logged(t, dir, "stopped")[r.ID][0], handles.ErrLeaseLost.Error(); got != want {
		t.Errorf("the thawed body stopped because %q, want %q", got, want)
	}
	after, err := engine.Get(t.Context(), alice, r.ID)
	if err != nil || after.Revision != done.Revision || string(after.Result) != `"heir"` {
		t.Errorf("after the thaw: revision %d, result %s, %v; want revision %d and the heir's result", after.Revision, after.Result, err, done.Revision)
	}
}

// TestAFrozenProcessThatNobodyReplacedGoesOn stops the only process there is for longer than its lease.
func TestAFrozenProcessThatNobodyReplacedGoesOn(t *testing.T) {
	dir := t.TempDir()
	engine := openIn(t, dir, processLease)
	worker := spawn(t, dir)
	r := start(t, engine, count(100, handles.Once))
	until(t, engine, r.ID, "running", func(r handles.Record) bool { return r.Progress.Done > 0 })
	if err := engine.Close(); err != nil { // it would take over
		t.Fatal(err)
	}
	if err := worker.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	<-time.After(3 * processLease)
	if err := worker.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	done := until(t, openIn(t, dir, processLease), r.ID, "final", final)
	if done.State != handles.Completed || done.Attempts != 1 {
		t.Errorf("it is %s after %d attempts, %+v; want completed in the first", done.State, done.Attempts, done.Failure)
	}
}

// BenchmarkTakeover kills a worker process with SIGKILL while it runs a job, with the default lease, and
// measures until the other one has begun it again.
func BenchmarkTakeover(b *testing.B) {
	dir := b.TempDir()
	engine := openIn(b, dir, 0)
	var longest time.Duration
	for b.Loop() {
		doomed := spawn(b, dir, "COMITY_TEST_LEASE=6s")
		r := start(b, engine, count(10_000, handles.Safe))
		until(b, engine, r.ID, "running", func(r handles.Record) bool { return r.Attempts == 1 && r.Progress.Done > 0 })
		heir := spawn(b, dir, "COMITY_TEST_LEASE=6s")
		kill(doomed)
		killed := time.Now()
		until(b, engine, r.ID, "running again", func(r handles.Record) bool { return r.Attempts == 2 })
		longest = max(longest, time.Since(killed))
		if _, err := engine.Cancel(b.Context(), alice, r.ID); err != nil {
			b.Fatal(err)
		}
		kill(heir)
	}
	b.ReportMetric(longest.Seconds(), "longest-s")
}
