package stdio_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/internal/stdio"
)

// A peer is a client written by hand: it sends bytes and reads lines.
type peer struct {
	t         *testing.T
	in        io.WriteCloser
	out       *bufio.Reader
	hangUp    func() error // closes the peer's end of the server's stdout
	transport *stdio.Transport
	ended     chan error // what Run returned
}

// serve runs a server over in-memory pipes.
func serve(t *testing.T, srv *mcp.Server, o stdio.Options) *peer {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	return run(t, srv, stdio.New(inR, outW, o), inW, outR, outW)
}

// servePipes runs a server over pipes of the operating system.
func servePipes(t *testing.T, srv *mcp.Server, o stdio.Options) *peer {
	t.Helper()
	inR, inW := osPipe(t)
	outR, outW := osPipe(t)
	return run(t, srv, stdio.New(inR, outW, o), inW, outR, outW)
}

func osPipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Close()
		w.Close()
	})
	return r, w
}

func run(t *testing.T, srv *mcp.Server, transport *stdio.Transport, in io.WriteCloser, out io.ReadCloser, theirs io.Closer) *peer {
	p := &peer{t: t, in: in, out: bufio.NewReader(out), hangUp: out.Close, transport: transport, ended: make(chan error, 1)}
	go func() {
		err := srv.Run(context.Background(), transport)
		theirs.Close()
		p.ended <- err
	}()
	return p
}

// send writes bytes as they are.
func (p *peer) send(text string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, text); err != nil {
		p.t.Fatalf("sending %.80q: %v", text, err)
	}
}

// next returns the next line, checked to be one JSON-RPC message.
func (p *peer) next() string {
	p.t.Helper()
	line, err := p.out.ReadString('\n')
	if err != nil {
		p.t.Fatalf("reading a line: %v after %q", err, line)
	}
	isMessage(p.t, []byte(line))
	return strings.TrimSuffix(line, "\n")
}

// rest closes the input and returns the lines that still come, in order of their text.
func (p *peer) rest() []string {
	p.t.Helper()
	p.in.Close()
	return p.last()
}

// last returns the lines until the server closes its end, in order of their text.
func (p *peer) last() []string {
	p.t.Helper()
	left, err := io.ReadAll(p.out)
	if err != nil {
		p.t.Fatalf("reading to the end: %v", err)
	}
	var lines []string
	for line := range bytes.Lines(left) {
		isMessage(p.t, line)
		lines = append(lines, strings.TrimSuffix(string(line), "\n"))
	}
	slices.Sort(lines)
	return lines
}

// end waits for Run and wants it to have ended without an error.
func (p *peer) end() {
	p.t.Helper()
	if err := <-p.ended; err != nil {
		p.t.Errorf("Run returned %v, want nil", err)
	}
}

// open does the handshake of 2025-11-25.
func (p *peer) open() {
	p.t.Helper()
	p.send(initialize + "\n")
	p.next()
	p.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")
}

// isMessage fails unless a line is one JSON-RPC 2.0 message with its line end.
func isMessage(t *testing.T, line []byte) {
	t.Helper()
	var message struct {
		JSONRPC string          `json:"jsonrpc"`
		Method  string          `json:"method"`
		Result  json.RawMessage `json:"result"`
		Error   *struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(line, &message); err != nil {
		t.Fatalf("line %q is not JSON: %v", line, err)
	}
	parts := 0
	for _, has := range []bool{message.Method != "", message.Result != nil, message.Error != nil} {
		if has {
			parts++
		}
	}
	if message.JSONRPC != "2.0" || parts != 1 || !bytes.HasSuffix(line, []byte("\n")) {
		t.Fatalf("line %q is not one JSON-RPC message", line)
	}
	if message.Error != nil && (message.Error.Code == 0 || message.Error.Message == "") {
		t.Fatalf("line %q has an error without a code or a sentence", line)
	}
}

const initialize = `{"jsonrpc":"2.0","id":"open","method":"initialize","params":{"protocolVersion":"2025-11-25",` +
	`"capabilities":{},"clientInfo":{"name":"by hand","version":"1"}}}`

// legacy is a tools/call of the handshake era.
func legacy(id, tool, text string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q,"arguments":{"text":%q}}}`, id, tool, text)
}

// modern is a tools/call of 2026-07-28.
func modern(id, tool, text string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q,"arguments":{"text":%q},"_meta":%s}}`,
		id, tool, text, meta)
}

const meta = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"by hand","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

// said is the answer to a call of the handshake era.
func said(id, text string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%q}]}}`, id, text)
}

// saidModern is the answer to a call of 2026-07-28.
func saidModern(id, text string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"_meta":{"io.modelcontextprotocol/serverInfo":`+
		`{"name":"stdio-test","version":"1"}},"content":[{"type":"text","text":%q}],"resultType":"complete"}}`, id, text)
}

// eras are the two ways to call a tool, each with what must come before and the answer.
var eras = []struct {
	name string
	open string
	call func(id, tool, text string) string
	said func(id, text string) string
}{
	{"2025-11-25", initialize + "\n", legacy, said},
	{"2026-07-28", "", modern, saidModern},
}

// tools is a server whose tools echo, take 5 s, print, ask the client, wait for their context, or wait for release.
func tools(release <-chan struct{}) *mcp.Server {
	srv := mcp.NewServer(&mcp.Implementation{Name: "stdio-test", Version: "1"}, nil)
	add := func(name string, answer func(context.Context, *mcp.CallToolRequest, string) string) {
		srv.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				var arguments struct {
					Text string `json:"text"`
				}
				if err := json.Unmarshal(req.Params.Arguments, &arguments); err != nil {
					arguments.Text = err.Error()
				}
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: answer(ctx, req, arguments.Text)}}}, nil
			})
	}
	add("echo", func(_ context.Context, _ *mcp.CallToolRequest, text string) string { return text })
	add("slow", func(_ context.Context, _ *mcp.CallToolRequest, text string) string {
		time.Sleep(5 * time.Second) // in a synctest bubble
		return text
	})
	add("print", func(_ context.Context, _ *mcp.CallToolRequest, text string) string {
		printEverywhere()
		return text
	})
	add("ask", func(ctx context.Context, req *mcp.CallToolRequest, _ string) string {
		if err := req.Session.Ping(ctx, nil); err != nil {
			return err.Error()
		}
		return "ok"
	})
	add("patient", func(ctx context.Context, _ *mcp.CallToolRequest, _ string) string {
		<-ctx.Done()
		return "cancelled"
	})
	add("stuck", func(context.Context, *mcp.CallToolRequest, string) string {
		<-release
		return "released"
	})
	return srv
}
