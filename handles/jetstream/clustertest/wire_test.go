package clustertest_test

import (
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// A wire is a TCP relay in front of a server that can be frozen, as a whole or for answers only: nothing
// passes, nothing is closed.
type wire struct {
	listener net.Listener
	target   string

	mu      sync.Mutex
	frozen  chan struct{} // closed by thaw; nil when all passes
	answers bool          // whether only answers are frozen
}

// newWire opens a wire to a server of the shared cluster.
func newWire(t *testing.T) *wire {
	first, err := url.Parse(strings.Split(shared.url(), ",")[0])
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: l, target: first.Host}
	t.Cleanup(func() { w.thaw(); l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go w.relay(c)
		}
	}()
	return w
}

func (w *wire) url() string { return "nats://" + w.listener.Addr().String() }

func (w *wire) relay(near net.Conn) {
	far, err := net.Dial("tcp", w.target)
	if err != nil {
		near.Close()
		return
	}
	pump := func(to, from net.Conn, answers bool) {
		defer to.Close()
		buffer := make([]byte, 32<<10)
		for {
			n, err := from.Read(buffer)
			w.pass(answers)
			if n > 0 {
				if _, err := to.Write(buffer[:n]); err != nil {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
	go pump(near, far, true)
	pump(far, near, false)
}

// pass waits while the wire is frozen.
func (w *wire) pass(answer bool) {
	w.mu.Lock()
	frozen := w.frozen
	if w.answers && !answer {
		frozen = nil
	}
	w.mu.Unlock()
	if frozen != nil {
		<-frozen
	}
}

// freeze stops all, or only answers.
func (w *wire) freeze(answers bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.frozen == nil {
		w.frozen, w.answers = make(chan struct{}), answers
	}
}

func (w *wire) thaw() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.frozen != nil {
		close(w.frozen)
		w.frozen = nil
	}
}
