// Package table keeps jobs in one table of an SQL database: what handles/sql and handles/sql/postgres
// have in common.
package table

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/comity-mcp/comity/handles"
)

// A Dialect is what databases say differently.
type Dialect struct {
	// Numbered is whether parameters are $1, $2 instead of ?.
	Numbered bool
	// Now is an expression for microseconds since 1970 with one parameter, which is null where the
	// database's own clock counts.
	Now string
	// Greatest and Least are the functions of that meaning.
	Greatest, Least string
	// Locking ends the choice of a job to claim.
	Locking string
	// LookFirst is whether a claim looks for a job before it asks to write.
	LookFirst bool
}

// A Table is a [handles.Store] without Watch.
type Table struct {
	// Read and Write may be the same.
	Read, Write *sql.DB
	dialect     Dialect
	now         func() time.Time
}

// New returns the table of databases whose schema exists. A nil clock is the database's.
func New(read, write *sql.DB, d Dialect, now func() time.Time) *Table {
	return &Table{Read: read, Write: write, dialect: d, now: now}
}

// write puts the dialect into a statement.
func (t *Table) write(statement string) string {
	d := t.dialect
	statement = strings.NewReplacer("{now}", d.Now, "{greatest}", d.Greatest, "{least}", d.Least, "{locking}", d.Locking, "{columns}", columns).Replace(statement)
	if !d.Numbered {
		return statement
	}
	var b strings.Builder
	n := 0
	for _, r := range statement {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		n++
		b.WriteString("$" + strconv.Itoa(n))
	}
	return b.String()
}

// clock is the parameter of {now}.
func (t *Table) clock() any {
	if t.now == nil {
		return nil
	}
	return t.now().UnixMicro()
}

// Now returns the clock.
func (t *Table) Now(ctx context.Context) (time.Time, error) {
	if t.now != nil {
		return t.now(), nil
	}
	var now int64
	if err := t.Read.QueryRowContext(ctx, t.write("SELECT {now}"), t.clock()).Scan(&now); err != nil {
		return time.Time{}, fmt.Errorf("reading the clock: %w", err)
	}
	return time.UnixMicro(now).UTC(), nil
}

// Insert adds a row, unless its key is taken.
func (t *Table) Insert(ctx context.Context, row handles.Row) (handles.Row, bool, error) {
	values, err := valuesOf(row)
	if err != nil {
		return handles.Row{}, false, err
	}
	result, err := t.Write.ExecContext(ctx, t.write("INSERT INTO comity_jobs ({columns}) VALUES ("+
		strings.TrimSuffix(strings.Repeat("?,", len(values)), ",")+") ON CONFLICT DO NOTHING"), values...)
	if err != nil {
		return handles.Row{}, false, fmt.Errorf("inserting: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 1 {
		return row, false, err
	}
	existing, err := scan(t.Write.QueryRowContext(ctx, t.write("SELECT {columns} FROM comity_jobs WHERE owner = ? AND tool = ? AND request_key = ?"),
		ownerHash(row.Owner), row.Tool, row.Key))
	if err != nil {
		return handles.Row{}, false, fmt.Errorf("reading the job of a request key: %w", err)
	}
	return existing, true, nil
}

// Load reads a row and the clock.
func (t *Table) Load(ctx context.Context, id string) (handles.Row, time.Time, error) {
	var now int64
	row, err := scan(t.Read.QueryRowContext(ctx, t.write("SELECT {columns}, {now} FROM comity_jobs WHERE id = ?"), t.clock(), id), &now)
	if errors.Is(err, sql.ErrNoRows) {
		return handles.Row{}, time.Time{}, handles.ErrNotFound
	}
	if err != nil {
		return handles.Row{}, time.Time{}, fmt.Errorf("reading: %w", err)
	}
	return row, time.UnixMicro(now).UTC(), nil
}

// Swap replaces a row that has not changed.
func (t *Table) Swap(ctx context.Context, row handles.Row) error {
	rest, err := restOf(row)
	if err != nil {
		return err
	}
	return t.one(ctx, "replacing", `UPDATE comity_jobs SET version = version + 1, revision = ?, fence = ?, leased = ?, worker = ?,
		state = ?, attempts = ?, updated = ?, expires = ?, result = ?, rest = ? WHERE id = ? AND version = ? AND gone = 0`,
		int64(row.Revision), int64(row.Fence), flag(row.Leased), row.Worker, int64(row.State), row.Attempts, micro(row.Updated), micro(row.Expires),
		bytesOf(row.Result), rest, row.ID, int64(row.Version))
}

// one changes one row, or returns ErrStale.
func (t *Table) one(ctx context.Context, doing, statement string, args ...any) error {
	result, err := t.Write.ExecContext(ctx, t.write(statement), args...)
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 1 {
		return err
	}
	return handles.ErrStale
}

const eligible = "FROM comity_jobs WHERE tool = ? AND state = 1 AND leased = 0 AND direct = 0 AND deadline > {now} ORDER BY created, id LIMIT 1"

// Claim leases the next job of a tool.
func (t *Table) Claim(ctx context.Context, tool, worker string) (handles.Row, error) {
	if t.dialect.LookFirst {
		var id string
		err := t.Read.QueryRowContext(ctx, t.write("SELECT id "+eligible), tool, t.clock()).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return handles.Row{}, handles.ErrNotFound
		}
		if err != nil {
			return handles.Row{}, fmt.Errorf("looking for a job: %w", err)
		}
	}
	row, err := scan(t.Write.QueryRowContext(ctx, t.write(`UPDATE comity_jobs SET leased = 1, worker = ?, version = version + 1,
		fence = fence + 1, revision = revision + 1, attempts = attempts + 1, updated = {greatest}(updated, {now})
		WHERE id = (SELECT id `+eligible+` {locking}) RETURNING {columns}`), worker, t.clock(), tool, t.clock()))
	if errors.Is(err, sql.ErrNoRows) {
		return handles.Row{}, handles.ErrNotFound
	}
	if err != nil {
		return handles.Row{}, fmt.Errorf("claiming: %w", err)
	}
	return row, nil
}

