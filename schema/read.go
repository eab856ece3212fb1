package schema

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/comity-mcp/comity/fault"
)

const (
	maxLevels  = 10   // OpenAI structured outputs, read 2026-11
	goodLevels = 5    // beyond it models make mistakes and some hosts flatten
	maxPlaces  = 5000 // OpenAI structured outputs: object properties in all
)

// A reader turns a Go type into nodes and collects what is wrong with it. It looks at a type before
// invopop does, because a recursive one overflows the stack there and cannot be recovered from.
type reader struct {
	side     Side
	problems fault.Problems
	within   []reflect.Type        // the types being read, outermost first
	refused  map[reflect.Type]bool // types that invopop must not see
	places   int
	slips    map[string][]string // by path, the words of tags that were reported
}

// read is the whole way from a type to its compiled schema. The node is nil or unusable when the
// problems hold an error.
func read(t reflect.Type, s Side) (*node, fault.Problems) {
	r := &reader{side: s, refused: map[reflect.Type]bool{}, slips: map[string][]string{}}
	root := r.root(t)
	if root != nil {
		r.describe(root, "")
		r.settle(root, "")
	}
	r.problems.Sort()
	return root, r.problems
}

func (r *reader) problem(rule fault.Rule, path, format string, args ...any) {
	r.problems = append(r.problems, rule.Problem(path, fmt.Sprintf(format, args...)))
}

func (r *reader) root(t reflect.Type) *node {
	const wayOut = "use a struct with one field for each value, or struct{} when there are none"
	switch {
	case t == nil:
		r.problem(ruleRoot, "", "there is no type for the %s; %s", r.side, wayOut)
		return nil
	case t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct:
		r.problem(ruleRoot, "", "%s is a pointer, and the %s must be a struct; use %s", t, r.side, t.Elem())
		return nil
	case t.Kind() != reflect.Struct:
		r.problem(ruleRoot, "", "%s is not an object, and the %s must be one; %s", t, r.side, wayOut)
		return nil
	}
	n := r.plain(t, "", 1)
	if n == nil {
		return nil
	}
	if n.kind != object {
		r.problem(ruleRoot, "", "%s travels as a string, and the %s must be an object; %s", t, r.side, wayOut)
		return nil
	}
	n.goType = t
	return n
}

// read returns the node of a type at a path, nil when the type is refused. level counts the objects
// and lists around it.
func (r *reader) read(t reflect.Type, path string, level int) *node {
	nullable := t.Kind() == reflect.Pointer
	if nullable {
		t = t.Elem()
	}
	if t.Kind() == reflect.Pointer {
		r.problem(rulePointer, path, "%s points to a pointer; one pointer already says optional, so drop the other", reflect.PointerTo(t))
		return nil
	}
	r.places++
	if r.places == maxPlaces+1 {
		r.problem(ruleSize, path, "the type has more than %d places; split the tool, or leave out what no caller needs", maxPlaces)
	}
	if r.places > maxPlaces {
		return nil
	}
	n := r.plain(t, path, level)
	if n != nil {
		n.nullable, n.goType = nullable, t
	}
	return n
}

// plain is read without the pointer.
func (r *reader) plain(t reflect.Type, path string, level int) *node {
	r.hooks(t, path)
	if n, done := r.encoded(t, path); done {
		return n
	}
	switch t.Kind() {
	case reflect.Bool:
		return &node{kind: boolean}
	case reflect.String:
		return &node{kind: text}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &node{kind: integer, span: spanOf(t)}
	case reflect.Float32, reflect.Float64:
		return &node{kind: decimal, narrow: t.Kind() == reflect.Float32}
	case reflect.Interface:
		r.problem(ruleAny, path, "%s accepts anything, and clients that want a type refuse the whole tool list; name a type, "+
			"or make one optional field for each form", t)
	case reflect.Struct, reflect.Slice, reflect.Array, reflect.Map:
		return r.container(t, path, level)
	default:
		r.problem(ruleKind, path, "%s cannot travel as JSON; use a string, a number, a bool, a struct or a list", t)
	}
	r.refused[t] = true
	return nil
}

func (r *reader) container(t reflect.Type, path string, level int) *node {
	if i := slices.Index(r.within, t); i >= 0 {
		for _, inner := range r.within[i:] {
			r.refused[inner] = true
		}
		r.problem(ruleRecursive, path, "%s contains itself, which no host can be told; give the inner values ids "+
			"(parent_id, child_ids), or write a fixed number of levels as types of their own", t)
		return nil
	}
	switch {
	case level == maxLevels+1:
		r.problem(ruleDepth, path, "this is level %d of objects and lists, and hosts take %d; flatten the type, or split the tool", level, maxLevels)
		r.refused[t] = true
		return nil
	case level == goodLevels+1:
		r.problem(ruleDeep, path, "this is level %d of objects and lists, and models do well up to %d; flatten the type, or pass ids", level, goodLevels)
	}
	r.within = append(r.within, t)
	defer func() { r.within = r.within[:len(r.within)-1] }()
	switch t.Kind() {
	case reflect.Struct:
		return r.object(t, path, level)
	case reflect.Map:
		return r.mapping(t, path, level)
	}
	return r.array(t, path, level)
}

func (r *reader) mapping(t reflect.Type, path string, level int) *node {
	if r.side == Arguments {
		r.problem(ruleMapInput, path, "%s is a map, which hosts with strict schemas close to {}; use a list of struct{ Key, Value }", t)
	} else if key := t.Key(); key.Kind() != reflect.String || encodingOf(key).any() {
		r.problem(ruleMapKey, path, "the keys of %s are not plain strings; use map[string]%s", t, t.Elem())
		r.refused[t] = true
	}
	items := r.read(t.Elem(), path+"{}", level+1)
	if items == nil || r.side == Arguments {
		r.refused[t] = true
		return nil
	}
	return &node{kind: mapping, items: items}
}

func (r *reader) array(t reflect.Type, path string, level int) *node {
	if t.Elem().Kind() == reflect.Uint8 && !encodingOf(t.Elem()).any() {
		r.problem(ruleBytes, path, "%s is bytes; use a string and say the encoding in its description (text, hexadecimal, base64), "+
			"or []int for a list of small numbers", t)
		r.refused[t] = true
		return nil
	}
	items := r.read(t.Elem(), path+"[]", level+1)
	if items == nil {
		r.refused[t] = true
		return nil
	}
	n := &node{kind: array, items: items}
	if t.Kind() == reflect.Array {
		count := t.Len()
		n.minItems, n.maxItems = &count, &count
	}
	return n
}
