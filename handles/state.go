package handles

import "fmt"

// A State says where a job stands. There is no zero state: a record states one.
type State int

const (
	// Working is waiting for a worker, or running; MCP tasks call both "working".
	Working State = iota + 1
	// InputRequired has asked for something and goes on when all of it is answered.
	InputRequired
	// Completed has a result. Final, as are all that follow.
	Completed
	// Failed has a Failure.
	Failed
	// Cancelled was stopped by its owner; what its body did until then is not undone.
	Cancelled
	// Interrupted lost its worker and may not be run twice, so that its outcome is unknown. MCP tasks
	// have no such status: it is sent as "failed", with the reason.
	Interrupted
)

// String returns the state's name, as it is stored and sent: "working", "input_required", "completed",
// "failed", "cancelled" or "interrupted"; "unknown" for any other value.
func (s State) String() string {
	switch s {
	case Working:
		return "working"
	case InputRequired:
		return "input_required"
	case Completed:
		return "completed"
	case Failed:
		return "failed"
	case Cancelled:
		return "cancelled"
	case Interrupted:
		return "interrupted"
	}
	return "unknown"
}

// Final says whether a record in this state never changes again, until its retention removes it.
func (s State) Final() bool { return s >= Completed && s <= Interrupted }

// MarshalText writes the state's name; an unknown state is an error.
func (s State) MarshalText() ([]byte, error) {
	if s < Working || s > Interrupted {
		return nil, fmt.Errorf("writing a state: %d is none", int(s))
	}
	return []byte(s.String()), nil
}

// UnmarshalText reads a state's name.
func (s *State) UnmarshalText(text []byte) error {
	for state := Working; state <= Interrupted; state++ {
		if state.String() == string(text) {
			*s = state
			return nil
		}
	}
	return fmt.Errorf("reading a state: %q is none", text)
}

// A Repeat says whether a job may be run again after its worker was lost. There is no zero Repeat: who
// declares a job says which.
type Repeat int

const (
	// Safe may run again: a second run does no harm, because the body looks what is done already or its
	// effect is the same however often it happens.
	Safe Repeat = iota + 1
	// Once never runs a second time: a job whose worker is lost becomes [Interrupted].
	Once
)

// String returns "safe" or "once", and "unknown" for any other value.
func (r Repeat) String() string {
	switch r {
	case Safe:
		return "safe"
	case Once:
		return "once"
	}
	return "unknown"
}
