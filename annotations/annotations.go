package annotations

import "fmt"

// An Effect is what a call of a writing tool does. There is no zero effect: a tool states one.
// Destructive follows the directories' reading (OpenAI plugin review, Anthropic review criteria, both
// read 2026-11-29): any update in place is destructive, a pure create is not.
type Effect int

const (
	// Creates adds something new on every call: destructive false, idempotent false.
	Creates Effect = iota + 1
	// Ensures adds something unless it is there already: destructive false, idempotent true.
	Ensures
	// Alters changes what is there, and again on a second call: destructive true, idempotent false.
	Alters
	// Sends lets something out that cannot be called back: destructive true, idempotent false.
	Sends
	// Replaces sets what is there to the given value: destructive true, idempotent true.
	Replaces
	// Deletes removes what is there: destructive true, idempotent true.
	Deletes
)

// Valid reports whether e is one of the effects above.
func (e Effect) Valid() bool { return e >= Creates && e <= Deletes }

// String returns the effect's name in lower case, for example "creates".
func (e Effect) String() string {
	switch e {
	case Creates:
		return "creates"
	case Ensures:
		return "ensures"
	case Alters:
		return "alters"
	case Sends:
		return "sends"
	case Replaces:
		return "replaces"
	case Deletes:
		return "deletes"
	}
	return fmt.Sprintf("effect(%d)", int(e))
}

// A World says what a tool can reach. There is no zero world: a server states one, and a tool may
// state another.
type World int

const (
	// Closed: the tool stays within a bounded private system, even one hosted elsewhere.
	// openWorldHint is false.
	Closed World = iota + 1
	// Open: the tool reaches the public internet or open-ended entities, or publishes.
	// openWorldHint is true.
	Open
)

// Valid reports whether w is [Closed] or [Open].
func (w World) Valid() bool { return w == Closed || w == Open }

// String returns "closed" or "open".
func (w World) String() string {
	switch w {
	case Closed:
		return "closed"
	case Open:
		return "open"
	}
	return fmt.Sprintf("world(%d)", int(w))
}

// Hints are the four booleans of MCP's ToolAnnotations (specification 2026-07-28, schema). Comity
// writes all four on the wire, false included, because hosts read a missing hint as the dangerous one.
type Hints struct {
	ReadOnly, Destructive, Idempotent, OpenWorld bool
}

// Reads returns the hints of a tool that changes nothing: read-only, and idempotent because a second
// call changes nothing either.
func Reads(w World) Hints {
	return Hints{ReadOnly: true, Idempotent: true, OpenWorld: w == Open}
}

// Writes returns the hints of a tool with the given effect.
func Writes(e Effect, w World) Hints {
	return Hints{
		Destructive: e == Alters || e == Sends || e == Replaces || e == Deletes,
		Idempotent:  e == Ensures || e == Replaces || e == Deletes,
		OpenWorld:   w == Open,
	}
}
