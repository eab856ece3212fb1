package server

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/schema"
)

// call is one tools/call on its way. Transports make one and hand it to [Server.answer]; nothing here
// knows which transport it was.
type call struct {
	tool   *tool
	args   json.RawMessage // as sent; nil when left out
	caller auth.Caller
	log    zerolog.Logger
	server *Server
	start  time.Time
	in     any          // args, decoded; nil until then
	stage  atomic.Int32 // how far it has come
	tasks  bool         // the client takes a task for an answer
	// notify tells the client how far the work is; nil for a client that did not ask.
	notify func(context.Context, handles.Measure)

	mu  sync.Mutex
	ref string
}

// The stages of a call that matter to whoever reads that it failed.
const (
	stageRunning  = iota + 1 // the handler was called
	stageReturned            // the handler returned a result
)

// answer is what a call comes to.
type answer struct {
	// structured is the result, checked against the output schema; nil when the call failed.
	structured json.RawMessage
	// links are the resources that the result points to.
	links []Link
	// text is the same JSON, or what a failed call says.
	text string
	// task is set when the call became a task; nothing else is then.
	task *startedTask
	// returned is what a handler returned whose result is still to be encoded; nothing else is set then.
	returned *any
	// code is zero when the call succeeded.
	code Code
	// cause is logged and never sent.
	cause error
}

// answer takes one call down the road. It always returns: within the tool's budget, a little more, and the
// time that it takes to write what a plain tool returned.
func (s *Server) answer(ctx context.Context, c *call) answer {
	c.start, c.log, c.server = time.Now(), s.log, s
	a, refused := s.permit(c)
	if !refused && c.tool.plain && len(c.args) <= quickArguments {
		a, refused = c.arguments()
	}
	if !refused {
		a = s.within(auth.WithCaller(context.WithValue(ctx, callKey{}, c), c.caller), c)
	}
	if a.returned != nil {
		a = c.result(*a.returned)
	}
	s.audit(c, a)
	return a
}

// permit asks whether the caller may call the tool. On HTTP the guard has asked already, so that the
// answer could be a 401 or 403; here it is the same verdict for every transport.
func (s *Server) permit(c *call) (answer, bool) {
	f := s.refusal("tools/call", c.tool.spec.Name, c.caller)
	if f == nil {
		return answer{}, false
	}
	return answer{code: Denied, text: f.Description}, true
}

// arguments checks what was sent against the published schema and decodes it.
func (c *call) arguments() (a answer, refused bool) {
	in := c.tool.fresh()
	if err := c.tool.input.Decode(c.args, in); err != nil {
		if _, sent := errors.AsType[schema.Faults](err); !sent { // a method of the type panicked
			return c.failure(err), true
		}
		return answer{code: InvalidArgument, cause: errors.Unwrap(err), text: clip(c.tool.spec.Name+" was not run: "+err.Error(), longestText)}, true
	}
	c.in = in
	return answer{}, false
}

// reference returns the name under which this call stands in the log; made when first asked for.
func (c *call) reference() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ref == "" {
		c.ref = rand.Text()[:12]
	}
	return c.ref
}

// referenced returns the reference if one was made.
func (c *call) referenced() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ref
}
