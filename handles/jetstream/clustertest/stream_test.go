package clustertest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"
)

// streams opens JetStream on the shared cluster.
func streams(t *testing.T) natsjs.JetStream {
	t.Helper()
	nc, err := nats.Connect(shared.url())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := natsjs.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// With direct gets, any replica answers a read, and one that lags says that there is no such job.
func TestAStartIsReadAtOnceThroughEveryServer(t *testing.T) {
	var engines []handles.Engine
	for _, url := range strings.Split(shared.url(), ",") {
		engines = append(engines, open(t, jetstream.Options{URL: url, Prefix: "direct"}))
	}
	if s, err := streams(t).Stream(t.Context(), "direct_jobs"); err != nil || s.CachedInfo().Config.AllowDirect {
		t.Errorf("the stream allows direct gets, or cannot be read: %v", err)
	}
	for i := range 100 {
		r := start(t, engines[i%3], handles.NewJob{Tool: "count"})
		for _, e := range engines {
			if got, err := e.Get(t.Context(), alice, r.ID); err != nil || got.Revision != r.Revision {
				t.Fatalf("right after start %d: revision %d, %v, want %d", i, got.Revision, err, r.Revision)
			}
		}
	}
}

func TestDirectGetsTurnedOnLaterAreTold(t *testing.T) {
	told := make(chan error, 100)
	open(t, jetstream.Options{Prefix: "turned", Engine: handles.Options{Lease: time.Second, Trouble: func(err error) { told <- err }}})
	js := streams(t)
	s, err := js.Stream(t.Context(), "turned_jobs")
	if err != nil {
		t.Fatal(err)
	}
	c := s.CachedInfo().Config
	c.AllowDirect = true
	if _, err := js.UpdateStream(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-told:
		if !strings.Contains(err.Error(), "turn allow_direct off") {
			t.Errorf("got %v, want to be told to turn it off", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("nobody was told")
	}
}

func TestAStreamThatWouldBreakAPromiseIsRefused(t *testing.T) {
	js := streams(t)
	open(t, jetstream.Options{Prefix: "good"})
	s, err := js.Stream(t.Context(), "good_jobs")
	if err != nil {
		t.Fatal(err)
	}
	good := s.CachedInfo().Config
	for i, c := range []struct {
		name   string
		change func(*natsjs.StreamConfig)
		says   string
	}{
		{"direct gets", func(c *natsjs.StreamConfig) { c.AllowDirect = true }, "has allow_direct true and needs false"},
		{"too few replicas", func(c *natsjs.StreamConfig) { c.Replicas = 1 }, "has replicas 1 and needs 3"},
		{"kept in memory", func(c *natsjs.StreamConfig) { c.Storage = natsjs.MemoryStorage }, "has the storage Memory and needs File"},
		{"messages that age", func(c *natsjs.StreamConfig) { c.MaxAge = time.Hour }, "has a maximal age of 1h0m0s and needs none"},
		{"more than the last message", func(c *natsjs.StreamConfig) { c.MaxMsgsPerSubject = 2 }, "has messages a subject 2 and needs 1"},
		{"old messages dropped when full", func(c *natsjs.StreamConfig) { c.Discard = natsjs.DiscardOld }, "has the discard policy DiscardOld and needs DiscardNew"},
		{"messages that end when they are read", func(c *natsjs.StreamConfig) { c.Retention = natsjs.WorkQueuePolicy }, "has the retention WorkQueue and needs Limits"},
		{"another format", func(c *natsjs.StreamConfig) { c.Metadata = map[string]string{"comity.format": "2"} }, `has comity.format "2" and needs "1"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			prefix := fmt.Sprintf("bad%d", i)
			config := good
			config.Name, config.Subjects, config.Metadata = prefix+"_jobs", []string{prefix + ".jobs.>"}, map[string]string{"comity.format": "1"}
			c.change(&config)
			if _, err := js.CreateStream(t.Context(), config); err != nil {
				t.Fatal(err)
			}
			_, err := jetstream.Open(t.Context(), jetstream.Options{URL: shared.url(), Prefix: prefix})
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Count(err.Error(), "needs") != 1 {
				t.Errorf("got %v, want only that it %s", err, c.says)
			}
		})
	}
}

func TestAStreamThatWasMadeAnewIsFollowedFromItsStart(t *testing.T) {
	store := openStore(t, "anew")
	lost := newRow("")
	lost.Leased, lost.Worker, lost.Fence = true, "w1", 1
	for range 20 {
		if _, _, err := store.Insert(t.Context(), newRow("")); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := store.Insert(t.Context(), lost); err != nil {
		t.Fatal(err)
	}
	watched := func(want handles.Row) func() bool {
		return func() bool {
			live, err := store.Live(t.Context())
			return err == nil && len(live) == 1 && live[0] == handles.Lease{ID: want.ID, Fence: 1, Worker: "w1", Leased: true}
		}
	}
	eventually(t, "the lease is watched", watched(lost))

	js := streams(t)
	s, err := js.Stream(t.Context(), "anew_jobs")
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), "anew_jobs"); err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), s.CachedInfo().Config); err != nil {
		t.Fatal(err)
	}
	next := lost
	next.ID = handles.NewID("ct")
	if _, _, err := openStore(t, "anew").Insert(t.Context(), next); err != nil {
		t.Fatal(err)
	}
	eventually(t, "only the lease in the new stream is watched", watched(next))
}

func TestAServerOutOfReachIsSaid(t *testing.T) {
	ports, err := freePorts(1)
	if err != nil {
		t.Fatal(err)
	}
	_, err = jetstream.Open(t.Context(), jetstream.Options{URL: fmt.Sprintf("nats://someone:secret@127.0.0.1:%d", ports[0])})
	if !errors.Is(err, handles.ErrUnavailable) || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v, want ErrUnavailable and no password", err)
	}
}

func TestOneServerKeepsJobsOverItsRestart(t *testing.T) {
	c, err := startCluster(t.TempDir(), 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.stop)
	e := open(t, jetstream.Options{URL: c.url(), Replicas: 1, Patience: time.Second, Engine: handles.Options{Lease: time.Second, Trouble: func(error) {}}})
	r := start(t, e, handles.NewJob{Tool: "count", Arguments: json.RawMessage(`{ "kept":  "byte for byte, <&>" }`)})
	c.stop()
	if _, err := e.Get(t.Context(), alice, r.ID); !errors.Is(err, handles.ErrUnavailable) {
		t.Errorf("while it is down: %v, want ErrUnavailable", err)
	}
	if err := c.start(0); err != nil {
		t.Fatal(err)
	}
	var runs atomic.Int64
	work(t, e, "count", func(r handles.Record) json.RawMessage { runs.Add(1); return r.Arguments })
	var got handles.Record
	for err = handles.ErrUnavailable; errors.Is(err, handles.ErrUnavailable) && t.Context().Err() == nil; {
		got, err = e.Get(t.Context(), alice, r.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got = finish(t, e, got); string(got.Result) != `{ "kept":  "byte for byte, <&>" }` || runs.Load() != 1 {
		t.Errorf("after the restart it ended with %s after %d runs", got.Result, runs.Load())
	}
}

// A message that is full of everything fits, with the encoding of a read on top.
func TestTheLargestRecordFits(t *testing.T) {
	e := open(t, jetstream.Options{Prefix: "large"})
	full := func(n int) json.RawMessage { return json.RawMessage(`"` + strings.Repeat("<", n-2) + `"`) }
	asked := make(chan error, 1)
	go e.Work(t.Context(), "large", 1, askAndReturn(full(handles.MaxInput-1000), full(handles.MaxResult), asked))
	r, _, err := e.Start(t.Context(), handles.NewJob{Tool: "large", Prefix: "ct", Owner: alice, Caller: full(handles.MaxCaller), Key: strings.Repeat("k", handles.MaxKey),
		Arguments: full(handles.MaxArguments), Keep: time.Hour, Repeat: handles.Safe})
	if err != nil {
		t.Fatal(err)
	}
	for r.State != handles.InputRequired {
		if r, err = e.Wait(t.Context(), alice, r.ID, r.Revision); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := e.Answer(t.Context(), alice, r.ID, map[string]json.RawMessage{"q": json.RawMessage(`1`)}); err != nil {
		t.Fatal(err)
	}
	r = finish(t, e, r)
	if err := <-asked; err != nil {
		t.Error(err)
	}
	if r.State != handles.Completed || len(r.Result) != handles.MaxResult || len(r.Arguments) != handles.MaxArguments || len(r.Requests["q"]) != handles.MaxInput-1000 {
		t.Errorf("it is %s with %d bytes of result, %d of arguments, %d of requests; %+v", r.State, len(r.Result), len(r.Arguments), len(r.Requests["q"]), r.Failure)
	}
}
