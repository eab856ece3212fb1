package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// safeInteger is the largest integer that every JSON reader keeps, 2^53-1 (RFC 8259 section 6). A larger id would come
// back as another one.
const safeInteger = 1<<53 - 1

// judge refuses what is JSON but no message.
func (r *reader) judge() *Error {
	if r.kind != jsontext.KindBeginObject {
		return refuse(CodeInvalidRequest, "The message is no JSON object. Send one JSON-RPC message, an object.")
	}
	if r.repeated != 0 {
		code := CodeInvalidParams
		if r.repeated == envelope {
			code = CodeInvalidRequest
		}
		return refuse(code, "The name %s stands twice in %s, and two readers could take different ones. Send it once.",
			Quote(r.name), r.repeated)
	}
	if version := r.text(r.jsonrpc); version != "2.0" {
		return refuse(CodeInvalidRequest, `"jsonrpc" is %s. Send "jsonrpc":"2.0".`, r.show(r.jsonrpc))
	}
	if r.method.kind == 0 {
		return r.judgeResponse()
	}
	if r.result.kind != 0 || r.failure.kind != 0 {
		return refuse(CodeInvalidRequest, `The message has both "method" and "result" or "error". Send a request or a response.`)
	}
	if r.text(r.method) == "" {
		return refuse(CodeInvalidRequest, `"method" is %s. Send the name of a method, such as "tools/list".`, r.show(r.method))
	}
	if r.id.kind != 0 && !r.validID() {
		return refuse(CodeInvalidRequest,
			`"id" is %s. Send a string or a whole number up to 9007199254740991, or no "id" for a notification.`, r.show(r.id))
	}
	return r.judgeParams()
}

func (r *reader) judgeResponse() *Error {
	switch {
	case r.result.kind == 0 && r.failure.kind == 0:
		return refuse(CodeInvalidRequest, `The message has no "method". Send one, such as "tools/list", in lower case as shown.`)
	case r.result.kind != 0 && r.failure.kind != 0:
		return refuse(CodeInvalidRequest, `The response has both "result" and "error". Send one of them.`)
	case r.validID() || r.failure.kind != 0 && r.id.kind == jsontext.KindNull:
		return nil
	}
	return refuse(CodeInvalidRequest, `"id" of the response is %s. Send the id of the request that it answers.`, r.show(r.id))
}

func (r *reader) judgeParams() *Error {
	switch r.params.kind {
	case jsontext.KindBeginObject, jsontext.KindNull, 0:
	default:
		return refuse(CodeInvalidParams, `"params" is %s. Send an object, or leave it out.`, r.show(r.params))
	}
	switch r.meta.kind {
	case jsontext.KindBeginObject, jsontext.KindNull, 0:
	default:
		return refuse(CodeInvalidParams, `"params._meta" is %s. Send an object, or leave it out.`, r.show(r.meta))
	}
	if r.version.kind != 0 && r.version.kind != jsontext.KindString {
		return refuse(CodeInvalidParams, `The protocol version in "params._meta" is %s. Send a string, such as %q.`,
			r.show(r.version), ModernVersion)
	}
	method := r.text(r.method)
	if on := subject(method); everywhere(method) && r.subject(on).kind != jsontext.KindString {
		return refuse(CodeInvalidParams, `params.%s of %s is %s. Send a string: %s.`, on, method, r.show(r.subject(on)), meaning(on))
	}
	return nil
}

// meaning says what the subject of a method is.
func meaning(subject string) string {
	if subject == "uri" {
		return "the URI of a resource"
	}
	return "a name as the list of tools or prompts gives it"
}

func (r *reader) subject(member string) span {
	switch member {
	case "name":
		return r.subjects[0]
	case "uri":
		return r.subjects[1]
	case "taskId":
		return r.subjects[2]
	}
	return span{}
}

// validID says whether the id is a string or a safe integer.
func (r *reader) validID() bool {
	switch r.id.kind {
	case jsontext.KindString:
		return true
	case jsontext.KindNumber:
		n, err := strconv.ParseInt(string(r.body[r.id.from:r.id.to]), 10, 64)
		return err == nil && -safeInteger <= n && n <= safeInteger
	}
	return false
}

// answerable returns the id to answer a refused message with: nil, sent as null, unless it was read and stands once.
func (r *reader) answerable() json.RawMessage {
	if !r.validID() || r.repeated == envelope && r.name == "id" {
		return nil
	}
	return bytes.Clone(r.body[r.id.from:r.id.to])
}

// show returns what was sent for a member, cut.
func (r *reader) show(s span) string {
	switch s.kind {
	case 0:
		return "missing"
	case jsontext.KindString:
		return Quote(r.text(s))
	case jsontext.KindBeginObject:
		return "an object"
	case jsontext.KindBeginArray:
		return "an array"
	}
	return string(r.body[s.from:min(s.to, s.from+shown)])
}

func refuse(code int, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// message returns what was found, once judged.
func (r *reader) message() Message {
	m := Message{Method: r.text(r.method), Body: r.body}
	if r.id.kind != 0 {
		m.ID = r.body[r.id.from:r.id.to:r.id.to]
	}
	if m.Method == "" {
		return m
	}
	if on := subject(m.Method); on != "" {
		m.Name = r.text(r.subject(on))
	}
	m.Version = r.text(r.version)
	m.Client = r.text(r.speaker)
	if m.Method == "initialize" {
		m.Asks = r.text(r.asks)
		if m.Client == "" {
			m.Client = r.text(r.client)
		}
	}
	m.ProgressToken = r.progress.kind == jsontext.KindString || r.progress.kind == jsontext.KindNumber
	if r.params.kind == jsontext.KindNull {
		m.Body = r.withoutParams()
	}
	return m
}

// withoutParams returns the body without its member params and without one comma beside it.
func (r *reader) withoutParams() []byte {
	const space = " \t\r\n"
	before, after := r.body[:r.paramsName], r.body[r.params.to:]
	if trimmed := bytes.TrimRight(before, space); bytes.HasSuffix(trimmed, []byte{','}) {
		before = trimmed[:len(trimmed)-1]
	} else if trimmed := bytes.TrimLeft(after, space); bytes.HasPrefix(trimmed, []byte{','}) {
		after = trimmed[1:]
	}
	return append(append(make([]byte, 0, len(before)+len(after)), before...), after...)
}
