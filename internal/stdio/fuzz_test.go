package stdio_test

import (
	"bytes"
	"context"
	"sync"
	"testing"
	"time"

	"github.com/comity-mcp/comity/internal/stdio"
)

// FuzzLines feeds a server arbitrary bytes: it must end, without a panic, and write nothing but JSON-RPC messages.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		"",
		"\ufeff" + initialize + "\r\n\r\n" + legacy("1", "echo", "a") + "\n",
		modern("1", "echo", "a") + "\n" + modern(`"1"`, "echo", "b") + "\n" + modern("1", "ask", "") + "\n",
		"[" + modern("1", "echo", "a") + "]\n{\n\x00\xff\n" + `{"jsonrpc":"2.0","id":1,"result":{}}`,
		`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":` + meta + "}}\n" +
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","id":1,"method":"` + string(bytes.Repeat([]byte("m"), 2000)) + `"}`,
		`{"jsonrpc":"2.0","id":1e2,"method":"ping","params":null}` + "\n" + `{"jsonrpc":"2.0","id":null,"error":{}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		var out locked
		transport := stdio.New(bytes.NewReader(sent), &out, stdio.Options{MaxLine: 1024, Grace: 5 * time.Second})
		ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
		defer cancel()
		if err := tools(nil).Run(ctx, transport); err != nil {
			t.Fatalf("Run returned %v", err)
		}
		for line := range bytes.Lines(out.bytes()) {
			isMessage(t, line)
		}
	})
}

// locked is a buffer that can be read while a late answer is written.
type locked struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *locked) bytes() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.b.Bytes())
}
