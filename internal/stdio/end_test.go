package stdio_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/internal/stdio"
)

func TestEndOfInput(t *testing.T) {
	t.Run("a call that never ends is given up after 10s, and Done says so while Run waits", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			begun, release := time.Now(), make(chan struct{})
			p := serve(t, tools(release), stdio.Options{})
			p.send(modern("1", "stuck", "") + "\n" + modern("2", "echo", "a") + "\n")
			if got, want := p.next(), saidModern("2", "a"); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			p.in.Close()
			<-p.transport.Done()
			if took := time.Since(begun); took != 10*time.Second {
				t.Errorf("done after %v, want 10s", took)
			}
			synctest.Wait() // until the SDK has seen the end
			close(release)
			if got := p.rest(); len(got) != 0 {
				t.Errorf("got lines %q, want none", got)
			}
			p.end()
		})
	})
	t.Run("an open listen is not waited for", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			p := serve(t, tools(nil), stdio.Options{})
			p.send(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":` +
				meta + "}}\n")
			if got := p.next(); !strings.Contains(got, "notifications/subscriptions/acknowledged") {
				t.Errorf("got %s, want the subscription acknowledged", got)
			}
			p.rest()
			p.end()
			if took := time.Since(begun); took != 0 {
				t.Errorf("ended after %v, want at once", took)
			}
		})
	})
	t.Run("a call to the client that it can no longer answer ends, and the handler answers", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			p := serve(t, tools(nil), stdio.Options{})
			p.open()
			p.send(legacy("1", "ask", "") + "\n")
			if got := p.next(); !strings.Contains(got, `"method":"ping"`) {
				t.Errorf("got %s, want a ping", got)
			}
			got := strings.Join(p.rest(), "\n")
			p.end()
			want := said("1", `connection closed: calling "ping": the client closed its end of the connection before answering`)
			if got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if took := time.Since(begun); took != 0 {
				t.Errorf("ended after %v, want at once", took)
			}
		})
	})
	t.Run("a call to the client ends with what the client answers, even nonsense", func(t *testing.T) {
		for _, c := range []struct{ answer, want string }{
			{`"result":{}`, "ok"},
			{`"error":{"code":-32601,"message":"no ping here"}`, `calling "ping": no ping here`},
			{`"error":7`, `calling "ping": the client answered with an error that is not one of JSON-RPC`},
		} {
			synctest.Test(t, func(t *testing.T) {
				p := serve(t, tools(nil), stdio.Options{})
				p.open()
				p.send(legacy("1", "ask", "") + "\n")
				p.next()
				p.send(`{"jsonrpc":"2.0","id":1,` + c.answer + "}\n")
				if got, want := p.next(), said("1", c.want); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
				p.rest()
				p.end()
			})
		}
	})
	t.Run("a call to the client after the end fails and leaves the connection alone", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			srv := tools(nil)
			srv.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
				return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
					if method == "tools/call" {
						time.Sleep(time.Second)
					}
					return next(ctx, method, req)
				}
			})
			p := serve(t, srv, stdio.Options{})
			p.open()
			p.send(legacy("1", "ask", "") + "\n" + legacy("2", "echo", "still answered") + "\n")
			got := strings.Join(p.rest(), "\n")
			p.end()
			want := said("1", `connection closed: calling "ping": not sent`+"\n"+
				"the client closed its end of the connection before answering") + "\n" + said("2", "still answered")
			if got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	})
	t.Run("reading that breaks off is reported, after the calls in flight", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			inR, inW := io.Pipe()
			outR, outW := io.Pipe()
			p := run(t, tools(nil), stdio.New(inR, outW, stdio.Options{}), inW, outR, outW)
			p.send(modern("1", "slow", "a") + "\n" + `{"jsonrpc":`)
			cable := errors.New("the cable was cut")
			inW.CloseWithError(cable)
			if got, want := p.next(), saidModern("1", "a"); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if err := <-p.ended; !errors.Is(err, cable) {
				t.Errorf("Run returned %v, want %v", err, cable)
			}
		})
	})
	t.Run("a client that stops reading ends the session without an error", func(t *testing.T) {
		for name, serve := range map[string]func(*testing.T, *mcp.Server, stdio.Options) *peer{"memory": serve, "pipes": servePipes} {
			t.Run(name, func(t *testing.T) {
				p := serve(t, tools(nil), stdio.Options{})
				if err := p.hangUp(); err != nil {
					t.Fatal(err)
				}
				p.send(modern("1", "echo", "a") + "\n")
				p.end()
			})
		}
	})
}

func TestRead(t *testing.T) {
	t.Run("after the end returns io.EOF each time", func(t *testing.T) {
		conn := connect(t, stdio.New(strings.NewReader("\n"), io.Discard, stdio.Options{}))
		for range 3 {
			if _, err := conn.Read(t.Context()); err != io.EOF {
				t.Errorf("got %v, want io.EOF", err)
			}
		}
	})
	t.Run("ends when its context does", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			in, theirs := io.Pipe()
			defer theirs.Close()
			conn := connect(t, stdio.New(in, io.Discard, stdio.Options{}))
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := conn.Read(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, want %v", err, context.DeadlineExceeded)
			}
			conn.Close()
		})
	})
}

func TestClose(t *testing.T) {
	t.Run("ends a blocked Read and the reader's own, twice", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			in, theirs := io.Pipe()
			closes(t, in)
			if _, err := theirs.Write([]byte("x")); err != io.ErrClosedPipe {
				t.Errorf("the other end got %v, want %v", err, io.ErrClosedPipe)
			}
		})
	})
	t.Run("ends a blocked Read of a reader that cannot be closed", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			in, theirs := io.Pipe()
			closes(t, struct{ io.Reader }{in})
			theirs.Close() // lets the scanning goroutine go
		})
	})
	t.Run("ends the wait for calls in flight", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			conn := connect(t, stdio.New(strings.NewReader(modern("1", "echo", "")), io.Discard, stdio.Options{}))
			if msg, err := conn.Read(t.Context()); err != nil {
				t.Fatalf("got %v, %v, want the call", msg, err)
			}
			begun := time.Now()
			time.AfterFunc(time.Second, func() { conn.Close() })
			if _, err := conn.Read(t.Context()); err != io.EOF {
				t.Errorf("got %v, want io.EOF", err)
			}
			if took := time.Since(begun); took != time.Second {
				t.Errorf("ended after %v, want 1s", took)
			}
		})
	})
}

// closes closes a connection under a blocked Read.
func closes(t *testing.T, in io.Reader) {
	t.Helper()
	transport := stdio.New(in, io.Discard, stdio.Options{})
	conn := connect(t, transport)
	read := make(chan error)
	go func() {
		_, err := conn.Read(t.Context())
		read <- err
	}()
	synctest.Wait()
	for range 2 {
		if err := conn.Close(); err != nil {
			t.Errorf("Close returned %v", err)
		}
	}
	if err := <-read; err != io.EOF {
		t.Errorf("Read returned %v, want io.EOF", err)
	}
	<-transport.Done()
}

func TestConnectASecondTimeIsAnError(t *testing.T) {
	transport := stdio.New(strings.NewReader(""), io.Discard, stdio.Options{})
	connect(t, transport)
	_, err := transport.Connect(t.Context())
	want := "connecting stdio: this transport has been connected before; make a new one with stdio.New"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func connect(t *testing.T, transport *stdio.Transport) mcp.Connection {
	t.Helper()
	conn, err := transport.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return conn
}
