package server_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/server"
)

func TestTheSessionIdleForLongestEndsWhenTooManyAreOpen(t *testing.T) {
	declared := config()
	declared.Sessions = server.Kept
	h := mustNew(t, declared).Handler()
	send := func(session, body string) *http.Response {
		t.Helper()
		q := httptest.NewRequest(http.MethodPost, declared.URL, strings.NewReader(body))
		q.Header.Set("Content-Type", "application/json")
		q.Header.Set("Accept", "application/json, text/event-stream")
		if session != "" {
			q.Header.Set("Mcp-Session-Id", session)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, q)
		return w.Result()
	}
	open := func() string {
		t.Helper()
		return send("", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}`).Header.Get("Mcp-Session-Id")
	}
	first, second := open(), open()
	for range 998 {
		open()
	}
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	if got := send(first, ping).StatusCode; got != http.StatusOK {
		t.Fatalf("got %d, want 200 for the first of a thousand", got)
	}
	last := open()
	for send(second, ping).StatusCode == http.StatusOK { // it ends in its own time, and the test with it
		runtime.Gosched()
	}
	for _, session := range []string{first, last} {
		if got := send(session, ping).StatusCode; got != http.StatusOK {
			t.Errorf("got %d, want 200 for a session that was used since", got)
		}
	}
}
