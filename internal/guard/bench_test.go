package guard_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/guard"
)

// BenchmarkGuard is what the guard adds to a call, before a handler that reads the body and answers one line. The second
// case is the handler alone.
func BenchmarkGuard(b *testing.B) {
	behind := http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if _, err := io.ReadAll(q.Body); err != nil {
			b.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{}}`)
	})
	g := newRig(b, public, func(o *guard.Options) { o.Stateless, o.Stream = behind, behind })
	for _, c := range []struct {
		name    string
		handler http.Handler
	}{{"guarded", g}, {"alone", behind}} {
		b.Run(c.name, func(b *testing.B) {
			body := modern("tools/call", `"name":"safe","arguments":{"product_sku":"SKU-4421","warehouse":"Chicago"}`)
			header := http.Header{
				"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "User-Agent": {"openai-mcp/1.0.0"},
				"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"safe"}, "Authorization": {"Bearer x"},
			}
			b.ReportAllocs()
			for b.Loop() {
				q := httptest.NewRequest("POST", "https://inventory.example.com/mcp", strings.NewReader(body))
				q.Header = header
				w := httptest.NewRecorder()
				c.handler.ServeHTTP(w, q)
				if w.Code != http.StatusOK {
					b.Fatal(w.Code, w.Body)
				}
			}
		})
	}
}
