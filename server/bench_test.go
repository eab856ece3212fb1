package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
	"github.com/comity-mcp/comity/server"
)

type inventoryQuery struct {
	ProductSKU string `json:"product_sku" jsonschema:"pattern=^SKU-[0-9]{4}$" jsonschema_description:"Product SKU, e.g. SKU-4421"`
	Warehouse  string `json:"warehouse" jsonschema_description:"Warehouse city, e.g. Chicago"`
}

type stockLevel struct {
	ProductSKU string    `json:"product_sku" jsonschema_description:"Product SKU"`
	Warehouse  string    `json:"warehouse" jsonschema_description:"Warehouse city"`
	OnHand     int       `json:"on_hand" jsonschema_description:"Units on the shelves"`
	Reserved   int       `json:"reserved" jsonschema_description:"Units promised to orders"`
	Available  int       `json:"available" jsonschema_description:"on_hand minus reserved"`
	AsOf       time.Time `json:"as_of" jsonschema_description:"When the count was read"`
}

func inventory(_ context.Context, in inventoryQuery) (stockLevel, error) {
	return stockLevel{in.ProductSKU, in.Warehouse, 40, 28, 12, time.Date(2026, 11, 29, 14, 5, 0, 0, time.UTC)}, nil
}

// A load is one kind of server under the benchmarks below.
type load struct {
	name   string
	token  bool // callers show a token, which is verified once
	audits bool // the audit is written, to nowhere
	sdk    bool // the SDK answers
}

var loads = []load{{name: "direct"}, {name: "direct, token and audit", token: true, audits: true}, {name: "sdk", sdk: true}}

// handler returns the server and the headers that its callers send beside the usual ones.
func (l load) handler(b *testing.B) (http.Handler, http.Header) {
	spec := stockSpec()
	spec.Name = "check_inventory"
	header := http.Header{}
	c := config(server.Read(spec, inventory))
	if l.audits {
		log := zerolog.New(io.Discard)
		c.Logger = &log
	}
	if l.token {
		issuer := authtest.New(b)
		c.Auth = auth.OAuth{Issuers: []string{issuer.URL}}
		spec.Access = auth.Scopes("stock:read")
		c.Tools = []server.Tool{server.Read(spec, inventory)}
		header.Set("Authorization", "Bearer "+issuer.Token(authtest.Claims{"aud": c.URL, "scope": "stock:read"}))
	}
	srv := mustNew(b, c)
	if l.sdk {
		server.BySDK(srv)
	}
	return srv.Handler(), header
}

// eras are the two forms of one call, with their headers.
var eras = []struct {
	version, params string
}{
	{"2025-11-25", ""},
	{"2026-07-28", `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":` +
		`{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`},
}

const inventoryCall = `{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"check_inventory","arguments":{"product_sku":"SKU-4421","warehouse":"Chicago"}%s}}`

func headersOf(version string, more http.Header) http.Header {
	h := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {version}}
	if version >= "2026-07-28" {
		h["Mcp-Method"], h["Mcp-Name"] = []string{"tools/call"}, []string{"check_inventory"}
	}
	for name, values := range more {
		h[name] = values
	}
	return h
}

// BenchmarkCall is a call from its request to its answer, without a network.
func BenchmarkCall(b *testing.B) {
	for _, l := range loads {
		for _, era := range eras {
			b.Run(l.name+"/"+era.version, func(b *testing.B) {
				h, more := l.handler(b)
				header, body := headersOf(era.version, more), fmt.Sprintf(inventoryCall, era.params)
				b.ReportAllocs()
				for b.Loop() {
					q := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:8080/mcp", strings.NewReader(body))
					q.Header = header
					w := httptest.NewRecorder()
					h.ServeHTTP(w, q)
					if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"available":12`) {
						b.Fatal(w.Code, w.Body)
					}
				}
			})
		}
	}
}

// BenchmarkLoopback is a call over a connection that is kept, beside a handler that decodes and encodes with
// encoding/json and does nothing else: the floor.
func BenchmarkLoopback(b *testing.B) {
	for _, era := range eras {
		b.Run("floor/"+era.version, func(b *testing.B) { overLoopback(b, http.HandlerFunc(floor), era.version, era.params, nil) })
		for _, l := range loads {
			b.Run(l.name+"/"+era.version, func(b *testing.B) {
				h, more := l.handler(b)
				overLoopback(b, h, era.version, era.params, more)
			})
		}
	}
}

// floor answers a call with net/http and encoding/json alone.
func floor(w http.ResponseWriter, r *http.Request) {
	var q struct {
		ID     json.RawMessage `json:"id"`
		Params struct {
			Arguments inventoryQuery `json:"arguments"`
		} `json:"params"`
	}
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	out, _ := inventory(r.Context(), q.Params.Arguments)
	text, _ := json.Marshal(out)
	type block struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	answer, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": q.ID, "result": map[string]any{
		"content": []block{{"text", string(text)}}, "structuredContent": json.RawMessage(text),
	}})
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(answer)
}

func overLoopback(b *testing.B, h http.Handler, version, params string, more http.Header) {
	s := httptest.NewServer(h)
	defer s.Close()
	var q strings.Builder
	body := fmt.Sprintf(inventoryCall, params)
	fmt.Fprintf(&q, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Length: %d\r\n", len(body))
	if err := headersOf(version, more).Write(&q); err != nil {
		b.Fatal(err)
	}
	q.WriteString("\r\n" + body)
	request := []byte(q.String())
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		c, err := net.Dial("tcp", s.Listener.Addr().String())
		if err != nil {
			b.Error(err)
			return
		}
		defer c.Close()
		answer := make([]byte, 4<<10)
		for pb.Next() {
			if _, err := c.Write(request); err != nil {
				b.Error(err)
				return
			}
			n, err := c.Read(answer)
			if err != nil || !strings.HasPrefix(string(answer[:n]), "HTTP/1.1 200") || !strings.Contains(string(answer[:n]), `"available":12`) {
				b.Errorf("got %q, %v", answer[:n], err)
				return
			}
		}
	})
}
