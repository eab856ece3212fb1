package stdio

import (
	"bytes"
	"context"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/comity-mcp/comity/internal/wire"
)

// A task is one call that is answered without the SDK.
type task struct {
	id     jsonrpc.ID
	ctx    context.Context
	answer Answer
}

// offer offers a call to Direct, and reports whether it was taken, or refused because its id is in use. A version that is
// not spoken, and a call of the handshake era before its session is open, are for the SDK to refuse.
func (c *conn) offer(read wire.Message, size int64) bool {
	if c.direct == nil || read.Version != "" && !wire.Supported(read.Version) || !wire.Modern(read.Version) && !c.calls.session() {
		return false
	}
	kept := read // the line's bytes are the reader's
	kept.ID, kept.Arguments, kept.Body = bytes.Clone(read.ID), bytes.Clone(read.Arguments), nil
	answer := c.direct(kept)
	if answer == nil {
		return false
	}
	id, err := idOf(kept.ID)
	if err != nil {
		return false // not reached: the id was read strictly
	}
	ctx, cancel := context.WithCancel(c.base)
	if !c.calls.begin(id, kept, cancel) {
		cancel()
		c.refuse(idInUse(read), size)
		return true
	}
	t := task{id: id, ctx: ctx, answer: answer}
	select {
	case c.work <- t:
	default:
		go c.serve(t)
	}
	return true
}

// maxIdle is how many goroutines wait for the next call.
const maxIdle = 32

// serve answers t, and further calls for as long as the connection lasts. A goroutine that waits for the next call has
// the stack that the last one needed, and its buffer; a new one would grow both with every call.
func (c *conn) serve(t task) {
	var b []byte
	for {
		b = t.answer(t.ctx, b[:0])
		c.settle(t.id, b)
		if cap(b) > keptSize {
			b = nil
		}
		if c.idle.Add(1) > maxIdle {
			c.idle.Add(-1)
			return
		}
		select {
		case t = <-c.work:
			c.idle.Add(-1)
		case <-c.done:
			return
		}
	}
}

// settle writes the answer to a call and forgets the call.
func (c *conn) settle(id jsonrpc.ID, answer []byte) {
	asked, known := c.calls.answer(id, false)
	if !known {
		return // not reached: nothing else answers it
	}
	asked.cancel()
	defer c.calls.wrote(asked)
	if err := c.out.line(answer); err != nil {
		c.log.Debug().Err(err).Msg("an answer could not be written")
	}
}

// cancel ends the call that a notifications/cancelled names, if it is one of ours; the SDK looks after its own.
func (c *conn) cancel(read wire.Message) {
	var m struct {
		Params struct {
			RequestID jsontext.Value `json:"requestId"`
		} `json:"params"`
	}
	if jsonv2.Unmarshal(read.Body, &m, jsontext.AllowDuplicateNames(true)) != nil {
		return
	}
	if id, err := idOf(m.Params.RequestID); err == nil && id.IsValid() {
		c.calls.cancel(id)
	}
}
