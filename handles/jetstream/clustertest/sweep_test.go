package clustertest_test

import (
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
	natsjs "github.com/nats-io/nats.go/jetstream"
)

// A handle is known as expired for 30 days after its retention; then nothing of it is left in the stream,
// and its key starts anew.
func TestNothingIsLeftOfAJobLongAfterItExpired(t *testing.T) {
	var ahead atomic.Int64
	o := jetstream.Options{Prefix: "swept", Now: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) },
		Engine: handles.Options{Lease: time.Second, Trouble: func(error) {}}}
	e := open(t, o)
	work(t, e, "count", func(handles.Record) json.RawMessage { return json.RawMessage(`1`) })
	job := handles.NewJob{Tool: "count", Key: "k", Arguments: json.RawMessage(`1`)}
	first := finish(t, e, start(t, e, job))

	ahead.Add(int64(2 * time.Hour)) // it is kept for one
	open(t, o)                      // sweeps at once
	ended := func(want error) bool {
		_, err := e.Get(t.Context(), alice, first.ID)
		expired, ok := errors.AsType[*handles.ExpiredError](err)
		return errors.Is(err, want) || want == nil && ok && expired.ID == first.ID
	}
	stream, err := streams(t).Stream(t.Context(), "swept_jobs")
	if err != nil {
		t.Fatal(err)
	}
	messages := func(filter string) int {
		info, err := stream.Info(t.Context(), natsjs.WithSubjectFilter(filter))
		if err != nil {
			t.Fatal(err)
		}
		return len(info.State.Subjects)
	}
	eventually(t, "the row is swept", func() bool {
		row, err := stream.GetLastMsgForSubject(t.Context(), "swept.jobs.row."+first.ID)
		return err == nil && strings.Contains(row.Header.Get("Comity-Row"), `"g":true`)
	})
	if !ended(nil) {
		t.Error("a handle that was swept does not say that it expired")
	}
	start(t, e, handles.NewJob{Tool: "waits"}) // the last message of a stream is never deleted

	ahead.Add(int64(31 * 24 * time.Hour))
	open(t, o) // sweeps at once
	eventually(t, "its handle is unknown", func() bool { return ended(handles.ErrNotFound) })
	if n := messages("swept.jobs.*." + first.ID); n != 0 {
		t.Errorf("%d messages of the job are left", n)
	}
	if n := messages("swept.jobs.key.*"); n != 0 {
		t.Errorf("%d keys are left", n)
	}
	if second := start(t, e, job); second.ID == first.ID {
		t.Error("the key still stands for the job that is gone")
	}
}
