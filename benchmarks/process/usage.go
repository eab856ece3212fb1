package process

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Usage is what a process has used or holds.
type Usage struct {
	// CPU is user and system time of all its threads, ended ones too, to 10 ms.
	CPU time.Duration
	// Resident and Peak are bytes in memory, now and at most.
	Resident, Peak int64
	// Files is how many descriptors are open.
	Files int
	// Threads of the operating system.
	Threads int
}

// tick is the unit of the times in /proc/PID/stat: USER_HZ is 100 on every Linux that Go runs on.
const tick = 10 * time.Millisecond

// Usage reads it.
func (p *Process) Usage() (Usage, error) { return UsageOf(p.PID()) }

// UsageOf reads the usage of any process of this user.
func UsageOf(pid int) (Usage, error) {
	dir := "/proc/" + strconv.Itoa(pid)
	stat, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return Usage{}, fmt.Errorf("reading what the server uses: %w", err)
	}
	var u Usage
	// The second field is a name in parentheses that may hold anything; utime and stime are 14 and 15.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 13 {
		return Usage{}, fmt.Errorf("reading what the server uses: %q is too short", stat)
	}
	for _, f := range fields[11:13] {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return Usage{}, fmt.Errorf("reading what the server uses: %w", err)
		}
		u.CPU += time.Duration(n) * tick
	}
	status, err := os.ReadFile(dir + "/status")
	if err != nil {
		return Usage{}, fmt.Errorf("reading what the server uses: %w", err)
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
		switch name {
		case "VmRSS":
			u.Resident = n << 10
		case "VmHWM":
			u.Peak = n << 10
		case "Threads":
			u.Threads = int(n)
		}
	}
	files, err := os.ReadDir(dir + "/fd")
	if err != nil {
		return Usage{}, fmt.Errorf("counting open files: %w", err)
	}
	u.Files = len(files)
	return u, nil
}

// OwnCPU is the time this process has used.
func OwnCPU() time.Duration {
	var r unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
