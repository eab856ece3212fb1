package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Codes of JSON-RPC 2.0 section 5.1, and those that MCP 2026-07-28 adds (schema.ts, "Error codes").
const (
	CodeParse              = -32700
	CodeInvalidRequest     = -32600
	CodeMethodNotFound     = -32601
	CodeInvalidParams      = -32602
	CodeInternal           = -32603
	CodeHeaderMismatch     = -32020
	CodeMissingCapability  = -32021
	CodeUnsupportedVersion = -32022
)

// An Error refuses one message. It is not a Go error on purpose: a nil *Error in an error variable would not be nil.
type Error struct {
	// Code is one of the constants above.
	Code int
	// Message is a sentence that ends in the way out.
	Message string
	// ID is the id of the message refused, as sent; nil when none could be read, sent as null.
	ID json.RawMessage
	// Data is a JSON value for error.data; nil leaves it out.
	Data json.RawMessage
}

// Bytes returns the JSON-RPC error response, without a line end.
func (e *Error) Bytes() []byte {
	var b bytes.Buffer
	b.WriteString(`{"jsonrpc":"2.0","id":`)
	if len(e.ID) == 0 {
		b.WriteString("null")
	} else {
		b.Write(e.ID)
	}
	b.WriteString(`,"error":{"code":`)
	b.WriteString(strconv.Itoa(e.Code))
	b.WriteString(`,"message":`)
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(e.Message) // a string always encodes
	b.Truncate(b.Len() - 1)       // the line end that Encode adds
	if len(e.Data) != 0 {
		b.WriteString(`,"data":`)
		b.Write(e.Data)
	}
	b.WriteString("}}")
	return b.Bytes()
}

// shown is how many runes of what was sent an error repeats.
const shown = 60

// Quote returns what was sent, quoted and cut to 60 runes, for the sentence of an error. Line ends, control characters
// and invalid UTF-8 are escaped, so that it is safe in a log line.
func Quote(sent string) string {
	cut, runes := len(sent), 0
	for i := range sent {
		if runes == shown {
			cut = i
			break
		}
		runes++
	}
	quoted := strconv.Quote(strings.ToValidUTF8(sent[:cut], string(utf8.RuneError)))
	if cut < len(sent) {
		quoted = quoted[:len(quoted)-1] + `…"`
	}
	return quoted
}
