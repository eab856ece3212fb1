package clustertest_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
)

func openStore(t *testing.T, prefix string) handles.Store {
	t.Helper()
	return openStoreAt(t, shared.url(), prefix)
}

func openStoreAt(t *testing.T, url, prefix string) handles.Store {
	t.Helper()
	s, err := jetstream.OpenStore(t.Context(), jetstream.Options{URL: url, Prefix: prefix})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// newRow is a row as an engine makes it.
func newRow(key string) handles.Row {
	now := time.Now().UTC().Truncate(time.Microsecond)
	return handles.Row{Version: 1, Record: handles.Record{ID: handles.NewID("ct"), Tool: "count", Owner: alice, Key: key, State: handles.Working,
		Created: now, Updated: now, Deadline: now.Add(time.Hour), Keep: time.Hour, Repeat: handles.Safe, MaxAttempts: 5, Revision: 1}}
}

func TestABeatIsRefusedOnceItsClaimIsOver(t *testing.T) {
	worker, other := openStore(t, "beats"), openStore(t, "beats")
	row, _, err := other.Insert(t.Context(), newRow(""))
	if err != nil {
		t.Fatal(err)
	}
	var claimed handles.Row
	eventually(t, "the job is claimed", func() bool { claimed, err = worker.Claim(t.Context(), "count", "w1"); return err == nil })
	if claimed.ID != row.ID || claimed.Fence != 1 || claimed.Version != 2 || !claimed.Leased || claimed.Worker != "w1" {
		t.Errorf("the claim is %+v", claimed)
	}
	for range 3 {
		if err := worker.Beat(t.Context(), row.ID, claimed.Fence); err != nil {
			t.Fatalf("a beat under the claim: %v", err)
		}
	}
	eventually(t, "the beats are seen elsewhere", func() bool {
		live, err := other.Live(t.Context())
		return err == nil && len(live) == 1 && live[0] == handles.Lease{ID: row.ID, Fence: 1, Beat: 3, Worker: "w1", Leased: true}
	})
	if err := worker.Beat(t.Context(), row.ID, claimed.Fence+1); !errors.Is(err, handles.ErrStale) {
		t.Errorf("a beat of a claim that never was: %v, want ErrStale", err)
	}
	taken := claimed
	taken.Leased, taken.Worker = false, ""
	if err := other.Swap(t.Context(), taken); err != nil {
		t.Fatal(err)
	}
	if err := worker.Beat(t.Context(), row.ID, claimed.Fence); !errors.Is(err, handles.ErrStale) {
		t.Errorf("a beat right after the job was taken away: %v, want ErrStale", err)
	}
	if err := worker.Swap(t.Context(), claimed); !errors.Is(err, handles.ErrStale) {
		t.Errorf("a change based on the claim: %v, want ErrStale", err)
	}
	if err := worker.Beat(t.Context(), handles.NewID("ct"), 1); !errors.Is(err, handles.ErrStale) {
		t.Errorf("a beat of no job: %v, want ErrStale", err)
	}
}

// The job is taken away while its worker hears nothing, so that all the worker knows is that it has it.
func TestABeatIsJudgedByTheClusterAndNotByWhatIsKnownHere(t *testing.T) {
	w := newWire(t)
	worker, other := openStoreAt(t, w.url(), "judged"), openStore(t, "judged")
	if _, _, err := worker.Insert(t.Context(), newRow("")); err != nil {
		t.Fatal(err)
	}
	taken, err := worker.Claim(t.Context(), "count", "w1")
	if err != nil {
		t.Fatal(err)
	}
	w.freeze(true)
	fence := taken.Fence
	taken.Leased, taken.Worker = false, ""
	if err := other.Swap(t.Context(), taken); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(300*time.Millisecond, w.thaw)
	if err := worker.Beat(t.Context(), taken.ID, fence); !errors.Is(err, handles.ErrStale) {
		t.Errorf("got %v, want ErrStale", err)
	}
}

// The process dies between the two writes of a start with a key.
func TestAStartThatDiedAfterItsKeyIsFinishedByTheNext(t *testing.T) {
	s := openStore(t, "died")
	row := newRow("k")
	row.Arguments = json.RawMessage(`{"a": 1}`)
	if _, _, err := s.Insert(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	stream, err := streams(t).Stream(t.Context(), "died_jobs")
	if err != nil {
		t.Fatal(err)
	}
	msg, err := stream.GetLastMsgForSubject(t.Context(), "died.jobs.row."+row.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.DeleteMsg(t.Context(), msg.Sequence); err != nil {
		t.Fatal(err)
	}
	next := openStore(t, "died") // it knows nothing
	got, existed, err := next.Insert(t.Context(), newRow("k"))
	if err != nil || !existed || got.ID != row.ID || string(got.Arguments) != `{"a": 1}` {
		t.Errorf("the next start found %+v, existed %v, %v", got, existed, err)
	}
	if stored, _, err := next.Load(t.Context(), row.ID); err != nil || string(stored.Arguments) != `{"a": 1}` {
		t.Errorf("what is stored now is %+v, %v", stored, err)
	}
}

func TestARowThatNobodyHereWroteIsSaid(t *testing.T) {
	s := openStore(t, "torn")
	id := handles.NewID("ct")
	if _, err := streams(t).Publish(t.Context(), "torn.jobs.row."+id, []byte("hello")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Load(t.Context(), id); err == nil || !strings.Contains(err.Error(), "look who else writes to the stream") {
		t.Errorf("got %v, want to be told whom to look for", err)
	}
}
