package wire

import (
	"bytes"
	"io"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// A span is one value of the body. Its kind is 0 when the member is absent.
type span struct {
	from, to int
	kind     jsontext.Kind
}

// given says whether the member is there and not null, which stands for its absence.
func (s span) given() bool { return s.kind != 0 && s.kind != jsontext.KindNull }

// found is what one pass over a message finds, before it is judged.
type found struct {
	kind     jsontext.Kind // of the whole message
	repeated place         // where the first name met twice stands
	name     string        // that name

	jsonrpc, method, id, result, failure, params span
	paramsName                                   int // where the name "params" starts, to cut the member out

	given    [slots]span     // members of params, by slot
	client   span            // params.clientInfo.name
	meta     span            // params._meta, and in it:
	kept     [keptSlots]span // the members that MCP keeps for itself, by keptSlot
	speaker  span            // io.modelcontextprotocol/clientInfo, its name
	progress span            // progressToken
	other    span            // the member last passed over
	strange  bool            // the client that _meta names is to be looked into again
	odd      []oddity        // members that are nearly one of ours
}

// A place is an object of the message that the reader looks into.
type place int

const (
	envelope place = iota + 1
	params
	meta
	clientInfo  // params.clientInfo
	speakerInfo // params._meta["io.modelcontextprotocol/clientInfo"]
)

// String returns the path of the object, as an error names it.
func (p place) String() string {
	switch p {
	case envelope:
		return "the message"
	case params:
		return "params"
	case meta:
		return "params._meta"
	case clientInfo:
		return "params.clientInfo"
	case speakerInfo:
		return `params._meta["io.modelcontextprotocol/clientInfo"]`
	}
	return "place(?)"
}

// A reader walks one message with a decoder that is used again.
type reader struct {
	body    []byte
	input   bytes.Buffer
	decoder jsontext.Decoder
	inner   bytes.Buffer
	again   jsontext.Decoder // for the few values that are looked into once the method is known
	base    int              // where the input of again starts in the body
	trail   [][]byte         // where again is in its value
	found
}

// readers holds idle readers; none keeps a body.
var readers = sync.Pool{New: func() any { return new(reader) }}

func (r *reader) start(body []byte) {
	r.body = body
	r.input = *bytes.NewBuffer(body) // the decoder reads a bytes.Buffer in place
	r.decoder.Reset(&r.input, jsontext.AllowDuplicateNames(true))
}

func (r *reader) free() {
	r.body, r.input, r.found = nil, bytes.Buffer{}, found{}
	r.decoder.Reset(&r.input)
	if r.base != 0 {
		r.inner, r.base = bytes.Buffer{}, 0
		r.again.Reset(&r.inner)
		clear(r.trail[:cap(r.trail)])
	}
	readers.Put(r)
}

// walk passes over the whole body once. Its errors are the decoder's.
func (r *reader) walk() error {
	r.kind = r.decoder.PeekKind()
	var err error
	if r.kind == jsontext.KindBeginObject {
		_, err = r.object(envelope)
	} else {
		err = r.decoder.SkipValue()
	}
	if err != nil {
		return err
	}
	if _, err := r.decoder.ReadToken(); err != io.EOF {
		if err == nil {
			err = &jsontext.SyntacticError{ByteOffset: r.decoder.InputOffset() - 1}
		}
		return err
	}
	return nil
}

// object walks one object: it notes the members that are looked for and descends where one of them is an object.
func (r *reader) object(in place) (whole span, err error) {
	if _, err := r.decoder.ReadToken(); err != nil {
		return whole, err
	}
	whole = span{kind: jsontext.KindBeginObject, from: int(r.decoder.InputOffset()) - 1}
	var met names
	for r.decoder.PeekKind() != jsontext.KindEndObject {
		quoted, err := r.decoder.ReadValue()
		if err != nil {
			return whole, err
		}
		nameEnd := int(r.decoder.InputOffset())
		nameFrom := nameEnd - len(quoted)
		name := unquote(r.body[nameFrom:nameEnd])
		if !met.add(name) && r.repeated == 0 {
			r.repeated, r.name = in, string(name)
		}
		if in == envelope && string(name) == "params" {
			r.paramsName = nameFrom
		}
		into, within := r.member(in, name)
		if into == &r.other {
			r.suspect(in, name)
		}
		kind := r.decoder.PeekKind()
		if in == speakerInfo {
			of := implementation.member(name)
			r.strange = r.strange || of != nil && (of.each != nil || !of.takes(kind))
		}
		if within != 0 && kind == jsontext.KindBeginObject {
			if *into, err = r.object(within); err != nil {
				return whole, err
			}
			continue
		}
		value, err := r.decoder.ReadValue()
		if err != nil {
			return whole, err
		}
		to := int(r.decoder.InputOffset())
		*into = span{from: to - len(value), to: to, kind: kind}
	}
	_, err = r.decoder.ReadToken()
	whole.to = int(r.decoder.InputOffset())
	return whole, err
}

// member says where to note the member of an object, and as what place to look into it; 0 for not at all.
func (r *reader) member(in place, name []byte) (into *span, within place) {
	switch in {
	case envelope:
		switch string(name) {
		case "jsonrpc":
			return &r.jsonrpc, 0
		case "method":
			return &r.method, 0
		case "id":
			return &r.id, 0
		case "result":
			return &r.result, 0
		case "error":
			return &r.failure, 0
		case "params":
			return &r.params, params
		}
	case params:
		if string(name) == "_meta" {
			return &r.meta, meta
		}
		if at := slot(name); at == slotClientInfo {
			return &r.given[at], clientInfo
		} else if at >= 0 {
			return &r.given[at], 0
		}
	case meta:
		if string(name) == "progressToken" {
			return &r.progress, 0
		}
		if at := keptSlot(name); at == keptClientInfo {
			return &r.kept[at], speakerInfo
		} else if at >= 0 {
			return &r.kept[at], 0
		}
	case clientInfo:
		if string(name) == "name" {
			return &r.client, 0
		}
	case speakerInfo:
		if string(name) == "name" {
			return &r.speaker, 0
		}
	}
	return &r.other, 0
}

// text returns the string that a span holds; empty when it is no string.
func (r *reader) text(s span) string {
	if s.kind != jsontext.KindString {
		return ""
	}
	return string(unquote(r.body[s.from:s.to]))
}

// says whether a span holds that string.
func (r *reader) says(s span, want string) bool {
	return s.kind == jsontext.KindString && string(unquote(r.body[s.from:s.to])) == want
}

// methodIn and versionIn are text without its cost for the strings that are ours.
func (r *reader) methodIn(s span) string {
	if s.kind != jsontext.KindString {
		return ""
	}
	said := unquote(r.body[s.from:s.to])
	if ours, ok := methods[string(said)]; ok {
		return ours
	}
	return string(said)
}

func (r *reader) versionIn(s span) string {
	if s.kind != jsontext.KindString {
		return ""
	}
	said := unquote(r.body[s.from:s.to])
	for _, ours := range spoken {
		if string(said) == ours {
			return ours
		}
	}
	return string(said)
}

// unquote returns what a quoted JSON string says. The decoder has seen that it is valid.
func unquote(quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	plain, _ := jsontext.AppendUnquote(nil, quoted)
	return plain
}
