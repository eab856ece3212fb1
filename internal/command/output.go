package command

import (
	"fmt"
	"io"
)

// An Output passes on what is written to a command's standard output, and remembers what went wrong: a disk that is full,
// say. Nothing is passed on after that.
type Output struct {
	to  io.Writer
	err error
}

// To returns an Output that writes to w.
func To(w io.Writer) *Output { return &Output{to: w} }

// Write writes to what the Output is on.
func (o *Output) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.to.Write(b)
	if err != nil {
		o.err = fmt.Errorf("writing standard output: %w", reason(err))
	}
	return n, err
}

// Exit returns code, and NotRun with a line on errs when not all of the output was written.
func (o *Output) Exit(code int, errs io.Writer) int {
	if o.err == nil {
		return code
	}
	fmt.Fprintln(errs, o.err)
	return NotRun
}
