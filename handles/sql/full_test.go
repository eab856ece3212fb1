//go:build linux

package sql_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/sql"
)

// TestAFullDiskIsSaidAndLosesNothing runs full in a process of its own, whose files may not grow.
func TestAFullDiskIsSaidAndLosesNothing(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "COMITY_TEST_FULL="+t.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// full starts jobs until the files in dir are as large as they may be, looks what is there, and goes on
// when there is room again.
func full(dir string) error {
	ctx := context.Background()
	engine, err := sql.Open(ctx, filepath.Join(dir, "jobs.db"), handles.Options{Trouble: func(error) {}})
	if err != nil {
		return err
	}
	defer engine.Close()
	signal.Ignore(syscall.SIGXFSZ) // so that the write fails, as it does on a full disk
	restore, err := limit(1 << 20)
	if err != nil {
		return err
	}
	job := count(1, handles.Safe)
	job.Arguments = json.RawMessage(`"` + strings.Repeat("a", 60<<10) + `"`)
	var ids []string
	for {
		r, _, err := engine.Start(ctx, job)
		if err != nil && !errors.Is(err, handles.ErrUnavailable) {
			return fmt.Errorf("on a full disk a start says %w, want that the store is out of reach", err)
		}
		if err != nil {
			break
		}
		if ids = append(ids, r.ID); len(ids) > 100 {
			return fmt.Errorf("%d jobs of 60 KiB were started in 1 MiB", len(ids))
		}
	}
	if err := restore(); err != nil {
		return err
	}
	r, _, err := engine.Start(ctx, job)
	if err != nil {
		return fmt.Errorf("with room again: %w", err)
	}
	for _, id := range append(ids, r.ID) {
		if _, err := engine.Get(ctx, alice, id); err != nil {
			return fmt.Errorf("a job that was started before the disk was full: %w", err)
		}
	}
	if len(ids) < 5 {
		return fmt.Errorf("only %d jobs were started before the disk was full", len(ids))
	}
	return nil
}

// limit lets no file of this process grow over a size, until it is restored.
func limit(bytes uint64) (restore func() error, err error) {
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		return nil, err
	}
	small := syscall.Rlimit{Cur: bytes, Max: old.Max}
	return func() error { return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old) }, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small)
}
