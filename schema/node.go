package schema

import (
	"encoding/json"
	"reflect"
	"regexp"
)

// A kind is the JSON type of a node, under the name JSON Schema gives it.
type kind int

const (
	object kind = iota + 1
	mapping
	array
	text
	integer
	decimal
	boolean
)

// String returns the word that goes into "type": a mapping is an object too.
func (k kind) String() string {
	switch k {
	case object, mapping:
		return "object"
	case array:
		return "array"
	case text:
		return "string"
	case integer:
		return "integer"
	case decimal:
		return "number"
	case boolean:
		return "boolean"
	}
	return "unknown"
}

// A node is one place of the compiled schema. It is built once, then only read: publishing and checking
// both walk it. Bounds that are not stated are nil.
type node struct {
	kind     kind
	nullable bool
	goType   reflect.Type

	title       string
	description string
	around      string          // the description of the list or map that this is an item of
	standard    json.RawMessage // "default", nil when there is none
	examples    []json.RawMessage
	enum        []member
	header      string // "x-mcp-header"

	// text
	format    string
	pattern   string
	matches   *regexp.Regexp
	minLength *int
	maxLength *int
	digits    *span              // an integer that travels as text, and what its Go type holds
	parse     func([]byte) error // whether the Go type itself accepts the text

	// integer and decimal
	span             *span // what the Go type holds
	minimum, maximum *number
	above, below     *number // exclusiveMinimum, exclusiveMaximum
	multipleOf       *number
	narrow           bool // a float32

	// array and mapping
	items              *node
	minItems, maxItems *int

	// object
	properties []property
	index      map[string]int
	names      []string
}

// A property is one member of an object.
type property struct {
	name string
	node *node
	// says is the description in the field's tag, which wins over every other.
	says string
	// words are the parts of the field's jsonschema tag.
	words []string
	// required says that the published schema lists the name in "required".
	required bool
	// optional says that the member may be left out of an argument, or may be missing from a result.
	optional bool
	// omits says that a zero value leaves the member out of a result (omitempty, omitzero).
	omits bool
}

// A member is one value of an enum: its JSON text, and the form values are compared in.
type member struct {
	json   string
	text   string
	number *number
}

// A span is the range of an integer type. low is at most 0, so that high can be unsigned.
type span struct {
	low  int64
	high uint64
	// published says that the range is stated in the schema: it fits in 53 bits, so that every
	// host reads the bounds exactly.
	published bool
}

func spanOf(t reflect.Type) *span {
	bits := t.Bits()
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &span{low: -1 << (bits - 1), high: 1<<(bits-1) - 1, published: bits < 53}
	}
	return &span{high: 1<<bits - 1, published: bits < 53}
}

// find returns the place of a property, -1 when there is none of that name. guess is tried first:
// members mostly come in the order of the fields.
func (n *node) find(name []byte, guess int) int {
	if guess < len(n.properties) && n.properties[guess].name == string(name) {
		return guess
	}
	if i, ok := n.index[string(name)]; ok {
		return i
	}
	return -1
}
