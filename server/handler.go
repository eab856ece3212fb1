package server

import (
	"context"
	"fmt"
	"runtime/debug"
)

// outcome is what a handler came to.
type outcome struct {
	out any
	err error
}

// panicked is a handler's panic as an error, with the stack for the log.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// run calls the handler and turns a panic into an error: one bad call must not end the others.
func (t *tool) run(ctx context.Context, in any) (o outcome) {
	defer func() {
		if v := recover(); v != nil {
			o = outcome{err: &panicked{v, debug.Stack()}}
		}
	}()
	out, err := t.handle(ctx, in)
	return outcome{out, err}
}
