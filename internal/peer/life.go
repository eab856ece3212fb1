package peer

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// start runs the command.
func start(t Target, o Options) (*process, error) {
	c := exec.Command(t.Command[0], t.Command[1:]...)
	c.Dir, c.Env = t.Dir, t.Env
	if c.Env == nil {
		c.Env = Environment()
	}
	alone(c)
	p := &process{options: o, command: c, shown: clip(t.Command[0]), ended: make(chan struct{}), asked: make(chan struct{}, 16), waiting: map[int64]*waiter{}}
	var theirs []*os.File
	var pipes [3]*os.File
	for i := range pipes {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("starting %s: %w", p.shown, err), closeAll(theirs...), closeAll(pipes[:i]...))
		}
		if i == 0 {
			r, w = w, r
		}
		pipes[i], theirs = r, append(theirs, w)
	}
	c.Stdin, c.Stdout, c.Stderr = theirs[0], theirs[1], theirs[2]
	p.input = pipes[0]
	err := c.Start()
	_ = closeAll(theirs...) // the process has them now, or nobody
	if err != nil {
		_ = closeAll(pipes[:]...) // nothing was written
		return nil, notStarted(t, err)
	}
	go p.follow(pipes[1], pipes[2])
	return p, nil
}

func closeAll(files ...*os.File) error {
	var errs []error
	for _, f := range files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

func notStarted(t Target, err error) error {
	name := clip(t.Command[0])
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("there is no command %s on the PATH; install it, or write its whole path", name)
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("there is no file %s to run; build it, or mend the path", name)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s may not be run; give it the right to (chmod +x), or name another program", name)
	}
	return fmt.Errorf("starting %s: %w; run it by hand to see why", name, err)
}

// follow reads what the process writes until it is gone.
func (p *process) follow(out, errs *os.File) {
	var readers sync.WaitGroup
	readers.Go(func() { p.read(out) })
	readers.Go(func() { _, _ = io.Copy(&p.errs, errs) }) // it ends with the process
	status := "exit status 0"
	if err := p.command.Wait(); err != nil {
		status = err.Error()
	}
	endGroup(p.command, true) // what it started and left behind
	// A child that left the group may hold the pipes open; it is not waited for.
	late := time.AfterFunc(time.Second, func() { _ = closeAll(out, errs) })
	readers.Wait()
	late.Stop()
	_ = closeAll(out, errs, p.input) // twice is an error of no weight
	p.status = status
	close(p.ended)
}

// grace is how long a process may take to end once its input is closed, and once more when it was told to end.
const grace = 2 * time.Second

// close ends the process as the specification has it: its input is closed, then it is told to end, then it is killed.
func (p *process) close() error {
	_ = p.input.Close() // it may be closed already; a write that waits ends with it
	for _, kill := range []bool{false, true} {
		select {
		case <-p.ended:
			return nil
		case <-time.After(grace):
			endGroup(p.command, kill)
		}
	}
	<-p.ended
	return nil
}
