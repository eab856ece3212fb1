package server

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/comity-mcp/comity/schema"
)

// panicked is a panic in an author's code as an error, with the stack for the log.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// stackOf returns the stack of the panic behind err, nil when there was none.
func stackOf(err error) []byte {
	if p, ok := errors.AsType[*panicked](err); ok {
		return p.stack
	}
	if p, ok := errors.AsType[*schema.Panic](err); ok {
		return p.Stack
	}
	return nil
}

// errEnded is a handler that ended its goroutine (runtime.Goexit, as testing's FailNow does).
var errEnded = errors.New("the handler ended its goroutine without returning")

// carry takes the call through arguments, handler and result, and always sends what it came to: a panic
// in a handler, or in the methods of its types, must end this call and no other.
func (c *call) carry(ctx context.Context, done chan<- answer) {
	c.guarded(done, func() answer { return c.steps(ctx) })
}

// guarded sends what do comes to, or that it panicked or ended its goroutine, which is this one.
func (c *call) guarded(done chan<- answer, do func() answer) {
	var a answer
	returned := false
	defer func() {
		if v := recover(); v != nil {
			a = c.failure(&panicked{v, debug.Stack()})
		} else if !returned {
			a = c.failure(errEnded)
		}
		done <- a
	}()
	a = do()
	returned = true
}

// steps are those that may call an author's code, and so may take for ever. A plain tool has only its handler among them:
// its arguments, unless they are large, were decoded before, and its result is encoded after, on the goroutine that waits
// for it, whose stack has the room by then. A new stack would grow with every call, which takes a tenth of its time.
func (c *call) steps(ctx context.Context) answer {
	if c.in == nil {
		if a, refused := c.arguments(); refused {
			return a
		}
	}
	if key := c.tool.key.of(c.in); key != "" {
		return c.once(ctx, key, c.in)
	}
	return c.run(ctx, func() (any, error) { return c.tool.handle(ctx, c.in) })
}

// run takes the call through its handler and result. ctx is the call's.
func (c *call) run(ctx context.Context, handle func() (any, error)) answer {
	c.stage.Store(stageRunning)
	out, err := handle()
	if started, ok := errors.AsType[*startedTask](err); ok {
		return answer{task: started}
	}
	if err != nil {
		return c.failure(blame(ctx, err))
	}
	c.stage.Store(stageReturned)
	if c.tool.plain {
		return answer{returned: &out}
	}
	return c.result(out)
}
