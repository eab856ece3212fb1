package machine

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/comity-mcp/comity/benchmarks/process"
)

// bound is the environment variable in which a process tells the one it becomes which processors there are.
const bound = "COMITY_BENCH_PROCESSORS"

// Apart binds this process to the first processor it may use, and returns the second for servers, and all.
// With one processor there is none for servers alone. Threads can be bound only one by one, so the program
// starts itself again, bound from the beginning: call it first in main.
func Apart() (servers, all []int, err error) {
	if list := os.Getenv(bound); list != "" {
		os.Unsetenv(bound)
		for s := range strings.SplitSeq(list, ",") {
			n, err := strconv.Atoi(s)
			if err != nil {
				return nil, nil, fmt.Errorf("reading %s: %w", bound, err)
			}
			all = append(all, n)
		}
		return all[1:2], all, nil
	}
	all, err = process.CPUs()
	if err != nil || len(all) < 2 {
		return nil, all, err
	}
	return nil, nil, again(all)
}

// again becomes this program on the first processor; it returns only with an error.
func again(all []int) error {
	runtime.LockOSThread()
	if err := process.Bind(all[:1]); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("looking for this program: %w", err)
	}
	var list []string
	for _, n := range all {
		list = append(list, strconv.Itoa(n))
	}
	if err := syscall.Exec(self, os.Args, append(os.Environ(), bound+"="+strings.Join(list, ","))); err != nil {
		return fmt.Errorf("starting again on processor %d: %w", all[0], err)
	}
	return nil
}
