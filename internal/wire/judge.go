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
	if refused := r.judgeNames(envelope, ""); refused != nil {
		return refused
	}
	if !r.says(r.jsonrpc, "2.0") {
		return refuse(CodeInvalidRequest, `"jsonrpc" is %s. Send "jsonrpc":"2.0".`, r.show(r.jsonrpc))
	}
	if r.method.kind == 0 {
		return r.judgeResponse()
	}
	if r.result.kind != 0 || r.failure.kind != 0 {
		return refuse(CodeInvalidRequest, `The message has both "method" and "result" or "error". Send a request or a response.`)
	}
	method := r.methodIn(r.method)
	if method == "" {
		return refuse(CodeInvalidRequest, `"method" is %s. Send the name of a method, such as "tools/list".`, r.show(r.method))
	}
	if r.id.kind != 0 && !r.validID() {
		return r.refuseID(`a string or a whole number up to 9007199254740991, or no "id" for a notification`)
	}
	switch {
	case r.id.kind == 0 && request(method):
		return refuse(CodeInvalidRequest, `%s came without "id", and without one it can not be answered. `+
			`Send it with an "id", a string or a whole number that no other call in flight has.`, method)
	case r.id.kind != 0 && notification(method):
		return refuse(CodeInvalidRequest, `%s came with "id" %s, and a notification is not answered. Send it without "id".`, method, r.show(r.id))
	}
	return r.judgeParams(method)
}

// refuseID says what is wrong with an id that is not valid.
func (r *reader) refuseID(send string) *Error {
	if r.id.to-r.id.from > maxID {
		return refuse(CodeInvalidRequest, `"id" takes %d bytes, and at most %d are sent back with an answer. Send a shorter one.`, r.id.to-r.id.from, maxID)
	}
	return refuse(CodeInvalidRequest, `"id" is %s. Send %s.`, r.show(r.id), send)
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
	return r.refuseID("the id of the request that this response answers")
}

func (r *reader) judgeParams(method string) *Error {
	switch r.params.kind {
	case jsontext.KindBeginObject, jsontext.KindNull, 0:
	default:
		return refuse(CodeInvalidParams, `"params" is %s. Send an object, or leave it out.`, r.show(r.params))
	}
	if refused := r.judgeNames(params, method); refused != nil {
		return refused
	}
	if refused := r.judgeMeta(method); refused != nil {
		return refused
	}
	if method == "initialize" && r.params.kind != jsontext.KindBeginObject {
		return refuse(CodeInvalidParams, `initialize came without "params". Send an object with protocolVersion, capabilities and clientInfo.`)
	}
	given := expected[method]
	for i := range given {
		m := &given[i]
		at := r.given[slot([]byte(m.name))]
		if i == 0 && everywhere(method) && at.kind != jsontext.KindString {
			return refuse(CodeInvalidParams, "params.%s of %s is %s. Send %s.", m.name, method, r.show(at), m.says)
		}
		if refused := r.fit(method, m, at); refused != nil {
			return refused
		}
	}
	return nil
}

// judgeMeta refuses a params._meta that is none, or whose members that MCP keeps for itself are not what they are to be.
// Before 2026-07-28 nobody reads these but the version, and nobody needs them.
func (r *reader) judgeMeta(method string) *Error {
	switch r.meta.kind {
	case jsontext.KindBeginObject, jsontext.KindNull, 0:
	default:
		return refuse(CodeInvalidParams, `"params._meta" is %s. Send an object, or leave it out.`, r.show(r.meta))
	}
	if !token.takes(r.progress.kind) && r.progress.kind != 0 || r.progress.to-r.progress.from > maxID {
		return refuse(CodeInvalidParams, `params._meta.progressToken of %s is %s. Send a string or a number of at most %d bytes, or leave it out.`,
			method, r.show(r.progress), maxID)
	}
	if v := r.kept[keptVersion]; v.kind != 0 && v.kind != jsontext.KindString {
		return refuse(CodeInvalidParams, `The protocol version in "params._meta" is %s. Send %s.`, r.show(v), version.says)
	}
	if r.id.kind == 0 || !r.modern() {
		return nil
	}
	if c := r.kept[keptCapabilities]; c.kind != jsontext.KindBeginObject {
		r.trail = r.trail[:0]
		return refuse(CodeInvalidParams, `%s of %s is %s. Send %s; since %s each request carries it.`,
			r.path(modern[keptCapabilities].name), method, r.show(c), capabilities.says, ModernVersion)
	}
	for i := range modern {
		if i == keptClientInfo && !r.strange && r.kept[i].kind == jsontext.KindBeginObject {
			continue // the walk has seen that it fits
		}
		if refused := r.fit(method, &modern[i], r.kept[i]); refused != nil {
			return refused
		}
	}
	return nil
}

// modern says whether the message has a version that is modern and spoken.
func (r *reader) modern() bool {
	v := r.kept[keptVersion]
	if v.kind != jsontext.KindString {
		return false
	}
	said := unquote(r.body[v.from:v.to])
	return Modern(string(said)) && Supported(string(said))
}

// maxID is the longest id and progress token that is accepted, in bytes as sent: both are sent back as they came.
const maxID = 512

// validID says whether the id is a string or a safe integer, and not too long.
func (r *reader) validID() bool {
	if r.id.to-r.id.from > maxID {
		return false
	}
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
	m := Message{Method: r.methodIn(r.method), Body: r.body}
	if r.id.kind != 0 {
		m.ID = r.body[r.id.from:r.id.to:r.id.to]
	}
	if m.Method == "" {
		return m
	}
	if on := subject(m.Method); on != "" {
		m.Name = r.text(r.given[slot([]byte(on))])
	}
	m.Version = r.versionIn(r.kept[keptVersion])
	m.Client = r.text(r.speaker)
	if m.Method == "initialize" {
		m.Asks = r.versionIn(r.given[slotProtocolVersion])
		if m.Client == "" {
			m.Client = r.text(r.client)
		}
	}
	m.Cursor = r.text(r.given[slotCursor])
	m.Resumes = r.given[slotInputResponses].given() || r.given[slotRequestState].given()
	if args := r.given[slotArguments]; m.Method == "tools/call" && args.kind != 0 {
		m.Arguments = r.body[args.from:args.to:args.to]
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
