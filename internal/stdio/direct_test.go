package stdio_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/comity-mcp/comity/internal/stdio"
	"github.com/comity-mcp/comity/internal/wire"
)

// direct answers calls of the tools "quick" and "wait", the second when its context ends, and leaves the rest to the SDK.
// seen takes how each wait ended.
func direct(seen chan<- string) func(wire.Message) stdio.Answer {
	answer := func(b []byte, m wire.Message, text string) []byte {
		return fmt.Appendf(b, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%q}]}}`, m.ID, text+" "+string(m.Arguments))
	}
	return func(m wire.Message) stdio.Answer {
		switch m.Name {
		case "quick":
			return func(_ context.Context, b []byte) []byte { return answer(b, m, "quick") }
		case "wait":
			return func(ctx context.Context, b []byte) []byte {
				<-ctx.Done()
				seen <- string(m.ID)
				return answer(b, m, "waited")
			}
		}
		return nil
	}
}

func saidDirect(id, text string) string { return said(id, text+` {"text":"x"}`) }

func TestDirect(t *testing.T) {
	for _, c := range []struct {
		name, send string
		want       []string // in order of their text
	}{
		{"a call of either era is answered directly", initialize + "\n" + legacy("1", "quick", "x") + "\n" + modern("2", "quick", "x") + "\n",
			[]string{saidDirect("1", "quick"), saidDirect("2", "quick")}},
		{"what Direct declines goes to the SDK", initialize + "\n" + legacy("1", "echo", "x") + "\n", []string{said("1", "x")}},
		{"an id goes back as it was sent", initialize + "\n" + legacy(`"\u0061\/"`, "quick", "x") + "\n" + legacy("-0", "quick", "x") + "\n",
			[]string{saidDirect(`"\u0061\/"`, "quick"), saidDirect("-0", "quick")}},
		{"a call of the handshake era waits for a session", legacy("1", "quick", "x") + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"No session is open. Send initialize first, or name the protocol ` +
				`version in _meta of each request as MCP 2026-07-28 does."}}`}},
		{"so does one that names its version", strings.Replace(modern("1", "quick", "x"), "2026-07-28", "2025-11-25", 1) + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"No session is open. Send initialize first, or name the protocol ` +
				`version in _meta of each request as MCP 2026-07-28 does."}}`}},
		{"a version that is not spoken is refused", strings.Replace(modern("1", "quick", "x"), "2026-07-28", "2031-01-01", 1) + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"unsupported protocol version","data":{"supported":["2026-07-28",` +
				`"2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"2031-01-01"}}}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := serve(t, tools(nil), stdio.Options{Direct: direct(nil)})
				for line := range strings.Lines(c.send) {
					p.send(line)
					if line == initialize+"\n" {
						p.next()
					}
				}
				got := p.rest()
				if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
					t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
				}
				p.end()
			})
		})
	}
}

func TestADirectCallEnds(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(p *peer)
	}{
		{"when the client cancels it", func(p *peer) {
			p.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}` + "\n")
		}},
		{"when the input has ended and its grace has passed", func(p *peer) { p.in.Close() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seen := make(chan string, 1)
				p := serve(t, tools(nil), stdio.Options{Direct: direct(seen), Grace: time.Second})
				p.send(modern("7", "wait", "x") + "\n")
				synctest.Wait()
				select {
				case <-seen:
					t.Error("it ended before")
				default:
				}
				c.end(p)
				if got, want := <-seen, "7"; got != want {
					t.Errorf("got %s, want %s", got, want)
				}
				p.rest()
				p.end()
			})
		})
	}
}

func TestOnlyTheCallThatIsNamedIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := make(chan string, 2)
		p := serve(t, tools(nil), stdio.Options{Direct: direct(seen), Grace: time.Second})
		p.send(modern("7", "wait", "x") + "\n" + modern(`"7"`, "wait", "x") + "\n")
		p.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"7"}}` + "\n")
		if got, want := p.next(), saidDirect(`"7"`, "waited"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		p.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}` + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/cancelled"}` + "\n")
		synctest.Wait()
		if got := len(seen); got != 1 {
			t.Errorf("%d calls ended, want 1", got)
		}
		p.rest()
		p.end()
	})
}

// TestACancellationIsReadInExactCase, as every message is: a reader that folds would end a call that nobody named.
func TestACancellationIsReadInExactCase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := make(chan string, 1)
		p := serve(t, tools(nil), stdio.Options{Direct: direct(seen), Grace: time.Second})
		p.send(modern("7", "wait", "x") + "\n")
		p.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestID":7}}` + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":8,"requestid":7}}` + "\n")
		synctest.Wait()
		if got := len(seen); got != 0 {
			t.Errorf("%d calls ended, want none", got)
		}
		p.rest()
		p.end()
	})
}

// TestNothingIsCalledOnceTheConnectionIsClosed although its input, as that of a process, can not be closed.
func TestNothingIsCalledOnceTheConnectionIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, client := io.Pipe()
		var out bytes.Buffer
		called := 0
		transport := stdio.New(struct{ io.Reader }{in}, &out, stdio.Options{Direct: func(wire.Message) stdio.Answer {
			called++
			return func(_ context.Context, b []byte) []byte { return b }
		}})
		conn, err := transport.Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		conn.Close()
		for _, line := range []string{modern("1", "quick", "x"), "no JSON"} {
			go io.WriteString(client, line+"\n")
			synctest.Wait()
		}
		client.Close()
		in.Close()
		synctest.Wait()
		if called != 0 || out.Len() != 0 {
			t.Errorf("%d calls, and %q was written", called, out.String())
		}
	})
}

func TestAnIDInUseIsRefusedOnTheDirectRoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := serve(t, tools(nil), stdio.Options{Direct: direct(make(chan string, 1)), Grace: time.Second})
		p.send(modern("1", "wait", "x") + "\n")
		for _, second := range []string{modern("1", "quick", "x"), modern("1", "echo", "x")} {
			p.send(second + "\n")
			if got, want := p.next(), `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The id \"1\"`; !strings.HasPrefix(got, want) {
				t.Errorf("got  %s\nwant %s...", got, want)
			}
		}
		p.rest()
		p.end()
	})
}

func TestManyDirectCallsAreAnsweredOnLinesOfTheirOwn(t *testing.T) {
	const calls = 500
	synctest.Test(t, func(t *testing.T) {
		p := serve(t, tools(nil), stdio.Options{Direct: direct(nil)})
		go func() {
			for i := range calls {
				p.send(modern(fmt.Sprint(i), "quick", "x") + "\n")
			}
			p.in.Close()
		}()
		seen := map[string]bool{}
		for _, line := range p.last() {
			seen[line] = true
		}
		for i := range calls {
			if want := saidDirect(fmt.Sprint(i), "quick"); !seen[want] {
				t.Errorf("no answer %s", want)
			}
		}
		p.end()
	})
}
