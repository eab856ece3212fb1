package table

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/comity-mcp/comity/handles"
)

// columns are the columns of a row in the order of valuesOf and scan.
const columns = "id, tool, owner, issuer, subject, tenant, request_key, digest, state, version, revision, fence, beat, leased, worker, direct, gone, " +
	"attempts, max_attempts, repeats, keep, created, updated, deadline, expires, arguments, result, rest"

// A rest is what no statement asks about.
type rest struct {
	Caller    json.RawMessage            `json:"caller,omitempty"`
	Progress  handles.Measure            `json:"progress,omitzero"`
	Requests  map[string]json.RawMessage `json:"requests,omitempty"`
	Responses map[string]json.RawMessage `json:"responses,omitempty"`
	Failure   handles.Failure            `json:"failure,omitzero"`
}

func restOf(row handles.Row) (string, error) {
	text, err := json.Marshal(rest{row.Caller, row.Progress, row.Requests, row.Responses, row.Failure})
	if err != nil {
		return "", fmt.Errorf("encoding a row: %w", err)
	}
	return string(text), nil
}

func valuesOf(row handles.Row) ([]any, error) {
	rest, err := restOf(row)
	if err != nil {
		return nil, err
	}
	var key any // null is unlike every other null, so that jobs without a key are all new
	if row.Key != "" {
		key = row.Key
	}
	return []any{row.ID, row.Tool, ownerHash(row.Owner), row.Owner.Issuer, row.Owner.Subject, row.Owner.Tenant, key, row.Digest,
		int64(row.State), int64(row.Version), int64(row.Revision), int64(row.Fence), int64(row.Beat), flag(row.Leased), row.Worker, flag(row.Direct), flag(row.Gone),
		row.Attempts, row.MaxAttempts, int64(row.Repeat), int64(row.Keep), micro(row.Created), micro(row.Updated), micro(row.Deadline), micro(row.Expires),
		bytesOf(row.Arguments), bytesOf(row.Result), rest}, nil
}

// scan reads a row, and what follows it.
func scan(from interface{ Scan(...any) error }, more ...any) (handles.Row, error) {
	var (
		row                                 handles.Row
		owner                               string
		key                                 *string
		created, updated, deadline, expires int64
		text                                string
		arguments, result                   []byte
		leased, direct, gone                int64
		state, repeat, keep                 int64
		version, revision, fence, beat      int64
	)
	err := from.Scan(append([]any{&row.ID, &row.Tool, &owner, &row.Owner.Issuer, &row.Owner.Subject, &row.Owner.Tenant, &key, &row.Digest,
		&state, &version, &revision, &fence, &beat, &leased, &row.Worker, &direct, &gone,
		&row.Attempts, &row.MaxAttempts, &repeat, &keep, &created, &updated, &deadline, &expires, &arguments, &result, &text}, more...)...)
	if err != nil {
		return handles.Row{}, err
	}
	var r rest
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return handles.Row{}, fmt.Errorf("decoding the row of %s: %w", row.ID, err)
	}
	if key != nil {
		row.Key = *key
	}
	row.State, row.Repeat, row.Keep = handles.State(state), handles.Repeat(repeat), time.Duration(keep)
	row.Version, row.Revision, row.Fence, row.Beat = uint64(version), handles.Revision(revision), uint64(fence), uint64(beat)
	row.Leased, row.Direct, row.Gone = leased != 0, direct != 0, gone != 0
	row.Created, row.Updated, row.Deadline, row.Expires = timeOf(created), timeOf(updated), timeOf(deadline), timeOf(expires)
	row.Arguments, row.Result = arguments, result
	row.Caller, row.Progress, row.Requests, row.Responses, row.Failure = r.Caller, r.Progress, r.Requests, r.Responses, r.Failure
	return row, nil
}

// ownerHash is short enough for an index, whatever the owner.
func ownerHash(o handles.Owner) string {
	sum := sha256.Sum256([]byte(o.String()))
	return hex.EncodeToString(sum[:])
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// micro is zero for the zero time.
func micro(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func timeOf(micro int64) time.Time {
	if micro == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micro).UTC()
}

// bytesOf keeps nothing apart from an empty text.
func bytesOf(text json.RawMessage) any {
	if text == nil {
		return nil
	}
	return []byte(text)
}
