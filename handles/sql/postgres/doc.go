// Package postgres keeps jobs in a Postgres database, for servers on several machines. It needs Postgres
// 12 or later and makes its tables in the first schema of the search path.
//
//	jobs, err := postgres.Open(ctx, os.Getenv("JOBS_DSN"), handles.Options{})
//	if err != nil {
//		return err
//	}
//	defer jobs.Close()
//
// Times are the database's, so that the clocks of the machines do not matter. Changes arrive by
// LISTEN and NOTIFY: behind a pooler that hands a connection to a client for one transaction only they do
// not, and a waiting get answers up to half a second later (a twelfth of the lease).
package postgres
