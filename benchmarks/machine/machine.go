// Package machine says what a benchmark runs on, and keeps the generator and the servers apart on it.
package machine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/comity-mcp/comity/benchmarks/result"
)

// Describe is the machine, where servers have some of all processors to themselves, or none.
func Describe(servers, all []int) (result.Machine, error) {
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return result.Machine{}, fmt.Errorf("asking for the kernel: %w", err)
	}
	var memory unix.Sysinfo_t
	if err := unix.Sysinfo(&memory); err != nil {
		return result.Machine{}, fmt.Errorf("asking for the memory: %w", err)
	}
	m := result.Machine{
		Processor: processor(), Cores: len(all), Memory: int((memory.Totalram*uint64(memory.Unit) + 1<<29) >> 30),
		Kernel: "Linux " + unix.ByteSliceToString(name.Release[:]), Server: servers,
	}
	if len(servers) > 0 {
		m.Generator = all[:1]
	}
	return m, nil
}

// Commit is what is checked out in dir, with a plus when files of the framework or of the benchmark differ
// from it. "" outside a repository.
func Commit(dir string) string {
	commit := first(command(dir, "git", "rev-parse", "--short=12", "HEAD"))
	if command(dir, "git", "status", "--porcelain", "--untracked-files=no") != "" {
		commit += "+"
	}
	return commit
}

// Versions are of what the servers of the benchmark in dir are made of.
func Versions(dir string) map[string]string {
	return map[string]string{
		"Go":                           strings.TrimPrefix(runtime.Version(), "go"),
		"Node.js":                      strings.TrimPrefix(first(command(dir, "node_modules/node/bin/node", "--version")), "v"),
		"Python":                       strings.TrimPrefix(first(command(dir, ".venv/bin/python", "--version")), "Python "),
		"go-sdk":                       module(dir, "github.com/modelcontextprotocol/go-sdk"),
		"mark3labs/mcp-go":             module(dir, "github.com/mark3labs/mcp-go"),
		"@modelcontextprotocol/server": locked(dir, "package.json", `"@modelcontextprotocol/server": "`, `"`),
		"@modelcontextprotocol/node":   locked(dir, "package.json", `"@modelcontextprotocol/node": "`, `"`),
		"zod":                          locked(dir, "package.json", `"zod": "`, `"`),
		"fastmcp":                      locked(dir, "requirements.txt", "\nfastmcp==", " "),
	}
}

func processor() string {
	data, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(data)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// command is what a program prints, or "" when it cannot.
func command(dir, name string, args ...string) string {
	c := exec.Command(name, args...)
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		return ""
	}
	return string(out)
}

func first(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(line)
}

func module(dir, path string) string {
	return first(command(dir, "go", "list", "-m", "-f", "{{.Version}}", path))
}

// locked is what stands in a file between two texts.
func locked(dir, file, before, after string) string {
	data, _ := os.ReadFile(filepath.Join(dir, file))
	_, rest, _ := strings.Cut(string(data), before)
	version, _, _ := strings.Cut(rest, after)
	return version
}
