package stdio_test

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/internal/stdio"
)

// pad is longer than the transport's own read buffer.
const pad = 100 << 10

func TestLines(t *testing.T) {
	const max = 150 << 10
	long := strings.Repeat("x", 2*max)
	refused := func(id string, size int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32600,"message":"The message is one line of %d bytes; `+
			`this server reads at most %d. Send less in one message: pass a link or an id instead of the content, or split the work."}}`,
			id, size, max)
	}
	ping := func(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }
	pong := func(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"result":{}}` }
	exact := `{"jsonrpc":"2.0","id":1,"method":"ping","pad":"` + long[:max-49] + `"}`
	pythonic := `{"method":"tools/call","params":{"text":"` + long + `"},"jsonrpc":"2.0","id":"q-7"}`
	golike := `{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"text":"` + long + `"}}`
	answer := `{"jsonrpc":"2.0","id":9,"result":{"text":"` + long + `"}}`
	forged := `{"method":"tools/call","params":{"text":"` + long + `,\"id\":7}` + `"},"jsonrpc":"2.0"}`

	for _, c := range []struct {
		name string
		sent string
		want []string // a prefix of each line
	}{
		{"a line longer than the read buffer is whole", `{"jsonrpc":"2.0","pad":"` + strings.Repeat("i", pad) + `","method":"ping","id":"last"}` + "\n",
			[]string{pong(`"last"`)}},
		{"an id that is too long does not come back", ping(`"`+strings.Repeat("i", pad)+`"`) + "\n",
			[]string{`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"\"id\" takes 102402 bytes`}},
		{"a line of the maximum is read, whatever its end", exact + "\r\n" + strings.Replace(exact, "1", "2", 1), nil},
		{"a line one byte over is refused", exact + " \n", []string{refused("1", max+1)}},
		{"a long line that begins with its id is refused under it", golike + "\n" + ping("1") + "\n",
			[]string{pong("1"), refused("8", len(golike))}},
		{"a long line that ends with its id is refused under it", pythonic + "\r\n" + ping("1") + "\n",
			[]string{refused(`"q-7"`, len(pythonic)), pong("1")}},
		{"a long answer is refused without an id", answer + "\n", []string{refused("null", len(answer))}},
		{"a long answer that ends with its id, too", `{"jsonrpc":"2.0","result":{"text":"` + long + `"},"id":9}` + "\n",
			[]string{refused("null", len(answer))}},
		{"an id inside a string is not taken for the message's", forged + "\n", []string{refused("null", len(forged))}},
		{"a long line may be the last, without an end", golike, []string{refused("8", len(golike))}},
		{"a batch is refused and the next line read", "[" + ping("1") + "]\n" + ping("2") + "\n",
			[]string{pong("2"), `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`}},
		{"nesting too deep is refused and the next line read", strings.Repeat(`{"a":`, 5000) + "\n" + ping("2") + "\n",
			[]string{pong("2"), `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`}},
		{"half a message is refused and the next line read", ping("1")[:20] + "\n" + ping("2") + "\n",
			[]string{pong("2"), `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`}},
		{"two messages on one line are refused", ping("1") + ping("2") + "\n", []string{`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`}},
		{"invalid UTF-8 is refused", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}\n",
			[]string{`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`}},
		{"a byte order mark may start the first line", "\ufeff" + ping("1"), []string{pong("1")}},
		{"a response that belongs to nothing is not answered", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}` + "\n" +
			`{"jsonrpc":"2.0","id":77,"result":{}}` + "\n" + ping("1"), []string{pong("1")}},
		{"ids come back as they were sent", ping("9007199254740991") + "\n" + ping(`"\u00e9\u003c<"`) + "\n" + ping("-0") + "\n",
			[]string{pong(`"\u00e9\u003c<"`), pong("-0"), pong("9007199254740991")}},
		{"a call before initialize is told to send it", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"No session is open. Send initialize first, or name the ` +
				`protocol version in _meta of each request as MCP 2026-07-28 does."}}`}},
		{"an initialize that can not be read is told what is wrong with it", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":5}}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params.protocolVersion of initialize is 5. `}},
		{"an initialize without params is, too", `{"jsonrpc":"2.0","id":1,"method":"initialize"}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"initialize came without \"params\".`}},
		{"a second initialize is the caller's", initialize + "\n" + strings.Replace(initialize, `"open"`, "2", 1) + "\n",
			[]string{`{"jsonrpc":"2.0","id":"open","result":`, `{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"This session is open already, `}},
		{"a cursor as a number is not told in Go's words", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params.cursor of tools/list is 5. `}},
		{"what only the SDK can not decode is said in our words", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","inputResponses":{"a":{}},"_meta":` + meta + `}}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"An answer in params.inputResponses of \"tools/call\" is none that MCP knows. `}},
		{"a call without an id is told that it needs one", `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"}}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"tools/call came without \"id\"`}},
		{"an unknown method says where to ask", `{"jsonrpc":"2.0","id":1,"method":"tools/lost","params":{"_meta":` + meta + `}}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"This server has no method \"tools/lost\". `}},
		{"an unknown method keeps the SDK's code", `{"jsonrpc":"2.0","id":1,"method":"tools/lost","params":{"_meta":` + meta + `}}`,
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,`}},
		{"markup in a result is not escaped again", modern("1", "echo", "<&>"),
			[]string{strings.Replace(saidModern("1", "#"), "#", `\u003c\u0026\u003e`, 1)}},
		{"markup in an error is written as it is", modern("1", "<&>", ""),
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown tool \"<&>\""}}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == nil {
				c.want = []string{pong("1"), pong("2")}
			}
			p := servePipes(t, tools(nil), stdio.Options{MaxLine: max})
			go func() {
				_, _ = p.in.Write([]byte(c.sent))
				p.in.Close()
			}()
			got := p.last()
			p.end()
			sort.Strings(c.want)
			same := len(got) == len(c.want)
			for i := 0; same && i < len(got); i++ {
				same = strings.HasPrefix(got[i], c.want[i])
			}
			if !same {
				t.Errorf("got  %.300q\nwant %.300q", got, c.want)
			}
		})
	}
}

func TestLongLinesEachKeepTheirOwnID(t *testing.T) {
	p := servePipes(t, tools(nil), stdio.Options{MaxLine: 300})
	for _, line := range []struct {
		id   string
		size int
	}{{"1", pad}, {"2", 400}, {"3", 2 * pad}, {"4", 301}} {
		start, end := `{"method":"tools/call","text":"`, `","jsonrpc":"2.0","id":`+line.id+"}"
		p.send(start + strings.Repeat("x", line.size-len(start)-len(end)) + end + "\n")
		want := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32600,"message":"The message is one line of %d bytes; `, line.id, line.size)
		if got := p.next(); !strings.HasPrefix(got, want) {
			t.Errorf("got  %s\nwant %s...", got, want)
		}
	}
	p.rest()
	p.end()
}

