package server_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
)

type shelfQuestion struct {
	SKU string `json:"product_sku" jsonschema:"pattern=^SKU-[0-9]{4}$" jsonschema_description:"Product SKU, e.g. SKU-4421"`
}

type shelfAnswer struct {
	Units int `json:"units" jsonschema_description:"Units on the shelf"`
}

// BenchmarkAudit measures a whole call over HTTP without its audit record and with it, so that the
// difference is what the record costs: made, and written to nowhere.
func BenchmarkAudit(b *testing.B) {
	const url, body = "http://127.0.0.1:8080/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count_shelf","arguments":{"product_sku":"SKU-4421"}}}`
	for _, audit := range []struct {
		is    string
		level zerolog.Level
	}{{"off", zerolog.WarnLevel}, {"on", zerolog.InfoLevel}} {
		b.Run(audit.is, func(b *testing.B) {
			log := zerolog.New(io.Discard).Level(audit.level)
			srv := mustNew(b, server.Config{
				Name: "shelves", Title: "Shelves", Version: "1.0.0", URL: url, World: annotations.Closed, Logger: &log,
				Description: "Counts of what lies on the shelves of one warehouse, kept in memory for a benchmark.",
				Auth:        auth.Off{Because: "a benchmark"},
				Tools: []server.Tool{server.Read(server.Spec{
					Name: "count_shelf", Title: "Count shelf", Access: auth.Anyone(),
					Description: "Returns how many units of one product lie on the shelf. Use it when the SKU is known.",
				}, func(context.Context, shelfQuestion) (shelfAnswer, error) { return shelfAnswer{7}, nil })},
			})
			h := srv.Handler()
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(http.MethodPost, url, strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Accept", "application/json, text/event-stream")
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"structuredContent":{"units":7}`) {
					b.Fatalf("got %d %s", w.Code, w.Body)
				}
			}
		})
	}
}
