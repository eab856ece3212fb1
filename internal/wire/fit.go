package wire

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// fit refuses a member of params whose value has not the shape that its method gives it. What is missing fits.
func (r *reader) fit(method string, m *shapedMember, s span) *Error {
	switch {
	case s.kind == 0:
		return nil
	case !m.takes(s.kind):
		r.trail = r.trail[:0]
		return r.misfit(method, m.name, &m.shape, s)
	case m.members == nil && m.each == nil || s.kind == jsontext.KindNull || s.to-s.from == len("{}"):
		return nil
	}
	r.inner = *bytes.NewBuffer(r.body[s.from:s.to])
	r.again.Reset(&r.inner, jsontext.AllowDuplicateNames(true))
	r.trail, r.base = r.trail[:0], s.from
	return r.within(method, m.name, &m.shape)
}

// within judges what the value that r.again comes to holds.
func (r *reader) within(method, member string, s *shape) *Error {
	open, _ := r.again.ReadToken() // no error is left: the walk has passed over all of it
	inObject := open.Kind() == jsontext.KindBeginObject
	depth := len(r.trail)
	for kind := r.again.PeekKind(); kind != jsontext.KindEndObject && kind != jsontext.KindEndArray; kind = r.again.PeekKind() {
		of, name := s.each, []byte(nil)
		if inObject {
			quoted, _ := r.again.ReadValue()
			to := r.base + int(r.again.InputOffset())
			name = unquote(r.body[to-len(quoted) : to])
			of, kind = s.member(name), r.again.PeekKind()
		}
		r.trail = append(r.trail[:depth], name)
		if of != nil && of.takes(kind) && (of.members != nil || of.each != nil) && kind != jsontext.KindNull {
			if refused := r.within(method, member, of); refused != nil {
				return refused
			}
			continue
		}
		value, _ := r.again.ReadValue()
		if of != nil && !of.takes(kind) {
			to := r.base + int(r.again.InputOffset())
			return r.misfit(method, member, of, span{from: to - len(value), to: to, kind: kind})
		}
	}
	_, _ = r.again.ReadToken()
	return nil
}

func (r *reader) misfit(method, member string, s *shape, sent span) *Error {
	return refuse(CodeInvalidParams, "%s of %s is %s. Send %s.", r.path(member), method, r.show(sent), s.says)
}

// path names the place in a member that r.trail leads to: names of members, and nil for the elements of an array.
func (r *reader) path(member string) string {
	var b strings.Builder
	if strings.HasPrefix(member, reserved) {
		b.WriteString(`params._meta["` + member + `"]`)
	} else {
		b.WriteString("params." + member)
	}
	for _, name := range r.trail {
		switch quoted := Quote(string(name)); {
		case name == nil:
			b.WriteString("[]")
		case len(quoted) != len(name)+2 || bytes.ContainsAny(name, " .[]"):
			b.WriteString("[" + quoted + "]")
		default:
			b.WriteString("." + string(name))
		}
	}
	return b.String()
}
