package server

import (
	"context"
	"reflect"
	"strings"
	"time"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/schema"
)

// Run says how a job is kept and run.
type Run struct {
	// Keep is how long the result stays after the end of the work. It is stated in the description.
	// Required.
	Keep time.Duration
	// Repeat says whether the work may be run again after its worker was lost: [Safe] or [Once]. Required.
	Repeat handles.Repeat
	// Attempts is how often the work may be started when it is [Safe]. Zero is 5.
	Attempts int
	// Wait is how long start waits for work that is quick, before it answers with a handle. Zero is 2 s;
	// the most is a second less than a call's budget.
	Wait time.Duration
	// Slots is how many of these jobs one process runs at a time. Zero is 4.
	Slots int
}

const (
	// Safe work may run again: a second run does no harm.
	Safe = handles.Safe
	// Once is work that never runs a second time: it ends as interrupted when its worker is lost.
	Once = handles.Once
)

const (
	usualWait  = 2 * time.Second
	usualSlots = 4
	// window is how long get waits for a change, and how long start may.
	window = longestBudget - time.Second
)

// Job declares work that may take longer than a call. It is listed as three tools: start_NAME bears the
// effect and answers with the result when the work is quick, else with a handle; get_NAME waits for the
// end and returns the result; cancel_NAME stops the work. The handle belongs to the caller who started
// it, and survives the process with an engine that does; see Config.Jobs.
//
// The handler's context ends when the job is cancelled or its worker shuts down, not when the call that
// started it does. Its caller is the one who started the job, with AsOf set. An [Error] it returns is
// what get_NAME says; any other error is masked.
func Job[In, Out any](spec Spec, effect annotations.Effect, run Run, handler func(ctx context.Context, in In, p *handles.Progress) (Out, error)) Tool {
	j := &job{
		spec: spec, run: run, at: caller(2),
		in:  reflect.TypeFor[In](),
		out: reflect.TypeFor[Out](),
		work: func(ctx context.Context, in any, p *handles.Progress) (any, error) {
			out, err := handler(ctx, *in.(*In), p)
			if e, ok := err.(*Error); ok && e == nil { // a nil *Error in an error is none
				err = nil
			}
			return out, err
		},
		fresh:   func() any { return new(In) },
		missing: handler == nil,
	}
	j.input, j.inputs = schema.Input[In]()
	j.output, j.outputs = schema.Output[Out]()
	return Tool{&declaration{spec: spec, at: j.at, parts: []*declaration{j.start(effect), j.get(), j.cancel()}}}
}

// job is work as stated: what start, get and cancel have in common.
type job struct {
	spec    Spec
	run     Run
	at      string
	missing bool

	in, out         reflect.Type
	input, output   *schema.Core // of the work itself
	inputs, outputs fault.Problems
	fresh           func() any
	work            func(ctx context.Context, in any, p *handles.Progress) (any, error)
}

// handle is the name of the argument and member that holds the handle.
func (j *job) handle() string { return j.spec.Name + "_id" }

// prefix is what handles begin with.
func (j *job) prefix() string {
	p := strings.ReplaceAll(j.spec.Name, "_", "")
	if len(p) > 12 {
		p = p[:12]
	}
	return p
}

func (j *job) wait() time.Duration {
	if j.run.Wait == 0 {
		return usualWait
	}
	return j.run.Wait
}

// part is a declaration of one of the three tools.
func (j *job) part(verb, title, description string) *declaration {
	s := Spec{
		Name: verb + "_" + j.spec.Name, Title: j.spec.Title + title, Description: description,
		Access: j.spec.Access, World: j.spec.World,
	}
	for _, was := range j.spec.Was {
		s.Was = append(s.Was, verb+"_"+was)
	}
	return &declaration{spec: s, at: j.at, job: j, missing: j.missing, in: j.in}
}

func (j *job) start(effect annotations.Effect) *declaration {
	d := j.part("start", ": start", strings.TrimSpace(j.spec.Description)+" "+j.says())
	d.effect, d.spec.Example, d.spec.MaxResult = effect, j.spec.Example, j.spec.MaxResult
	started, fields := startType(j.in)
	d.input, d.inputs = schema.InputOf(started)
	d.output, d.outputs = schema.OutputOf(j.viewType())
	d.fresh = func() any { return reflect.New(started).Interface() }
	d.handle = func(ctx context.Context, in any) (any, error) { return j.starts(ctx, in, fields) }
	return d
}

func (j *job) get() *declaration {
	d := j.part("get", ": progress and result", "Returns how far one start_"+j.spec.Name+" has come and, at its end, the result. "+
		"Waits up to "+window.String()+" for the end before it answers, so there is no need to wait between calls. "+j.kept())
	d.reads, d.spec.MaxResult = true, j.spec.MaxResult
	j.named(d, j.gets)
	return d
}

func (j *job) cancel() *declaration {
	d := j.part("cancel", ": cancel", "Stops one start_"+j.spec.Name+" that has not ended. What it did until then stays as it is; "+
		"for one that has ended it changes nothing. Returns where it stands then.")
	d.effect, d.spec.MaxResult = annotations.Deletes, j.spec.MaxResult
	j.named(d, j.cancels)
	return d
}

// named gives a part the handle as its only argument.
func (j *job) named(d *declaration, do func(ctx context.Context, id string) (any, error)) {
	t := j.handleType()
	d.input, d.inputs = schema.InputOf(t)
	d.output, d.outputs = schema.OutputOf(j.viewType())
	d.outputs = nil // told of start already
	d.fresh = func() any { return reflect.New(t).Interface() }
	d.handle = func(ctx context.Context, in any) (any, error) {
		return do(ctx, reflect.ValueOf(in).Elem().Field(0).String())
	}
}

// says is how start ends its description.
func (j *job) says() string {
	return "Returns the result if it is there within " + j.wait().String() + ", otherwise " + j.handle() + ", with which get_" + j.spec.Name +
		" returns it and cancel_" + j.spec.Name + " stops the work. " + j.kept()
}

func (j *job) kept() string {
	return "The result is kept for " + words(j.run.Keep) + " after the end."
}

// words is a duration as a person says it.
func words(d time.Duration) string {
	for _, unit := range []struct {
		d    time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		if d >= unit.d && d%unit.d == 0 {
			return plural(int(d/unit.d), unit.name)
		}
	}
	return d.String()
}
