package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/sql/internal/table"
)

// Open returns an engine over the database that dsn names, as a URL (postgres://...) or in key=value
// form. It makes or migrates the tables; for that the role must own the schema, or find them made. dsn
// stays out of errors, since it may hold a password.
func Open(ctx context.Context, dsn string, o handles.Options) (handles.Engine, error) {
	store, err := OpenStore(ctx, dsn, nil)
	if err != nil {
		return nil, err
	}
	return handles.Over(store, o), nil
}

// OpenStore returns the store behind [Open], by a clock of one's own, for tests. A nil clock is the
// database's.
func OpenStore(ctx context.Context, dsn string, now func() time.Time) (handles.Store, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("opening the jobs in Postgres: the data source name cannot be read; write postgres://user@host/database, with the password in PGPASSFILE")
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(maxConns)
	db.SetMaxIdleConns(maxConns)
	db.SetConnMaxIdleTime(5 * time.Minute)
	if err := table.Migrate(ctx, db, fmt.Sprintf("SELECT pg_advisory_xact_lock(%d)", migrating), steps()); err != nil {
		db.Close()
		return nil, fmt.Errorf("opening the jobs in Postgres: %w", err)
	}
	return &store{Table: table.New(db, db, dialect(), now), config: config}, nil
}

const (
	// maxConns is the most connections of one engine, beside the one that listens.
	maxConns = 10
	// migrating is the advisory lock that one migration holds: "comity" in ASCII.
	migrating = 0x636f6d697479
	channel   = "comity_jobs"
)

func dialect() table.Dialect {
	return table.Dialect{
		Numbered: true,
		Now:      "COALESCE(?::bigint, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)",
		Greatest: "GREATEST", Least: "LEAST",
		Locking: "FOR UPDATE SKIP LOCKED",
	}
}

// steps are the versions of the schema. A notification carries the row's ID and, when it can be claimed,
// a space and its tool.
func steps() []string {
	return []string{table.Columns("BYTEA") + `
CREATE FUNCTION comity_jobs_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('` + channel + `', NEW.id || CASE WHEN NEW.state = 1 AND NEW.leased = 0 AND NEW.direct = 0 THEN ' ' || NEW.tool ELSE '' END);
	RETURN NULL;
END $$;
CREATE TRIGGER comity_jobs_inserted AFTER INSERT ON comity_jobs FOR EACH ROW EXECUTE FUNCTION comity_jobs_tell();
CREATE TRIGGER comity_jobs_updated AFTER UPDATE OF revision ON comity_jobs FOR EACH ROW EXECUTE FUNCTION comity_jobs_tell();`}
}

type store struct {
	*table.Table
	config *pgx.ConnConfig
}

// Watch listens on a connection of its own.
func (s *store) Watch(ctx context.Context, w handles.Watcher) error {
	conn, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		return fmt.Errorf("connecting to listen: %w", err)
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		conn.Close(closing)
	}()
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	w.Changed("") // whatever came before
	for {
		n, err := conn.WaitForNotification(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("waiting for a notification: %w", err)
		}
		id, tool, queued := strings.Cut(n.Payload, " ")
		w.Changed(id)
		if queued {
			w.Queued(tool)
		}
	}
}