func TestAnIDInUseIsRefused(t *testing.T) {
	const inUse = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The id \"1\" of this \"tools/call\" belongs to a call ` +
		`that is not answered yet. Give each call an id of its own."}}`
	synctest.Test(t, func(t *testing.T) {
		p := serve(t, tools(nil), stdio.Options{})
		p.send(modern("1", "slow", "first") + "\n" + modern("1", "echo", "second") + "\n")
		if got := p.next(); got != inUse {
			t.Errorf("got  %s\nwant %s", got, inUse)
		}
		// Neither may the refusal of a line settle the call that is in flight.
		p.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":7}` + "\n")
		if got, want := p.next(), `{"jsonrpc":"2.0","id":null,"error":{"code":-32602,`; !strings.HasPrefix(got, want) {
			t.Errorf("got  %s\nwant %s...", got, want)
		}
		if got, want := p.next(), saidModern("1", "first"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		p.send(modern("1", "echo", "again") + "\n")
		if got, want := p.next(), saidModern("1", "again"); got != want {
			t.Errorf("an id answered could not be used again: got  %s\nwant %s", got, want)
		}
		p.rest()
		p.end()
	})
}

func TestFiftyCallsAtOnceAreAnsweredOnLinesOfTheirOwn(t *testing.T) {
	for _, era := range eras {
		t.Run(era.name, func(t *testing.T) {
			p := servePipes(t, tools(nil), stdio.Options{})
			p.send(era.open)
			if era.open != "" {
				p.next()
			}
			var want []string
			text := strings.Repeat("long ", 5000)
			go func() {
				for i := range 50 {
					_, _ = p.in.Write([]byte(era.call(fmt.Sprint(1000+i), "echo", text) + "\n"))
				}
				p.in.Close()
			}()
			for i := range 50 {
				want = append(want, era.said(fmt.Sprint(1000+i), text))
			}
			if got := p.last(); strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("got %d lines %.200q\nwant %d lines %.200q", len(got), got, len(want), want)
			}
			p.end()
		})
	}
}

func TestTheLogSaysWhatHappenedAndNotWhatWasSent(t *testing.T) {
	var log bytes.Buffer
	p := servePipes(t, tools(nil), stdio.Options{Log: zerolog.New(&log), MaxLine: 100})
	p.send("secret\n" + strings.Repeat("secret", 100) + "\n" + `{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"secret"}}` + "\n")
	p.rest()
	p.end()
	got := log.String()
	want := `{"level":"warn","code":-32700,"bytes":6,"message":"a line was refused"}
{"level":"warn","code":-32600,"bytes":600,"message":"a line was refused"}
{"level":"warn","error":"decoding a response: its id is null","bytes":65,"message":"a line was dropped"}
{"level":"debug","in_flight":0,"message":"the input has ended"}
`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
