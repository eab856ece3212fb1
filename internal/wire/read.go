package wire

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxDepth is how deep objects and arrays may nest in a message; the envelope is the first level. Deeper ones are
// refused before they are parsed.
const MaxDepth = 64

// Read reads body as one JSON-RPC message. It refuses, with the error to send back:
//   - what is not JSON or not UTF-8 ([CodeParse]);
//   - a batch (gone since 2025-06-18), anything that is not one JSON-RPC 2.0 message, nesting over [MaxDepth], a request
//     of MCP without an id, a notification of MCP with one, an id of more than 512 bytes ([CodeInvalidRequest]);
//   - params that are no object, or whose members are not what the revisions of MCP say that the method takes; the
//     members of 2026-07-28 in params._meta, when the message is of that version ([CodeInvalidParams]);
//   - a name met twice, or a name that is one of ours but for case or an s or k that is none: [CodeInvalidRequest] in the
//     envelope, [CodeInvalidParams] in params and params._meta.
//
// Names are matched in exact case; other members are left alone. What stands in params.arguments of a tools/call is only
// checked to be JSON: the rest is for the tool's own checker to report.
//
// It is safe to call concurrently. The message aliases body.
func Read(body []byte) (Message, *Error) {
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")) // a byte order mark: RFC 8259 section 8.1 lets a reader ignore it
	if refused := glance(body); refused != nil {
		return Message{}, refused
	}
	r := readers.Get().(*reader)
	defer r.free()
	r.start(body)
	if err := r.walk(); err != nil {
		return Message{}, notJSON(body, err)
	}
	if refused := r.judge(); refused != nil {
		refused.ID = r.answerable()
		return Message{}, refused
	}
	return r.message(), nil
}

// glance refuses what its first byte or its depth gives away.
func glance(body []byte) *Error {
	trimmed := bytes.TrimLeft(body, " \t\r\n")
	if len(trimmed) == 0 {
		return &Error{Code: CodeParse, Message: "The message is empty. Send one JSON-RPC message, for example " +
			`{"jsonrpc":"2.0","id":1,"method":"tools/list"}.`}
	}
	if trimmed[0] == '[' {
		return &Error{Code: CodeInvalidRequest, Message: "Batches are not accepted; they left MCP in 2025-06-18. " +
			"Send each message in a request of its own."}
	}
	if tooDeep(body) {
		return &Error{Code: CodeInvalidRequest, Message: fmt.Sprintf(
			"The message nests deeper than %d levels. Send flatter params.", MaxDepth)}
	}
	return nil
}

// tooDeep says whether objects and arrays nest deeper than MaxDepth, by counting brackets outside strings.
func tooDeep(body []byte) bool {
	if bytes.Count(body, []byte{'{'})+bytes.Count(body, []byte{'['}) <= MaxDepth {
		return false
	}
	depth := 0
	for i := 0; i < len(body); i++ {
		switch body[i] {
		case '{', '[':
			if depth++; depth > MaxDepth {
				return true
			}
		case '}', ']':
			depth--
		case '"':
			for i++; i < len(body) && body[i] != '"'; i++ {
				if body[i] == '\\' {
					i++
				}
			}
		}
	}
	return false
}

// notJSON says where body stops being JSON.
func notJSON(body []byte, err error) *Error {
	at := len(body)
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		at = min(int(syntactic.ByteOffset), at)
	}
	if at == len(body) {
		return &Error{Code: CodeParse, Message: "The message ends before the JSON does. Send one complete JSON-RPC message."}
	}
	near := body[at:min(at+utf8.UTFMax*(shown+1), len(body))]
	return &Error{Code: CodeParse, Message: fmt.Sprintf(
		"The message is not valid JSON in UTF-8: byte %d, at %s. Send one JSON-RPC message, encoded by a JSON library.", at, Quote(string(near)))}
}
