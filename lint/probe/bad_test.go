package probe_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/comity-mcp/comity/lint/probe"
)

// reply answers with a status, a type and a body.
func reply(w http.ResponseWriter, status int, kind, body string) bool {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
	return true
}

// serves answers whatever it is asked with a list of tools.
func serves(w http.ResponseWriter) bool {
	return reply(w, 200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`)
}

// TestAFaultOverHTTPIsFound puts one fault into a server that has none, and expects the rule about it and no other.
func TestAFaultOverHTTPIsFound(t *testing.T) {
	const page = "<!doctype html><title>stock</title>"
	for _, c := range []struct {
		name  string
		front func(http.ResponseWriter, *http.Request, []byte) bool
		want  []string
	}{
		{"no fault is found in none", nil, nil},
		{"a foreign Origin is served", func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			return r.Header.Get("Origin") == "https://other.example" && serves(w)
		}, []string{"live-origin"}},
		{"a foreign Host is served", func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			return r.Host == "other.example" && serves(w)
		}, []string{"live-host"}},
		{"text/plain is served", func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			return r.Header.Get("Content-Type") == "text/plain" && serves(w)
		}, []string{"live-content-type"}},
		{"another order of Accept is refused", func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			return strings.HasPrefix(r.Header.Get("Accept"), "text/event-stream, ") && reply(w, 406, "text/plain", "no")
		}, []string{"live-accept"}},
		{"a token is asked of OPTIONS", func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			return r.Method == "OPTIONS" && reply(w, 401, "text/plain", "")
		}, []string{"live-preflight"}},
		{"a batch is served", func(w http.ResponseWriter, _ *http.Request, body []byte) bool {
			return strings.HasPrefix(string(body), "[") && reply(w, 200, "application/json", `[{"jsonrpc":"2.0","id":1,"result":{}}]`)
		}, []string{"live-batch"}},
		{"what is no JSON is a fault of the server", func(w http.ResponseWriter, _ *http.Request, body []byte) bool {
			return strings.HasSuffix(string(body), `"method":`) && reply(w, 500, "text/plain", "boom")
		}, []string{"live-server-error"}},
		{"what is no JSON is answered with a page", func(w http.ResponseWriter, _ *http.Request, body []byte) bool {
			return strings.HasSuffix(string(body), `"method":`) && reply(w, 400, "text/html; charset=utf-8", page)
		}, []string{"live-html"}},
		{"what is no request is accepted", func(w http.ResponseWriter, _ *http.Request, body []byte) bool {
			return strings.HasPrefix(string(body), `{"tools"`) && reply(w, 202, "text/plain", "")
		}, []string{"live-malformed"}},
		{"a notification gets a body", func(w http.ResponseWriter, _ *http.Request, body []byte) bool {
			return strings.Contains(string(body), "notifications/") && reply(w, 200, "application/json", "{}")
		}, []string{"live-notification"}},
		{"GET gives a page", func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			return r.Method == "GET" && r.URL.Path == "/mcp" && reply(w, 200, "text/html", page)
		}, []string{"live-get"}},
		{"an unknown version is served", func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			return r.Header.Get("Mcp-Protocol-Version") == "2099-01-01" && serves(w)
		}, []string{"live-unknown-version"}},
		{"every path gives a page", func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
			return r.URL.Path != "/mcp" && reply(w, 200, "text/html", page)
		}, []string{"live-unused-path"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := live(look(t, probe.Target{URL: start(t, &fake{front: c.front})}, quick()))
			if !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// TestAnswersInEventStreamsAreRead holds that a server which answers in streams, beginning with an event to resume from, is
// judged as one that answers in JSON.
func TestAnswersInEventStreamsAreRead(t *testing.T) {
	f := &fake{tools: getStock}
	f.front = func(w http.ResponseWriter, r *http.Request, body []byte) bool {
		if r.Method != "POST" || r.Header.Get("Origin") != "" && r.Header.Get("Origin") != "https://other.example" ||
			r.Header.Get("Content-Type") != "application/json" || strings.HasPrefix(r.Header.Get("Mcp-Protocol-Version"), "2099") {
			return false
		}
		answer, status := f.message(body)
		if status != 200 || strings.HasPrefix(string(body), "[") {
			return false
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "id: 1\ndata: \n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\ndata: %s\n\n", answer)
		return true
	}
	e, c := look(t, probe.Target{URL: start(t, f)}, quick())
	if got, want := live(e, c), []string{"live-host", "live-origin"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q, for the stream is in front of what looks at them", got, want)
	}
}

// TestAFaultInAnswersIsFound is the same for what the server says to requests.
func TestAFaultInAnswersIsFound(t *testing.T) {
	var lists, calls atomic.Int32
	for _, c := range []struct {
		name   string
		tools  string
		call   func(map[string]any) string
		method func(string) string
		want   []string
	}{
		{name: "an unknown method has another code", method: func(m string) string {
			if m == "comity/unknown" {
				return fault(-32603, "no")
			}
			return ""
		}, want: []string{"live-unknown-method"}},
		{name: "a capability is there in name only", method: func(m string) string {
			if m == "initialize" {
				return `{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"prompts":{}},"serverInfo":{"name":"stock","version":"1"}}`
			}
			return ""
		}, want: []string{"live-capabilities"}},
		{name: "server/discover lists old versions", method: func(m string) string {
			if m == "server/discover" {
				return `{"supportedVersions":["2025-11-25"],"capabilities":{}}`
			}
			return ""
		}, want: []string{"live-discover"}},
		{name: "the list changes", method: func(m string) string {
			if m == "tools/list" && lists.Add(1)%2 == 0 {
				return `{"tools":[` + addStock + "," + getStock + `]}`
			}
			return ""
		}, want: []string{"live-list-stable"}},
		{name: "nothing is checked", call: func(map[string]any) string { return good },
			want: []string{"live-arguments-checked", "live-extra-refused"}},
		{name: "null is not taken", call: func(a map[string]any) string {
			if v, ok := a["note"]; ok && v == nil {
				return refused("note must be a string")
			}
			return ""
		}, want: []string{"live-null-accepted"}},
		{name: "faults in arguments are protocol errors", call: func(a map[string]any) string {
			if a["city"] == nil {
				return fault(-32602, "city is required: Chicago or Berlin")
			}
			return ""
		}, want: []string{"live-error-for-model"}},
		{name: "errors say nothing", call: func(a map[string]any) string {
			if checked(a) != good {
				return refused("Internal error")
			}
			return ""
		}, want: []string{"live-error-empty"}},
		{name: "errors do not name the argument", call: func(a map[string]any) string {
			if checked(a) != good {
				return refused("Something about what was sent is odd.")
			}
			return ""
		}, want: []string{"live-error-names", "live-error-way-out"}},
		{name: "errors show the inside", call: func(a map[string]any) string {
			if checked(a) != good {
				return refused("city, comity_probe: a string is required, one of those allowed\n    at Object.run (/app/src/index.js:10:3)")
			}
			return ""
		}, want: []string{"live-error-leak"}},
		{name: "errors have no code", call: func(a map[string]any) string {
			if a["city"] == nil {
				return fault(0, "city is required: Chicago or Berlin")
			}
			return ""
		}, want: []string{"live-error-code", "live-error-for-model"}},
		{name: "structured content is missing", call: func(a map[string]any) string {
			if checked(a) == good {
				return `{"content":[{"type":"text","text":"12"}]}`
			}
			return ""
		}, want: []string{"live-structured-missing"}},
		{name: "structured content is another", call: func(a map[string]any) string {
			if checked(a) == good {
				return `{"content":[{"type":"text","text":"{\"units\":\"12\"}"}],"structuredContent":{"units":"12"}}`
			}
			return ""
		}, want: []string{"live-structured-invalid"}},
		{name: "the text is another", call: func(a map[string]any) string {
			if checked(a) == good {
				return `{"content":[{"type":"text","text":"There are 12."}],"structuredContent":{"units":12}}`
			}
			return ""
		}, want: []string{"live-structured-mirror"}},
		{name: "the text is the one value there is", call: func(a map[string]any) string {
			if checked(a) == good {
				return `{"content":[{"type":"text","text":"12"}],"structuredContent":{"units":12}}`
			}
			return ""
		}, want: nil},
		{name: "a result is huge", call: func(a map[string]any) string {
			if checked(a) == good {
				return fmt.Sprintf(`{"content":[{"type":"text","text":"{\"units\":12}"},{"type":"text","text":%q}],"structuredContent":{"units":12}}`,
					strings.Repeat("x", 151_000))
			}
			return ""
		}, want: []string{"live-result-cut"}},
		{name: "a call fails after the first", call: func(a map[string]any) string {
			if checked(a) == good && len(a) == 1 && calls.Add(1) > 4 {
				return refused("the database is locked, and no more than 4 calls are served")
			}
			return ""
		}, want: []string{"live-together"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fake{tools: c.tools, call: c.call, method: c.method}
			if got := live(look(t, probe.Target{URL: start(t, f)}, quick())); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}
