package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

var goBlock = regexp.MustCompile("(?s)```go\n(package main\n.*?)```")

// TestPrintedProgramsAreAccepted vets each whole program of the guides, and asks the ones that declare a
// server what is wrong with them.
func TestPrintedProgramsAreAccepted(t *testing.T) {
	programs := 0
	for _, page := range append(pages(t), "README.md") {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range goBlock.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(block[1], "\"testing\"") {
				continue // it needs the program it tests
			}
			programs++
			t.Run(page, func(t *testing.T) { accept(t, block[1]) })
		}
	}
	if programs < 2 {
		t.Errorf("only %d programs were found; is the pattern still right?", programs)
	}
}

func pages(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		found[i] = strings.TrimPrefix(filepath.ToSlash(found[i]), root+"/")
	}
	return found
}

// accept vets a program and runs its own lint.
func accept(t *testing.T, program string) {
	dir := saved(t, program)
	if out, err := exec.Command("go", "vet", "./"+dir).CombinedOutput(); err != nil {
		t.Fatalf("go vet: %v\n%s", err, out)
	}
	if !strings.Contains(program, "server.Main(") {
		return
	}
	if out, err := exec.Command("go", "run", "./"+dir, "lint").CombinedOutput(); err != nil {
		t.Errorf("lint: %v\n%s", err, out)
	}
}

// saved writes a program inside this module, where its imports are, and returns its directory.
func saved(t *testing.T, program string) string {
	t.Helper()
	// Below testdata, which ./... leaves out.
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("testdata", "printed-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}
