package load

import (
	"fmt"
	"strings"

	"github.com/comity-mcp/comity/benchmarks/stock"
)

// Request is the bytes of one request and how to judge its answer.
type Request struct {
	Bytes []byte
	Check *Check
}

// Wire says how requests are written.
type Wire struct {
	Era Era
	// Host is the address they are sent to. Empty writes a line for a pipe.
	Host string
	// Tokens are sent in turn as bearer tokens. Empty sends none.
	Tokens []string
}

// Calls are the calls as requests, each with its position as id; as many as there are calls, or tokens when
// those are more.
func (w Wire) Calls(calls []stock.Call) []Request {
	checks := make([]*Check, len(calls))
	for i, c := range calls {
		checks[i] = Answers(i, w.Era, c.Want)
	}
	out := make([]Request, max(len(calls), len(w.Tokens)))
	for i := range out {
		c := calls[i%len(calls)]
		out[i] = Request{
			Bytes: w.request(i, i%len(calls), "tools/call", c.Tool, fmt.Sprintf(`"name":%q,"arguments":%s`, c.Tool, c.Arguments)),
			Check: checks[i%len(calls)],
		}
	}
	return out
}

// List is a tools/list whose answer has want tools.
func (w Wire) List(want int) Request {
	return Request{Bytes: w.request(0, 1, "tools/list", "", ""), Check: Lists(1, want)}
}

// Opening is what a client sends first over a pipe: the handshake, whose answer is checked, and the
// notification that ends it. There is none in the stateless era.
func (w Wire) Opening() (initialize Request, initialized []byte, needed bool) {
	if w.Era != Handshake {
		return Request{}, nil, false
	}
	params := fmt.Sprintf(`"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"bench","version":"1.0.0"}`, w.Era)
	return Request{Bytes: w.request(0, 0, "initialize", "", params), Check: Opens(0, w.Era)},
		[]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"), true
}

const envelope = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}`

// request writes one; n picks the token.
func (w Wire) request(n, id int, method, name, params string) []byte {
	if w.Era == Stateless {
		if params != "" {
			params += ","
		}
		params += envelope
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s}}`, id, method, params)
	if w.Host == "" {
		return []byte(body + "\n")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "POST /mcp HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: %s\r\n", w.Host, w.Era)
	if w.Era == Stateless {
		fmt.Fprintf(&b, "Mcp-Method: %s\r\n", method)
		if name != "" {
			fmt.Fprintf(&b, "Mcp-Name: %s\r\n", name)
		}
	}
	if len(w.Tokens) > 0 {
		fmt.Fprintf(&b, "Authorization: Bearer %s\r\n", w.Tokens[n%len(w.Tokens)])
	}
	fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return []byte(b.String())
}
