package server

import (
	"context"
	"reflect"
	"time"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/schema"
)

// Spec is what an author says about one tool, for readers the author never meets: the developer who
// sets approvals, the model that picks a tool, the person at an approval dialog.
type Spec struct {
	// Name is what the model calls: ^[a-z][a-z0-9_]{0,39}$, verb first. Required.
	Name string
	// Title is what a person sees. Required.
	Title string
	// Description says what the tool does, when to use it and when not. Required.
	Description string
	// Access says who may call the tool. Required.
	Access auth.Access

	// World overrides Config.World when not zero.
	World annotations.World
	// Budget is how long one call may take. Zero is 10 s, which is also the most.
	Budget time.Duration
	// MaxResult is the largest result in bytes of JSON. Zero is 100 kB; the most is 130 kB, because
	// hosts cut what is longer (claude.ai at 150,000 characters, read 2026-11-29).
	MaxResult int
	// Example is one set of arguments, a value of the handler's parameter type, shown to people. Nil
	// shows none.
	Example any
	// Was are names the tool had in earlier releases. Hosts keep tool lists for months: a call to a
	// former name is answered with the new one.
	Was []string
	// CheckWith names the read tool that shows whether a call of this writing tool took effect. It is
	// given to the model when the outcome of a call is unknown. Empty gives a general sentence.
	CheckWith string
}

// A Tool is a declared tool. Only [Read], [Write] and [Job] make one; the zero Tool is refused by [New].
type Tool struct{ d *declaration }

// declarations are the tools as they are listed: a job is three of them. The zero Tool is nil.
func declarations(tools []Tool) []*declaration {
	var out []*declaration
	for _, t := range tools {
		if t.d != nil && t.d.parts != nil {
			out = append(out, t.d.parts...)
		} else {
			out = append(out, t.d)
		}
	}
	return out
}

// declaration is a tool as stated, before anything is checked.
type declaration struct {
	spec   Spec
	effect annotations.Effect // zero for a tool that reads
	reads  bool
	at     string

	input, output   *schema.Core
	inputs, outputs fault.Problems
	in, out         reflect.Type
	missing         bool           // no handler
	key             keyPath        // to the request key among the arguments; nil without one
	job             *job           // what a part of a job belongs to; nil for any other tool
	parts           []*declaration // start, get and cancel of a job; nil for any other tool
	fresh           func() any
	handle          func(ctx context.Context, in any) (any, error)
}

// Read declares a tool that changes nothing. The handler runs with [ReadOnly] true in its context, and
// may be called many times at once, because hosts run read-only tools in parallel.
// In and Out are structs; package schema says what they can hold.
func Read[In, Out any](spec Spec, handler func(ctx context.Context, in In) (Out, error)) Tool {
	d := declare(spec, handler)
	d.reads = true
	d.at = caller(2)
	return Tool{d}
}

// Write declares a tool that changes something, with the effect of a call.
// The handler must expect to be called again with the same arguments: hosts retry after a time-out. An
// In that embeds [RequestKey] lets the caller name a call, which is then done once.
func Write[In, Out any](spec Spec, effect annotations.Effect, handler func(ctx context.Context, in In) (Out, error)) Tool {
	d := declare(spec, handler)
	d.effect = effect
	d.at = caller(2)
	return Tool{d}
}

func declare[In, Out any](spec Spec, handler func(context.Context, In) (Out, error)) *declaration {
	d := &declaration{
		spec:    spec,
		in:      reflect.TypeFor[In](),
		out:     reflect.TypeFor[Out](),
		missing: handler == nil,
		fresh:   func() any { return new(In) },
		handle: func(ctx context.Context, in any) (any, error) {
			out, err := handler(ctx, *in.(*In))
			if e, ok := err.(*Error); ok && e == nil { // a nil *Error in an error is none
				err = nil
			}
			return out, err
		},
	}
	d.key = keysIn(d.in).one()
	d.input, d.inputs = schema.Input[In]()
	d.output, d.outputs = schema.Output[Out]()
	return d
}
