package stdio

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"syscall"
)

// An output writes one message a line, each with one call of Write. It is safe for concurrent use.
type output struct {
	mu     sync.Mutex
	w      io.Writer
	buf    []byte
	broken error // what every write after a failed one returns
}

// line writes a message that is encoded already.
func (o *output) line(message []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.send(append(o.empty(), message...))
}

// empty returns the buffer to append to; o.mu must be held.
func (o *output) empty() []byte {
	if cap(o.buf) > keptSize {
		o.buf = nil
	}
	return o.buf[:0]
}

// send ends the line and writes it; o.mu must be held.
func (o *output) send(b []byte) error {
	if o.broken != nil {
		return o.broken
	}
	b = append(b, '\n')
	o.buf = b
	if _, err := o.w.Write(b); err != nil {
		if gone(err) {
			err = errGone
		}
		o.broken = fmt.Errorf("writing a message: %w", err)
	}
	return o.broken
}

// errGone is what writing to a peer that has closed its end returns. It is an io.EOF to the SDK, which then ends the
// session without an error.
var errGone = fmt.Errorf("the client has closed its end: %w", io.EOF)

// gone says whether a write failed because nobody reads any more.
func gone(err error) bool {
	for _, ended := range []error{io.ErrClosedPipe, os.ErrClosed, syscall.EPIPE, syscall.ECONNRESET} {
		if errors.Is(err, ended) {
			return true
		}
	}
	var code syscall.Errno
	return runtime.GOOS == "windows" && errors.As(err, &code) &&
		(code == 109 || code == 232) // ERROR_BROKEN_PIPE, ERROR_NO_DATA
}
