package main

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
)

var (
	//go:embed schema.sql
	schema string
	//go:embed counts.sql
	countsSchema string
)

// schemaVersion is what user_version says of a database that is complete.
const schemaVersion = 2

// store is the database behind the tools. It is safe for concurrent use, and several processes may
// share one directory.
type store struct {
	// writer has one connection, because SQLite has one writer at a time: calls queue here rather than
	// in SQLite's busy handler.
	writer *sql.DB
	// reader cannot write, whatever the SQL says.
	reader *sql.DB
	// dir is where the database is, and files beside it.
	dir string
}

// open opens the database in dir, and makes and fills it when it is not there.
func open(ctx context.Context, dir string) (*store, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the data directory: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the data directory: %w", err)
	}
	file := filepath.Join(dir, "inventory.db")
	s := &store{dir: dir}
	if s.writer, err = sql.Open("sqlite", source(file, "_journal_mode=WAL&_foreign_keys=1&_txlock=immediate")); err != nil {
		return nil, fmt.Errorf("opening %s: %w", file, err)
	}
	s.writer.SetMaxOpenConns(1)
	if s.reader, err = sql.Open("sqlite", source(file, "mode=ro")); err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", file, err), s.Close())
	}
	s.reader.SetMaxOpenConns(8)
	if err := s.prepared(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("preparing %s: %w", file, err), s.Close())
	}
	return s, nil
}

// prepared prepares the database, again while other first starts do the same: each turns the new file to
// WAL, and for that SQLite does not wait.
func (s *store) prepared(ctx context.Context) error {
	for until := time.Now().Add(10 * time.Second); ; {
		err := s.prepare(ctx)
		if !isBusy(err) || time.Now().After(until) {
			return err
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// source names a database file for the driver. A locked database is waited for, at most half of a
// call's budget.
func source(file, options string) string {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(file), RawQuery: "_busy_timeout=5000&" + options}
	return u.String()
}

// prepare makes the tables that are not there yet and fills them, in one transaction: a first start that is
// killed leaves an empty file, and the next one begins again. Version 1 was without counts.
func (s *store) prepare(ctx context.Context) error {
	_, err := change(ctx, s, func(tx *sql.Tx) (any, error) {
		var version int
		if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
			return nil, err
		}
		if version < 0 || version > schemaVersion {
			return nil, fmt.Errorf("its version is %d, and this program knows %d; give another directory with -data", version, schemaVersion)
		}
		if version < 1 {
			if err := add(ctx, tx, schema, fill); err != nil {
				return nil, err
			}
		}
		if version < 2 {
			if err := add(ctx, tx, countsSchema, fillCounts); err != nil {
				return nil, err
			}
		}
		_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", schemaVersion))
		return nil, err
	})
	return err
}

// add makes tables and fills them.
func add(ctx context.Context, tx *sql.Tx, tables string, fill func(context.Context, *sql.Tx, time.Time) error) error {
	if _, err := tx.ExecContext(ctx, tables); err != nil {
		return fmt.Errorf("making the tables: %w", err)
	}
	if err := fill(ctx, tx, time.Now().UTC()); err != nil {
		return fmt.Errorf("filling the tables: %w", err)
	}
	return nil
}

// Close closes the database. The writer goes last, since only it can tidy up the write-ahead log.
func (s *store) Close() error {
	var err error
	if s.reader != nil {
		err = s.reader.Close()
	}
	return errors.Join(err, s.writer.Close())
}

// db is the handle for a call. A tool declared with server.Read gets the one that cannot write, so that
// it keeps its promise even by mistake.
func (s *store) db(ctx context.Context) *sql.DB {
	if server.ReadOnly(ctx) {
		return s.reader
	}
	return s.writer
}

// change runs f in one transaction: all of it happens, or nothing. f uses tx only.
func change[T any](ctx context.Context, s *store, f func(tx *sql.Tx) (T, error)) (T, error) {
	var zero T
	tx, err := s.db(ctx).BeginTx(ctx, nil)
	if err != nil {
		return zero, inUse(err)
	}
	defer tx.Rollback() // does nothing after Commit
	out, err := f(tx)
	if err != nil {
		return zero, inUse(err)
	}
	if err := tx.Commit(); err != nil {
		return zero, inUse(err)
	}
	return out, nil
}

// inUse tells a model what "database is locked" means for it; other errors pass as they are.
func inUse(err error) error {
	if isBusy(err) {
		return server.Errorf(server.Unavailable,
			"The inventory is busy with other changes. Nothing was changed; the same call may work in a few seconds.").Because(err)
	}
	return err
}

func isBusy(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

// owner is whom a request_key belongs to: the same key of another caller is another key.
func owner(ctx context.Context) string {
	c := auth.CallerFrom(ctx)
	return c.Issuer + " " + c.Subject
}
