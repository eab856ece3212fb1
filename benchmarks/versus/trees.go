package versus

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// parts are the packages whose benchmarks are compared, each with those that are: what an engine of jobs
// costs is not among them, because its disk decides.
var parts = []struct{ dir, benchmarks string }{
	{"schema", "."},            // reading, checking and writing values
	{"auth", "Identify|Judge"}, // tokens, new and known
	{"server", "Audit|Call"},   // a whole call, with audit and without
	{"snippets", "."},          // rendering them
	{"lint", "."},              // 200 tools
	{"internal/guard", "."},    // what stands before a call
	{"internal/wire", "."},     // reading a message
	{"internal/stdio", "."},    // lines of a pipe
}

// Tree is one source tree with the benchmarks built from it.
type Tree struct {
	// Root is the directory of its go.mod.
	Root string
	// Out collects what the benchmarks print.
	Out bytes.Buffer
	bin string
}

// Build builds the benchmarks of the parts that there are into the directory bin, and returns what it left
// out: a part that the tree does not have.
func (t *Tree) Build(bin string) (absent []string, err error) {
	t.bin = bin
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return nil, fmt.Errorf("making a directory for the benchmarks: %w", err)
	}
	for _, p := range parts {
		if _, err := os.Stat(filepath.Join(t.Root, p.dir)); errors.Is(err, fs.ErrNotExist) {
			absent = append(absent, p.dir)
			continue
		}
		c := exec.Command("go", "test", "-c", "-o", t.binary(p.dir), "./"+p.dir)
		c.Dir = t.Root
		if out, err := c.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building the benchmarks of %s in %s: %w\n%s", p.dir, t.Root, err, out)
		}
	}
	return absent, nil
}

func (t *Tree) binary(part string) string {
	return filepath.Join(t.bin, filepath.Base(part)+".test")
}

// run runs the benchmarks of a part once; time is as -benchtime takes it. A part that was not built is
// nothing.
func (t *Tree) run(part, benchmarks, time string) error {
	if _, err := os.Stat(t.binary(part)); err != nil {
		return nil
	}
	c := exec.Command(t.binary(part), "-test.run=^$", "-test.bench="+benchmarks, "-test.benchtime="+time, "-test.timeout=5m")
	c.Dir = filepath.Join(t.Root, part) // where testdata is
	c.Stdout = &t.Out
	var problems bytes.Buffer
	c.Stderr = &problems
	if err := c.Run(); err != nil {
		return fmt.Errorf("running the benchmarks of %s in %s: %w\n%s", part, t.Root, err, problems.Bytes())
	}
	return nil
}

// Run runs all parts of both trees so many times, the one and the other first in turn.
func Run(before, after *Tree, rounds int, time string) error {
	for r := range rounds {
		order := []*Tree{before, after}
		if r%2 == 1 {
			order = []*Tree{after, before}
		}
		for _, p := range parts {
			for _, t := range order {
				if err := t.run(p.dir, p.benchmarks, time); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
