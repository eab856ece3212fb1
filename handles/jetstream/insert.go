package jetstream

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/comity-mcp/comity/handles"
	"github.com/nats-io/nats.go"
)

// Insert writes the row. With a key, the key comes first and carries the row, so that whoever finds the
// key without its row, because the process died in between, finishes the start.
func (s *store) Insert(ctx context.Context, row handles.Row) (handles.Row, bool, error) {
	if row.Key == "" {
		_, err := s.write(ctx, row, 0)
		return row, false, err
	}
	header, payload, err := encode(row)
	if err != nil {
		return handles.Row{}, false, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	subject := s.subjects.key(keyHash(row))
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		delete(header, summaryHeader)
		_, err := s.put(ctx, &nats.Msg{Subject: subject, Header: header, Data: payload}, 0, "")
		if err == nil {
			return s.finish(ctx, row, false)
		}
		if !errors.Is(err, handles.ErrStale) {
			return handles.Row{}, false, err
		}
		first, err := s.keyed(ctx, subject)
		if err == nil {
			first, _, err = s.finish(ctx, first, true)
		}
		if !errors.Is(err, handles.ErrNotFound) {
			return first, true, err
		}
		// The key was on its way when ours was refused, or it was forgotten just now.
		if err := wait(ctx, pause); err != nil {
			return handles.Row{}, false, err
		}
	}
}

// keyed returns the row that a key carries.
func (s *store) keyed(ctx context.Context, subject string) (handles.Row, error) {
	msg, err := s.last(ctx, subject)
	if err != nil {
		return handles.Row{}, err
	}
	return decode(msg.Data)
}

// finish returns the row that a key stands for as it is now, and writes it when it was not written. It
// returns [handles.ErrNotFound] when the key is gone by now.
// A key is forgotten before its row is, so that a row that is missing while the key is there never was.
func (s *store) finish(ctx context.Context, first handles.Row, existed bool) (handles.Row, bool, error) {
	if existed {
		row, _, err := s.load(ctx, first.ID)
		if !errors.Is(err, handles.ErrNotFound) {
			return row, true, err
		}
		if _, err := s.keyed(ctx, s.subjects.key(keyHash(first))); err != nil {
			return handles.Row{}, true, fmt.Errorf("reading the key again: %w", err)
		}
	}
	_, err := s.write(ctx, first, 0)
	if errors.Is(err, handles.ErrStale) { // somebody else finished it
		row, _, err := s.settled(ctx, first.ID)
		return row, existed, err
	}
	return first, existed, err
}

// settled loads a row that is being written.
func (s *store) settled(ctx context.Context, id string) (row handles.Row, seq uint64, err error) {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		row, seq, err = s.load(ctx, id)
		if !errors.Is(err, handles.ErrNotFound) {
			return row, seq, err
		}
		if err := wait(ctx, pause); err != nil {
			return handles.Row{}, 0, err
		}
	}
}

// keyHash is different for every owner, tool and key.
func keyHash(row handles.Row) string {
	sum := sha256.Sum256([]byte(row.Owner.String() + "\x00" + row.Tool + "\x00" + row.Key))
	return hex.EncodeToString(sum[:])
}
