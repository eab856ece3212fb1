package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func (s *store) Now(ctx context.Context) (time.Time, error) { return s.clock.now(), ctx.Err() }

// write writes a row whose last sequence is the one expected.
func (s *store) write(ctx context.Context, row handles.Row, expected uint64) (uint64, error) {
	header, payload, err := encode(row)
	if err != nil {
		return 0, err
	}
	seq, err := s.put(ctx, &nats.Msg{Subject: s.subjects.row(row.ID), Header: header, Data: payload}, expected, "")
	if err == nil {
		s.index.learn(row.ID, summarize(row), seq)
	}
	return seq, err
}

func (s *store) Load(ctx context.Context, id string) (handles.Row, time.Time, error) {
	row, _, err := s.load(ctx, id)
	return row, s.clock.now(), err
}

// lag is how long a leader may be behind what was seen here already. A follower that delivers a message
// or an acknowledgement can be ahead of the leader that answers a read, by the time that takes to apply.
const lag = 500 * time.Millisecond

// load reads a row and its sequence from the leader, and never an older state than was seen here before.
func (s *store) load(ctx context.Context, id string) (handles.Row, uint64, error) {
	end := time.Now().Add(lag)
	for pause := firstPause / 5; ; pause = min(2*pause, lastPause/5) {
		msg, err := s.last(ctx, s.subjects.row(id))
		if err != nil && !errors.Is(err, handles.ErrNotFound) {
			return handles.Row{}, 0, err
		}
		seen, known := s.index.find(id)
		behind := known && (err != nil || msg.Sequence < seen.seq)
		if behind && time.Now().Before(end) {
			if err := wait(ctx, pause); err != nil {
				return handles.Row{}, 0, err
			}
			continue
		}
		if err != nil {
			s.index.forget(id) // it was dropped elsewhere
			return handles.Row{}, 0, err
		}
		if behind {
			return handles.Row{}, 0, fmt.Errorf("reading %s: the leader is at message %d and %d was seen before", msg.Subject, msg.Sequence, seen.seq)
		}
		return s.read(id, msg)
	}
}

// read takes in the message of a row.
func (s *store) read(id string, msg *jetstream.RawStreamMsg) (handles.Row, uint64, error) {
	row, err := decode(msg.Data)
	if err != nil {
		return handles.Row{}, 0, fmt.Errorf("reading %s: %w", msg.Subject, err)
	}
	s.index.learn(id, summarize(row), msg.Sequence)
	row.Beat = s.index.pulse(id).Count
	return row, msg.Sequence, nil
}

// Swap writes what it is given: the arguments of a row that was loaded are those that are stored.
func (s *store) Swap(ctx context.Context, row handles.Row) error {
	known, ok := s.index.find(row.ID)
	if !ok || known.Version < row.Version {
		if _, _, err := s.load(ctx, row.ID); errors.Is(err, handles.ErrNotFound) {
			return handles.ErrStale
		} else if err != nil {
			return err
		}
		known, _ = s.index.find(row.ID)
	}
	if known.Version != row.Version {
		return handles.ErrStale
	}
	row.Version++
	_, err := s.write(ctx, row, known.seq)
	return err
}

func (s *store) Claim(ctx context.Context, tool, worker string) (handles.Row, error) {
	tried := map[string]bool{}
	for {
		id, ok := s.index.next(tool, s.clock.now(), tried)
		if !ok {
			return handles.Row{}, handles.ErrNotFound
		}
		tried[id] = true
		row, seq, err := s.load(ctx, id)
		if errors.Is(err, handles.ErrNotFound) {
			continue
		}
		if err != nil {
			return handles.Row{}, err
		}
		now := s.clock.now().UTC().Truncate(time.Microsecond)
		if !summarize(row).claimable(now) {
			continue
		}
		row.Leased, row.Worker = true, worker
		row.Version++
		row.Fence++
		row.Revision++
		row.Attempts++
		if now.After(row.Updated) {
			row.Updated = now
		}
		switch _, err := s.write(ctx, row, seq); {
		case err == nil:
			return row, nil
		case !errors.Is(err, handles.ErrStale):
			return handles.Row{}, err
		}
		// Somebody else was quicker: leave it to them.
	}
}

// Beat writes on a subject of its own, on the condition that the row is still the one that was seen with
// the fence: one round trip that the cluster itself judges.
func (s *store) Beat(ctx context.Context, id string, fence uint64) error {
	for {
		known, ok := s.index.find(id)
		if !ok || !known.Leased || known.Fence != fence {
			row, _, err := s.load(ctx, id)
			switch {
			case errors.Is(err, handles.ErrNotFound):
				return handles.ErrStale
			case err != nil:
				return err
			case !row.Leased || row.Fence != fence:
				return handles.ErrStale
			}
			continue
		}
		b := beat{Fence: fence, Count: s.index.pulse(id).Count + 1}
		text, err := json.Marshal(b)
		if err != nil {
			return fmt.Errorf("writing a beat: %w", err)
		}
		msg := &nats.Msg{Subject: s.subjects.beat(id), Header: nats.Header{summaryHeader: {string(text)}}}
		seq, err := s.put(ctx, msg, known.seq, s.subjects.row(id))
		if err == nil {
			s.index.heard(id, b, seq)
			return nil
		}
		if !errors.Is(err, handles.ErrStale) {
			return err
		}
		if _, _, err := s.load(ctx, id); err != nil && !errors.Is(err, handles.ErrNotFound) {
			return err
		}
		if err := wait(ctx, firstPause); err != nil {
			return err
		}
	}
}

// Live answers from the index once that has seen everything the leader has: silence must not be what
// was not heard here.
func (s *store) Live(ctx context.Context) ([]handles.Lease, error) {
	info, err := s.info(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the state of the stream: %w", err)
	}
	if info.Config.AllowDirect {
		return nil, fmt.Errorf("the stream %s was changed to allow direct gets, by which a replica that lags says that there is no such job; turn allow_direct off", info.Config.Name)
	}
	if !s.life.find(info.Created) {
		return nil, fmt.Errorf("the stream %s was made anew at %v and is read from its start", info.Config.Name, info.Created)
	}
	if info.State.Msgs > 0 {
		if err := s.index.until(ctx, info.State.LastSeq); err != nil {
			return nil, fmt.Errorf("following the stream up to %d of %d: %w", s.index.position(), info.State.LastSeq, err)
		}
	}
	return s.index.leases(s.clock.now()), nil
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
