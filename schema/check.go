package schema

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A checker walks one JSON document beside the compiled schema. It keeps its buffers between documents.
type checker struct {
	side     Side
	unset    bool // a time of year 1 is a fault: it is a time.Time that nobody set
	decoder  jsontext.Decoder
	source   bytes.Buffer
	path     []step
	scratch  []byte
	faults   Faults
	omit     bool // the value being read is a member that is left out when zero
	rewrites bool // the document is valid and must be put into plain form before decoding
	broken   bool // nothing after this point is read: it is not JSON, or there are faults enough
}

// A step is one part of the path: a name, or an index when name is empty.
type step struct {
	name  string
	index int
	key   bool // the name is the key of a mapping
}

func newChecker(s Side) *checker { return &checker{side: s} }

// check leaves nothing of doc behind in the checker.
func (c *checker) check(root *node, doc []byte) (Faults, bool) {
	c.source = *bytes.NewBuffer(doc)
	// Duplicates are looked for here, so that they are named like every other fault.
	c.decoder.Reset(&c.source, duplicatesAllowed)
	c.document(root)
	faults, rewrites := c.faults, c.rewrites && len(c.faults) == 0
	c.faults, c.rewrites, c.broken, c.omit = nil, false, false, false
	c.path = c.path[:0]
	c.source = bytes.Buffer{}
	c.decoder.Reset(&c.source)
	if cap(c.scratch) > maxScratch {
		c.scratch = nil
	}
	return faults, rewrites
}

// maxScratch is the longest text with escapes that leaves its buffer behind for the next document.
const maxScratch = 64 << 10

var duplicatesAllowed = jsontext.AllowDuplicateNames(true)

func (c *checker) document(root *node) {
	if kind := c.decoder.PeekKind(); kind != '{' && kind != jsontext.KindInvalid && root.kind == object {
		c.notAnObject()
	} else {
		c.value(root)
	}
	if c.broken {
		return
	}
	if _, err := c.decoder.ReadToken(); err != io.EOF {
		c.syntax(err)
	}
}

// value checks the next value, of which the opening is not read yet.
func (c *checker) value(n *node) {
	kind := c.decoder.PeekKind()
	switch {
	case kind == jsontext.KindInvalid:
		_, err := c.decoder.ReadToken()
		c.syntax(err)
	case kind == 'n' && n.nullable:
		c.skip()
	case kind == '{' && n.kind == object:
		c.object(n)
	case kind == '{' && n.kind == mapping:
		c.mapping(n)
	case kind == '[' && n.kind == array:
		c.array(n)
	case kind == '"' && n.kind == text:
		if raw, ok := c.read(); ok {
			c.text(n, raw)
		}
	case kind == '0' && n.kind == integer:
		if raw, ok := c.read(); ok {
			c.integer(n, raw)
		}
	case kind == '0' && n.kind == decimal:
		if raw, ok := c.read(); ok {
			c.decimal(n, raw)
		}
	case (kind == 't' || kind == 'f') && n.kind == boolean:
		c.skip()
	default:
		c.wrongKind(n, kind)
	}
}

func (c *checker) object(n *node) {
	c.skipToken()
	var seen set
	guess := 0
	for !c.broken && c.decoder.PeekKind() != '}' {
		raw, ok := c.read()
		if !ok {
			return
		}
		name := c.unquote(raw)
		i := n.find(name, guess)
		if i < 0 {
			c.unknownName(n, string(name))
			c.skip()
			continue
		}
		p := &n.properties[i]
		guess = i + 1
		c.path = append(c.path, step{name: p.name})
		if !seen.add(i, len(n.properties)) {
			c.fault("", "each name once", "", "sent twice; send it once")
			c.skip()
		} else if p.optional && c.side == Arguments && c.decoder.PeekKind() == 'n' {
			c.rewrites = c.rewrites || !p.node.nullable || p.node.standard != nil
			c.skip()
		} else {
			c.omit = p.omits
			c.value(p.node)
		}
		c.path = c.path[:len(c.path)-1]
	}
	if c.broken {
		return
	}
	c.skipToken()
	for i := range n.properties {
		if seen.has(i) {
			continue
		}
		switch p := &n.properties[i]; {
		case !p.optional:
			c.missing(p)
		case p.node.standard != nil:
			c.rewrites = true
		}
	}
}

func (c *checker) mapping(n *node) {
	c.skipToken()
	seen := map[string]bool{}
	for !c.broken && c.decoder.PeekKind() != '}' {
		raw, ok := c.read()
		if !ok {
			return
		}
		key := string(c.unquote(raw))
		c.path = append(c.path, step{name: key, key: true})
		if seen[key] {
			c.fault("", "each key once", "", "sent twice; send it once")
			c.skip()
		} else {
			seen[key] = true
			c.omit = false
			c.value(n.items)
		}
		c.path = c.path[:len(c.path)-1]
	}
	if !c.broken {
		c.skipToken()
	}
}

func (c *checker) array(n *node) {
	c.skipToken()
	count := 0
	c.path = append(c.path, step{})
	for !c.broken && c.decoder.PeekKind() != ']' {
		c.path[len(c.path)-1].index = count
		c.omit = false
		c.value(n.items)
		count++
	}
	c.path = c.path[:len(c.path)-1]
	if c.broken {
		return
	}
	c.skipToken()
	c.itemCount(n, count)
}

func (c *checker) read() ([]byte, bool) {
	raw, err := c.decoder.ReadValue()
	if err != nil {
		c.syntax(err)
		return nil, false
	}
	return raw, true
}

func (c *checker) skip() {
	if c.broken {
		return
	}
	if err := c.decoder.SkipValue(); err != nil {
		c.syntax(err)
	}
}

func (c *checker) skipToken() {
	if _, err := c.decoder.ReadToken(); err != nil {
		c.syntax(err)
	}
}

// unquote returns the text of a JSON string, valid until the next call.
func (c *checker) unquote(raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	c.scratch, _ = jsontext.AppendUnquote(c.scratch[:0], raw)
	return c.scratch
}

// place writes the path in words: lines[2].sku, counts{Chicago}.
func (c *checker) place() string {
	var b strings.Builder
	for _, s := range c.path {
		switch {
		case s.key:
			b.WriteString("{" + plainName(s.name) + "}")
		case s.name == "":
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		default:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.name)
		}
	}
	return b.String()
}
