package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/comity-mcp/comity/internal/wire"
)

var call = []byte(`{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"check_inventory","arguments":{"product_sku":"SKU-4421",` +
	`"warehouse":"Chicago"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":` +
	`{"name":"openai-mcp","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}`)

func BenchmarkRead(b *testing.B) {
	b.SetBytes(int64(len(call)))
	b.ReportAllocs()
	for b.Loop() {
		if _, refused := wire.Read(call); refused != nil {
			b.Fatal(refused.Message)
		}
	}
}

// BenchmarkEncodingJSON is what one reading of the same members costs with encoding/json.
func BenchmarkEncodingJSON(b *testing.B) {
	b.SetBytes(int64(len(call)))
	b.ReportAllocs()
	for b.Loop() {
		var m struct {
			JSONRPC, Method string
			ID              json.RawMessage
			Params          struct {
				Name string
				Meta struct {
					Version string `json:"io.modelcontextprotocol/protocolVersion"`
					Client  struct{ Name string }
				} `json:"_meta"`
			}
		}
		if err := json.Unmarshal(call, &m); err != nil {
			b.Fatal(err)
		}
	}
}
