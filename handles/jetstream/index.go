package jetstream

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/comity-mcp/comity/handles"
)

// An index is what this process knows of all rows: it follows the stream, and learns of each row that is
// read or written here at once. It is where to look for work, never the truth: every change is checked
// by the cluster against the sequence it was based on.
type index struct {
	mu     sync.Mutex
	live   map[string]known  // not final
	over   map[string]known  // final or gone
	queues map[string]*queue // of each tool
	beats  map[string]pulse  // the last beat of a job
	seen   uint64            // how far the stream was followed
	news   chan struct{}     // closed when seen grows
}

// known is a row as of the message with a sequence.
type known struct {
	summary
	seq uint64
}

// A pulse is a beat as of the message with a sequence.
type pulse struct {
	beat
	seq uint64
}

func newIndex() *index {
	x := &index{news: make(chan struct{})}
	x.clear()
	return x
}

// clear forgets everything, for a stream that began anew.
func (x *index) clear() {
	x.live, x.over, x.beats = map[string]known{}, map[string]known{}, map[string]pulse{}
	x.queues = map[string]*queue{}
	x.seen = 0
}

func (x *index) reset() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.clear()
}

// learn takes in a row, unless a later state of it is known.
func (x *index) learn(id string, s summary, seq uint64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if old, ok := x.row(id); ok && old.seq >= seq {
		return
	}
	if s.over() {
		delete(x.live, id)
		x.over[id] = known{summary: summary{Version: s.Version, State: s.State, Gone: s.Gone, Expires: s.Expires}, seq: seq}
	} else {
		delete(x.over, id)
		x.live[id] = known{summary: s, seq: seq}
	}
	if !s.waits() {
		return
	}
	if x.queues[s.Tool] == nil {
		x.queues[s.Tool] = &queue{}
	}
	heap.Push(x.queues[s.Tool], waiting{id, s.Created, seq})
}

// row finds a row, live or over. mu is held.
func (x *index) row(id string) (known, bool) {
	k, ok := x.live[id]
	if !ok {
		k, ok = x.over[id]
	}
	return k, ok
}

// heard takes in a beat.
func (x *index) heard(id string, b beat, seq uint64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.beats[id].seq < seq {
		x.beats[id] = pulse{b, seq}
	}
}

// forget takes out a row that is no more.
func (x *index) forget(id string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.live, id)
	delete(x.over, id)
	delete(x.beats, id)
}

// find returns what is known of a row.
func (x *index) find(id string) (known, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.row(id)
}

// pulse returns the last beat of a job, zero when there was none.
func (x *index) pulse(id string) pulse {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.beats[id]
}

// next returns the job of a tool that was created first among those a worker may take, leaving out some.
func (x *index) next(tool string, now time.Time, without map[string]bool) (id string, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	q := x.queues[tool]
	if q == nil {
		return "", false
	}
	var kept []waiting
	for q.Len() > 0 && !ok {
		first := heap.Pop(q).(waiting)
		k, live := x.live[first.id]
		if !live || k.seq != first.seq {
			continue // it waits no more, or again and is in the queue for that
		}
		kept = append(kept, first)
		id, ok = first.id, !without[first.id] && k.claimable(now)
	}
	for _, w := range kept {
		heap.Push(q, w)
	}
	return id, ok
}

// leases returns what [handles.Store.Live] is to say.
func (x *index) leases(now time.Time) []handles.Lease {
	x.mu.Lock()
	defer x.mu.Unlock()
	var all []handles.Lease
	for id, k := range x.live {
		overdue := now.UnixMicro() >= k.Deadline
		if k.Leased || overdue {
			all = append(all, handles.Lease{ID: id, Fence: k.Fence, Beat: x.beats[id].Count, Worker: k.Worker, Leased: k.Leased, Overdue: overdue})
		}
	}
	return all
}

// An ended is a row that is over.
type ended struct {
	id      string
	expires int64 // microseconds
}

// ended returns the rows that are over and gone or not, those that stay longest first.
func (x *index) ended(gone bool) []ended {
	x.mu.Lock()
	var all []ended
	for id, k := range x.over {
		if k.Gone == gone {
			all = append(all, ended{id, k.Expires})
		}
	}
	x.mu.Unlock()
	slices.SortFunc(all, func(a, b ended) int { return cmp.Or(cmp.Compare(b.expires, a.expires), cmp.Compare(a.id, b.id)) })
	return all
}

// reached notes that the stream was followed up to seq.
func (x *index) reached(seq uint64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if seq > x.seen {
		x.seen = seq
		close(x.news)
		x.news = make(chan struct{})
	}
}

func (x *index) position() uint64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.seen
}

// until waits until the stream was followed up to seq.
func (x *index) until(ctx context.Context, seq uint64) error {
	for {
		x.mu.Lock()
		seen, news := x.seen, x.news
		x.mu.Unlock()
		if seen >= seq {
			return nil
		}
		select {
		case <-news:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
