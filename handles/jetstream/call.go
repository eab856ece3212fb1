package jetstream

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// once is how long one request waits: longer than a write takes on a busy disk, shorter than the
	// choice of a new leader, so that the request after it finds that one.
	once = 2 * time.Second
	// Pauses between two requests of one call.
	firstPause, lastPause = 5 * time.Millisecond, 250 * time.Millisecond
)

// Codes of the server (nats-server 2.15, errors.json) for a write whose expected sequence is not the last
// of its subject, and for one while another write of the subject is on its way.
const (
	wrongLastSequence jetstream.ErrorCode = 10071
	writeInFlight     jetstream.ErrorCode = 10164
)

// persist makes a request again until it has an answer, as it has none while the cluster chooses a
// leader: for the patience of the store, or until ctx ends. It returns the last error.
func (s *store) persist(ctx context.Context, request func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		asking, done := context.WithTimeout(ctx, once)
		err := request(asking)
		done()
		if err == nil || answered(err) {
			return err
		}
		t := time.NewTimer(pause)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return err
		}
	}
}

// answered says whether an error is the last word: the cluster's, or that nobody can be asked any more.
func answered(err error) bool {
	if errors.Is(err, handles.ErrStale) || errors.Is(err, jetstream.ErrMsgNotFound) || errors.Is(err, nats.ErrConnectionClosed) || errors.Is(err, nats.ErrMaxPayload) {
		return true
	}
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && api.Code < 500
}

func code(err error) jetstream.ErrorCode {
	if api, ok := errors.AsType[*jetstream.APIError](err); ok {
		return api.ErrorCode
	}
	return 0
}

// writeHeader names one write, so that who tries again can tell whether it was theirs.
const writeHeader = "Comity-Write"

// put writes the message unless the last sequence of its subject is another one than expected, zero being
// none; then it returns [handles.ErrStale]. With guard, it is the last sequence of that subject instead.
func (s *store) put(ctx context.Context, msg *nats.Msg, expected uint64, guard string) (seq uint64, err error) {
	name := rand.Text()
	msg.Header.Set(writeHeader, name)
	msg.Header.Set(jetstream.ExpectedLastSubjSeqHeader, fmt.Sprint(expected))
	if guard != "" {
		msg.Header.Set(jetstream.ExpectedLastSubjSeqSubjHeader, guard)
	}
	doubt := false // whether an earlier try may have been written
	err = s.persist(ctx, func(ctx context.Context) error {
		ack, err := s.js.PublishMsg(ctx, msg, jetstream.WithRetryAttempts(0))
		switch c := code(err); {
		case err == nil:
			seq = ack.Sequence
			return nil
		case c == writeInFlight && doubt:
			return errors.New("a write is on its way, which may be this one")
		case c == wrongLastSequence || c == writeInFlight:
			return s.written(ctx, msg.Subject, name, doubt, &seq)
		case !answered(err):
			doubt = true
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("writing %s: %w", msg.Subject, err)
	}
	return seq, nil
}

// written looks whether the last message of a subject is the write with a name.
func (s *store) written(ctx context.Context, subject, name string, doubt bool, seq *uint64) error {
	if !doubt {
		return handles.ErrStale
	}
	last, err := s.stream.GetLastMsgForSubject(ctx, subject)
	switch {
	case err == nil && last.Header.Get(writeHeader) == name:
		*seq = last.Sequence
		return nil
	case err != nil && !errors.Is(err, jetstream.ErrMsgNotFound):
		return err
	}
	return handles.ErrStale
}

// last reads the last message of a subject, from the leader. It returns [handles.ErrNotFound].
func (s *store) last(ctx context.Context, subject string) (msg *jetstream.RawStreamMsg, err error) {
	err = s.persist(ctx, func(ctx context.Context) error {
		msg, err = s.stream.GetLastMsgForSubject(ctx, subject)
		return err
	})
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return nil, handles.ErrNotFound
	case err != nil:
		return nil, fmt.Errorf("reading %s: %w", subject, err)
	}
	return msg, nil
}

// info asks for the state of the stream and the clock of its leader.
func (s *store) info(ctx context.Context) (info *jetstream.StreamInfo, err error) {
	err = s.persist(ctx, func(ctx context.Context) error {
		asked := time.Now()
		if info, err = s.stream.Info(ctx); err == nil {
			s.clock.set(info.TimeStamp, asked, time.Now())
		}
		return err
	})
	return info, err
}
