package stdio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/internal/wire"
)

// A conn is the one connection of a transport. Read is for one goroutine; Write and Close are for any.
type conn struct {
	in      io.Reader
	lines   *lines  // for scan
	decoder decoder // for scan
	out     *output
	calls   *ledger
	grace   time.Duration
	direct  func(wire.Message) Answer
	base    context.Context // of the answers that direct gives
	end     context.CancelFunc
	work    chan task
	idle    atomic.Int32 // goroutines that wait for work
	log     zerolog.Logger

	incoming chan jsonrpc.Message // closed by scan when there is nothing more to read
	failure  error                // why reading ended, if not by its end; set before incoming is closed
	closed   chan struct{}        // closed by Close
	done     chan struct{}        // closed by scan, or by Close
	shut     sync.Once
	over     sync.Once
}

func newConn(in io.Reader, out io.Writer, o Options) *conn {
	return &conn{
		in:       in,
		lines:    newLines(in, o.MaxLine),
		out:      &output{w: out},
		calls:    newLedger(),
		grace:    o.Grace,
		direct:   o.Direct,
		work:     make(chan task),
		log:      o.Log,
		incoming: make(chan jsonrpc.Message, 1),
		closed:   make(chan struct{}),
		done:     make(chan struct{}),
	}
}

// SessionID is empty: the streams are the session.
func (c *conn) SessionID() string { return "" }

// Read returns the next message that could be read. After the last it waits until the calls in flight are answered, at
// most for the grace, and returns io.EOF from then on.
func (c *conn) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case msg, ok := <-c.incoming:
		switch {
		case ok:
			return msg, nil
		case c.failure != nil:
			return nil, c.failure
		}
		return nil, io.EOF
	case <-c.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close ends the connection. It may be called any number of times, from any goroutine.
func (c *conn) Close() error {
	c.shut.Do(func() {
		close(c.closed)
		c.finish()
		if closer, ok := c.in.(io.Closer); ok {
			// The scanning goroutine may hold the stream; what closing it says helps nobody.
			_ = closer.Close()
		}
	})
	return nil
}

func (c *conn) finish() {
	c.over.Do(func() {
		c.end()
		close(c.done)
	})
}

// scan reads lines until the input ends, then waits for the calls in flight. It is the only sender on incoming.
func (c *conn) scan() {
	defer c.finish()
	defer close(c.incoming)
	for {
		next, err := c.lines.next()
		if c.isClosed() || !c.accept(next) {
			return
		}
		if err != nil {
			c.failure = c.ended(err)
			c.drain()
			return
		}
	}
}

// isClosed says whether Close was called. A line that is read after that, from an input that can not be closed, is nobody's.
func (c *conn) isClosed() bool {
	select {
	case <-c.closed:
		return true
	default:
		return false
	}
}

// ended logs how the input ended and returns the error to report, which is nil for an ordinary end.
func (c *conn) ended(err error) error {
	if err == io.EOF || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, os.ErrClosed) {
		c.log.Debug().Int("in_flight", c.calls.open()).Msg("the input has ended")
		return nil
	}
	c.log.Error().Err(err).Int("in_flight", c.calls.open()).Msg("the input broke off")
	return fmt.Errorf("reading messages: %w", err)
}

// accept passes one line on, or answers it with the error it deserves. It returns false once the connection is closed.
func (c *conn) accept(next line) bool {
	if next.long {
		c.refuse(tooLong(next, c.lines.max), next.size)
		return true
	}
	if len(next.text) == 0 {
		return true
	}
	read, refused := wire.Read(next.text)
	if refused != nil {
		c.refuse(refused, next.size)
		return true
	}
	if read.Call() && c.offer(read, next.size) {
		return true
	}
	if read.Method == "notifications/cancelled" {
		c.cancel(read)
	}
	msg, err := c.decoder.message(read)
	if err != nil {
		// Answering what answers nothing would let two peers answer each other for ever.
		c.log.Warn().Err(err).Int64("bytes", next.size).Msg("a line was dropped")
		return true
	}
	switch msg := msg.(type) {
	case *jsonrpc.Request:
		if msg.ID.IsValid() && !c.calls.begin(msg.ID, read, nil) {
			c.refuse(idInUse(read), next.size)
			return true
		}
	case *jsonrpc.Response:
		c.calls.settle(msg.ID)
	}
	return c.deliver(msg)
}

// idInUse refuses a call whose id is that of a call in flight.
func idInUse(read wire.Message) *wire.Error {
	return &wire.Error{
		Code: wire.CodeInvalidRequest,
		Message: fmt.Sprintf("The id %s of this %s belongs to a call that is not answered yet. Give each call an id of its own.",
			wire.Quote(string(read.ID)), wire.Quote(read.Method)),
	}
}

// refuse answers a line with an error. It leaves out an id that a call in flight has: the answer would settle that call.
func (c *conn) refuse(refused *wire.Error, size int64) {
	if c.calls.uses(refused.ID) {
		refused.ID = nil
	}
	c.log.Warn().Int("code", refused.Code).Int64("bytes", size).Msg("a line was refused")
	if err := c.out.line(refused.Bytes()); err != nil {
		c.log.Debug().Err(err).Msg("the refusal could not be written")
	}
}

func (c *conn) deliver(msg jsonrpc.Message) bool {
	select {
	case c.incoming <- msg:
		return true
	case <-c.closed:
		return false
	}
}

// drain waits until every call in flight is answered, the grace has passed or the connection is closed. Calls to the
// client can no longer be answered: they end first, so that the handlers waiting for them can answer.
func (c *conn) drain() {
	idle, orphans := c.calls.end()
	for _, id := range orphans {
		if !c.deliver(&jsonrpc.Response{ID: id, Error: errInputEnded}) {
			return
		}
	}
	grace := time.NewTimer(c.grace)
	defer grace.Stop()
	select {
	case <-idle:
	case <-c.closed:
	case <-grace.C:
		c.log.Warn().Int("in_flight", c.calls.open()).Dur("grace", c.grace).
			Msg("calls were not answered in time after the input had ended; a longer grace would let them finish")
	}
}
