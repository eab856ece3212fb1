package wrap

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxNesting bounds what is read at all. Far above any schema, far below what a stack bears.
const maxNesting = 1000

// A kind is what a JSON value is.
type kind int

const (
	object kind = iota + 1
	array
	text
	number
	boolean
	null
)

// A node is a JSON value whose object members keep their order. Numbers keep their spelling.
// Nodes are shared by pointer where the conversions share them, so identity means something.
type node struct {
	kind    kind
	members []member // object
	items   []*node  // array
	text    string   // the string's value, or the literal of a number or boolean
}

type member struct {
	name  string
	value *node
}

// read parses a JSON object. Duplicate names and invalid UTF-8 are errors: which of two values counts
// differs from reader to reader.
func read(doc json.RawMessage) (*node, error) {
	if len(bytes.TrimSpace(doc)) == 0 {
		return nil, errors.New("reading the schema: nothing was given; give a JSON object")
	}
	if !utf8.Valid(doc) {
		return nil, errors.New("reading the schema: it is not valid UTF-8; encode it as UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	n, err := readValue(d, 1)
	if err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading the schema: something follows the JSON value at offset %d; give one value", d.InputOffset())
	}
	if n.kind != object {
		return nil, errors.New("reading the schema: the root is not a JSON object; give one")
	}
	return n, nil
}

func readValue(d *json.Decoder, depth int) (*node, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("more than %d levels of nesting; flatten it", maxNesting)
	}
	tok, err := d.Token()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	switch v := tok.(type) {
	case json.Delim:
		if v == '{' {
			return readObject(d, depth)
		}
		return readArray(d, depth)
	case string:
		return str(v), nil
	case json.Number:
		return &node{kind: number, text: v.String()}, nil
	case bool:
		return truth(v), nil
	}
	return &node{kind: null}, nil
}

func readObject(d *json.Decoder, depth int) (*node, error) {
	n := &node{kind: object}
	seen := map[string]bool{}
	for d.More() {
		tok, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := tok.(string)
		if seen[name] {
			return nil, fmt.Errorf("the name %q occurs twice in one object, the second before offset %d; keep one", name, d.InputOffset())
		}
		seen[name] = true
		v, err := readValue(d, depth+1)
		if err != nil {
			return nil, err
		}
		n.members = append(n.members, member{name, v})
	}
	_, err := d.Token()
	return n, err
}

func readArray(d *json.Decoder, depth int) (*node, error) {
	n := &node{kind: array}
	for d.More() {
		v, err := readValue(d, depth+1)
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, v)
	}
	_, err := d.Token()
	return n, err
}

func str(s string) *node { return &node{kind: text, text: s} }

func strs(ss []string) *node {
	n := &node{kind: array}
	for _, s := range ss {
		n.items = append(n.items, str(s))
	}
	return n
}

func truth(b bool) *node {
	if b {
		return &node{kind: boolean, text: "true"}
	}
	return &node{kind: boolean, text: "false"}
}

// get returns the member of that name, or nil. A nil node has no members.
func (n *node) get(name string) *node {
	if n == nil || n.kind != object {
		return nil
	}
	for _, m := range n.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

func (n *node) has(name string) bool { return n.get(name) != nil }

// set replaces the member in its place, or appends it.
func (n *node) set(name string, v *node) {
	for i, m := range n.members {
		if m.name == name {
			n.members[i].value = v
			return
		}
	}
	n.members = append(n.members, member{name, v})
}

func (n *node) remove(name string) {
	n.members = slices.DeleteFunc(n.members, func(m member) bool { return m.name == name })
}

func (n *node) names() []string {
	names := make([]string, 0, len(n.members))
	for _, m := range n.members {
		names = append(names, m.name)
	}
	return names
}

func (n *node) isObject() bool { return n != nil && n.kind == object }
func (n *node) isArray() bool  { return n != nil && n.kind == array }
func (n *node) isText() bool   { return n != nil && n.kind == text }
func (n *node) isNull() bool   { return n != nil && n.kind == null }
func (n *node) isFalse() bool  { return n != nil && n.kind == boolean && n.text == "false" }
func (n *node) isTrue() bool   { return n != nil && n.kind == boolean && n.text == "true" }

// holds reports whether an array contains the string s.
func (n *node) holds(s string) bool {
	return n.isArray() && slices.ContainsFunc(n.items, func(i *node) bool { return i.isText() && i.text == s })
}

// mayBe reports whether the node's "type" is s or an array that contains it.
func (n *node) mayBe(s string) bool {
	t := n.get("type")
	return t.isText() && t.text == s || t.holds(s)
}

func (n *node) clone() *node {
	c := &node{kind: n.kind, text: n.text}
	for _, m := range n.members {
		c.members = append(c.members, member{m.name, m.value.clone()})
	}
	for _, i := range n.items {
		c.items = append(c.items, i.clone())
	}
	return c
}

// depth returns the levels of containers, 1 for a flat one and 0 for a scalar.
func (n *node) depth() int {
	deepest := 0
	for _, m := range n.members {
		deepest = max(deepest, m.value.depth())
	}
	for _, i := range n.items {
		deepest = max(deepest, i.depth())
	}
	if n.kind == object || n.kind == array {
		return deepest + 1
	}
	return 0
}

// bytes writes the value compactly, members in order, HTML characters as they are.
func (n *node) bytes() json.RawMessage {
	var b bytes.Buffer
	n.write(&b)
	return b.Bytes()
}

func (n *node) write(b *bytes.Buffer) {
	switch n.kind {
	case object:
		b.WriteByte('{')
		for i, m := range n.members {
			if i > 0 {
				b.WriteByte(',')
			}
			writeString(b, m.name)
			b.WriteByte(':')
			m.value.write(b)
		}
		b.WriteByte('}')
	case array:
		b.WriteByte('[')
		for i, v := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			v.write(b)
		}
		b.WriteByte(']')
	case text:
		writeString(b, n.text)
	case null:
		b.WriteString("null")
	default:
		b.WriteString(n.text)
	}
}

func writeString(b *bytes.Buffer, s string) {
	var q bytes.Buffer
	e := json.NewEncoder(&q)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	b.WriteString(strings.TrimSuffix(q.String(), "\n"))
}
