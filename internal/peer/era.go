package peer

import "fmt"

// An Era is a family of protocol revisions that begin a conversation alike.
type Era int

const (
	// Auto tries Modern, and Handshake where a server does not know it. It is the zero value, and never what [Peer.Era] returns.
	Auto Era = 0
	// Modern is 2026-07-28: no handshake, every request says its version. It begins with server/discover.
	Modern Era = 1
	// Handshake is 2025-11-25 and before, down to 2024-11-05. It begins with initialize.
	Handshake Era = 2
)

// String returns "auto", "modern" or "handshake".
func (e Era) String() string {
	switch e {
	case Auto:
		return "auto"
	case Modern:
		return "modern"
	case Handshake:
		return "handshake"
	}
	return fmt.Sprintf("Era(%d)", int(e))
}
