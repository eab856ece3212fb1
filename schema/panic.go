package schema

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// A Panic is a panic in a method of a declared type (UnmarshalText, MarshalText, MarshalJSON, IsZero and
// their like), which [Core.Decode] and [Core.Encode] return as an error instead of [Faults]: find it
// with errors.AsType[*schema.Panic]. It is a fault of the server's code and not for a model to read.
type Panic struct {
	// Value is what the method panicked with.
	Value any
	// Stack is that of the goroutine, as in runtime/debug.Stack.
	Stack []byte
}

// Error names the value and leaves the stack out.
func (p *Panic) Error() string { return fmt.Sprintf("a method panics: %v", p.Value) }

// recovered is deferred around every call that may enter a method of a declared type.
func recovered(err *error) {
	if v := recover(); v != nil {
		*err = &Panic{Value: v, Stack: debug.Stack()}
	}
}

// panicked returns the panic among the causes, nil when there is none.
func (fs Faults) panicked() *Panic {
	for _, f := range fs {
		if p, ok := errors.AsType[*Panic](f.cause); ok {
			return p
		}
	}
	return nil
}
