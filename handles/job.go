package handles

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits of what a record holds, in bytes. They are set so that a record fits into one message of every
// engine, the smallest of which takes 1 MiB.
const (
	MaxArguments = 128 << 10
	MaxResult    = 512 << 10
	// MaxInput is for all requests and responses of a job together.
	MaxInput   = 128 << 10
	MaxCaller  = 16 << 10
	MaxKey     = 200
	MaxMessage = 500
)

// Defaults of a [NewJob].
const (
	DefaultAttempts = 5
	DefaultWithin   = 24 * time.Hour
)

// maxTool is the most bytes of a tool's name (MCP allows 128).
const maxTool = 128

// A NewJob is what a job is started with.
type NewJob struct {
	// Tool names the queue: the body that runs the job is the one given to [Engine.Work] for this name.
	Tool string
	// Prefix begins the handle; see [NewID].
	Prefix string
	// Owner is who may see and stop the job.
	Owner Owner
	// Caller is kept for the body, as JSON; see [Record]. Empty for nothing.
	Caller json.RawMessage
	// Arguments is the body's input, as JSON.
	Arguments json.RawMessage
	// Key makes the start safe to repeat: a second one by the same owner on the same tool with the same
	// arguments returns the first job. At most [MaxKey] bytes; empty for no key. It is remembered for as
	// long as the handle, and for some time after it expired, in which it starts nothing.
	Key string
	// Keep is how long the record stays after the job's end; it must be positive.
	Keep time.Duration
	// Repeat must be said.
	Repeat Repeat
	// Attempts is how often a body may be started; zero means [DefaultAttempts]. With [Once] it is one.
	Attempts int
	// Within is how long after its start the job must be final; zero means [DefaultWithin].
	Within time.Duration
}

// check returns every fault of the job at once.
func (j NewJob) check() error {
	faults := []error{j.Owner.check()}
	say := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	say(j.Tool == "" || len(j.Tool) > maxTool || strings.ContainsFunc(j.Tool, notInName), "the tool's name %q is not 1 to %d letters, digits, '_', '-', '.' or '/'; name the tool that is started", j.Tool, maxTool)
	say(!prefixForm.MatchString(j.Prefix), "the prefix %q is not a lower-case letter followed by at most 15 lower-case letters or digits; choose one such as \"rc\"", j.Prefix)
	say(j.Keep <= 0, "the job is kept for %v; say how long its result stays, such as 24h", j.Keep)
	say(j.Repeat != Safe && j.Repeat != Once, "whether the job may run again is not said; say Safe or Once")
	say(j.Attempts < 0, "the job may be attempted %d times; say a positive number, or zero for %d", j.Attempts, DefaultAttempts)
	say(j.Within < 0, "the job must end within %v; say a positive duration, or zero for %v", j.Within, DefaultWithin)
	say(len(j.Arguments) > 0 && !json.Valid(j.Arguments), "the arguments are not JSON; send the encoded input")
	say(len(j.Caller) > 0 && !json.Valid(j.Caller), "the caller is not JSON; send it encoded, or nothing")
	say(strings.ContainsRune(j.Key, 0) || !utf8.ValidString(j.Key), "the request key %q is not text; send UTF-8 without zero bytes", j.Key)
	for _, part := range []struct {
		what        string
		size, limit int
	}{{"arguments", len(j.Arguments), MaxArguments}, {"caller", len(j.Caller), MaxCaller}, {"key", len(j.Key), MaxKey}} {
		if part.size > part.limit {
			faults = append(faults, &SizeError{part.what, part.size, part.limit})
		}
	}
	return errors.Join(faults...)
}

func notInName(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("_-./", r)
}

// row returns the first row of the job.
func (j NewJob) row(now time.Time) Row {
	now = now.UTC().Truncate(time.Microsecond)
	attempts := j.Attempts
	if attempts == 0 {
		attempts = DefaultAttempts
	}
	if j.Repeat == Once {
		attempts = 1
	}
	within := j.Within
	if within == 0 {
		within = DefaultWithin
	}
	return Row{Record: Record{
		ID: NewID(j.Prefix), Tool: j.Tool, Owner: j.Owner, Caller: j.Caller, Key: j.Key,
		Digest: Digest(j.Arguments), Arguments: j.Arguments,
		State: Working, Created: now, Updated: now, Deadline: later(now, within),
		Keep: j.Keep, Repeat: j.Repeat, MaxAttempts: attempts, Revision: 1,
	}.clone(), Version: 1}
}

// later adds without leaving what databases and JSON can hold: the year 9999 at most.
func later(t time.Time, d time.Duration) time.Time {
	end := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	if d == math.MaxInt64 || t.Add(d).After(end) {
		return end
	}
	return t.Add(d)
}
