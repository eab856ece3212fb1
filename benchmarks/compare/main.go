// Command compare runs the Go benchmarks of the framework's parts now and as of the last release, in turns on
// this machine, and prints what benchstat makes of them, with a warning for what has become more than 10 %
// dearer. It is started in the directory benchmarks:
//
//	go run ./compare              against the last tag v*, or the commit in BASELINE while there is none
//	go run ./compare -base COMMIT
//
// A warning is no failure: a shared machine is easily 10 % slower for a while.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/comity-mcp/comity/benchmarks/versus"
)

// limit is how much dearer, in percent, something may become without a warning.
const limit = 10

func main() {
	log.SetFlags(0)
	base := flag.String("base", "", "the `commit` to compare with")
	rounds := flag.Int("rounds", 6, "how often each benchmark runs; benchstat needs 6 for its intervals")
	each := flag.String("benchtime", "100ms", "how long each benchmark runs a round, as -benchtime of go test takes it")
	flag.Parse()
	if *base == "" {
		var err error
		if *base, err = last(); err != nil {
			log.Fatal(err)
		}
	}
	if err := compare(*base, *rounds, *each); err != nil {
		log.Fatal(err)
	}
}

// last is the last release, or what stands in for it.
func last() (string, error) {
	if tag, err := git("describe", "--tags", "--abbrev=0", "--match=v[0-9]*", "HEAD"); err == nil {
		return strings.TrimSpace(string(tag)), nil
	}
	b, err := os.ReadFile("BASELINE")
	if err != nil {
		return "", fmt.Errorf("there is no tag v*, and reading the commit to compare with: %w", err)
	}
	commit, _, _ := strings.Cut(string(b), "\n")
	return commit, nil
}

func compare(base string, rounds int, each string) error {
	scratch, err := os.MkdirTemp("", "comity-compare")
	if err != nil {
		return fmt.Errorf("making a directory for the other tree: %w", err)
	}
	defer os.RemoveAll(scratch)
	before, after := &versus.Tree{Root: filepath.Join(scratch, "tree")}, &versus.Tree{Root: ".."}
	if err := extract(base, before.Root); err != nil {
		return err
	}
	for name, t := range map[string]*versus.Tree{"before": before, "after": after} {
		absent, err := t.Build(filepath.Join(scratch, name))
		if err != nil {
			return err
		}
		for _, part := range absent {
			log.Printf("%s: there is no %s", name, part)
		}
	}
	if err := versus.Run(before, after, rounds, each); err != nil {
		return err
	}
	files := []string{"before=" + filepath.Join(scratch, "before.txt"), "after=" + filepath.Join(scratch, "after.txt")}
	for i, t := range []*versus.Tree{before, after} {
		_, path, _ := strings.Cut(files[i], "=")
		if err := os.WriteFile(path, t.Out.Bytes(), 0o644); err != nil {
			return fmt.Errorf("keeping what the benchmarks printed: %w", err)
		}
	}
	fmt.Printf("before is %s, after is here\n\n", base)
	return judge(files)
}

// extract puts the tree of a commit into a directory, without a trace in the repository.
func extract(commit, dir string) error {
	tar, err := git("archive", "--format=tar", commit)
	if err != nil {
		return fmt.Errorf("reading the tree of %s (a shallow clone may lack it: git fetch --unshallow --tags): %w", commit, err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making a directory for the other tree: %w", err)
	}
	c := exec.Command("tar", "-x", "-C", dir)
	c.Stdin = bytes.NewReader(tar)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("unpacking the tree of %s: %w\n%s", commit, err, out)
	}
	return nil
}

func git(args ...string) ([]byte, error) {
	c := exec.Command("git", append([]string{"-C", ".."}, args...)...)
	return c.Output()
}

// judge prints benchstat's tables and the warnings.
func judge(files []string) error {
	table, err := benchstat(files)
	if err != nil {
		return err
	}
	os.Stdout.Write(table)
	figures, err := benchstat(append([]string{"-format=csv"}, files...))
	if err != nil {
		return err
	}
	dearer, err := versus.Dearer(bytes.NewReader(figures), limit)
	if err != nil {
		return err
	}
	fmt.Println()
	for _, d := range dearer {
		fmt.Printf("warning: %s\n", d)
	}
	fmt.Printf("%d figures are more than %d %% dearer than before\n", len(dearer), limit)
	return nil
}

func benchstat(args []string) ([]byte, error) {
	c := exec.Command("go", append([]string{"tool", "benchstat"}, args...)...)
	var problems bytes.Buffer
	c.Stderr = &problems
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("running benchstat: %w\n%s", err, problems.Bytes())
	}
	return out, nil
}
