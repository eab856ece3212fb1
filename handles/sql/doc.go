// Package sql keeps jobs in a SQLite file: durable, with nothing to install, and shared by every process
// that opens the file, as several servers on one machine do. For several machines, package
// handles/sql/postgres keeps the same table in Postgres.
//
//	jobs, err := sql.Open(ctx, "inventory-jobs.db", handles.Options{})
//	if err != nil {
//		return err
//	}
//	defer jobs.Close()
//
// The file is in WAL mode and synced at every commit, so that a handle outlives the process and a power
// cut. It must be on a local disk: SQLite's locks and shared memory do not work over a network.
package sql
