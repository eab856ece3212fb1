package stdio

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/internal/wire"
)

const (
	defaultMaxLine = 4 << 20
	defaultGrace   = 10 * time.Second
)

// Options are what may be said about a [Transport]. The zero value is ready to use.
type Options struct {
	// MaxLine is the longest line accepted, in bytes, without its line end; 0 or less means 4 MiB. A longer line is
	// skipped without being held in memory, and answered with the error -32600.
	MaxLine int
	// Grace is how long calls in flight may still take once the input has ended; 0 or less means 10 s.
	Grace time.Duration
	// Direct, when not nil, is offered each call before the SDK is: those of 2026-07-28, and those of the handshake
	// era once a session is open. It returns how to answer the call, or nil to leave it to the SDK. It is
	// called by one goroutine, which reads no further meanwhile. The message has no Body, and may be kept.
	Direct func(wire.Message) Answer
	// Log is told of lines refused and of how the input ended, never of what a line says, which may be
	// secret: the error sent back has the reason. The zero Logger is silent.
	Log zerolog.Logger
}

// An Answer appends the answer to a call to b, as one line without its end. It runs on a goroutine of its own. ctx ends
// when the client cancels the call and when the connection is over; the answer is sent all the same, as the SDK does.
type Answer func(ctx context.Context, b []byte) []byte

// A Transport is an [mcp.Transport] over two byte streams. Make one with [New]; it serves one connection.
type Transport struct {
	conn *conn
	used atomic.Bool
}

// New returns a transport that reads messages from in and writes them to out.
//
// It owns in from then on: closing the connection closes it if it is an io.Closer, which ends a blocked read of an
// io.Pipe, a socket or a pipe made by os.Pipe. A blocked read of the process's own stdin does not end that way; its
// goroutine then lives until a byte arrives or the process exits, and keeps nothing else from ending. out is never
// closed: close it after the session has ended, if the peer is to see that.
func New(in io.Reader, out io.Writer, o Options) *Transport {
	if o.MaxLine <= 0 {
		o.MaxLine = defaultMaxLine
	}
	if o.Grace <= 0 {
		o.Grace = defaultGrace
	}
	return &Transport{conn: newConn(in, out, o)}
}

// Connect starts reading. The SDK calls it; a second call is an error.
func (t *Transport) Connect(ctx context.Context) (mcp.Connection, error) {
	if t.used.Swap(true) {
		return nil, errors.New("connecting stdio: this transport has been connected before; make a new one with stdio.New")
	}
	t.conn.base, t.conn.end = context.WithCancel(ctx)
	go t.conn.scan()
	return t.conn, nil
}

// Done is closed when the connection is over: the input has ended and every call was answered or its grace has passed,
// or the connection was closed. The SDK's Run also waits for handlers that never end; a program that must exit all the
// same waits for Done as well.
func (t *Transport) Done() <-chan struct{} { return t.conn.done }
