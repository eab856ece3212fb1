// Package servertest tests a server in memory, the way a client meets it: [Connect] gives a client that
// speaks the real protocol through the SDK, [Golden] keeps one file a tool so that a change of what
// hosts see is a change in review, and [Repeat] checks that a tool that says it is idempotent is.
//
// [Conform] looks at the whole server as comity lint looks at any server that runs, and fails the test with what it finds.
package servertest
