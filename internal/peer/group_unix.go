//go:build unix

package peer

import (
	"os/exec"
	"syscall"
)

// alone gives the process a group of its own, so that it can be ended with all it started.
func alone(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup tells the group to end, or kills it. A group that is gone already is what is wanted.
func endGroup(c *exec.Cmd, kill bool) {
	signal := syscall.SIGTERM
	if kill {
		signal = syscall.SIGKILL
	}
	_ = syscall.Kill(-c.Process.Pid, signal)
}
