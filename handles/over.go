package handles

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Options are what an engine may be told. The zero value is good.
type Options struct {
	// Lease is how long a worker may be silent before others take its jobs over; zero means 6 s. All
	// engines over one store should be told the same. It is measured by each engine's own monotonic
	// clock, as silence it has watched itself, so that neither a clock that jumps nor a computer that
	// slept makes a live worker look dead.
	Lease time.Duration
	// Drain is how long a body may go on after it was told to end; zero means 10 s.
	Drain time.Duration
	// Finished is how many final records are kept at most, however long they should be; zero means
	// 100,000. Those that would expire first expire then.
	Finished int
	// Trouble is told of errors that no caller sees, such as of a heartbeat. It returns quickly. Nil
	// writes them to the default logger of log/slog.
	Trouble func(error)
}

const (
	defaultLease    = 6 * time.Second
	defaultDrain    = 10 * time.Second
	defaultFinished = 100_000
	// goneFor is how long an expired handle is known as expired.
	goneFor = 30 * 24 * time.Hour
)

type engine struct {
	store   Store
	lease   time.Duration
	drain   time.Duration
	bounds  Bounds
	trouble func(error)
	worker  string // names this engine in leases

	hub     *hub
	running claims
	ctx     context.Context // ends with Close
	cancel  context.CancelFunc
	works   sync.WaitGroup // Work and Do
	closing sync.Mutex     // held while works is added to or Close begins
	tasks   sync.WaitGroup // what Close waits for after works
	closed  func() error
}

// Over returns an engine that keeps its jobs in a store, which it owns from now on: Close closes it.
func Over(store Store, o Options) Engine {
	e := &engine{store: store, lease: o.Lease, drain: o.Drain, trouble: o.Trouble, worker: NewID("w"), hub: newHub(),
		bounds: Bounds{Finished: o.Finished, Gone: goneFor, GoneCount: defaultFinished}}
	if e.lease <= 0 {
		e.lease = defaultLease
	}
	if e.drain <= 0 {
		e.drain = defaultDrain
	}
	if e.bounds.Finished <= 0 {
		e.bounds.Finished = defaultFinished
	}
	if e.trouble == nil {
		e.trouble = func(err error) { slog.Warn("job engine", "error", err) }
	}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	e.closed = sync.OnceValue(e.close)
	e.tasks.Go(e.watch)
	e.tasks.Go(e.keep)
	return e
}

// tick is how often an engine looks for what nobody told it of.
func (e *engine) tick() time.Duration { return max(e.lease/12, time.Millisecond) }

func (e *engine) watch() {
	for e.ctx.Err() == nil {
		if err := e.store.Watch(e.ctx, e.hub); err != nil && e.ctx.Err() == nil {
			e.trouble(fmt.Errorf("watching for changes: %w", err))
			e.pause(e.ctx, e.tick())
		}
	}
}

// pause waits, and says whether ctx still goes on.
func (e *engine) pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (e *engine) Close() error { return e.closed() }

func (e *engine) close() error {
	e.closing.Lock()
	e.cancel()
	e.closing.Unlock()
	e.works.Wait()
	e.tasks.Wait()
	if err := e.store.Close(); err != nil {
		return fmt.Errorf("closing the store of jobs: %w", err)
	}
	return nil
}

// enter counts a Work or Do in, unless the engine is closed.
func (e *engine) enter() error {
	e.closing.Lock()
	defer e.closing.Unlock()
	if e.ctx.Err() != nil {
		return ErrClosed
	}
	e.works.Add(1)
	return nil
}

// refuse turns an error of the store into one of the contract.
func (e *engine) refuse(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrNotFound):
		return ErrNotFound
	case e.ctx.Err() != nil:
		return ErrClosed
	}
	return fmt.Errorf("%s: %w: %w", doing, ErrUnavailable, err)
}

func (e *engine) Start(ctx context.Context, job NewJob) (Record, bool, error) {
	row, existed, err := e.insert(ctx, job, func(*Row) {})
	if err != nil || existed {
		return row.Record, existed, err
	}
	e.hub.Queued(row.Tool)
	return row.Record, false, nil
}

// insert makes the first row of a job, with what change does to it.
func (e *engine) insert(ctx context.Context, job NewJob, change func(*Row)) (Row, bool, error) {
	if err := job.check(); err != nil {
		return Row{}, false, fmt.Errorf("starting a job: %w", err)
	}
	if e.ctx.Err() != nil {
		return Row{}, false, ErrClosed
	}
	now, err := e.store.Now(ctx)
	if err != nil {
		return Row{}, false, e.refuse("starting a job", err)
	}
	row := job.row(now)
	change(&row)
	stored, existed, err := e.store.Insert(ctx, row)
	switch {
	case err != nil:
		return Row{}, false, e.refuse("starting a job", err)
	case !existed:
		return stored, false, nil
	case stored.Digest != row.Digest:
		return Row{}, true, &ConflictError{Key: row.Key, ID: stored.ID}
	case expired(stored, now):
		return Row{}, true, &ExpiredError{ID: stored.ID, Tool: stored.Tool, At: stored.Expires}
	}
	return stored, true, nil
}

