package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/comity-mcp/comity/benchmarks/plan"
	"github.com/comity-mcp/comity/benchmarks/process"
	"github.com/comity-mcp/comity/benchmarks/result"
)

// again starts this program again on the first processor; it returns only with an error.
func again(all []int) error {
	runtime.LockOSThread()
	if err := process.Bind(all[:1]); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("looking for this program: %w", err)
	}
	args := append([]string{self, "-servers", strconv.Itoa(all[1]), "-all", strings.Trim(strings.Join(strings.Fields(fmt.Sprint(all)), ","), "[]")}, os.Args[1:]...)
	if err := syscall.Exec(self, args, os.Environ()); err != nil {
		return fmt.Errorf("starting again on processor %d: %w", all[0], err)
	}
	return nil
}

func numbers(list string) []int {
	var out []int
	for s := range strings.SplitSeq(list, ",") {
		if n, err := strconv.Atoi(s); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// describe says in r where it is measured and what.
func describe(r *result.Run, b *plan.Bench) error {
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return fmt.Errorf("asking for the kernel: %w", err)
	}
	var memory unix.Sysinfo_t
	if err := unix.Sysinfo(&memory); err != nil {
		return fmt.Errorf("asking for the memory: %w", err)
	}
	r.Machine = result.Machine{
		Processor: processor(), Cores: len(b.All), Memory: int((memory.Totalram*uint64(memory.Unit) + 1<<29) >> 30),
		Kernel: "Linux " + unix.ByteSliceToString(name.Release[:]), Server: b.Server,
	}
	if len(b.Server) > 0 {
		r.Machine.Generator = b.All[:1]
	}
	r.Commit = first(command(b.Dir, "git", "rev-parse", "--short=12", "HEAD"))
	if command(b.Dir, "git", "status", "--porcelain", "--untracked-files=no") != "" {
		r.Commit += "+"
	}
	r.Versions = map[string]string{
		"Go":                           strings.TrimPrefix(runtime.Version(), "go"),
		"Node.js":                      strings.TrimPrefix(first(command(b.Dir, "node_modules/node/bin/node", "--version")), "v"),
		"Python":                       strings.TrimPrefix(first(command(b.Dir, ".venv/bin/python", "--version")), "Python "),
		"go-sdk":                       module(b.Dir, "github.com/modelcontextprotocol/go-sdk"),
		"mark3labs/mcp-go":             module(b.Dir, "github.com/mark3labs/mcp-go"),
		"@modelcontextprotocol/server": locked(b.Dir, "package.json", `"@modelcontextprotocol/server": "`, `"`),
		"@modelcontextprotocol/node":   locked(b.Dir, "package.json", `"@modelcontextprotocol/node": "`, `"`),
		"zod":                          locked(b.Dir, "package.json", `"zod": "`, `"`),
		"fastmcp":                      locked(b.Dir, "requirements.txt", "\nfastmcp==", " "),
	}
	return nil
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
