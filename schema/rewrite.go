package schema

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// rewrite puts a document that passed its check into the form that is decoded or sent. Arguments: nulls
// of optional members go, defaults come, 1.0 and 1e2 become 1 and 100. A result: members whose
// time.Time was never set go, where the json tag says so. Most documents need none of it.
func rewrite(root *node, s Side, doc []byte) ([]byte, error) {
	var out bytes.Buffer
	r := rewriter{side: s, from: jsontext.NewDecoder(bytes.NewReader(doc)), to: jsontext.NewEncoder(&out)}
	if err := r.value(root); err != nil {
		return nil, fmt.Errorf("rewriting the %s: %w", s, err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

type rewriter struct {
	side Side
	from *jsontext.Decoder
	to   *jsontext.Encoder
}

func (r *rewriter) value(n *node) error {
	switch kind := r.from.PeekKind(); {
	case kind == '{' && n.kind == object:
		return r.object(n)
	case kind == '{' && n.kind == mapping:
		return r.members(func(jsontext.Value) error { return r.value(n.items) })
	case kind == '[' && n.kind == array:
		return r.array(n)
	}
	raw, err := r.from.ReadValue()
	if err != nil {
		return err
	}
	if n.kind == integer && raw.Kind() == '0' && !plainInteger(raw) {
		raw, _ = wholeNumber(raw)
	}
	return r.to.WriteValue(raw)
}

func (r *rewriter) object(n *node) error {
	var seen set
	if err := r.token(); err != nil {
		return err
	}
	for r.from.PeekKind() != '}' {
		raw, err := r.from.ReadValue()
		if err != nil {
			return err
		}
		name, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return err
		}
		i := n.find(name, 0)
		if i < 0 {
			return fmt.Errorf("unknown name %q", name)
		}
		if err := r.member(&n.properties[i], &seen, i, len(n.properties)); err != nil {
			return err
		}
	}
	for i := range n.properties { // a result has no defaults
		p := &n.properties[i]
		if seen.has(i) || p.node.standard == nil {
			continue
		}
		if err := r.write(p.name, jsontext.Value(p.node.standard)); err != nil {
			return err
		}
	}
	return r.token()
}

// member writes one member, or leaves it out; what is left out counts as not seen.
func (r *rewriter) member(p *property, seen *set, i, of int) error {
	kind := r.from.PeekKind()
	null := r.side == Arguments && p.optional && kind == 'n'
	if null && (p.node.standard != nil || !p.node.nullable) {
		return r.from.SkipValue()
	}
	if r.side == Result && p.omits && p.node.format == dateTime && kind == '"' {
		raw, err := r.from.ReadValue()
		if err != nil {
			return err
		}
		text, err := jsontext.AppendUnquote(nil, raw)
		if t, ok := readTime(string(text)); err != nil || ok && neverSet(t) {
			return err
		}
		return r.write(p.name, raw)
	}
	seen.add(i, of)
	if err := r.to.WriteToken(jsontext.String(p.name)); err != nil {
		return err
	}
	return r.value(p.node)
}

func (r *rewriter) write(name string, value jsontext.Value) error {
	if err := r.to.WriteToken(jsontext.String(name)); err != nil {
		return err
	}
	return r.to.WriteValue(value)
}

func (r *rewriter) members(value func(name jsontext.Value) error) error {
	if err := r.token(); err != nil {
		return err
	}
	for r.from.PeekKind() != '}' {
		name, err := r.from.ReadValue()
		if err != nil {
			return err
		}
		if err := r.to.WriteValue(name); err != nil {
			return err
		}
		if err := value(name); err != nil {
			return err
		}
	}
	return r.token()
}

func (r *rewriter) array(n *node) error {
	if err := r.token(); err != nil {
		return err
	}
	for r.from.PeekKind() != ']' {
		if err := r.value(n.items); err != nil {
			return err
		}
	}
	return r.token()
}

// token copies one token.
func (r *rewriter) token() error {
	t, err := r.from.ReadToken()
	if err != nil {
		return err
	}
	return r.to.WriteToken(t)
}
