package guard_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/guard"
	"github.com/comity-mcp/comity/internal/wire"
)

func TestR104_WhateverIsAcceptableIsServed(t *testing.T) {
	always := func(wire.Message) bool { return true }
	for _, c := range []struct {
		name    string
		accept  []string
		streams func(wire.Message) bool
		status  int
		stream  bool
	}{
		{"absent", nil, nil, 200, false},
		{"empty", []string{" , "}, nil, 200, false},
		{"anything", []string{"*/*"}, nil, 200, false},
		{"a lone star", []string{"*"}, nil, 200, false},
		{"JSON only", []string{"application/json"}, nil, 200, false},
		{"JSON in upper case", []string{"Application/JSON"}, nil, 200, false},
		{"event streams only", []string{"text/event-stream"}, nil, 200, true},
		{"both", []string{"application/json, text/event-stream"}, nil, 200, false},
		{"both reversed", []string{"text/event-stream,application/json"}, nil, 200, false},
		{"both in two lines", []string{"text/event-stream", "application/json"}, nil, 200, false},
		{"JSON liked better", []string{"text/event-stream;q=0.5, application/json"}, nil, 200, false},
		{"event streams liked better", []string{"application/json;q=0.5, text/event-stream"}, nil, 200, true},
		{"event streams liked better than the rest", []string{"text/event-stream, */*;q=0.1"}, nil, 200, true},
		{"JSON refused by name", []string{"application/json;q=0, */*"}, nil, 200, true},
		{"parameters beside", []string{"application/json; charset=utf-8; q=1.0"}, nil, 200, false},
		{"a comma in quotes", []string{`application/json; x="a,b"`}, nil, 200, false},
		{"a form in quotes is none", []string{`text/html; x="a,application/json,b;q=1"`}, nil, 406, false},
		{"a weight that is no number", []string{"application/json;q=high"}, nil, 200, false},
		{"ranges of a type", []string{"application/*"}, nil, 200, false},
		{"ranges of text", []string{"text/*"}, nil, 200, true},
		{"neither", []string{"text/html"}, nil, 406, false},
		{"both refused", []string{"application/json;q=0, text/event-stream;q=0.0"}, nil, 406, false},
		{"all refused", []string{"*/*;q=0"}, nil, 406, false},
		{"both, and the server has more to say", []string{"application/json, text/event-stream"}, always, 200, true},
		{"JSON only, and the server has more to say", []string{"application/json"}, always, 200, false},
		{"anything, and the server has more to say", []string{"*/*"}, always, 200, false},
		{"absent, and the server has more to say", nil, always, 200, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, public, func(o *guard.Options) { o.Streams = c.streams })
			for _, era := range [][]string{{list}, {modern("tools/list", ""), version, "Mcp-Method: tools/list"}} {
				headers := append([]string{"Accept:"}, era[1:]...)
				q := func(w http.ResponseWriter, q *http.Request) {
					q.Header["Accept"] = c.accept
					r.ServeHTTP(w, q)
				}
				a := send(t, http.HandlerFunc(q), "POST", "/mcp", era[0], headers...)
				code := 0
				if c.status == 406 {
					code = -32600
				}
				a.is(t, c.status, code)
				if a.stream != c.stream {
					t.Errorf("got an event stream: %v\nwant %v", a.stream, c.stream)
				}
				if a.stream && a.header.Get("X-Accel-Buffering") != "no" {
					t.Error("got an event stream that a proxy may buffer")
				}
			}
		})
	}
}

func TestListenNeedsAnEventStream(t *testing.T) {
	r := newRig(t, public, nil)
	r.send(t, "POST", "/mcp", modern("subscriptions/listen", `"notifications":{}`), version, "Mcp-Method: subscriptions/listen",
		"Accept: application/json").is(t, 406, -32600)
}

// FuzzAccept holds that no Accept header breaks the guard, that the answer comes in a form that was named or covered by
// a range, and that a client which adds both forms by name is always served.
func FuzzAccept(f *testing.F) {
	for _, s := range []string{"", "*/*", "text/*;q=0.3,application/json;q=0", `a;b="\",`, "text/event-stream;q=1e400", ",;=,"} {
		f.Add(s)
	}
	r := newRig(f, public, func(o *guard.Options) {
		o.Stateless = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Form", "json") })
		o.Stream = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Form", "stream") })
	})
	f.Fuzz(func(t *testing.T, accept string) {
		try := func(lines ...string) answer {
			return send(t, http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
				q.Header["Accept"] = lines
				r.ServeHTTP(w, q)
			}), "POST", "/mcp", list)
		}
		a := try(accept)
		switch lower := strings.ToLower(accept); {
		case a.status == 406:
		case a.status != 200:
			t.Errorf("got %d for %q", a.status, accept)
		case a.header.Get("Form") == "stream" && !strings.Contains(lower, "text/") && !strings.Contains(lower, "*"):
			t.Errorf("got an event stream for %q", accept)
		}
		if a := try(accept, "application/json, text/event-stream"); a.status != 200 {
			t.Errorf("got %d for %q and both forms", a.status, accept)
		}
	})
}
