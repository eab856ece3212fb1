package handles

import (
	"context"
	"errors"
	"time"
)

// ErrStale is a [Store] that was asked to change what has changed since.
var ErrStale = errors.New("the row has changed since it was read")

// A Row is a record as a [Store] keeps it, with what concerns nobody but engines.
type Row struct {
	Record
	// Version grows by one with every [Store.Swap] and [Store.Claim].
	Version uint64
	// Fence grows with every claim, so that a worker whose claim is over can tell.
	Fence uint64
	// Leased is whether Worker has the job now.
	Leased bool
	Worker string
	// Beat counts the signs of life of the worker.
	Beat uint64
	// Direct is a job of [Engine.Do], which no Claim returns.
	Direct bool
	// Gone is a job whose retention is over: of the record, ID, Tool, Owner, Key, Digest and Expires are
	// kept.
	Gone bool
}

// Clone returns a row that shares no memory with r.
func (r Row) Clone() Row {
	r.Record = r.Record.clone()
	return r
}

// A Lease is what [Store.Live] says about a job that is not final.
type Lease struct {
	ID      string
	Fence   uint64
	Beat    uint64
	Worker  string
	Leased  bool
	Overdue bool // past its deadline
}

// Bounds are how much a [Store.Sweep] leaves.
type Bounds struct {
	// Finished is how many final records stay at most; those that would expire first go first.
	Finished int
	// Gone is how long, and how many of them at most, expired handles are known as expired.
	Gone      time.Duration
	GoneCount int
}

// A Watcher is told that rows may have changed. Its methods return at once.
type Watcher interface {
	// Changed names the row, or no row when it could be any.
	Changed(id string)
	// Queued names a tool that has a job to claim.
	Queued(tool string)
	// Waiting says whether anyone waits for changes now, for stores that have to look for them; Began has
	// a token when someone began to.
	Waiting() bool
	Began() <-chan struct{}
}

// A Store keeps rows for engines made by [Over], each call one atomic step. Engines of many processes may
// share what it stands for. It decides nothing: what a job may become is decided by Over alone.
// Every method may be called concurrently.
type Store interface {
	// Now returns the clock that all engines over this store share.
	Now(ctx context.Context) (time.Time, error)
	// Insert adds the row, unless one with the same owner, tool and non-empty key exists: that one is
	// returned then, gone or not, and existed is true.
	Insert(ctx context.Context, row Row) (stored Row, existed bool, err error)
	// Load returns the row and the clock, or [ErrNotFound].
	Load(ctx context.Context, id string) (Row, time.Time, error)
	// Swap replaces the row that has row's ID and Version, counting Version up, and leaves Beat and
	// Arguments as they are. It returns [ErrStale] when there is no such row.
	Swap(ctx context.Context, row Row) error
	// Claim leases the job of the tool that was created first among those that are [Working], neither
	// leased, Direct nor past their deadline, to the worker: it counts Version, Fence, Revision and
	// Attempts up. It returns [ErrNotFound] when there is none.
	Claim(ctx context.Context, tool, worker string) (Row, error)
	// Beat counts the row's beat up, or returns [ErrStale] when the claim with this fence is over.
	Beat(ctx context.Context, id string, fence uint64) error
	// Live returns every job that is leased, and every one that is not final and past its deadline.
	Live(ctx context.Context) ([]Lease, error)
	// Sweep makes expired rows gone, and forgets gone ones.
	Sweep(ctx context.Context, bounds Bounds) error
	// Watch tells of changes by other processes, and may tell of all, until ctx ends.
	Watch(ctx context.Context, w Watcher) error
	// Close lets go of everything.
	Close() error
}
