package clustertest_test

import (
	"net"
	"sync"
	"testing"
)

// A wire is a TCP relay in front of a server that can be frozen: nothing passes, nothing is closed.
type wire struct {
	listener net.Listener
	target   string

	mu     sync.Mutex
	frozen chan struct{} // closed by thaw; nil when all passes
}

func newWire(t *testing.T, target string) *wire {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: l, target: target}
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
	pump := func(to, from net.Conn) {
		defer to.Close()
		buffer := make([]byte, 32<<10)
		for {
			n, err := from.Read(buffer)
			w.pass()
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
	go pump(near, far)
	pump(far, near)
}

// pass waits while the wire is frozen.
func (w *wire) pass() {
	w.mu.Lock()
	frozen := w.frozen
	w.mu.Unlock()
	if frozen != nil {
		<-frozen
	}
}

func (w *wire) freeze() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.frozen == nil {
		w.frozen = make(chan struct{})
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
