package sql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/sql/internal/table"
)

// Open returns an engine over the SQLite file of that name, which it makes, readable by its owner only,
// when it does not exist; its directory must exist. The file may hold other tables.
func Open(ctx context.Context, file string, o handles.Options) (handles.Engine, error) {
	store, err := OpenStore(ctx, file, nil)
	if err != nil {
		return nil, err
	}
	return handles.Over(store, o), nil
}

// OpenStore returns the store behind [Open], by a clock of one's own, for tests. A nil clock is time.Now.
func OpenStore(ctx context.Context, file string, now func() time.Time) (handles.Store, error) {
	if now == nil {
		now = time.Now
	}
	db, err := open(ctx, file, now)
	if err != nil {
		return nil, fmt.Errorf("opening the jobs in %s: %w", file, err)
	}
	return db, nil
}

// busy is how long a process waits for another one that writes.
const busy = 5 * time.Second

func open(ctx context.Context, file string, now func() time.Time) (_ *sqliteStore, err error) {
	if file == "" || strings.Contains(file, ":memory:") {
		return nil, errors.New("jobs in memory do not outlive their process; name a file, or use handles.Memory")
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, fmt.Errorf("finding the file: %w", err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("making the file: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("making the file: %w", err)
	}
	s := &sqliteStore{}
	write, err := sql.Open("sqlite", source(path, ""))
	if err != nil {
		return nil, fmt.Errorf("opening to write: %w", err)
	}
	read, err := sql.Open("sqlite", source(path, "&_pragma=query_only(1)"))
	if err != nil {
		write.Close()
		return nil, fmt.Errorf("opening to read: %w", err)
	}
	write.SetMaxOpenConns(1) // SQLite has one writer; here they queue without polling
	read.SetMaxOpenConns(8)
	read.SetMaxIdleConns(8)
	s.Table = table.New(read, write, dialect(), now)
	if err := migrate(ctx, write); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// source names a file for the driver. Everything but the path is the same for every file.
func source(path, more string) string {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	return u.String() + fmt.Sprintf("?_txlock=immediate&_pragma=busy_timeout(%d)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)", busy.Milliseconds()) + more
}

func dialect() table.Dialect {
	return table.Dialect{Now: "?", Greatest: "max", Least: "min", LookFirst: true}
}

// migrate repeats what SQLite refuses without waiting: two processes that turn WAL on at the same moment.
func migrate(ctx context.Context, db *sql.DB) error {
	for began := time.Now(); ; {
		err := table.Migrate(ctx, db, "", steps())
		if err == nil || !isBusy(err) || time.Since(began) > busy {
			return err
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return err
		}
	}
}

func isBusy(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xff == sqlite3.SQLITE_BUSY || e.Code()&0xff == sqlite3.SQLITE_LOCKED)
}

// steps are the versions of the schema. comity_jobs_changes counts what readers can see, and every row
// keeps the count of its last change, so that one process can ask what others did.
func steps() []string {
	return []string{table.Columns("BLOB") + `
ALTER TABLE comity_jobs ADD COLUMN changed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX comity_jobs_changed ON comity_jobs (changed);
CREATE TABLE comity_jobs_changes (n BIGINT NOT NULL);
INSERT INTO comity_jobs_changes (n) VALUES (0);
CREATE TRIGGER comity_jobs_inserted AFTER INSERT ON comity_jobs BEGIN
	UPDATE comity_jobs_changes SET n = n + 1;
	UPDATE comity_jobs SET changed = (SELECT n FROM comity_jobs_changes) WHERE id = NEW.id;
END;
CREATE TRIGGER comity_jobs_updated AFTER UPDATE OF revision ON comity_jobs BEGIN
	UPDATE comity_jobs_changes SET n = n + 1;
	UPDATE comity_jobs SET changed = (SELECT n FROM comity_jobs_changes) WHERE id = NEW.id;
END;`}
}

type sqliteStore struct{ *table.Table }

// How often other processes' commits are looked for, while somebody waits and while nobody does.
const (
	lookWaiting = 5 * time.Millisecond
	lookIdle    = 50 * time.Millisecond
)

// Watch asks SQLite whether another connection committed (PRAGMA data_version, which reads no page), and
// only then what changed.
func (s *sqliteStore) Watch(ctx context.Context, w handles.Watcher) error {
	conn, err := s.Read.Conn(ctx)
	if err != nil {
		return fmt.Errorf("opening a connection to look for changes: %w", err)
	}
	defer conn.Close()
	var version, seen, changed int64
	if err := conn.QueryRowContext(ctx, "SELECT n FROM comity_jobs_changes").Scan(&changed); err != nil {
		return fmt.Errorf("counting changes: %w", err)
	}
	w.Changed("") // whatever came before the count
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-w.Began():
		case <-timer.C:
		}
		if err := conn.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version); err != nil {
			return fmt.Errorf("looking for changes: %w", err)
		}
		if version != seen {
			seen = version
			if changed, err = tell(ctx, conn, w, changed); err != nil {
				return err
			}
		}
		timer.Reset(interval(w))
	}
}

func interval(w handles.Watcher) time.Duration {
	if w.Waiting() {
		return lookWaiting
	}
	return lookIdle
}

// tell tells of the rows that changed after a count, and returns the last count.
func tell(ctx context.Context, conn *sql.Conn, w handles.Watcher, after int64) (int64, error) {
	rows, err := conn.QueryContext(ctx, "SELECT id, tool, state = 1 AND leased = 0 AND direct = 0, changed FROM comity_jobs WHERE changed > ? ORDER BY changed", after)
	if err != nil {
		return after, fmt.Errorf("reading changes: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, tool string
		var queued bool
		if err := rows.Scan(&id, &tool, &queued, &after); err != nil {
			return after, fmt.Errorf("reading a change: %w", err)
		}
		w.Changed(id)
		if queued {
			w.Queued(tool)
		}
	}
	if err := rows.Err(); err != nil {
		return after, fmt.Errorf("reading changes: %w", err)
	}
	return after, nil
}
