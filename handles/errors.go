package handles

import (
	"errors"
	"fmt"
	"time"
)

var (
	// ErrNotFound is a handle that the owner does not have: unknown, malformed or somebody else's. The
	// three are one error, so that nobody learns which handles exist.
	ErrNotFound = errors.New("there is no such handle; use one that a start returned, or start anew")
	// ErrClosed is any call after [Engine.Close].
	ErrClosed = errors.New("the engine of jobs is closed; open it again")
	// ErrUnavailable wraps every error of what an engine stores its records in. Whether a start or a
	// cancel took place is unknown: repeat it, a start with its request key.
	ErrUnavailable = errors.New("the store of jobs is out of reach; try again")
)

// What [context.Cause] of a body's context says.
var (
	// ErrCancelled is a job that its owner cancelled: the record is final, what the body returns is dropped.
	ErrCancelled = errors.New("the job was cancelled by its owner")
	// ErrLeaseLost is a worker that could not prove in time that it lives: another one may have the job
	// by now, what this body returns may be dropped.
	ErrLeaseLost = errors.New("the worker lost its lease on the job")
	// ErrDraining is a worker that shuts down. A body that returns an error now hands the job back when it
	// may run again; one that still returns a result completes it.
	ErrDraining = errors.New("the worker is shutting down")
	// ErrDeadline is a job past its deadline: the record is final, what the body returns is dropped.
	ErrDeadline = errors.New("the job is past its deadline")
)

// An ExpiredError is a handle of the owner's whose retention is over.
type ExpiredError struct {
	ID, Tool string
	// At is when it expired.
	At time.Time
}

// Error says which handle expired when.
func (e *ExpiredError) Error() string {
	return fmt.Sprintf("the handle %s of %s expired at %s; start anew", e.ID, e.Tool, e.At.UTC().Format(time.RFC3339))
}

// A ConflictError is a request key that was used before, by the same owner on the same tool, with other
// arguments.
type ConflictError struct {
	Key string
	// ID is the handle of the job that has the key.
	ID string
}

// Error says which handle has the key.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("the request key %q was used with other arguments, for %s; send the same arguments, or a new key for a new job", e.Key, e.ID)
}

// A SizeError is a part of a job that is over its stated limit.
type SizeError struct {
	// What is "arguments", "result", "caller", "key", "input requests" or "input responses".
	What        string
	Size, Limit int // bytes
}

// Error says what was sent and what is allowed.
func (e *SizeError) Error() string {
	return fmt.Sprintf("a job keeps at most %[3]d bytes of %[1]s, not %[2]d; store large data elsewhere and send its name", e.What, e.Size, e.Limit)
}
