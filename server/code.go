package server

import "fmt"

// A Code classes what went wrong in a call. The set is closed, and there is no zero code.
type Code int

const (
	// InvalidArgument: the arguments cannot be used; other arguments may work.
	InvalidArgument Code = iota + 1
	// NotFound: what the arguments name does not exist, or not for this caller.
	NotFound
	// Conflict: the state of things does not allow the call.
	Conflict
	// Denied: the caller may not do this.
	Denied
	// Unavailable: something the tool needs does not answer; the same call may work later.
	Unavailable
	// RateLimited: too many calls; the same call may work later.
	RateLimited
	// OverBudget: the work took too long, or the result is too large.
	OverBudget
	// Internal: a fault of the server that the caller cannot mend.
	Internal
)

var codeNames = [...]string{
	InvalidArgument: "invalid_argument",
	NotFound:        "not_found",
	Conflict:        "conflict",
	Denied:          "denied",
	Unavailable:     "unavailable",
	RateLimited:     "rate_limited",
	OverBudget:      "over_budget",
	Internal:        "internal",
}

// String returns the code as it is logged, for example "invalid_argument".
func (c Code) String() string {
	if c < InvalidArgument || c > Internal {
		return fmt.Sprintf("code(%d)", int(c))
	}
	return codeNames[c]
}
