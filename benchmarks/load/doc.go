// Package load sends calls to a server as fast as it answers, over HTTP or over a pair of pipes, and checks
// every answer. It runs on one thread and keeps what it does for an answer small, because what the
// generator costs is taken from the machine that the server runs on.
package load
