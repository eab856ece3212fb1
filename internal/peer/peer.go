package peer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/comity-mcp/comity/catalog"
)

// A Peer is a conversation with one server. Its methods may be called concurrently.
type Peer struct {
	target  Target
	options Options
	carrier carrier
	era     Era
	version string
	server  catalog.Server
	welcome json.RawMessage
	last    atomic.Int64 // id of the request sent last
	params  paramHeaders
	close   sync.Once
	closed  error
}

// A carrier brings messages to the server and answers back.
type carrier interface {
	// ask sends a request and waits for its answer.
	ask(context.Context, call) (Reply, error)
	// tell sends a notification.
	tell(context.Context, call) error
	// agreed is called once, before any other use, when the version is known.
	agreed(version string)
	close() error
}

// A call is one message to send.
type call struct {
	id      int64 // 0 for a notification
	method  string
	params  json.RawMessage
	body    []byte
	version string // of the message; empty in the handshake
	modern  bool
	headers map[string]string // Mcp-Param-*
}

// Server returns who the server says it is, with the URL or the command it was reached by.
func (p *Peer) Server() catalog.Server { return p.server }

// Welcome returns the result of server/discover or initialize, as sent.
func (p *Peer) Welcome() json.RawMessage { return p.welcome }

// Version returns the protocol version in use, for example "2026-07-28".
func (p *Peer) Version() string { return p.version }

// Era returns Modern or Handshake.
func (p *Peer) Era() Era { return p.era }

// Request sends a request and returns its answer; what the server refused is a Reply, too. The params are anything that
// encodes to JSON, or nil; a modern request gets the members of _meta that it must have unless it has them. The error says
// why there is no answer: an [*HTTPError] for one that is no JSON-RPC, a [*SignInError] where there is none but a
// challenge, a [*ExitError] when the process ended, and the context's when that ended first.
func (p *Peer) Request(ctx context.Context, method string, params any) (Reply, error) {
	c := call{id: p.last.Add(1), method: method, version: p.version, modern: p.era == Modern}
	return p.send(ctx, c, params, p.options.Timeout)
}

// send fills the call and sends it.
func (p *Peer) send(ctx context.Context, c call, params any, most time.Duration) (Reply, error) {
	err := p.fill(&c, params)
	if err != nil {
		return Reply{}, err
	}
	limited, cancel := context.WithTimeoutCause(ctx, most, fmt.Errorf("%s was not answered in %s", c.method, most))
	defer cancel()
	began := time.Now()
	reply, err := p.carrier.ask(limited, c)
	if err != nil {
		if limited.Err() != nil && ctx.Err() == nil {
			err = &slowError{context.Cause(limited), err}
		}
		return Reply{}, err
	}
	reply.Elapsed = time.Since(began)
	return reply, nil
}

// fill encodes the message.
func (p *Peer) fill(c *call, params any) error {
	var err error
	if params != nil {
		if c.params, err = encode(params); err != nil {
			return fmt.Errorf("encoding the params of %s: %w", c.method, err)
		}
	}
	if c.modern {
		c.params = p.stamped(c.params, c.version)
		c.headers = p.params.of(c.method, c.params)
	}
	c.body, err = request(c.id, c.method, c.params)
	return err
}

// stamped adds what every modern request says of itself (MCP 2026-07-28, basic). Params that are no object stay as they are.
func (p *Peer) stamped(params json.RawMessage, version string) json.RawMessage {
	members, meta := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if params != nil && (json.Unmarshal(params, &members) != nil || members == nil) {
		return params
	}
	if sent := members["_meta"]; sent != nil && (json.Unmarshal(sent, &meta) != nil || meta == nil) {
		return params
	}
	info, _ := encode(p.info()) // strings always encode
	for name, value := range map[string]json.RawMessage{
		"io.modelcontextprotocol/protocolVersion":    json.RawMessage(`"` + version + `"`),
		"io.modelcontextprotocol/clientInfo":         info,
		"io.modelcontextprotocol/clientCapabilities": json.RawMessage(`{}`),
	} {
		if _, ok := meta[name]; !ok {
			meta[name] = value
		}
	}
	members["_meta"], _ = encode(meta) // they were decoded or made just now
	stamped, _ := encode(members)
	return stamped
}

func (p *Peer) info() map[string]string {
	return map[string]string{"name": p.options.ClientName, "version": p.options.ClientVersion}
}

// Close ends the conversation: a session is deleted, a process is asked to end by closing its input, and ended with all it
// started when it does not. It may be called again.
func (p *Peer) Close() error {
	p.close.Do(func() { p.closed = p.carrier.close() })
	return p.closed
}

// Strays returns the lines that a process wrote on standard output and that are no messages, at most 20, each cut to 200
// bytes. There are none over HTTP.
func (p *Peer) Strays() []string {
	if s, ok := p.carrier.(*process); ok {
		return s.strayed()
	}
	return nil
}

// encode is json.Marshal without its escapes for HTML.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
