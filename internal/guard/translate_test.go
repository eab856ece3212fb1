package guard_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/guard"
)

func TestUnknownMethodsAreJSONInBothEras(t *testing.T) {
	r := newRig(t, public, nil)
	for _, method := range []string{"tools/delete", "tasks/list", "resources/subscribe/x"} {
		r.send(t, "POST", "/mcp", fmt.Sprintf(`{"jsonrpc":"2.0","id":"a","method":%q}`, method)).is(t, 200, -32601)
		r.send(t, "POST", "/mcp", modern(method, ""), version, "Mcp-Method: "+method).is(t, 404, -32601)
	}
	kept := newKept(t, nil)
	session := "Mcp-Session-Id: " + kept.send(t, "POST", "/mcp", hello).header.Get("Mcp-Session-Id")
	kept.send(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":"a","method":"tools/delete"}`, session).is(t, 200, -32601)
}

func TestNotificationsNobodyKnowsAreTakenInSilence(t *testing.T) {
	a := newRig(t, public, nil).send(t, "POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/acme"}`)
	if a.status != 202 || a.body != "" || a.header.Get("Content-Type") != "" {
		t.Errorf("got %d %q %v\nwant 202 and nothing", a.status, a.body, a.header)
	}
}

func TestWhatTheSDKRefusesInTextBecomesJSON(t *testing.T) {
	r := newRig(t, public, nil)
	for _, c := range []struct {
		name, body string
		code       int
	}{
		{"a request without an id", `{"jsonrpc":"2.0","method":"tools/list"}`, -32600},
		{"a notification with an id", `{"jsonrpc":"2.0","id":1,"method":"notifications/initialized"}`, -32600},
		{"an initialize without params", `{"jsonrpc":"2.0","id":1,"method":"initialize"}`, -32602},
	} {
		t.Run(c.name, func(t *testing.T) { r.send(t, "POST", "/mcp", c.body).is(t, 400, c.code) })
	}
}

func TestTextOfAFaultIsMaskedAndHeadersStay(t *testing.T) {
	r := newRig(t, public, func(o *guard.Options) {
		o.Stateless = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Kept", "yes")
			http.Error(w, "dial 10.1.2.3: refused", http.StatusInternalServerError)
			w.(http.Flusher).Flush() // of what is held back nothing may leave
			_, _ = io.WriteString(w, strings.Repeat("x", 5000))
		})
	})
	a := r.send(t, "POST", "/mcp", list)
	a.is(t, 500, -32603)
	if strings.Contains(a.body, "10.1.2.3") || a.header.Get("X-Kept") != "yes" || string(a.id) != "1" {
		t.Errorf("got %s %v\nwant it masked, with id and headers", a.body, a.header)
	}
	if !strings.Contains(r.log.String(), "10.1.2.3") {
		t.Errorf("got log %s\nwant the cause", r.log)
	}
}

func TestWhatIsNoErrorInTextPasses(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"text that is no error": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "fine") },
		"an error in JSON": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, "fine")
		},
		"a hint before": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusEarlyHints)
			_, _ = io.WriteString(w, "fine")
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newRig(t, public, func(o *guard.Options) { o.Stateless = handler }).send(t, "POST", "/mcp", list)
			if a.body != "fine" {
				t.Errorf("got %d %q\nwant it as written", a.status, a.body)
			}
		})
	}
}
