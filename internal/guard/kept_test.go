package guard_test

import (
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/comity-mcp/comity/internal/guard"
)

// most is how many sessions a guard keeps.
const most = 1000

// A house stands in for the SDK: it opens sessions s1, s2, ... and says of a session what it is told to.
type house struct {
	guard   *rig
	opened  atomic.Int64
	status  atomic.Int64 // of a message in a session; 0 answers a result
	arrived chan struct{}
	release chan struct{} // when not nil, a message waits for it
	ended   chan string
}

func newHouse(t *testing.T, ends bool) *house {
	h := &house{arrived: make(chan struct{}, most), ended: make(chan string, most)}
	h.guard = newRig(t, public, func(o *guard.Options) {
		o.Kept = h
		if ends {
			o.End = func(session string) { h.ended <- session }
		}
	})
	return h
}

func (h *house) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodDelete:
		w.WriteHeader(http.StatusNoContent)
	case r.Header.Get("Mcp-Session-Id") == "":
		if h.release != nil {
			h.arrived <- struct{}{}
			<-h.release
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Mcp-Session-Id", fmt.Sprintf("s%d", h.opened.Add(1)))
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{}}`)
	default:
		if h.release != nil {
			h.arrived <- struct{}{}
			<-h.release
		}
		if status := int(h.status.Load()); status != 0 {
			http.Error(w, "session not found", status)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{}}`)
	}
}

// open opens sessions and fails when one of them is refused.
func (h *house) open(t *testing.T, sessions int) {
	t.Helper()
	for range sessions {
		h.guard.send(t, "POST", "/mcp", hello).is(t, 200, 0)
	}
}

// say sends a message of a session.
func (h *house) say(t *testing.T, session string) answer {
	t.Helper()
	return h.guard.send(t, "POST", "/mcp", list, "Mcp-Session-Id: "+session)
}

func (h *house) ends(t *testing.T, want string) {
	t.Helper()
	if got := <-h.ended; got != want {
		t.Errorf("got %s ended\nwant %s", got, want)
	}
}

func (h *house) endsNone(t *testing.T) {
	t.Helper()
	if len(h.ended) != 0 {
		t.Errorf("got %s ended\nwant none", <-h.ended)
	}
}

func TestTheSessionIdleForLongestMakesRoomForANewOne(t *testing.T) {
	h := newHouse(t, true)
	h.open(t, most)
	h.endsNone(t)
	h.say(t, "s1").is(t, 200, 0)
	h.open(t, 1)
	h.ends(t, "s2")
	h.open(t, 1)
	h.ends(t, "s3")
}

func TestASessionThatHasEndedLeavesItsRoom(t *testing.T) {
	h := newHouse(t, true)
	h.open(t, most)
	h.guard.send(t, "DELETE", "/mcp", "", "Mcp-Session-Id: s7").isStatus(t, 204)
	h.open(t, 1)
	h.status.Store(404)
	h.say(t, "s8").is(t, 404, -32600)
	h.open(t, 1)
	h.endsNone(t)
	h.open(t, 1)
	h.ends(t, "s1")
}

func TestAStrangerDoesNotEndASession(t *testing.T) {
	h := newHouse(t, true)
	h.open(t, most)
	h.status.Store(403)
	h.say(t, "s8").is(t, 404, -32600)
	h.open(t, 1)
	h.ends(t, "s1") // no room was left by s8
}

func TestWithEverySessionBusyAnotherIsPutOff(t *testing.T) {
	h := newHouse(t, true)
	h.open(t, most)
	h.release = make(chan struct{})
	answered := make(chan answer, most)
	for i := range most {
		go func() { answered <- h.say(t, fmt.Sprintf("s%d", i+1)) }()
	}
	for range most {
		<-h.arrived
	}
	a := h.guard.send(t, "POST", "/mcp", hello)
	a.is(t, 503, -32603)
	if a.header.Get("Retry-After") != "1" || string(a.id) != "1" {
		t.Errorf("got Retry-After %q, id %s\nwant 1 and 1", a.header.Get("Retry-After"), a.id)
	}
	h.endsNone(t)
	close(h.release)
	for range most {
		(<-answered).is(t, 200, 0)
	}
	h.open(t, 1)
	<-h.ended
}

func TestSessionsThatAreBeingOpenedTakeRoom(t *testing.T) {
	h := newHouse(t, true)
	h.open(t, most-1)
	h.release = make(chan struct{})
	opened := make(chan answer, 2)
	for range 2 {
		go func() { opened <- h.guard.send(t, "POST", "/mcp", hello) }()
	}
	<-h.arrived
	<-h.arrived
	h.ends(t, "s1")
	close(h.release)
	(<-opened).is(t, 200, 0)
	(<-opened).is(t, 200, 0)
	h.endsNone(t)
}

func TestWithoutAWayToEndSessionsAnotherIsPutOff(t *testing.T) {
	h := newHouse(t, false)
	h.open(t, most)
	h.guard.send(t, "POST", "/mcp", hello).is(t, 503, -32603)
	h.guard.send(t, "DELETE", "/mcp", "", "Mcp-Session-Id: s7").isStatus(t, 204)
	h.open(t, 1)
}

func TestAnInitializeThatFailsTakesNoRoom(t *testing.T) {
	h := newHouse(t, false)
	for range most + 1 {
		h.guard.send(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"initialize"}`).is(t, 400, -32602)
	}
	failing := newRig(t, public, func(o *guard.Options) {
		o.Kept = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Mcp-Session-Id", "s")
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32050,"message":"not today"}}`)
		})
	})
	for range most + 1 {
		a := failing.send(t, "POST", "/mcp", hello)
		if a.isStatus(t, 200); a.header.Get("Mcp-Session-Id") != "" {
			t.Fatalf("got a session with %s", a.body)
		}
	}
}

// What ends a session of the real SDK is what closes it; its client is then told to open another.
func TestAClientWhoseSessionEndedOpensAnother(t *testing.T) {
	r := newKept(t, nil)
	session := r.send(t, "POST", "/mcp", hello).header.Get("Mcp-Session-Id")
	for s := range r.mcp.Sessions() {
		if s.ID() == session {
			_ = s.Close()
		}
	}
	r.send(t, "POST", "/mcp", list, "Mcp-Session-Id: "+session).is(t, 404, -32600)
}
