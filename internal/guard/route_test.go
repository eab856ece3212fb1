package guard_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/guard"
)

func TestR106_BothErasAreServedOnOneURL(t *testing.T) {
	r := newRig(t, public, nil)
	a := r.send(t, "POST", "/mcp", hello)
	a.is(t, 200, 0)
	if !strings.Contains(string(a.result), `"protocolVersion":"2025-06-18"`) {
		t.Errorf("got %s\nwant the version that was asked for", a.body)
	}
	r.send(t, "POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "Mcp-Protocol-Version: 2025-06-18").isStatus(t, 202)
	r.send(t, "POST", "/mcp", call("safe"), "Mcp-Protocol-Version: 2025-06-18").is(t, 200, 0)
	a = r.send(t, "POST", "/mcp", modern("server/discover", ""), version, "Mcp-Method: server/discover")
	a.is(t, 200, 0)
	if !strings.Contains(string(a.result), `"2026-07-28"`) || !strings.Contains(string(a.result), `"2024-11-05"`) {
		t.Errorf("got %s\nwant versions of both eras", a.body)
	}
	for _, v := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		r.send(t, "POST", "/mcp", call("safe"), "Mcp-Protocol-Version: "+v).is(t, 200, 0)
	}
}

func TestR100_AnyReplicaAnswersAnyCall(t *testing.T) {
	newRig(t, public, nil).send(t, "POST", "/mcp", hello).is(t, 200, 0)
	restarted := newRig(t, public, nil)
	a := restarted.send(t, "POST", "/mcp", call("safe"), "Mcp-Session-Id: of-the-process-before", "Last-Event-ID: 7_3")
	a.is(t, 200, 0)
	if got := a.header.Get("Mcp-Session-Id"); got != "" {
		t.Errorf("got session %q\nwant none", got)
	}
	restarted.send(t, "POST", "/mcp", modern("tools/call", `"name":"safe"`), version, "Mcp-Method: tools/call", "Mcp-Name: safe",
		"Mcp-Session-Id: x", "Last-Event-ID: 7_3").is(t, 200, 0)
}

func TestL10_AListWithoutASessionIsAnswered(t *testing.T) {
	newRig(t, public, nil).send(t, "POST", "/mcp", list).is(t, 200, 0)
	newKept(t, nil).send(t, "POST", "/mcp", list).is(t, 200, 0)
}

func TestR101_AnUnknownSessionIs404(t *testing.T) {
	r := newKept(t, nil)
	for _, method := range []string{"POST", "GET", "DELETE"} {
		body := ""
		if method == "POST" {
			body = list
		}
		a := r.send(t, method, "/mcp", body, "Mcp-Session-Id: bogus")
		a.is(t, 404, -32600)
		if !strings.Contains(a.says, "initialize") {
			t.Errorf("%s: got %q\nwant the way out, initialize", method, a.says)
		}
	}
}

func TestAKeptSessionLivesAndEnds(t *testing.T) {
	r := newKept(t, nil)
	a := r.send(t, "POST", "/mcp", hello)
	a.is(t, 200, 0)
	session := "Mcp-Session-Id: " + a.header.Get("Mcp-Session-Id")
	if session == "Mcp-Session-Id: " {
		t.Fatal("got no session")
	}
	r.send(t, "POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, session).isStatus(t, 202)
	a = r.send(t, "POST", "/mcp", call("safe"), session, "Last-Event-ID: 7_3")
	a.is(t, 200, 0)
	if !strings.Contains(a.body, "{Method: Name: Client: Version: Agent: Remote:} bound: false") {
		t.Errorf("got %s\nwant nothing of a request that a session outlives", a.body)
	}
	r.send(t, "POST", "/mcp", modern("tools/list", ""), version, "Mcp-Method: tools/list", session).is(t, 200, 0)
	r.send(t, "GET", "/mcp", "", "Accept: application/json", session).is(t, 406, -32600)
	r.send(t, "GET", "/mcp", "", "Mcp-Protocol-Version: 2019-01-01", session).is(t, 400, -32022)
	r.send(t, "GET", "/mcp", "").is(t, 400, -32600)
	r.send(t, "DELETE", "/mcp", "", session).isStatus(t, 204)
	r.send(t, "POST", "/mcp", list, session).is(t, 404, -32600)
}

func TestHandlersLearnWhatARequestSaysOfItself(t *testing.T) {
	r := newRig(t, public, nil)
	a := r.send(t, "POST", "/mcp", modern("tools/call", `"name":"safe"`), version, "Mcp-Method: tools/call", "Mcp-Name: safe", "User-Agent: openai-mcp/1")
	want := "{Method:tools/call Name:safe Client:modern Version:2026-07-28 Agent:openai-mcp/1 Remote:192.0.2.1:1234} bound: true"
	if !strings.Contains(a.body, want) {
		t.Errorf("got %s\nwant %s", a.body, want)
	}
}

func TestTheSDKGetsItsOwnCopyOfTheRequest(t *testing.T) {
	var got string
	r := newRig(t, public, func(o *guard.Options) {
		o.Stateless = http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
			body, err := io.ReadAll(q.Body)
			got = fmt.Sprint(q.Header, q.ContentLength, string(body), err)
		})
	})
	q := httptest.NewRequest("POST", "/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}`))
	q.Host = "inventory.example.com"
	sent := http.Header{
		"Content-Type": {"application/json"}, "Mcp-Session-Id": {"old"}, "Last-Event-Id": {"7"}, "Mcp-Name": {"x"}, "X-Other": {"y"},
	}
	q.Header = sent.Clone()
	r.ServeHTTP(httptest.NewRecorder(), q)
	want := fmt.Sprint(http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Name": {"x"}, "X-Other": {"y"},
	}, len(list), list, nil)
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got, want := fmt.Sprint(q.Header), fmt.Sprint(sent); got != want {
		t.Errorf("the caller's headers became %s\nwant %s", got, want)
	}
}