func expired(row Row, now time.Time) bool {
	return row.Gone || row.State.Final() && !now.Before(row.Expires)
}

func (e *engine) Get(ctx context.Context, owner Owner, id string) (Record, error) {
	row, err := e.own(ctx, owner, id)
	return row.Record, err
}

// own reads a row as its owner sees it.
func (e *engine) own(ctx context.Context, owner Owner, id string) (Row, error) {
	if e.ctx.Err() != nil {
		return Row{}, ErrClosed
	}
	if !WellFormed(id) {
		return Row{}, ErrNotFound
	}
	row, now, err := e.store.Load(ctx, id)
	switch {
	case err != nil:
		return Row{}, e.refuse("reading a handle", err)
	case row.Owner != owner:
		return Row{}, ErrNotFound
	case expired(row, now):
		return Row{}, &ExpiredError{ID: row.ID, Tool: row.Tool, At: row.Expires}
	}
	return row, nil
}

func (e *engine) Wait(ctx context.Context, owner Owner, id string, after Revision) (Record, error) {
	if e.ctx.Err() == nil && !WellFormed(id) {
		return Record{}, ErrNotFound
	}
	woken, stop := e.hub.listen(id)
	defer stop()
	backstop := time.NewTicker(e.tick())
	defer backstop.Stop()
	var last Record
	for {
		r, err := e.Get(ctx, owner, id)
		switch {
		case err == nil && (r.Revision > after || r.State.Final()):
			return r, nil
		case err != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded):
			return Record{}, err
		case err == nil:
			last = r
		}
		if ctx.Err() == nil {
			select {
			case <-woken:
				continue
			case <-backstop.C:
				continue
			case <-e.ctx.Done():
				return Record{}, ErrClosed
			case <-ctx.Done():
			}
		}
		switch {
		case !errors.Is(ctx.Err(), context.DeadlineExceeded):
			return Record{}, fmt.Errorf("waiting for a handle: %w", ctx.Err())
		case last.ID == "": // not even read once
			return Record{}, err
		}
		return last, nil
	}
}

func (e *engine) Cancel(ctx context.Context, owner Owner, id string) (Record, error) {
	return e.alter(ctx, owner, id, func(row *Row, now time.Time) error {
		row.end(Cancelled, now)
		return nil
	})
}

func (e *engine) Answer(ctx context.Context, owner Owner, id string, responses map[string]json.RawMessage) (Record, error) {
	for key, response := range responses {
		if !json.Valid(response) {
			return Record{}, fmt.Errorf("answering: the response %q is not JSON; send it encoded", key)
		}
	}
	return e.alter(ctx, owner, id, func(row *Row, _ time.Time) error { return row.answer(responses) })
}

// alter changes a row that is not final for its owner.
func (e *engine) alter(ctx context.Context, owner Owner, id string, change func(*Row, time.Time) error) (Record, error) {
	if _, err := e.own(ctx, owner, id); err != nil {
		return Record{}, err
	}
	row, err := e.change(ctx, id, change)
	if errors.Is(err, errKeep) {
		return e.Get(ctx, owner, id)
	}
	return row.Record, err
}

// errKeep is a change that finds nothing to do.
var errKeep = errors.New("nothing to change")

// change reads a row, changes it and stores it, again when somebody else was quicker. A final row is
// never changed: it is returned with errKeep, as is a row that change returned errKeep for.
func (e *engine) change(ctx context.Context, id string, change func(*Row, time.Time) error) (Row, error) {
	for {
		row, now, err := e.store.Load(ctx, id)
		if err != nil {
			return Row{}, e.refuse("reading a job", err)
		}
		if row.Gone || row.State.Final() {
			return row, errKeep
		}
		if err := change(&row, now); err != nil {
			return row, err
		}
		if now = now.UTC().Truncate(time.Microsecond); now.After(row.Updated) {
			row.Updated = now
		}
		row.Revision++
		switch err := e.store.Swap(ctx, row); {
		case errors.Is(err, ErrStale):
			continue
		case err != nil:
			return Row{}, e.refuse("changing a job", err)
		}
		row.Version++
		e.hub.Changed(row.ID)
		if row.State == Working && !row.Leased && !row.Direct {
			e.hub.Queued(row.Tool)
		}
		return row, nil
	}
}
