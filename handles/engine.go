package handles

import (
	"context"
	"encoding/json"
)

// An Engine keeps jobs and runs them. Whatever it returned, any other engine over the same store returns
// as well, at once. handlestest.Run holds an engine to all that is said here.
//
// Every method may be called concurrently. An error that wraps [ErrUnavailable] says that the store did
// not answer.
type Engine interface {
	// Start makes a job, or finds the one that has the same owner, tool and key. When it returns, the
	// handle is as durable as the store makes it. With a key it may be repeated after any error, with the
	// same arguments; with other arguments it returns a [ConflictError]. A key whose job expired starts
	// nothing and returns an [ExpiredError].
	Start(ctx context.Context, job NewJob) (r Record, existed bool, err error)

	// Do starts a job that no worker takes, and runs its body here, in ctx, under a lease as a worker
	// holds one. It returns the final record, or, when the key's job exists, that record as it stands. It
	// is for calls that answer within their budget and must not happen twice: while the first runs, a
	// second finds [Working]; when this process dies, a job that is [Once] becomes [Interrupted] and one
	// that is [Safe] runs again at the next Do with its key. An error of the store after the body began
	// comes with the record as far as it is known.
	Do(ctx context.Context, job NewJob, body Body) (r Record, existed bool, err error)

	// Get returns the record, [ErrNotFound], or an [ExpiredError].
	Get(ctx context.Context, owner Owner, id string) (Record, error)

	// Wait returns the record as soon as its revision is greater than after, and at once when it is
	// final. When the deadline of ctx comes first, it returns the record as it stands and no error.
	Wait(ctx context.Context, owner Owner, id string, after Revision) (Record, error)

	// Cancel makes the record [Cancelled] and ends the context of a running body, wherever it runs. A
	// final record stays as it is and is returned without an error.
	Cancel(ctx context.Context, owner Owner, id string) (Record, error)

	// Answer adds responses to what the body asked for. Keys that were not asked for and keys that were
	// answered before are ignored; some answers of several are fine; a final record stays as it is.
	Answer(ctx context.Context, owner Owner, id string, responses map[string]json.RawMessage) (Record, error)

	// Work runs jobs of a tool, at most slots at a time, until ctx ends. Then it takes no more, ends the
	// contexts of bodies that may run again with [ErrDraining], gives the others and then all of them
	// time to end, hands back what is left and returns nil. It goes on through an unavailable store.
	Work(ctx context.Context, tool string, slots int, body Body) error

	// Close drains every Work and lets go of the store. It may be called again.
	Close() error
}

// A Body does the work of a job. It gets the record as of its claim, and returns the result as JSON.
//
// ctx ends when the job is cancelled, past its deadline or lost, and when the worker shuts down;
// context.Cause says which. An error that is a [Failure] is kept for the owner to read; of any other,
// and of a panic, only that there was one. A failed body is not run again: a body is repeated only when
// its worker was lost or shut down.
type Body func(ctx context.Context, r Record, p *Progress) (json.RawMessage, error)
