// Package servertest tests a server in memory, the way a client meets it: [Connect] gives a client that
// speaks the real protocol through the SDK, [Golden] keeps one file a tool so that a change of what
// hosts see is a change in review, and [Repeat] checks that a tool that says it is idempotent is.
package servertest
