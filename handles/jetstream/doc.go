// Package jetstream keeps jobs on a NATS JetStream cluster, for fleets that outgrow one database or run
// NATS already.
//
//	engine, err := jetstream.Open(ctx, jetstream.Options{URL: "nats://a:4222,nats://b:4222,nats://c:4222"})
//	srv, err := server.New(server.Config{ /* ... */ Jobs: engine})
//
// # What it promises
//
// A start that was answered is on a majority of the replicas: with three of them, it survives the loss of
// any one server. Whether it also survives the loss of power to all of them is the servers' choice: they
// flush to disk every two minutes unless told otherwise. For jobs whose start, once answered, must not be
// lost, tell each server
//
//	jetstream { store_dir: /data, sync_interval: always }
//
// which costs a flush of the disk a write. While the cluster has no leader, 4 to 9 s after the loss of one,
// calls wait and try again for Options.Patience; then they return [handles.ErrUnavailable]. Without a
// majority nothing is started and nothing is lost.
//
// A server that was cut off from the others and believes for some seconds that it still leads can answer
// a Get with a record as it was. It cannot change one: every write names what it was based on and is
// agreed upon by a majority.
//
// # Several replicas
//
// Every process opens an engine with the same URL and Prefix, and works on the tools it has bodies for.
// Any of them answers for any job. The servers need JetStream, version 2.12 or later, and max_payload of
// at least 1MB, the default. Accounts need to publish and subscribe on Prefix.jobs.>, $JS.API.> and
// _INBOX.>.
//
// Each process follows the heads of all rows, without their contents, and keeps about 300 bytes in memory
// for every record that is kept; its start reads them once.
package jetstream
