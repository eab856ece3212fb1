package guard_test

import "testing"

func TestR103_MethodsWithoutAMeaningAre405(t *testing.T) {
	r := newRig(t, public, nil)
	for _, method := range []string{"GET", "HEAD", "DELETE", "PUT", "PATCH", "BREW"} {
		a := r.send(t, method, "/mcp", "", "Accept: text/event-stream")
		a.is(t, 405, -32600)
		if got := a.header.Get("Allow"); got != "POST, OPTIONS" {
			t.Errorf("%s: got Allow %q\nwant POST, OPTIONS", method, got)
		}
	}
	r.send(t, "POST", "/mcp", list).is(t, 200, 0) // a client that asked with GET first goes on
	if a := r.send(t, "OPTIONS", "/mcp", ""); a.status != 204 || a.header.Get("Allow") != "POST, OPTIONS" {
		t.Errorf("got %d, Allow %q\nwant 204 that lists the methods", a.status, a.header.Get("Allow"))
	}
}

func TestWithSessionsTheModernEraStillHasNoGET(t *testing.T) {
	r := newKept(t, nil)
	a := r.send(t, "GET", "/mcp", "", "Accept: text/event-stream", version)
	a.is(t, 405, -32600)
	if got := a.header.Get("Allow"); got != "POST, OPTIONS" {
		t.Errorf("got Allow %q\nwant POST, OPTIONS", got)
	}
	r.send(t, "PUT", "/mcp", "").is(t, 405, -32600)
}
