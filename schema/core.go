package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/comity-mcp/comity/fault"
)

// A Core is the contract of one Go type on one side of a tool: what is published, and what is enforced.
// Make one with [Input] or [Output]. A Core is immutable and safe for concurrent use.
type Core struct {
	side      Side
	goType    reflect.Type
	root      *node
	published json.RawMessage
	checkers  sync.Pool // of *checker
}

// Input reads T as a tool's arguments. The problems are all that was found, errors and warnings, with
// paths relative to T: "" for T itself, "warehouse", "lines[].sku". With a problem of level
// [fault.Error] the core is nil.
func Input[T any]() (*Core, fault.Problems) { return InputOf(reflect.TypeFor[T]()) }

// Output reads T as a tool's result; see [Input].
func Output[T any]() (*Core, fault.Problems) { return OutputOf(reflect.TypeFor[T]()) }

// InputOf is [Input] for a type known only at run time. A nil type is a problem.
func InputOf(t reflect.Type) (*Core, fault.Problems) { return of(t, Arguments) }

// OutputOf is [Output] for a type known only at run time. A nil type is a problem.
func OutputOf(t reflect.Type) (*Core, fault.Problems) { return of(t, Result) }

func of(t reflect.Type, s Side) (*Core, fault.Problems) {
	root, problems := read(t, s)
	if problems.Err() != nil {
		return nil, problems
	}
	return &Core{side: s, goType: t, root: root, published: publish(root)}, problems
}

// JSON returns the published JSON Schema (2020-12): a closed object with everything inlined. It is the
// same bytes every time; a caller may keep the slice and must not change it.
func (c *Core) JSON() json.RawMessage { return c.published }

// Properties returns the names of the top level in the order of the fields.
func (c *Core) Properties() []string {
	names := make([]string, 0, len(c.root.properties))
	for _, p := range c.root.properties {
		names = append(names, p.name)
	}
	return names
}

// Optional returns the names of the top level that may be left out, in the order of the fields.
func (c *Core) Optional() []string {
	names := []string{}
	for _, p := range c.root.properties {
		if p.optional {
			names = append(names, p.name)
		}
	}
	return names
}

// Decode checks args and decodes them into the value that into points to, which is zeroed first.
// Absent and null arguments are {}; null for an optional is its absence; a default fills an absence;
// 1.0 and 1e2 are integers. Nothing else is forgiven or converted. The error is [Faults] when the
// arguments are at fault, a [Panic] when a method of a type panics, and any other error when the call is
// at fault: a core of a result, or an into that is not a pointer to the core's type.
func (c *Core) Decode(args json.RawMessage, into any) error {
	v := reflect.ValueOf(into)
	if c.side != Arguments {
		return fmt.Errorf("decoding arguments: this core is of a result")
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Type().Elem() != c.goType {
		return fmt.Errorf("decoding arguments: want a *%s, got %T", c.goType, into)
	}
	if empty(args) {
		args = json.RawMessage("{}")
	}
	faults, rewrites := c.check(args, false)
	if p := faults.panicked(); p != nil {
		return c.misbehaves("decoding", p)
	}
	if faults != nil {
		return faults
	}
	if rewrites {
		var err error
		if args, err = rewrite(c.root, Arguments, args); err != nil {
			return err
		}
	}
	v.Elem().SetZero()
	if err := unmarshal(args, into); err != nil {
		return c.faultOf("decoding", err)
	}
	return nil
}

func unmarshal(args []byte, into any) (err error) {
	defer recovered(&err)
	return jsonv2.Unmarshal(args, into, duplicatesAllowed)
}

func marshal(v any) (doc []byte, err error) {
	defer recovered(&err)
	return jsonv2.Marshal(v, deterministic)
}

var deterministic = jsonv2.Deterministic(true)

// Encode writes v, which is a value of the core's type or a pointer to one, and checks the bytes before
// it returns them: nil slices and maps are [] and {} at every depth, members are in the order of the
// fields and keys of maps sorted. The error is [Faults] when the value cannot be sent: NaN, an infinity,
// text that is not UTF-8, a time.Time that was never set in a field that is neither a pointer nor
// omitempty or omitzero, or anything the schema does not allow. It is a [Panic] when a method of a type
// panics, and any other error for a core of arguments or a value of another type.
func (c *Core) Encode(v any) (json.RawMessage, error) {
	if c.side != Result {
		return nil, fmt.Errorf("encoding a result: this core is of arguments")
	}
	t := reflect.TypeOf(v)
	pointer := t != nil && t.Kind() == reflect.Pointer
	if pointer {
		t = t.Elem()
	}
	if t != c.goType || pointer && reflect.ValueOf(v).IsNil() {
		return nil, fmt.Errorf("encoding a result: want a %s, got %T (nil: %t)", c.goType, v, pointer && t == c.goType)
	}
	doc, err := marshal(v)
	if err != nil {
		return nil, c.faultOf("encoding", err)
	}
	faults, rewrites := c.check(doc, true)
	if faults != nil {
		return nil, faults
	}
	if rewrites {
		return rewrite(c.root, Result, doc)
	}
	return doc, nil
}

// Check returns the verdict on doc and every reason for it, nil when all is well. An input core forgives
// what [Core.Decode] forgives; an output core forgives nothing. It says what the published schema says,
// and enforces besides: the range of the Go type (64-bit integers, float32), what a type's own
// UnmarshalText accepts, and that no name comes twice. It is safe to call concurrently.
func (c *Core) Check(doc json.RawMessage) Faults {
	if c.side == Arguments && empty(doc) {
		doc = json.RawMessage("{}")
	}
	faults, _ := c.check(doc, false)
	return faults
}

// empty says whether arguments were left out altogether.
func empty(doc []byte) bool {
	doc = bytes.TrimSpace(doc)
	return len(doc) == 0 || string(doc) == "null"
}

// check reports every fault of doc, and whether it must be rewritten before it is decoded or sent.
func (c *Core) check(doc []byte, unset bool) (Faults, bool) {
	checker, ok := c.checkers.Get().(*checker)
	if !ok {
		checker = newChecker(c.side)
	}
	checker.unset = unset
	faults, rewrites := checker.check(c.root, doc)
	c.checkers.Put(checker)
	return faults, rewrites
}
