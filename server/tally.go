package server

import "sync"

// tally counts what is running and tells when nothing is. Unlike a sync.WaitGroup it may be added to
// while others wait, by calls over one transport while another drains. The zero tally is ready.
type tally struct {
	mu   sync.Mutex
	n    int
	zero chan struct{} // closed when n falls to 0; nil when nobody asked
}

func (t *tally) add() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
}

func (t *tally) done() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n--
	if t.n == 0 && t.zero != nil {
		close(t.zero)
		t.zero = nil
	}
}

// none returns a channel that is closed when nothing runs, if only for a moment.
func (t *tally) none() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n == 0 {
		c := make(chan struct{})
		close(c)
		return c
	}
	if t.zero == nil {
		t.zero = make(chan struct{})
	}
	return t.zero
}
