package jetstream

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Open opens an engine of jobs on a JetStream cluster and makes its stream when there is none. It returns
// an error that wraps [handles.ErrUnavailable] when the cluster has not answered by the deadline of ctx
// or, without one, within the patience of the options.
func Open(ctx context.Context, o Options) (handles.Engine, error) {
	s, err := OpenStore(ctx, o)
	if err != nil {
		return nil, err
	}
	return handles.Over(s, o.Engine), nil
}

// OpenStore opens what [Open] puts its engine over; Options.Engine is not used.
func OpenStore(ctx context.Context, o Options) (handles.Store, error) {
	o, err := o.complete()
	if err != nil {
		return nil, fmt.Errorf("opening the jobs on JetStream: %w", err)
	}
	nc, hangUp, err := connect(o)
	if err != nil {
		return nil, fmt.Errorf("opening the jobs on JetStream: connecting: %w: %w", handles.ErrUnavailable, err)
	}
	s := &store{nc: nc, hangUp: hangUp, subjects: subjects(o.Prefix + ".jobs."), patience: o.Patience, clock: clock{told: o.Now}, index: newIndex()}
	if err := s.open(ctx, o); err != nil {
		hangUp()
		return nil, fmt.Errorf("opening the jobs on JetStream: %w", err)
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.following.Go(s.follow)
	return s, nil
}

// connect returns a connection and how to give it up.
func connect(o Options) (*nats.Conn, func(), error) {
	if o.Conn != nil {
		return o.Conn, func() {}, nil
	}
	nc, err := nats.Connect(o.URL, append([]nats.Option{nats.Name("comity jobs"), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond)}, o.Connect...)...)
	if quoted := (*url.Error)(nil); errors.As(err, &quoted) {
		// It repeats the address, which may have a password in it.
		return nil, nil, errors.New("the address of the servers cannot be read; write nats://host:port, several with commas between them")
	}
	if err != nil {
		return nil, nil, err
	}
	return nc, nc.Close, nil
}

// store is a [handles.Store] on one stream, which holds the last message of each subject:
//
//	<prefix>.jobs.row.<id>   a row, changed only by whoever names the sequence of the last change
//	<prefix>.jobs.beat.<id>  the last sign of life of its worker
//	<prefix>.jobs.key.<hash> the first row of the job that a request key started
type store struct {
	nc       *nats.Conn
	hangUp   func()
	js       jetstream.JetStream
	stream   jetstream.Stream
	subjects subjects
	patience time.Duration
	clock    clock
	index    *index

	ctx       context.Context // ends with Close
	cancel    context.CancelFunc
	following sync.WaitGroup
	closing   sync.Once
	watchers  watchers
	life      life
}

// subjects begins every subject.
type subjects string

const (
	rowToken  = "row."
	beatToken = "beat."
	keyToken  = "key."
)

func (s subjects) row(id string) string   { return string(s) + rowToken + id }
func (s subjects) beat(id string) string  { return string(s) + beatToken + id }
func (s subjects) key(hash string) string { return string(s) + keyToken + hash }

// format is the version of what is in the stream, kept in its metadata.
const (
	formatKey = "comity.format"
	format    = "1"
)

// maxRow is more than the payload of any row: all its parts at their limits, and as much again as the
// rest can take.
const maxRow = handles.MaxArguments + handles.MaxCaller + handles.MaxResult + handles.MaxInput + 64<<10

// open finds or makes the stream.
func (s *store) open(ctx context.Context, o Options) error {
	var err error
	if s.js, err = jetstream.New(s.nc); err != nil {
		return err
	}
	if err := s.persist(ctx, s.nc.FlushWithContext); err != nil { // what the server says of itself is known after it
		return fmt.Errorf("reaching the server: %w: %w", handles.ErrUnavailable, err)
	}
	if old(s.nc.ConnectedServerVersion()) {
		return fmt.Errorf("the server is version %s, which cannot make a write depend on another subject; run 2.12 or later", s.nc.ConnectedServerVersion())
	}
	if most := s.nc.MaxPayload(); most < maxRow {
		return fmt.Errorf("the server takes messages of at most %d bytes and a job has up to %d; set max_payload to 1MB", most, maxRow)
	}
	want := jetstream.StreamConfig{
		Name:              o.Prefix + "_jobs",
		Description:       "Jobs of Comity servers: the last message of a subject is the truth.",
		Subjects:          []string{string(s.subjects) + ">"},
		Storage:           jetstream.FileStorage,
		Replicas:          o.Replicas,
		MaxMsgsPerSubject: 1,
		Discard:           jetstream.DiscardNew, // a full stream refuses a start and drops nothing
		AllowDirect:       false,                // a replica that lags would say that there is no such job
		Metadata:          map[string]string{formatKey: format},
	}
	err = s.persist(ctx, func(ctx context.Context) error {
		s.stream, err = s.js.CreateStream(ctx, want)
		if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			s.stream, err = s.js.Stream(ctx, want.Name)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("making the stream %s: %w: %w", want.Name, handles.ErrUnavailable, err)
	}
	info, err := s.info(ctx)
	if err != nil {
		return fmt.Errorf("reading the stream %s: %w: %w", want.Name, handles.ErrUnavailable, err)
	}
	s.life = life{followed: info.Created, found: info.Created, stop: func() {}}
	return differs(info.Config, want)
}

// old says whether a server is older than this package needs. One that does not say passes.
func old(version string) bool {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
		return false
	}
	return major < 2 || major == 2 && minor < 12
}

// differs says what of a stream that exists would break a promise.
func differs(have, want jetstream.StreamConfig) error {
	var faults []error
	say := func(bad bool, what, has, needs string) {
		if bad {
			faults = append(faults, fmt.Errorf("the stream %s has %s %s and needs %s; change it, or choose another Prefix", want.Name, what, has, needs))
		}
	}
	say(have.Metadata[formatKey] != format, formatKey, strconv.Quote(have.Metadata[formatKey]), strconv.Quote(format))
	say(strings.Join(have.Subjects, " ") != want.Subjects[0], "the subjects", strings.Join(have.Subjects, " "), want.Subjects[0])
	say(have.Replicas < want.Replicas, "replicas", strconv.Itoa(have.Replicas), strconv.Itoa(want.Replicas))
	say(have.Storage != want.Storage, "the storage", have.Storage.String(), want.Storage.String())
	say(have.Retention != jetstream.LimitsPolicy, "the retention", have.Retention.String(), jetstream.LimitsPolicy.String())
	say(have.MaxMsgsPerSubject != 1, "messages a subject", strconv.FormatInt(have.MaxMsgsPerSubject, 10), "1")
	say(have.Discard != want.Discard, "the discard policy", have.Discard.String(), want.Discard.String())
	say(have.MaxAge != 0, "a maximal age of", have.MaxAge.String(), "none")
	say(have.AllowDirect, "allow_direct", "true", "false")
	return errors.Join(faults...)
}

func (s *store) Close() error {
	s.closing.Do(func() {
		s.cancel()
		s.following.Wait()
		s.hangUp()
	})
	return nil
}
