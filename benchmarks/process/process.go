// Package process starts a server on given processors and reads what it uses from /proc (proc(5)). Linux
// only.
package process

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Command is a server to start.
type Command struct {
	Path string
	Args []string
	// Dir is where it runs. Empty is here.
	Dir string
	// CPUs are the processors it may use. Empty is all that this process was started with.
	CPUs []int
	// Log is the file that its standard error goes to. Empty is /dev/null.
	Log string
	// Pipes is whether standard input and output are pipes to the server; otherwise its output goes to Log.
	Pipes bool
}

// Process is a running server.
type Process struct {
	// In and Out are the pipes; nil unless Command.Pipes.
	In  io.WriteCloser
	Out io.ReadCloser

	cmd   *exec.Cmd
	log   *os.File
	ended chan struct{}
}

// Start starts c. It runs until [Process.Stop].
func (c Command) Start() (*Process, error) {
	cmd := exec.Command(c.Path, c.Args...)
	cmd.Dir = c.Dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	name := c.Log
	if name == "" {
		name = os.DevNull
	}
	log, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, fmt.Errorf("opening the log of a server: %w", err)
	}
	p := &Process{cmd: cmd, log: log, ended: make(chan struct{})}
	cmd.Stderr = log
	if !c.Pipes {
		cmd.Stdout = log
	} else if err := p.pipes(); err != nil {
		log.Close()
		return nil, err
	}
	started := make(chan error, 1)
	// The thread that starts it lends it its processors, and must outlive it: Pdeathsig is sent when that
	// thread ends.
	go func() {
		runtime.LockOSThread()
		started <- on(c.CPUs, cmd.Start)
		<-p.ended
		runtime.UnlockOSThread()
	}()
	if err := <-started; err != nil {
		close(p.ended)
		log.Close()
		return nil, fmt.Errorf("starting %s: %w", c.Path, err)
	}
	return p, nil
}

func (p *Process) pipes() error {
	var err error
	if p.In, err = p.cmd.StdinPipe(); err != nil {
		return fmt.Errorf("making a pipe: %w", err)
	}
	if p.Out, err = p.cmd.StdoutPipe(); err != nil {
		return fmt.Errorf("making a pipe: %w", err)
	}
	return nil
}

// PID is the process's number.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Stop asks the server to end and makes it after three seconds.
func (p *Process) Stop() {
	p.cmd.Process.Signal(syscall.SIGTERM)
	kill := time.AfterFunc(3*time.Second, func() { p.cmd.Process.Kill() })
	if p.In != nil {
		p.In.Close()
	}
	p.cmd.Wait()
	kill.Stop()
	p.log.Close()
	close(p.ended)
}

// on runs f on a thread that is bound to the processors, which a child inherits.
func on(cpus []int, f func() error) error {
	var before unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return fmt.Errorf("asking for the processors: %w", err)
	}
	defer unix.SchedSetaffinity(0, &before)
	if len(cpus) > 0 {
		if err := Bind(cpus); err != nil {
			return err
		}
	}
	return f()
}

// Bind binds the calling thread, and what it starts, to the processors.
func Bind(cpus []int) error {
	var set unix.CPUSet
	for _, c := range cpus {
		set.Set(c)
	}
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return fmt.Errorf("binding to processors %v: %w", cpus, err)
	}
	return nil
}

// CPUs are the processors that this thread may use.
func CPUs() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, fmt.Errorf("asking for the processors: %w", err)
	}
	var cpus []int
	for c := range 1024 {
		if set.IsSet(c) {
			cpus = append(cpus, c)
		}
	}
	return cpus, nil
}
