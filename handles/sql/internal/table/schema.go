package table

import (
	"context"
	"database/sql"
	"fmt"
)

// Columns is the table, with the type of bytes that the database has.
func Columns(bytes string) string {
	return `CREATE TABLE comity_jobs (
	id           TEXT PRIMARY KEY,
	tool         TEXT NOT NULL,
	owner        TEXT NOT NULL,    -- SHA-256 of issuer, subject and tenant
	issuer       TEXT NOT NULL,
	subject      TEXT NOT NULL,
	tenant       TEXT NOT NULL,
	request_key  TEXT,
	digest       TEXT NOT NULL,    -- SHA-256 of the arguments
	state        INTEGER NOT NULL, -- 1 working, 2 input_required, 3 completed, 4 failed, 5 cancelled, 6 interrupted
	version      BIGINT NOT NULL,
	revision     BIGINT NOT NULL,
	fence        BIGINT NOT NULL,
	beat         BIGINT NOT NULL,
	leased       INTEGER NOT NULL,
	worker       TEXT NOT NULL,
	direct       INTEGER NOT NULL,
	gone         INTEGER NOT NULL,
	attempts     INTEGER NOT NULL,
	max_attempts INTEGER NOT NULL,
	repeats      INTEGER NOT NULL, -- 1 safe, 2 once
	keep         BIGINT NOT NULL,  -- nanoseconds
	created      BIGINT NOT NULL,  -- microseconds since 1970, as are the next three
	updated      BIGINT NOT NULL,
	deadline     BIGINT NOT NULL,
	expires      BIGINT NOT NULL,  -- 0 until the job is final
	arguments    ` + bytes + `,
	result       ` + bytes + `,
	rest         TEXT NOT NULL     -- JSON: caller, progress, requests, responses, failure
);
CREATE UNIQUE INDEX comity_jobs_key ON comity_jobs (owner, tool, request_key);
CREATE INDEX comity_jobs_queue ON comity_jobs (tool, created, id) WHERE state = 1 AND leased = 0 AND direct = 0;
CREATE INDEX comity_jobs_leased ON comity_jobs (id) WHERE leased = 1;
CREATE INDEX comity_jobs_deadline ON comity_jobs (deadline) WHERE state <= 2 AND gone = 0 AND leased = 0;
CREATE INDEX comity_jobs_expires ON comity_jobs (expires, id) WHERE state >= 3 AND gone = 0;
CREATE INDEX comity_jobs_gone ON comity_jobs (expires, id) WHERE gone = 1;`
}

// Migrate brings the schema up to the last of the steps. lock, if not empty, is run first and keeps
// others from migrating until the transaction ends. The first step creates the table.
func Migrate(ctx context.Context, db *sql.DB, lock string, steps []string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("beginning to migrate: %w", err)
	}
	defer tx.Rollback()
	if lock != "" {
		if _, err := tx.ExecContext(ctx, lock); err != nil {
			return fmt.Errorf("waiting for another migration: %w", err)
		}
	}
	if _, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS comity_jobs_schema (version INTEGER NOT NULL)"); err != nil {
		return fmt.Errorf("making room for the version of the schema: %w", err)
	}
	var version int
	if err := tx.QueryRowContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM comity_jobs_schema").Scan(&version); err != nil {
		return fmt.Errorf("reading the version of the schema: %w", err)
	}
	if version > len(steps) {
		return fmt.Errorf("the schema of jobs has version %d and this program knows %d; use the newer program", version, len(steps))
	}
	for i, step := range steps[version:] {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("migrating to version %d: %w", version+i+1, err)
		}
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO comity_jobs_schema (version) VALUES (%d)", version+i+1)); err != nil {
			return fmt.Errorf("keeping the version of the schema: %w", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("ending the migration: %w", err)
	}
	return nil
}
