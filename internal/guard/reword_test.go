package guard_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/guard"
)

// ours fails when a sentence is the SDK's or Go's.
func (a answer) ours(t *testing.T) {
	t.Helper()
	for _, word := range []string{"unmarshal", "Go struct", "Go value", "mcp.", "JSON RPC", "failed to", "missing or invalid"} {
		if strings.Contains(a.says, word) {
			t.Errorf("got %s\nwant no %q in it", a.body, word)
		}
	}
}

func TestParamsThatNobodyCouldDecodeAreTheCallers(t *testing.T) {
	r := newKept(t, nil)
	for _, params := range []string{`"protocolVersion":5`, `"protocolVersion":"2025-11-25","capabilities":[]`, `"clientInfo":"me"`} {
		a := r.send(t, "POST", "/mcp", fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{%s}}`, params))
		a.is(t, 400, -32602)
		a.ours(t)
		if session := a.header.Get("Mcp-Session-Id"); session != "" {
			t.Errorf("got the session %s\nwant none", session)
		}
	}
	for method, params := range map[string]string{
		"tools/list": `"cursor":5`, "tools/call": `"name":"safe","inputResponses":5`, "prompts/get": `"name":"safe","arguments":5`,
	} {
		a := r.send(t, "POST", "/mcp", fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s}}`, method, params))
		a.is(t, 400, -32602)
		a.ours(t)
		a = r.send(t, "POST", "/mcp", modern(method, params), version, "Mcp-Method: "+method, "Mcp-Name: safe")
		a.is(t, 400, -32602)
		a.ours(t)
	}
}

// The reader knows no shape of these, so that it is the SDK that fails to decode them.
func TestWhatOnlyTheSDKFindsIsSaidInOurWords(t *testing.T) {
	r := newRig(t, public, nil)
	for _, accept := range []string{"Accept: application/json", "Accept: text/event-stream"} {
		a := r.send(t, "POST", "/mcp", modern("tools/call", `"name":"safe","inputResponses":{"a":{}}`), version, "Mcp-Method: tools/call", "Mcp-Name: safe", accept)
		a.is(t, 400, -32602)
		a.ours(t)
		a = r.send(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":"x","method":"completion/complete","params":{"ref":{"type":"ref/tool"}}}`, accept)
		a.is(t, 200, -32602)
		a.ours(t)
		if string(a.id) != `"x"` {
			t.Errorf("got id %s\nwant \"x\"", a.id)
		}
	}
}

func TestUnknownMethodsSayWhereToAskWhatThereIs(t *testing.T) {
	r := newRig(t, public, nil)
	for _, method := range []string{"foo", "ping", "logging/setLevel"} {
		params := ""
		if method == "logging/setLevel" {
			params = `"level":"info"`
		}
		a := r.send(t, "POST", "/mcp", modern(method, params), version, "Mcp-Method: "+method)
		a.is(t, 404, -32601)
		if want := fmt.Sprintf("This server has no method %q.", method); !strings.HasPrefix(a.says, want) {
			t.Errorf("got %s\nwant %s", a.says, want)
		}
	}
	for _, a := range []answer{
		r.send(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`),
		r.send(t, "POST", "/mcp", modern("initialize", ""), version, "Mcp-Method: initialize"),
	} {
		if a.code != -32601 || !strings.Contains(a.says, "2026-07-28") {
			t.Errorf("got %s\nwant code -32601 and the version in which it is not there", a.body)
		}
	}
}

func TestAModernHeaderNeedsAModernMessage(t *testing.T) {
	r := newRig(t, public, nil)
	a := r.send(t, "POST", "/mcp", list, version, "Mcp-Method: tools/list")
	a.is(t, 400, -32602)
	if !strings.Contains(a.says, `"io.modelcontextprotocol/protocolVersion":"2026-07-28"`) || string(a.id) != "1" {
		t.Errorf("got %s\nwant the members to send, and the id", a.body)
	}
	r.send(t, "POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, version, "Mcp-Method: notifications/initialized").isStatus(t, 202)
	a = r.send(t, "POST", "/mcp", strings.Replace(modern("tools/list", ""), `"io.modelcontextprotocol/clientCapabilities":{},`, "", 1), version, "Mcp-Method: tools/list")
	a.is(t, 400, -32602)
	a.ours(t)
}

func TestARequestWithoutAnIDIsToldThatItNeedsOne(t *testing.T) {
	r := newRig(t, public, nil)
	for _, method := range []string{"tools/call", "tools/list", "initialize", "ping", "server/discover", "tasks/get"} {
		a := r.send(t, "POST", "/mcp", fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":{"name":"safe"}}`, method))
		a.is(t, 400, -32600)
		if !strings.Contains(a.says, `"id"`) || strings.Contains(a.says, "refused") {
			t.Errorf("got %s\nwant that it needs an id", a.says)
		}
	}
	if len(r.ran) != 0 {
		t.Errorf("%s ran", <-r.ran)
	}
}

