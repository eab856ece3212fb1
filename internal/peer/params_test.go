package peer_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/comity-mcp/comity/internal/peer"
)

const routed = `{"tools":[{"name":"région","inputSchema":{"type":"object","properties":{
	"city":{"type":"string","x-mcp-header":"City"},
	"units":{"type":"integer","x-mcp-header":"Units"},
	"note":{"type":"string"},
	"none":{"type":["string","null"],"x-mcp-header":"None"},
	"at":{"type":"object","properties":{"shelf":{"type":"boolean","x-mcp-header":"Shelf"}}}}}},
	{"name":"odd","inputSchema":{"properties":[],"x-mcp-header":7}}]}`

// What a message says is repeated in headers as SEP-2243 has it, by arguments that the listing marks, too.
func TestHeadersRepeatTheMessage(t *testing.T) {
	heard := make(chan http.Header, 8)
	url := fake(t, func(w http.ResponseWriter, r *http.Request, a asked) {
		w.Header().Set("Content-Type", "application/json")
		switch a.Method {
		case "server/discover":
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"supportedVersions":["2026-07-28"]}}`, a.ID)
		case "tools/list":
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, a.ID, routed)
		default:
			heard <- r.Header
			io.WriteString(w, a.answer())
		}
	})
	p := dial(t, peer.Target{URL: url, Header: http.Header{"x-shop": {"7"}}}, peer.Options{Era: peer.Modern})
	if _, err := p.Tools(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claim, method, params string
		want                  map[string]string // "" is absent
	}{
		{"a call, with the arguments that are marked", "tools/call", `{"name":"région","arguments":{"city":"Zürich","units":3,"note":"x","none":null,"at":{"shelf":true}}}`, map[string]string{
			"Mcp-Method": "tools/call", "Mcp-Name": "=?base64?csOpZ2lvbg==?=", "Mcp-Param-City": "=?base64?WsO8cmljaA==?=", "Mcp-Param-Units": "3",
			"Mcp-Param-Shelf": "true", "Mcp-Param-None": "", "Mcp-Param-Note": "", "Mcp-Protocol-Version": "2026-07-28", "X-Shop": "7"}},
		{"a call without arguments", "tools/call", `{"name":"région"}`, map[string]string{"Mcp-Param-City": ""}},
		{"a value that looks encoded", "tools/call", `{"name":"région","arguments":{"city":"=?base64?x","units":null}}`, map[string]string{"Mcp-Param-City": "=?base64?PT9iYXNlNjQ/eA==?=", "Mcp-Param-Units": ""}},
		{"a value with space around it", "tools/call", `{"name":"région","arguments":{"city":" x"}}`, map[string]string{"Mcp-Param-City": "=?base64?IHg=?="}},
		{"a resource", "resources/read", `{"uri":"file:///a b"}`, map[string]string{"Mcp-Name": "file:///a b"}},
		{"a task", "tasks/get", `{"taskId":"t1"}`, map[string]string{"Mcp-Name": "t1"}},
		{"what has no name", "ping", `{}`, map[string]string{"Mcp-Method": "ping", "Mcp-Name": ""}},
		{"a name that is no text", "tools/call", `{"name":7}`, map[string]string{"Mcp-Method": "tools/call", "Mcp-Name": ""}},
	} {
		t.Run(c.claim, func(t *testing.T) {
			if _, err := p.Request(t.Context(), c.method, json.RawMessage(c.params)); err != nil {
				t.Fatal(err)
			}
			got := <-heard
			for name, want := range c.want {
				if got.Get(name) != want {
					t.Errorf("%s: got %q, want %q", name, got.Get(name), want)
				}
			}
		})
	}
}
