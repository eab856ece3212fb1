package peer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// A Reply is what a server answered to one request, with whatever HTTP status: either Result or Error is set.
type Reply struct {
	// Result is the result as sent.
	Result json.RawMessage
	Error  *RPCError
	// Elapsed is the time from sending the request to having read its answer.
	Elapsed time.Duration
	// Notifications are what the server sent before the answer, as sent: on the stream of this request over HTTP, while the
	// request ran on stdio. At most 1,000 are kept.
	Notifications []json.RawMessage
	// Status and Header are those of the HTTP answer; zero on stdio.
	Status int
	Header http.Header
}

// An RPCError is an error as JSON-RPC sends it (JSON-RPC 2.0 section 5.1).
type RPCError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// Error returns the message on one line, cut at 1,000 bytes, with its code.
func (e *RPCError) Error() string { return fmt.Sprintf("%s (code %d)", cut(e.Message, 1000), e.Code) }

// A message is one JSON-RPC message, its members by their exact names.
type message struct {
	id     json.RawMessage // nil when absent
	method string
	result json.RawMessage
	fault  *RPCError
	raw    json.RawMessage
}

var errNoMessage = errors.New("that is no JSON-RPC message")

func readMessage(b []byte) (message, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(b, &members); err != nil {
		return message{}, fmt.Errorf("%w: %w", errNoMessage, err)
	}
	m := message{id: members["id"], result: members["result"], raw: bytes.TrimSpace(b)}
	if method, ok := members["method"]; ok {
		if err := json.Unmarshal(method, &m.method); err != nil {
			return message{}, fmt.Errorf("%w: its method is no text", errNoMessage)
		}
	}
	if fault, ok := members["error"]; ok && string(fault) != "null" {
		m.fault = new(RPCError)
		if err := json.Unmarshal(fault, m.fault); err != nil {
			return message{}, fmt.Errorf("%w: its error has another form: %w", errNoMessage, err)
		}
	}
	if m.method == "" && m.result == nil && m.fault == nil {
		return message{}, fmt.Errorf("%w: it has no method, result or error", errNoMessage)
	}
	return m, nil
}

func (m message) response() bool { return m.method == "" }

// answers says whether m is the response to the request of that id. An error whose id is null is taken as one over HTTP,
// where only one request is open on a connection.
func (m message) answers(id int64) bool {
	return m.response() && string(m.id) == strconv.FormatInt(id, 10)
}

func (m message) reply() Reply {
	if m.fault != nil {
		return Reply{Error: m.fault}
	}
	return Reply{Result: m.result}
}

// asked returns what to answer a request of the server: a ping is answered, anything else is not offered.
func (m message) asked() []byte {
	if m.method == "ping" {
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{}}`, m.id)
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"This client only looks; it offers neither sampling, elicitation nor roots."}}`, m.id)
}

// request writes a request, or a notification when id is 0. Params of nil are left out.
func request(id int64, method string, params json.RawMessage) ([]byte, error) {
	m := struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      int64           `json:"id,omitempty"`
		Method  string          `json:"method"`
		Params  json.RawMessage `json:"params,omitempty"`
	}{"2.0", id, method, params}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(m); err != nil {
		return nil, fmt.Errorf("encoding %s: %w", method, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// most is how many notifications are kept.
const most = 1000

func keep(kept []json.RawMessage, m message) []json.RawMessage {
	if len(kept) == most {
		return kept
	}
	return append(kept, m.raw)
}
