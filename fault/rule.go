package fault

// A Level says what a broken rule means. There is no zero level: a rule states one.
type Level int

const (
	// Error refuses: [Problems.Err] is not nil and a server does not start.
	Error Level = iota + 1
	// Warning is logged at start and reported by lint; it refuses nothing.
	Warning
	// Info is reported by lint only.
	Info
)

// String returns "error", "warning" or "info", and "unknown" for any other value.
func (l Level) String() string {
	switch l {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Info:
		return "info"
	}
	return "unknown"
}

// A Rule is one thing that must hold of a declaration or of a listing.
// Rules are values: compare them, and match them in tests, by ID.
type Rule struct {
	// ID is stable across releases, for example "schema-recursive-type".
	ID string
	// Doc is one sentence that says what must hold and for whom it matters.
	Doc string
	// URL is where the rule comes from. Empty for a rule of our own.
	URL string
	// Level says what breaking the rule means.
	Level Level
}

// Problem makes a problem of this rule. says must end in the way out.
func (r Rule) Problem(path, says string) Problem {
	return Problem{Rule: r, Path: path, Says: says}
}
