package stdio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/comity-mcp/comity/internal/wire"
)

// A decoder makes the SDK's messages of lines that have been read strictly. The SDK's own decoding allocates 64 KiB for
// each message, measured in v1.8.0. It is for one goroutine.
type decoder struct {
	input bytes.Buffer
	json  jsontext.Decoder
}

// members are the raw values of a message that wire.Read does not return.
type members struct{ params, result, failure []byte }

// message returns what a line says, with bytes of its own. The strict reading leaves one thing to fail: a response with
// the id null, which answers nothing.
func (d *decoder) message(read wire.Message) (jsonrpc.Message, error) {
	id, err := idOf(read.ID)
	if err != nil {
		return nil, err
	}
	found, err := d.members(read.Body)
	if err != nil {
		return nil, err
	}
	if read.Method != "" {
		return &jsonrpc.Request{ID: id, Method: read.Method, Params: bytes.Clone(found.params)}, nil
	}
	if !id.IsValid() {
		return nil, errors.New("decoding a response: its id is null")
	}
	response := &jsonrpc.Response{ID: id, Result: bytes.Clone(found.result)}
	if found.failure != nil {
		fault := new(jsonrpc.Error)
		if err := json.Unmarshal(found.failure, fault); err != nil {
			// The call that it answers must end all the same.
			fault = &jsonrpc.Error{Code: wire.CodeInternal, Message: "the client answered with an error that is not one of JSON-RPC"}
		}
		response.Error = fault
	}
	return response, nil
}

// members passes over the members of a message.
func (d *decoder) members(body []byte) (found members, err error) {
	d.input = *bytes.NewBuffer(body) // the decoder reads a bytes.Buffer in place
	d.json.Reset(&d.input, jsontext.AllowDuplicateNames(true))
	if _, err := d.json.ReadToken(); err != nil {
		return found, fmt.Errorf("decoding a message: %w", err)
	}
	for d.json.PeekKind() != jsontext.KindEndObject {
		name, err := d.json.ReadToken()
		if err != nil {
			return found, fmt.Errorf("decoding a message: %w", err)
		}
		var into *[]byte
		switch name.String() {
		case "params":
			into = &found.params
		case "result":
			into = &found.result
		case "error":
			into = &found.failure
		}
		value, err := d.json.ReadValue()
		if err != nil {
			return found, fmt.Errorf("decoding a message: %w", err)
		}
		if into != nil {
			to := int(d.json.InputOffset())
			*into = body[to-len(value) : to] // value itself is only valid until the next read
		}
	}
	return found, nil
}

// idOf returns the SDK's form of an id as sent; the zero ID for none and for null.
func idOf(sent []byte) (jsonrpc.ID, error) {
	if len(sent) == 0 || string(sent) == "null" {
		return jsonrpc.ID{}, nil
	}
	if sent[0] == '"' {
		text, err := jsontext.AppendUnquote(nil, sent)
		if err != nil {
			return jsonrpc.ID{}, fmt.Errorf("decoding an id: %w", err)
		}
		return jsonrpc.MakeID(string(text))
	}
	n, err := strconv.ParseInt(string(sent), 10, 64)
	if err != nil {
		return jsonrpc.ID{}, fmt.Errorf("decoding an id: %w", err)
	}
	return jsonrpc.MakeID(float64(n))
}
