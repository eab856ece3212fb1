package wire

import (
	"bytes"
	"strconv"
)

// An oddity is a member whose name is one of ours but for case, or for one of the two letters that case folding makes of
// others: U+017F is an s to it, and U+212A a k. A reader that folds, as encoding/json does, takes it for ours; one that
// does not leaves it out, and then a tool runs without what was sent. So it is refused, and told what it nearly is.
type oddity struct {
	in          place
	name, meant string
}

// Names of ours, by place.
var (
	envelopeNames = [][]byte{[]byte("jsonrpc"), []byte("method"), []byte("id"), []byte("params"), []byte("result"), []byte("error")}
	paramsNames   = [][]byte{
		[]byte("_meta"), []byte("name"), []byte("uri"), []byte("taskId"), []byte("protocolVersion"), []byte("capabilities"),
		[]byte("clientInfo"), []byte("cursor"), []byte("arguments"), []byte("inputResponses"), []byte("requestState"), []byte("ref"),
		[]byte("argument"), []byte("context"), []byte("level"), []byte("notifications"),
	}
	metaNames = [][]byte{
		[]byte(reserved + "protocolVersion"), []byte(reserved + "clientInfo"), []byte(reserved + "clientCapabilities"), []byte(reserved + "logLevel"),
	}
)

// suspect notes a member that is none of ours when it is nearly one. At most one is noted for each of ours.
func (r *reader) suspect(in place, name []byte) {
	var ours [][]byte
	switch in {
	case envelope:
		ours = envelopeNames
	case params:
		ours = paramsNames
	case meta:
		ours = metaNames
	}
	for _, meant := range ours {
		if !bytes.EqualFold(name, meant) {
			continue
		}
		for _, o := range r.odd {
			if o.in == in && o.meant == string(meant) {
				return
			}
		}
		r.odd = append(r.odd, oddity{in, string(name), string(meant)})
		return
	}
}

// judgeNames refuses the first oddity of the envelope or, once the method is known, of what its params hold.
func (r *reader) judgeNames(in place, method string) *Error {
	for _, o := range r.odd {
		switch {
		case o.in == envelope && in == envelope:
			return refuse(CodeInvalidRequest, "The message has a member %s, which is not %q. Write %q exactly so.",
				strconv.QuoteToASCII(o.name), o.meant, o.meant)
		case o.in != envelope && in == params && (o.in == meta || o.meant == "_meta" || knows(method, o.meant)):
			return refuse(CodeInvalidParams, "%s of %s has a member %s, which is not %q and would be left out. Write %q exactly so.",
				o.in, method, strconv.QuoteToASCII(o.name), o.meant, o.meant)
		}
	}
	return nil
}

// knows says whether the params of a method have a member of this name.
func knows(method, name string) bool {
	for _, m := range expected[method] {
		if m.name == name {
			return true
		}
	}
	return false
}