func TestAnErrorWithoutACodeGetsOneAndIsMasked(t *testing.T) {
	for _, c := range []struct{ name, kind, wrote, begins, ends string }{
		{"in JSON", "application/json", `{"jsonrpc":"2.0","id":"a\"b,c","error":{"code":0,"message":"dial 10.1.2.3"}}`,
			`{"jsonrpc":"2.0","id":"a\"b,c","error":{"code":-32603,`, "}}"},
		{"in an event", "text/event-stream", "event: message\nid: 7\ndata: " + `{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"dial 10.1.2.3"}}` + "\n\n",
			"event: message\nid: 7\ndata: " + `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,`, "}}\n\n"},
		{"without an id", "application/json", `{"jsonrpc":"2.0","error":{"code":0,"message":"dial 10.1.2.3"}}`,
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,`, "}}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, public, func(o *guard.Options) { o.Stateless = writes(c.kind, c.wrote) })
			a := r.send(t, "POST", "/mcp", list)
			if !strings.HasPrefix(a.body, c.begins) || !strings.HasSuffix(a.body, c.ends) || strings.Contains(a.body, "10.1.2.3") {
				t.Errorf("got %s\nwant %s...%s", a.body, c.begins, c.ends)
			}
			if !strings.Contains(r.log.String(), "10.1.2.3") {
				t.Errorf("got log %s\nwant the cause", r.log)
			}
		})
	}
}

func TestOtherAnswersPassAsTheyAreWritten(t *testing.T) {
	for name, wrote := range map[string]string{
		"an error of an author's own":     `{"jsonrpc":"2.0","id":1,"error":{"code":-32050,"message":"out of stock"}}`,
		"a result that holds an error":    `{"jsonrpc":"2.0","id":1,"result":{"x":{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"unmarshal"}}}}`,
		"an id that looks like an error":  `{"jsonrpc":"2.0","id":",\"error\":{","result":{}}`,
		"half an error":                   `{"jsonrpc":"2.0","id":1,"error":{"code":0,`,
		"a notification":                  "event: message\ndata: " + `{"jsonrpc":"2.0","method":"notifications/progress","params":{"error":{"code":0}}}` + "\n\n",
		"text that speaks of data":        `some data: {"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"unmarshal"}}`,
		"an event of many lines of error": "data: {\"jsonrpc\":\"2.0\",\ndata: \"id\":1,\"error\":{\"code\":0}}\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, public, func(o *guard.Options) { o.Stateless = writes("application/json", wrote) })
			if a := r.send(t, "POST", "/mcp", list); a.body != wrote {
				t.Errorf("got  %s\nwant %s", a.body, wrote)
			}
		})
	}
}

// writes answers every request in one write.
func writes(kind, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, body)
	})
}

func TestListenSaysThatItIsAnsweredAsAStream(t *testing.T) {
	a := newRig(t, public, nil).send(t, "POST", "/mcp", modern("subscriptions/listen", `"notifications":{"toolsListChanged":true}`),
		version, "Mcp-Method: subscriptions/listen", "Accept: application/json")
	a.is(t, 406, -32600)
	if !strings.Contains(a.says, "event stream") || string(a.id) != "1" {
		t.Errorf("got %s\nwant that it is an event stream, and the id", a.body)
	}
}

func TestASessionIsOpenedOnce(t *testing.T) {
	r := newKept(t, nil)
	session := "Mcp-Session-Id: " + r.send(t, "POST", "/mcp", hello).header.Get("Mcp-Session-Id")
	a := r.send(t, "POST", "/mcp", hello, session)
	a.is(t, 200, -32600)
	a.ours(t)
	r.send(t, "POST", "/mcp", list, session).is(t, 200, 0)
	r.send(t, "POST", "/mcp", hello, "Mcp-Session-Id: nobody's").is(t, 404, -32600)
}

func TestAnInitializeInASessionIsTheCallersWhateverTheServerMadeOfIt(t *testing.T) {
	r := newRig(t, public, func(o *guard.Options) {
		o.Kept = writes("application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"masked"}}`)
	})
	r.send(t, "POST", "/mcp", hello, "Mcp-Session-Id: s").is(t, 200, -32600)
	r.send(t, "POST", "/mcp", list, "Mcp-Session-Id: s").is(t, 200, -32603)
	r.send(t, "POST", "/mcp", hello).is(t, 200, -32603)
}

func TestTwoSessionsInOneRequestAreRefused(t *testing.T) {
	r := newKept(t, nil)
	one := "Mcp-Session-Id: " + r.send(t, "POST", "/mcp", hello).header.Get("Mcp-Session-Id")
	two := "Mcp-Session-Id: " + r.send(t, "POST", "/mcp", hello).header.Get("Mcp-Session-Id")
	r.send(t, "POST", "/mcp", list, one, two).is(t, 400, -32020)
	r.send(t, "GET", "/mcp", "", one, two, "Accept: text/event-stream").is(t, 400, -32020)
	r.send(t, "DELETE", "/mcp", "", one, two).is(t, 400, -32020)
	r.send(t, "GET", "/mcp", "", one, "Accept: text/event-stream", "Last-Event-Id: 1", "Last-Event-Id: 2").is(t, 400, -32020)
	r.send(t, "POST", "/mcp", list, one, one).is(t, 200, 0)
	r.send(t, "POST", "/mcp", list, two).is(t, 200, 0)
}
