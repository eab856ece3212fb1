package wire_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/wire"
)

// FuzzRead holds that Read never panics, and that what it accepts is read the same by encoding/json into maps, whose
// keys keep their case.
func FuzzRead(f *testing.F) {
	for _, c := range append(slices.Clone(refusals), misshapen...) {
		f.Add([]byte(c.body))
	}
	f.Add([]byte(`{"jsonrpc":"2.0","params":null,"id":1,"method":"ping"}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"meth\u006fd":"tools\/call","params":{"n\u0061me":"\u0061","_meta":{}}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","method":"initialize","params":{"clientInfo":{"name":"x"},"protocolVersion":"y"}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		got, refused := wire.Read(body)
		if refused != nil {
			if !json.Valid(refused.Bytes()) {
				t.Fatalf("the answer is no JSON: %s", refused.Bytes())
			}
			return
		}
		var envelope map[string]json.RawMessage
		if err := json.Unmarshal(got.Body, &envelope); err != nil {
			t.Fatalf("accepted what encoding/json refuses: %v\n%s", err, got.Body)
		}
		if want := text(envelope["method"]); got.Method != want {
			t.Errorf("got method %q\nwant %q", got.Method, want)
		}
		if want := string(envelope["id"]); string(got.ID) != want {
			t.Errorf("got id %q\nwant %q", got.ID, want)
		}
		var params, meta map[string]json.RawMessage
		_ = json.Unmarshal(envelope["params"], &params) // of a response it may be anything
		_ = json.Unmarshal(params["_meta"], &meta)
		if got.Method == "" {
			return
		}
		if p, ok := envelope["params"]; ok && (len(p) == 0 || p[0] != '{') {
			t.Errorf("passed on params %s", p)
		}
		for name := range params {
			for _, ours := range []string{"_meta", subject(got.Method)} {
				if name != ours && strings.EqualFold(name, ours) {
					t.Errorf("passed on %q beside or instead of %q", name, ours)
				}
			}
		}
		want := ""
		if member := subject(got.Method); member != "" {
			want = text(params[member])
		}
		if got.Name != want {
			t.Errorf("got name %q\nwant %q", got.Name, want)
		}
		if want := text(meta["io.modelcontextprotocol/protocolVersion"]); got.Version != want {
			t.Errorf("got version %q\nwant %q", got.Version, want)
		}
	})
}

// text returns the string that raw holds; empty when it holds none.
func text(raw json.RawMessage) string {
	var s string
	_ = json.Unmarshal(raw, &s)
	return s
}

// subject is written again here, so that a change of the table in wire is noticed.
func subject(method string) string {
	return map[string]string{
		"tools/call": "name", "prompts/get": "name",
		"resources/read": "uri", "resources/subscribe": "uri", "resources/unsubscribe": "uri",
		"tasks/get": "taskId", "tasks/update": "taskId", "tasks/cancel": "taskId", "tasks/result": "taskId",
	}[method]
}
