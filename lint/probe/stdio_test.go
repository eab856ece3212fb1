package probe_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/lint"
	"github.com/comity-mcp/comity/lint/probe"
)

// command starts the test binary as a server.
func command(how string) probe.Target {
	return probe.Target{Command: []string{os.Args[0]}, Env: []string{behaviour + "=" + how}}
}

func TestAFaultOnStdioIsFound(t *testing.T) {
	for _, c := range []struct {
		how  string
		want []string
	}{
		{"well", nil},
		{"noisy", []string{"live-stdout"}},
		{"crash", []string{"live-survives"}},
		{"deaf", []string{"live-exit"}},
	} {
		t.Run(c.how, func(t *testing.T) {
			t.Parallel()
			if got := live(look(t, command(c.how), quick())); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// TestNoServerHangsTheProbe holds that the time for it is kept, whatever the server does, and that what came before is told.
func TestNoServerHangsTheProbe(t *testing.T) {
	for _, how := range []string{"silent", "endless"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			o := quick()
			o.Timeout = 3 * time.Second
			began := time.Now()
			e, c := look(t, command(how), o)
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %s", took)
			}
			if len(c.Tools) != 2 || len(e.Listings) == 0 || len(e.Skipped) == 0 {
				t.Errorf("got %d tools, %d listings and %d left out", len(c.Tools), len(e.Listings), len(e.Skipped))
			}
		})
	}
}

func TestAServerThatSaysNothingIsAnError(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errors.New("the test has waited enough"))
	defer cancel()
	_, _, err := probe.Run(ctx, command("mute"), quick())
	if err == nil || !strings.Contains(err.Error(), "the test has waited enough") {
		t.Errorf("got %v", err)
	}
}

// TestNothingIsLeftBehind counts goroutines, and looks for a process that a server started.
func TestNothingIsLeftBehind(t *testing.T) {
	before := runtime.NumGoroutine()
	e, _, err := probe.Run(t.Context(), command("parent"), quick())
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Connections) < 3 {
		t.Errorf("%d connections, want one an era and more", len(e.Connections))
	}
	for deadline := time.Now().Add(5 * time.Second); ; {
		if runtime.NumGoroutine() <= before && !anyChild(t) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before; a child lives: %t", runtime.NumGoroutine(), before, anyChild(t))
		}
		runtime.Gosched()
	}
}

// anyChild reports whether a process that behaves as a child is there.
func anyChild(t *testing.T) bool {
	t.Helper()
	all, err := os.ReadDir("/proc")
	if err != nil {
		return false // no such list on this system; the goroutines are counted all the same
	}
	for _, entry := range all {
		if _, err := strconv.Atoi(entry.Name()); err != nil {
			continue
		}
		if env, err := os.ReadFile("/proc/" + entry.Name() + "/environ"); err == nil && string(env) == behaviour+"=child\x00" {
			return true
		}
	}
	return false
}

func TestANamelessCommandIsToldOf(t *testing.T) {
	for _, c := range []struct {
		name, want string
		target     probe.Target
	}{
		{"no target", "neither a URL nor a command", probe.Target{}},
		{"no such command", "there is no command comity-nowhere", probe.Target{Command: []string{"comity-nowhere"}}},
		{"nothing listens", "nothing listens there", probe.Target{URL: "http://127.0.0.1:1/mcp"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := probe.Run(t.Context(), c.target, quick())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s in it", err, c.want)
			}
		})
	}
}

// TestOnStdioNothingIsSaidOfHTTP holds that no rule about HTTP can speak.
func TestOnStdioNothingIsSaidOfHTTP(t *testing.T) {
	e, _ := look(t, command("well"), quick())
	if e.Transport != lint.OverStdio || e.URL != "" || len(e.Exchanges) != 0 || len(e.Documents) != 0 {
		t.Errorf("got transport %q, URL %q, %d exchanges and %d documents", e.Transport, e.URL, len(e.Exchanges), len(e.Documents))
	}
}
