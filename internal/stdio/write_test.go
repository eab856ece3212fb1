package stdio_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/internal/stdio"
)

func TestWrite(t *testing.T) {
	id := func(v any) jsonrpc.ID {
		t.Helper()
		id, err := jsonrpc.MakeID(v)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	leak := errors.New("plain")
	for _, c := range []struct {
		name string
		sent jsonrpc.Message
		want string
	}{
		{"a result of several lines goes out on one", &jsonrpc.Response{ID: id(1.0), Result: json.RawMessage("{\r\n\"a\": \"b c\"\n}")},
			`{"jsonrpc":"2.0","id":1,"result":{"a":"b c"}}`},
		{"no result is an empty one", &jsonrpc.Response{ID: id("a\"\n")}, `{"jsonrpc":"2.0","id":"a\"\n","result":{}}`},
		{"an error keeps its code and data", &jsonrpc.Response{ID: id(1.0),
			Error: &jsonrpc.Error{Code: -32602, Message: "m", Data: json.RawMessage("{\n}")}},
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"m","data":{}}}`},
		{"an error without a code gets one", &jsonrpc.Response{ID: id(1.0), Error: leak},
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"The call could not be completed because of a fault of this server. Try once more; if it stays, tell whoever runs it, whose log has the cause."}}`},
		{"an answer to nothing has the id null", &jsonrpc.Response{Error: &jsonrpc.Error{Code: -32600, Message: "m"}},
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m"}}`},
		{"a notification", &jsonrpc.Request{Method: "notifications/message", Params: json.RawMessage("{\"data\":\n\"<\"}")},
			`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"<"}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			conn := connect(t, stdio.New(strings.NewReader(""), &out, stdio.Options{}))
			if err := conn.Write(t.Context(), c.sent); err != nil {
				t.Fatal(err)
			}
			if got := out.String(); got != c.want+"\n" {
				t.Errorf("got  %q\nwant %q", got, c.want+"\n")
			}
		})
	}
	t.Run("the text of an error without a code goes to the log", func(t *testing.T) {
		var out bytes.Buffer
		var log journal
		transport := stdio.New(strings.NewReader(""), &out, stdio.Options{Log: zerolog.New(&log)})
		conn := connect(t, transport)
		if err := conn.Write(t.Context(), &jsonrpc.Response{ID: id(1.0), Error: leak}); err != nil {
			t.Fatal(err)
		}
		<-transport.Done()
		if got := log.String(); !strings.Contains(got, `"text":"plain"`) {
			t.Errorf("got log %q\nwant the text in it", got)
		}
	})
	t.Run("nothing is sent for a context that has ended", func(t *testing.T) {
		var out bytes.Buffer
		conn := connect(t, stdio.New(strings.NewReader(""), &out, stdio.Options{}))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := conn.Write(ctx, &jsonrpc.Request{Method: "notifications/message"}); err != context.Canceled {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
		if out.Len() != 0 {
			t.Errorf("got %q, want nothing", out.String())
		}
	})
	t.Run("a write that fails is reported, and so are all after it", func(t *testing.T) {
		full := &failing{err: errors.New("no space left")}
		conn := connect(t, stdio.New(strings.NewReader(""), full, stdio.Options{}))
		for range 2 {
			err := conn.Write(t.Context(), &jsonrpc.Response{ID: id(1.0)})
			if !errors.Is(err, full.err) || errors.Is(err, io.EOF) {
				t.Errorf("got %v, want %v", err, full.err)
			}
		}
		if full.writes != 1 {
			t.Errorf("got %d writes, want 1: what follows half a line is part of it", full.writes)
		}
	})
}

type failing struct {
	err    error
	writes int
}

func (f *failing) Write([]byte) (int, error) {
	f.writes++
	return 0, f.err
}

func TestAnErrorIsOfTheCallThatItAnswers(t *testing.T) {
	srv := tools(nil)
	srv.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		var asked atomic.Int64
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method != "initialize" {
				return next(ctx, method, req)
			}
			if asked.Add(1) == 1 {
				return nil, errors.New("not yet")
			}
			res, err := next(ctx, method, req)
			if err != nil {
				err = &jsonrpc.Error{Code: -32603, Message: "masked"}
			}
			return res, err
		}
	})
	p := serve(t, srv, stdio.Options{})
	for _, c := range []struct{ name, sent, want string }{
		{"an initialize that fails is not told to send initialize", initialize, `{"jsonrpc":"2.0","id":"open","error":{"code":-32603,`},
		{"one that opens the session", initialize, `{"jsonrpc":"2.0","id":"open","result":`},
		{"a second is the caller's, whatever the server made of it", initialize, `{"jsonrpc":"2.0","id":"open","error":{"code":-32600,"message":"This session is open already, `},
		{"a call that fails is not told that the session is open", legacy("2", "lost", ""), `{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"unknown tool \"lost\""}}`},
	} {
		p.send(c.sent + "\n")
		if got := p.next(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %s\nwant %s", c.name, got, c.want)
		}
	}
	p.rest()
	p.end()
}

// journal is a log that a test reads while the transport may still write it.
type journal struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.String()
}
