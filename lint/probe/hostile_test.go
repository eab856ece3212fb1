package probe_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/lint"
	"github.com/comity-mcp/comity/lint/probe"
)

// inMemory hands requests to a handler without a socket.
func inMemory(h http.Handler) http.RoundTripper {
	return transport(func(r *http.Request) (*http.Response, error) {
		w, in := httptest.NewRecorder(), r.Clone(r.Context())
		if in.Body == nil {
			in.Body = http.NoBody // as a server has it
		}
		h.ServeHTTP(w, in)
		return w.Result(), nil
	})
}

// FuzzServer holds that nothing a server lists or answers breaks the probe or the rules, or keeps them for long.
func FuzzServer(f *testing.F) {
	schema := `{"type":"object","properties":{"value":{"type":"string","pattern":"^[a-z]{3}$"}},"required":["value"]}`
	f.Add(schema, `{"type":"object"}`, good)
	f.Add(`{"anyOf":[{"$ref":"#"},{"type":"array","items":{"$ref":"#"},"minItems":9}]}`, `{"$ref":"#"}`, refused("no"))
	f.Add(`{"properties":{"":{"enum":[null]},"a":true,"b":[]},"required":["",1,"a","b","c"]}`, `[]`, `!{"code":"x"}`)
	f.Add(`null`, ``, `{"content":[{"type":1}],"structuredContent":[{}],"_meta":{"mcp/www_authenticate":{}}}`)
	f.Fuzz(func(t *testing.T, input, output, result string) {
		for _, part := range []*string{&input, &output} {
			if !json.Valid([]byte(*part)) {
				*part = "{}"
			}
		}
		if !json.Valid([]byte(strings.TrimPrefix(result, "!"))) {
			result = good
		}
		server := &fake{tools: `{"name":"get_value","inputSchema":` + input + `,"outputSchema":` + output + `,"annotations":{"readOnlyHint":true}}`,
			call: func(map[string]any) string { return result }}
		o := quick()
		o.Transport = inMemory(server)
		began := time.Now()
		e, c, err := probe.Run(t.Context(), probe.Target{URL: "http://127.0.0.1/mcp"}, o)
		if err == nil {
			lint.Judge(lint.Subject{Catalog: c, Evidence: e}, lint.Options{})
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

// TestAnAnswerWithoutEndIsGivenUp holds that bytes and time are bounded where a server keeps on sending.
func TestAnAnswerWithoutEndIsGivenUp(t *testing.T) {
	endless := func(w http.ResponseWriter, kind, part string) bool {
		w.Header().Set("Content-Type", kind)
		for {
			if _, err := io.WriteString(w, part); err != nil {
				return true
			}
			if err := http.NewResponseController(w).Flush(); err != nil {
				return true
			}
		}
	}
	for _, c := range []struct{ name, kind, part string }{
		{"JSON", "application/json", strings.Repeat(" ", 1<<16)},
		{"events", "text/event-stream", ": " + strings.Repeat("x", 1<<10) + "\n\n"},
		{"a page", "text/html", strings.Repeat("<p>", 1<<14)},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fake{front: func(w http.ResponseWriter, _ *http.Request, body []byte) bool {
				first := strings.Contains(string(body), "initialize") || strings.Contains(string(body), `"params":{"cursor"`) ||
					strings.Contains(string(body), `"params":{}`) && !strings.Contains(string(body), "unknown")
				return !first && endless(w, c.kind, c.part)
			}}
			o := quick()
			o.Patience, o.Timeout = 50*time.Millisecond, 3*time.Second
			began := time.Now()
			e, _ := look(t, probe.Target{URL: start(t, f)}, o)
			if took := time.Since(began); took > 10*time.Second || len(e.Exchanges) == 0 {
				t.Errorf("it took %s for %d exchanges", took, len(e.Exchanges))
			}
		})
	}
}

// TestChoicesWithoutEndAreGivenUp holds that a schema whose choices double at every level costs little.
func TestChoicesWithoutEndAreGivenUp(t *testing.T) {
	schema := `{"type":"string","pattern":"^\\bx$"}`
	for range 40 {
		schema = `{"anyOf":[` + schema + "," + `{"oneOf":[{"type":"string","pattern":"^\\bx$"}]}` + "]}"
	}
	wide := `{"anyOf":[` + strings.TrimSuffix(strings.Repeat(`{"type":"string","pattern":"\\B"},`, 6_000), ",") + `]}`
	for name, s := range map[string]string{"deep": schema, "wide": wide} {
		began := time.Now()
		f := &fake{tools: tool(s)}
		e, _ := look(t, probe.Target{URL: start(t, f)}, quick())
		if took := time.Since(began); took > 20*time.Second || len(e.Skipped) == 0 {
			t.Errorf("%s: it took %s, and %d were left out", name, took, len(e.Skipped))
		}
	}
}
