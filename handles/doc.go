// Package handles keeps jobs that outlive the call that started them, and names things across calls.
//
// A handle is an opaque name: a readable prefix and 128 random bits, bound to its [Owner]. An [Engine]
// keeps a [Record] for each, runs its [Body] under a lease, and survives the end of the process that
// runs it: another worker takes the job over. [Memory] is an engine for tests; handles/sql has durable
// ones; package handlestest holds any engine to the contract.
//
//	engine := handles.Memory()
//	go engine.Work(ctx, "recount", 4, recount) // in every process that may do the work
//	r, existed, err := engine.Start(ctx, handles.NewJob{
//		Tool: "recount", Prefix: "rc", Owner: owner, Arguments: arguments,
//		Keep: 24 * time.Hour, Repeat: handles.Safe,
//	})
//	r, err = engine.Wait(ctx, owner, r.ID, r.Revision)
//
// [ID] names an author's own state, and [Sealer] makes cursors and request states that only their owner
// can use. Authors of servers rarely call this package: server.Job declares a job and its three tools.
package handles
