package jetstream

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// heartbeat is how often the server says that there is nothing new. After two that stay out it is
	// asked anew, through another server when that one is lost.
	heartbeat = 500 * time.Millisecond
	// batch is how many messages, all without payload, are under way at most.
	batch = 1000
	// idleConsumer is how long the server keeps a consumer that nobody asks for messages.
	idleConsumer = 10 * time.Second
)

// A life is which stream the index is of, by when it was made: one that was deleted and made again counts
// its messages from the start.
type life struct {
	mu       sync.Mutex
	followed time.Time // by the index
	found    time.Time // when asked last
	stop     func()    // ends followOnce
}

// find takes in when the stream was made, and says whether the index is of that one.
func (l *life) find(made time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.found = made; l.followed.Equal(made) {
		return true
	}
	l.stop()
	return false
}

// begin makes the index one of the stream that was found last. stop ends what follows.
func (l *life) begin(x *index, stop func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stop = stop; !l.followed.Equal(l.found) {
		x.reset()
		l.followed = l.found
	}
}

// follow keeps the index up to date until the store is closed: one consumer for everything this process
// waits for. It is not durable and acknowledges nothing; it begins again after the last message seen.
func (s *store) follow() {
	for pause := firstPause; s.ctx.Err() == nil; pause = min(2*pause, lastPause) {
		began := time.Now()
		ctx, cancel := context.WithCancel(s.ctx)
		s.life.begin(s.index, cancel)
		s.followOnce(ctx) // every error ends in another try: Live says how far it came
		cancel()
		if time.Since(began) > time.Second {
			pause = firstPause
		}
		if wait(s.ctx, pause) != nil {
			return
		}
	}
}

func (s *store) followOnce(ctx context.Context) {
	asking, cancel := context.WithTimeout(ctx, once)
	consumer, err := s.stream.CreateConsumer(asking, jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: s.index.position() + 1,
		AckPolicy: jetstream.AckNonePolicy, HeadersOnly: true,
		MemoryStorage: true, Replicas: 1, InactiveThreshold: idleConsumer,
	})
	cancel()
	if err != nil {
		return
	}
	defer s.leave(consumer.CachedInfo().Name)
	messages, err := consumer.Messages(jetstream.PullMaxMessages(batch), jetstream.PullExpiry(4*heartbeat), jetstream.PullHeartbeat(heartbeat),
		jetstream.WithMessagesErrOnMissingHeartbeat(true))
	if err != nil {
		return
	}
	defer messages.Stop()
	for delivered := uint64(1); ; delivered++ {
		msg, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return
		}
		meta, err := msg.Metadata()
		if err != nil || meta.Sequence.Consumer != delivered { // one was lost on the way
			return
		}
		s.see(msg, meta.Sequence.Stream)
	}
}

// leave deletes a consumer, if that is quickly done: the server does it as well, later.
func (s *store) leave(consumer string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), heartbeat)
	defer cancel()
	s.stream.DeleteConsumer(ctx, consumer)
}

// see takes in a message and tells the watchers.
func (s *store) see(msg jetstream.Msg, seq uint64) {
	defer s.index.reached(seq)
	kind, id, _ := strings.Cut(strings.TrimPrefix(msg.Subject(), string(s.subjects)), ".")
	text := []byte(msg.Headers().Get(summaryHeader))
	switch kind + "." {
	case rowToken:
		var known summary
		if json.Unmarshal(text, &known) != nil {
			return // written by no version of this package
		}
		s.index.learn(id, known, seq)
		s.watchers.tell(id, known)
	case beatToken:
		var b beat
		if json.Unmarshal(text, &b) == nil {
			s.index.heard(id, b, seq)
		}
	}
}

// watchers are the engines over a store: one, as a rule.
type watchers struct {
	mu   sync.Mutex
	all  map[int]handles.Watcher
	made int
}

func (w *watchers) tell(id string, known summary) {
	w.mu.Lock()
	all := slices.Collect(maps.Values(w.all))
	w.mu.Unlock()
	for _, watcher := range all {
		watcher.Changed(id)
		if known.waits() {
			watcher.Queued(known.Tool)
		}
	}
}

// Watch tells of the changes by all processes.
func (s *store) Watch(ctx context.Context, w handles.Watcher) error {
	defer s.watchers.add(w)()
	select {
	case <-ctx.Done():
	case <-s.ctx.Done():
	}
	return nil
}

// add returns how to take the watcher out again.
func (w *watchers) add(watcher handles.Watcher) (remove func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[int]handles.Watcher{}
	}
	number := w.made
	w.made++
	w.all[number] = watcher
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, number)
	}
}
