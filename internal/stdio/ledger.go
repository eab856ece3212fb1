package stdio

import (
	"bytes"
	"context"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/comity-mcp/comity/internal/wire"
)

// listen is the call that stays open until its sender cancels it; waiting for it at the end of the input would be in
// vain (MCP 2026-07-28, subscriptions/listen).
const listen = "subscriptions/listen"

// Codes by which the SDK knows, through errors.Is, why a message could not be sent (its internal/jsonrpc2).
const (
	codeClientClosing = -32003 // becomes mcp.ErrConnectionClosed
	codeRejected      = -32005 // this message failed; the connection goes on
)

// errInputEnded answers a call to the client that the client can no longer answer.
var errInputEnded error = &jsonrpc.Error{
	Code:    codeClientClosing,
	Message: "the client closed its end of the connection before answering",
}

// A call is one request of the client that is not answered yet.
type call struct {
	// sent is the id as the client wrote it; empty when the decoded id writes the same.
	sent string
	// parked calls are not waited for.
	parked bool
	// unopened calls are of the handshake era and came before an initialize was answered.
	unopened bool
	// method is the method called; empty for what was never called.
	method string
	// cancel ends the context of a call that is not the SDK's; nil for the others.
	cancel context.CancelFunc
	// opens says that its answer opens a session of the handshake era; again, that one was open already.
	opens, again bool
}

// A ledger knows which calls are open in either direction. It is safe for concurrent use.
type ledger struct {
	mu       sync.Mutex
	in       map[jsonrpc.ID]call
	out      map[jsonrpc.ID]struct{}
	owed     int  // calls read and waited for, whose answer is not fully written
	opened   bool // an initialize was answered with a result
	finished bool // the input has ended
	idle     chan struct{}
}

func newLedger() *ledger {
	return &ledger{
		in:   make(map[jsonrpc.ID]call),
		out:  make(map[jsonrpc.ID]struct{}),
		idle: make(chan struct{}),
	}
}

// begin records a call of the client. It returns false, and records nothing, when its id is in use. cancel is nil for a
// call of the SDK.
func (l *ledger) begin(id jsonrpc.ID, read wire.Message, cancel context.CancelFunc) bool {
	c := call{
		cancel: cancel,
		sent:   sentID(id, read.ID),
		method: read.Method,
		parked: read.Method == listen,
		opens:  read.Method == "initialize",
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, used := l.in[id]; used {
		return false
	}
	c.unopened = !l.opened && !wire.Modern(read.Version)
	l.in[id] = c
	if !c.parked {
		l.owed++
	}
	return true
}

// cancel ends the context of an open call, if that is for us to end.
func (l *ledger) cancel(id jsonrpc.ID) {
	l.mu.Lock()
	c := l.in[id]
	l.mu.Unlock()
	if c.cancel != nil {
		c.cancel()
	}
}

// session says whether a session of the handshake era is open.
func (l *ledger) session() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.opened
}

// uses says whether a call with this id, as sent, is open.
func (l *ledger) uses(sent []byte) bool {
	id, err := idOf(sent)
	if err != nil || !id.IsValid() {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, used := l.in[id]
	return used
}

// sentID returns the id as sent when it differs from what the decoded id writes: a number has more than one spelling,
// and a string may be escaped in more than one way.
func sentID(id jsonrpc.ID, sent []byte) string {
	if n, ok := id.Raw().(int64); ok {
		var digits [20]byte
		if bytes.Equal(strconv.AppendInt(digits[:0], n, 10), sent) {
			return ""
		}
	}
	return string(sent)
}

// answer takes a call out of the ledger, before the answer is written: its sender may use the id again at once. The
// call stays owed until wrote is called with it.
func (l *ledger) answer(id jsonrpc.ID, fault bool) (c call, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c, known = l.in[id]
	delete(l.in, id)
	c.again = c.opens && l.opened
	if c.opens && !fault {
		l.opened = true
	}
	return c, known
}

// wrote says that the answer to a call has been written, or never will be.
func (l *ledger) wrote(c call) {
	if c.parked {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.owed--
	if l.finished && l.owed == 0 {
		close(l.idle)
	}
}

// ask records a call to the client. It returns false when the client can no longer answer.
func (l *ledger) ask(id jsonrpc.ID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.finished {
		return false
	}
	l.out[id] = struct{}{}
	return true
}

// settle forgets a call to the client.
func (l *ledger) settle(id jsonrpc.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.out, id)
}

// end says that the input has ended. idle is closed when nothing is owed any more; orphans are the calls to the client
// that will not be answered.
func (l *ledger) end() (idle <-chan struct{}, orphans []jsonrpc.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.finished = true
	for id := range l.out {
		orphans = append(orphans, id)
	}
	clear(l.out)
	if l.owed == 0 {
		close(l.idle)
	}
	return l.idle, orphans
}

// open returns how many calls are owed an answer.
func (l *ledger) open() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.owed
}
