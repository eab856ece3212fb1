package jetstream

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Sweep may run in every process at once: each step is refused by the cluster when another has taken it,
// and each process takes them in an order of its own, so that they share the work.
func (s *store) Sweep(ctx context.Context, bounds handles.Bounds) error {
	info, err := s.info(ctx)
	if err != nil {
		return fmt.Errorf("reading the state of the stream: %w", err)
	}
	now := s.clock.now()
	for _, e := range due(s.index.ended(false), bounds.Finished, now) {
		if err := s.shrink(ctx, e.id, now, info.State.LastSeq); err != nil {
			return fmt.Errorf("ending the retention of %s: %w", e.id, err)
		}
	}
	for _, e := range due(s.index.ended(true), bounds.GoneCount, now.Add(-bounds.Gone)) {
		if err := s.drop(ctx, e.id, info.State.LastSeq); err != nil {
			return fmt.Errorf("forgetting %s: %w", e.id, err)
		}
	}
	return nil
}

// due returns those of rows, longest first, that are over the bound or expired by a time, shuffled.
func due(rows []ended, most int, now time.Time) []ended {
	most = min(most, len(rows))
	due := slices.Clone(rows[most:])
	for _, e := range rows[:most] {
		if now.UnixMicro() >= e.expires {
			due = append(due, e)
		}
	}
	rand.Shuffle(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] })
	return due
}

// shrink leaves of a final row what says that it expired.
func (s *store) shrink(ctx context.Context, id string, now time.Time, last uint64) error {
	row, seq, err := s.load(ctx, id)
	switch {
	case errors.Is(err, handles.ErrNotFound):
		return nil
	case err != nil || row.Gone || !row.State.Final():
		return err
	}
	if now = now.UTC().Truncate(time.Microsecond); now.Before(row.Expires) {
		row.Expires = now
	}
	left := handles.Row{Version: row.Version + 1, Gone: true, Record: handles.Record{ID: row.ID, Tool: row.Tool, Owner: row.Owner, Key: row.Key,
		Digest: row.Digest, Expires: row.Expires, State: row.State}}
	if row.Key != "" {
		if err := s.shrinkKey(ctx, left); err != nil {
			return err
		}
	}
	if _, err := s.write(ctx, left, seq); err != nil && !errors.Is(err, handles.ErrStale) {
		return err
	}
	return s.delete(ctx, s.index.pulse(id).seq, last)
}

// shrinkKey takes the arguments out of the key of a row that was written long ago.
func (s *store) shrinkKey(ctx context.Context, left handles.Row) error {
	subject := s.subjects.key(keyHash(left))
	msg, err := s.last(ctx, subject)
	if err != nil {
		return ignore(err, handles.ErrNotFound)
	}
	header, payload, err := encode(left)
	if err != nil {
		return err
	}
	delete(header, summaryHeader)
	_, err = s.put(ctx, &nats.Msg{Subject: subject, Header: header, Data: payload}, msg.Sequence, "")
	return ignore(err, handles.ErrStale)
}

// drop takes away all that is left of a job: its key first, see finish.
func (s *store) drop(ctx context.Context, id string, last uint64) error {
	row, seq, err := s.load(ctx, id)
	switch {
	case errors.Is(err, handles.ErrNotFound):
		return nil
	case err != nil || !row.Gone:
		return err
	case seq >= last:
		return nil // next time: see delete
	}
	if row.Key != "" {
		msg, err := s.last(ctx, s.subjects.key(keyHash(row)))
		if err != nil && !errors.Is(err, handles.ErrNotFound) {
			return err
		}
		if err == nil {
			if keyed, err := decode(msg.Data); err == nil && keyed.ID == id {
				if msg.Sequence >= last {
					return nil
				}
				if err := s.delete(ctx, msg.Sequence, last); err != nil {
					return err
				}
			}
		}
	}
	if err := s.delete(ctx, s.index.pulse(id).seq, last); err != nil {
		return err
	}
	if err := s.delete(ctx, seq, last); err != nil {
		return err
	}
	s.index.forget(id)
	return nil
}

// delete deletes the message with a sequence, which cannot be a later one of its subject. It spares the
// last of the stream: whoever follows must be able to see how far they have come.
func (s *store) delete(ctx context.Context, seq, last uint64) error {
	if seq == 0 || seq >= last {
		return nil
	}
	err := s.persist(ctx, func(ctx context.Context) error {
		err := s.stream.DeleteMsg(ctx, seq)
		if errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) { // whatever the reason was, it may be gone
			if _, missing := s.stream.GetMsg(ctx, seq); errors.Is(missing, jetstream.ErrMsgNotFound) {
				return nil
			}
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("deleting message %d: %w", seq, err)
	}
	return nil
}

// ignore returns err unless it is that one.
func ignore(err, that error) error {
	if errors.Is(err, that) {
		return nil
	}
	return err
}
