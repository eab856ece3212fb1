package handles

import (
	"strings"
	"sync"
)

// A hub wakes those in this process who wait for a topic: a record's ID, or a tool's queue.
type hub struct {
	mu     sync.Mutex
	topics map[string]map[chan struct{}]bool
	began  chan struct{}
}

func newHub() *hub {
	return &hub{topics: map[string]map[chan struct{}]bool{}, began: make(chan struct{}, 1)}
}

// queue is the topic of a tool's queue. No ID begins with a space.
func queue(tool string) string { return " " + tool }

// listen returns a channel that holds one token when the topic was woken since the last receive.
func (h *hub) listen(topic string) (woken <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.topics[topic] == nil {
		h.topics[topic] = map[chan struct{}]bool{}
	}
	h.topics[topic][c] = true
	if !strings.HasPrefix(topic, " ") {
		signal(h.began)
	}
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.topics[topic], c)
		if len(h.topics[topic]) == 0 {
			delete(h.topics, topic)
		}
	}
}

func (h *hub) wake(topic string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.topics[topic] {
		signal(c)
	}
}

// Changed wakes those who wait for a record, or everyone.
func (h *hub) Changed(id string) {
	if id != "" {
		h.wake(id)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, listeners := range h.topics {
		for c := range listeners {
			signal(c)
		}
	}
}

// Queued wakes a worker of the tool.
func (h *hub) Queued(tool string) { h.wake(queue(tool)) }

// Waiting says whether anyone waits for a record.
func (h *hub) Waiting() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for topic := range h.topics {
		if !strings.HasPrefix(topic, " ") {
			return true
		}
	}
	return false
}

// Began has a token when someone began to wait for a record.
func (h *hub) Began() <-chan struct{} { return h.began }

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it is woken already
	}
}
