package main

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

// atStep is a context that does something the nth time it is asked whether it is done, which database/sql
// asks several times a statement. It stops a first start at an exact place: whoever asks later waits until it is
// done, since the nth to ask may be a goroutine that only watches.
type atStep struct {
	context.Context
	left atomic.Int64
	do   func()
	done chan struct{}
}

func (c *atStep) Done() <-chan struct{} {
	switch left := c.left.Add(-1); {
	case left == 0:
		c.do()
		close(c.done)
	case left < 0:
		<-c.done
	}
	return c.Context.Done()
}

// A first start is stopped in the tables, in the stock, and when most is there. Its files are copied at that
// moment, which is what a kill would leave; then it is cancelled.
func TestAFirstStartThatIsStoppedLeavesNothing(t *testing.T) {
	for _, step := range []int64{10, 2500, 9000} {
		cancelled, killed := t.TempDir(), t.TempDir()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		c := &atStep{Context: ctx, done: make(chan struct{}), do: func() {
			copyFiles(t, killed, cancelled)
			cancel()
		}}
		c.left.Store(step)
		s, err := open(c, cancelled)
		if err == nil {
			s.Close()
			t.Fatalf("a first start that is cancelled at step %d of %d succeeds", step, step-c.left.Load())
		}
		complete(t, cancelled, step)
		complete(t, killed, step)
	}
}

// complete fails unless the next start finds or makes everything.
func complete(t *testing.T, dir string, step int64) {
	t.Helper()
	s := opened(t, dir)
	for table, want := range map[string]int{"warehouses": len(sites), "products": productCount, "reorders": 24, "allocations": 0} {
		if got := count(t, s, table); got != want {
			t.Errorf("after a first start that ended at step %d there are %d %s, want %d", step, got, table, want)
		}
	}
	for _, table := range []string{"stock", "counts"} {
		if got := count(t, s, table); got < 2400 || got > 2600 {
			t.Errorf("after a first start that ended at step %d there are %d rows in %s, want about 2500", step, got, table)
		}
	}
}

func copyFiles(t *testing.T, to, from string) {
	t.Helper()
	files, err := os.ReadDir(from)
	if err != nil || len(files) == 0 {
		t.Errorf("there is nothing to copy: %v", err)
	}
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(from, f.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, f.Name()), b, 0o600)
		}
		if err != nil {
			t.Error(err)
		}
	}
}
