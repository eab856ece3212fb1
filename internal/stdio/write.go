package stdio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/comity-mcp/comity/internal/wire"
)

// Write sends one message as one line. A call to the client after the input has ended is refused, since nothing could
// answer it; answers and notifications are sent until the client closes its end.
func (c *conn) Write(ctx context.Context, msg jsonrpc.Message) error {
	if answer, ok := msg.(*jsonrpc.Response); ok {
		return c.answer(answer)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	request, _ := msg.(*jsonrpc.Request)
	if request != nil && request.ID.IsValid() && !c.calls.ask(request.ID) {
		return errors.Join(&jsonrpc.Error{Code: codeRejected, Message: "not sent"}, errInputEnded)
	}
	encoded, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return fmt.Errorf("encoding a message: %w", err)
	}
	return c.out.line(encoded)
}

// answer writes a response under the id that its call was sent with.
func (c *conn) answer(response *jsonrpc.Response) error {
	asked, known := c.calls.answer(response.ID, response.Error != nil)
	if known {
		defer c.calls.wrote(asked)
	}
	fault, err := c.faultOf(response.Error, asked)
	if err != nil {
		return err
	}
	c.out.mu.Lock()
	defer c.out.mu.Unlock()
	b := append(c.out.empty(), `{"jsonrpc":"2.0","id":`...)
	if b, err = appendID(b, response.ID, asked); err != nil {
		return err
	}
	if fault != nil {
		b = append(append(b, `,"error":`...), fault...)
	} else if b, err = appendResult(append(b, `,"result":`...), response.Result); err != nil {
		return err
	}
	return c.out.send(append(b, '}'))
}

func appendID(b []byte, id jsonrpc.ID, asked call) ([]byte, error) {
	if asked.sent != "" {
		return append(b, asked.sent...), nil
	}
	switch id := id.Raw().(type) {
	case nil:
		return append(b, "null"...), nil
	case int64:
		return strconv.AppendInt(b, id, 10), nil
	default:
		encoded, err := json.Marshal(id)
		if err != nil {
			return nil, fmt.Errorf("encoding an id: %w", err)
		}
		return append(b, encoded...), nil
	}
}

// appendResult appends a result as it is. The SDK's own encoding has no line end in it; one that came another way is
// written on one line.
func appendResult(b []byte, result json.RawMessage) ([]byte, error) {
	switch {
	case len(result) == 0:
		return append(b, "{}"...), nil
	case bytes.IndexByte(result, '\n') < 0:
		return append(b, result...), nil
	}
	whole := bytes.NewBuffer(b)
	if err := json.Compact(whole, result); err != nil {
		return nil, fmt.Errorf("encoding a result: %w", err)
	}
	return whole.Bytes(), nil
}

// faultOf encodes the error of a response; nil without one. An error without a code of JSON-RPC gets one, and one that
// speaks of Go is put in words that speak of the message.
func (c *conn) faultOf(err error, asked call) ([]byte, error) {
	if err == nil {
		return nil, nil
	}
	fault := jsonrpc.Error{Message: err.Error()}
	var coded *jsonrpc.Error
	if errors.As(err, &coded) {
		fault.Code, fault.Data = coded.Code, coded.Data
	}
	if e := reworded(fault.Code, fault.Message, asked); e != nil {
		if e.Code == wire.CodeInternal {
			c.log.Error().Str("method", asked.method).Int64("code", fault.Code).Str("text", fault.Message).Msg("an error without a meaning to the client was masked")
		}
		fault = jsonrpc.Error{Code: int64(e.Code), Message: e.Message}
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(&fault); err != nil {
		return nil, fmt.Errorf("encoding an error: %w", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// reworded returns what to answer instead of an error of the SDK; nil lets it pass.
func reworded(code int64, says string, asked call) *wire.Error {
	switch {
	case asked.again:
		return wire.Again()
	case code == 0 && asked.unopened && !asked.opens:
		return &wire.Error{Code: wire.CodeInvalidRequest,
			Message: "No session is open. Send initialize first, or name the protocol version in _meta of each request as MCP 2026-07-28 does."}
	}
	return wire.Reword(asked.method, int(code), says)
}
