package load

// Era is the form of a request: the revision of the protocol it is in.
type Era int

const (
	// Handshake is 2025-11-25, sent without a session.
	Handshake Era = iota + 1
	// Stateless is 2026-07-28: the version and the client are in each request, and its headers repeat what
	// is called.
	Stateless
)

// Eras are all of them, older first.
var Eras = []Era{Handshake, Stateless}

// String is the revision as it is sent, "" for the zero Era.
func (e Era) String() string {
	switch e {
	case Handshake:
		return "2025-11-25"
	case Stateless:
		return "2026-07-28"
	}
	return ""
}
