// Package clustertest holds the engine of jobs on JetStream to its contract on a cluster of three servers
// that it starts in its own process on 127.0.0.1.
//
// It is a module of its own, so that nats-server never comes into an author's go.mod. From its folder:
//
//	go test .
package clustertest