// Beat counts a sign of life.
func (t *Table) Beat(ctx context.Context, id string, fence uint64) error {
	return t.one(ctx, "beating", "UPDATE comity_jobs SET beat = beat + 1 WHERE id = ? AND fence = ? AND leased = 1", id, int64(fence))
}

// Live lists what is leased or overdue.
func (t *Table) Live(ctx context.Context) ([]handles.Lease, error) {
	rows, err := t.Read.QueryContext(ctx, t.write(`SELECT id, fence, beat, worker, 1, CASE WHEN deadline <= {now} THEN 1 ELSE 0 END FROM comity_jobs WHERE leased = 1
		UNION ALL SELECT id, fence, beat, worker, 0, 1 FROM comity_jobs WHERE state <= 2 AND gone = 0 AND leased = 0 AND deadline <= {now}`), t.clock(), t.clock())
	if err != nil {
		return nil, fmt.Errorf("listing leases: %w", err)
	}
	defer rows.Close()
	var live []handles.Lease
	for rows.Next() {
		var l handles.Lease
		if err := rows.Scan(&l.ID, &l.Fence, &l.Beat, &l.Worker, &l.Leased, &l.Overdue); err != nil {
			return nil, fmt.Errorf("reading a lease: %w", err)
		}
		live = append(live, l)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("listing leases: %w", err)
	}
	return live, nil
}

// everything is a limit where the grammar wants one before an offset.
const everything = "9223372036854775807"

// Sweep makes expired rows gone and forgets gone ones.
func (t *Table) Sweep(ctx context.Context, b handles.Bounds) error {
	// The revision stays, so that nobody is told: a record that was final has no one waiting for it.
	const gone = "UPDATE comity_jobs SET gone = 1, version = version + 1, arguments = NULL, result = NULL, rest = '{}', expires = {least}(expires, {now}) "
	const final = "state >= 3 AND gone = 0"
	for _, s := range []struct {
		statement string
		args      []any
	}{
		{gone + "WHERE " + final + " AND expires <= {now}", []any{t.clock(), t.clock()}},
		{gone + "WHERE id IN (SELECT id FROM comity_jobs WHERE " + final + " ORDER BY expires DESC, id LIMIT " + everything + " OFFSET ?)", []any{t.clock(), b.Finished}},
		{"DELETE FROM comity_jobs WHERE gone = 1 AND expires <= {now} - ?", []any{t.clock(), b.Gone.Microseconds()}},
		{"DELETE FROM comity_jobs WHERE id IN (SELECT id FROM comity_jobs WHERE gone = 1 ORDER BY expires DESC, id LIMIT " + everything + " OFFSET ?)", []any{b.GoneCount}},
	} {
		if _, err := t.Write.ExecContext(ctx, t.write(s.statement), s.args...); err != nil {
			return fmt.Errorf("sweeping: %w", err)
		}
	}
	return nil
}

// Close closes both databases.
func (t *Table) Close() error {
	err := t.Read.Close()
	if t.Write != t.Read {
		err = errors.Join(err, t.Write.Close())
	}
	return err
}
