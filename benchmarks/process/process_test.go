package process_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/benchmarks/process"
)

func TestAProcessSpeaksOverPipesAndStops(t *testing.T) {
	p, err := process.Command{Path: "cat", Pipes: true}.Start()
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(p.In, "hello\n")
	if got, err := bufio.NewReader(p.Out).ReadString('\n'); got != "hello\n" || err != nil {
		t.Errorf("got %q and %v", got, err)
	}
	u, err := p.Usage()
	if err != nil || u.Resident <= 0 || u.Peak < u.Resident || u.Files < 3 || u.Threads != 1 {
		t.Errorf("got %+v and %v", u, err)
	}
	p.Stop()
	if _, err := p.Usage(); err == nil {
		t.Error("it runs on after Stop")
	}
}

func TestAProcessRunsOnItsProcessors(t *testing.T) {
	all, err := process.CPUs()
	if err != nil {
		t.Fatal(err)
	}
	last := all[len(all)-1:]
	p, err := process.Command{Path: "cat", Pipes: true, CPUs: last}.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.PID()))
	if err != nil || !strings.Contains(string(status), fmt.Sprintf("\nCpus_allowed_list:\t%d\n", last[0])) {
		t.Errorf("it may run elsewhere than on %v: %v\n%s", last, err, status)
	}
	if again, err := process.CPUs(); err != nil || !slices.Equal(again, all) {
		t.Errorf("this process is left on %v and %v, want %v", again, err, all)
	}
}

func TestUsageCountsProcessorTime(t *testing.T) {
	before, err := process.UsageOf(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	own := process.OwnCPU()
	for process.OwnCPU() < own+100*time.Millisecond {
	}
	after, err := process.UsageOf(os.Getpid())
	if used := after.CPU - before.CPU; err != nil || used < 80*time.Millisecond || used > 10*time.Second {
		t.Errorf("got %v of processor time and %v, want a little over 100ms", used, err)
	}
}

func TestStartSaysWhatCannotBeStarted(t *testing.T) {
	if _, err := (process.Command{Path: "/no/such/server"}).Start(); err == nil || !strings.HasPrefix(err.Error(), "starting /no/such/server: ") {
		t.Errorf("got %v", err)
	}
}
