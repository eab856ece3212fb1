package handles

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"
)

// Memory returns an engine that keeps its jobs in this process and forgets them with it: for tests, and
// for trying things out.
func Memory() Engine { return Over(MemoryStore(nil), Options{}) }

// MemoryStore returns the store behind [Memory]. Engines over the same store share their jobs; it stays
// usable after a Close. A nil clock is time.Now.
func MemoryStore(now func() time.Time) Store {
	if now == nil {
		now = time.Now
	}
	return &memory{now: now, rows: map[string]*Row{}, keys: map[memoryKey]string{}, watchers: map[int]Watcher{}}
}

type memory struct {
	now func() time.Time

	mu       sync.Mutex
	rows     map[string]*Row
	keys     map[memoryKey]string
	order    []string // IDs by the time they were inserted; those of rows that are final are cut off lazily
	watchers map[int]Watcher
	watched  int
}

type memoryKey struct {
	owner     Owner
	tool, key string
}

func (m *memory) Now(ctx context.Context) (time.Time, error) { return m.now(), ctx.Err() }

func (m *memory) Insert(ctx context.Context, row Row) (Row, bool, error) {
	if err := ctx.Err(); err != nil {
		return Row{}, false, err
	}
	m.mu.Lock()
	key := memoryKey{row.Owner, row.Tool, row.Key}
	if id, ok := m.keys[key]; ok && row.Key != "" {
		defer m.mu.Unlock()
		return m.rows[id].Clone(), true, nil
	}
	stored := row.Clone()
	m.rows[row.ID] = &stored
	m.order = append(m.order, row.ID)
	if row.Key != "" {
		m.keys[key] = row.ID
	}
	m.mu.Unlock()
	m.tell(row)
	return row, false, nil
}

func (m *memory) Load(ctx context.Context, id string) (Row, time.Time, error) {
	if err := ctx.Err(); err != nil {
		return Row{}, time.Time{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	row, ok := m.rows[id]
	if !ok {
		return Row{}, time.Time{}, ErrNotFound
	}
	return row.Clone(), m.now(), nil
}

func (m *memory) Swap(ctx context.Context, row Row) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	old, ok := m.rows[row.ID]
	if !ok || old.Version != row.Version {
		m.mu.Unlock()
		return ErrStale
	}
	stored := row.Clone()
	stored.Version++
	stored.Beat, stored.Arguments = old.Beat, old.Arguments
	m.rows[row.ID] = &stored
	m.mu.Unlock()
	m.tell(stored)
	return nil
}

func (m *memory) Claim(ctx context.Context, tool, worker string) (Row, error) {
	if err := ctx.Err(); err != nil {
		return Row{}, err
	}
	row, err := m.claim(tool, worker)
	if err == nil {
		m.tell(row)
	}
	return row, err
}

func (m *memory) claim(tool, worker string) (Row, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now().UTC().Truncate(time.Microsecond)
	m.order = slices.DeleteFunc(m.order, func(id string) bool { row := m.rows[id]; return row == nil || row.State.Final() })
	for _, id := range m.order {
		row := m.rows[id]
		if row.Tool != tool || row.State != Working || row.Leased || row.Direct || !now.Before(row.Deadline) {
			continue
		}
		row.Leased, row.Worker = true, worker
		row.Version++
		row.Fence++
		row.Revision++
		row.Attempts++
		if now.After(row.Updated) {
			row.Updated = now
		}
		return row.Clone(), nil
	}
	return Row{}, ErrNotFound
}

func (m *memory) Beat(ctx context.Context, id string, fence uint64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	row, ok := m.rows[id]
	if !ok || !row.Leased || row.Fence != fence {
		return ErrStale
	}
	row.Beat++
	return nil
}

func (m *memory) Live(ctx context.Context) ([]Lease, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var live []Lease
	now := m.now()
	for _, row := range m.rows {
		overdue := !row.State.Final() && !now.Before(row.Deadline)
		if row.Leased || overdue {
			live = append(live, Lease{ID: row.ID, Fence: row.Fence, Beat: row.Beat, Worker: row.Worker, Leased: row.Leased, Overdue: overdue})
		}
	}
	return live, nil
}

func (m *memory) Sweep(ctx context.Context, bounds Bounds) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	for i, row := range m.lastToExpire(func(row *Row) bool { return row.State.Final() && !row.Gone }) {
		if !now.Before(row.Expires) || i >= bounds.Finished {
			m.rows[row.ID] = &Row{Version: row.Version + 1, Gone: true, Record: Record{ID: row.ID, Tool: row.Tool, Owner: row.Owner, Key: row.Key,
				Digest: row.Digest, Expires: earlier(now, row.Expires), State: row.State}}
		}
	}
	for i, row := range m.lastToExpire(func(row *Row) bool { return row.Gone }) {
		if i >= bounds.GoneCount || now.Sub(row.Expires) >= bounds.Gone {
			delete(m.rows, row.ID)
			delete(m.keys, memoryKey{row.Owner, row.Tool, row.Key})
		}
	}
	return nil
}

// lastToExpire returns the rows that a condition picks, those that stay longest first.
func (m *memory) lastToExpire(pick func(*Row) bool) []*Row {
	rows := slices.DeleteFunc(slices.Collect(maps.Values(m.rows)), func(row *Row) bool { return !pick(row) })
	slices.SortFunc(rows, func(a, b *Row) int { return cmp.Or(b.Expires.Compare(a.Expires), cmp.Compare(a.ID, b.ID)) })
	return rows
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a.UTC().Truncate(time.Microsecond)
}

func (m *memory) Watch(ctx context.Context, w Watcher) error {
	m.mu.Lock()
	id := m.watched
	m.watched++
	m.watchers[id] = w
	m.mu.Unlock()
	<-ctx.Done()
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.watchers, id)
	return nil
}

// tell tells every engine of a change.
func (m *memory) tell(row Row) {
	m.mu.Lock()
	watchers := slices.Collect(maps.Values(m.watchers))
	m.mu.Unlock()
	for _, w := range watchers {
		w.Changed(row.ID)
		if row.State == Working && !row.Leased && !row.Direct {
			w.Queued(row.Tool)
		}
	}
}

func (m *memory) Close() error { return nil }
