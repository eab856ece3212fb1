package stdio_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/internal/stdio"
)

// BenchmarkFrames reads a call of 200 bytes and writes an answer of 200 bytes, without a server between.
func BenchmarkFrames(b *testing.B) {
	b.Run("comity", func(b *testing.B) {
		benchmark(b, func(in io.Reader, out io.Writer) mcp.Transport { return stdio.New(in, out, stdio.Options{}) })
	})
	b.Run("sdk", func(b *testing.B) {
		benchmark(b, func(in io.Reader, out io.Writer) mcp.Transport {
			return &mcp.IOTransport{Reader: io.NopCloser(in), Writer: unclosed{out}}
		})
	})
}

type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

func benchmark(b *testing.B, transport func(io.Reader, io.Writer) mcp.Transport) {
	head, tail := `{"jsonrpc":"2.0","id":%09d,"method":"tools/call","params":{"name":"echo","arguments":{"text":"`, `"}}}`
	head = fmt.Sprintf(head, 100000000)
	in := &repeat{line: []byte(head + string(bytes.Repeat([]byte("x"), 199-len(head)-len(tail))) + tail + "\n"), left: b.N}
	result := json.RawMessage(`{"content":[{"type":"text","text":"` + string(bytes.Repeat([]byte("y"), 110)) + `"}]}`)
	b.SetBytes(int64(len(in.line)))
	b.ReportAllocs()
	conn, err := transport(in, io.Discard).Connect(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for range b.N {
		msg, err := conn.Read(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		if err := conn.Write(context.Background(), &jsonrpc.Response{ID: msg.(*jsonrpc.Request).ID, Result: result}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "frames/s")
}

// repeat is a stream of one line, each time with another id.
type repeat struct {
	line []byte
	left int
	rest []byte
}

func (r *repeat) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(r.rest) == 0 {
			if r.left == 0 {
				return n, io.EOF
			}
			r.left--
			r.next()
			r.rest = r.line
		}
		copied := copy(p[n:], r.rest)
		n, r.rest = n+copied, r.rest[copied:]
	}
	return n, nil
}

// next counts the id up: nine digits from byte 22.
func (r *repeat) next() {
	for i := 30; i >= 22; i-- {
		if r.line[i]++; r.line[i] <= '9' {
			return
		}
		r.line[i] = '0'
	}
}
