package auth

import "strings"

// A Policy says how a server finds out who calls: [OAuth], [Off] or [Local];
// the interface is closed.
type Policy interface {
	// policy closes the interface.
	policy()
}

// Off turns the verification of callers off: everyone is [Anonymous] and may call every tool.
// It takes a reason, which is logged at every start.
type Off struct {
	// Because says why that is safe here, for example "bound to loopback, for development".
	// Empty is refused.
	Because string
}

// Local is the policy of a server on stdio only: the caller is [LocalCaller], and the operating system
// decides who that can be.
type Local struct{}

func (Off) policy()   {}
func (Local) policy() {}

// Reason returns o.Because without the spaces around it; empty means that none was given.
func (o Off) Reason() string { return strings.TrimSpace(o.Because) }
