package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// A Side says which of a tool's two schemas is compared. There is no zero side.
type Side int

const (
	// Arguments are sent by callers who know the old schema: what they send must still be taken.
	Arguments Side = iota + 1
	// Result is read by callers who know the old schema: what they get must still be in it.
	Result
)

// String returns "arguments" or "result".
func (s Side) String() string {
	switch s {
	case Arguments:
		return "arguments"
	case Result:
		return "result"
	}
	return fmt.Sprintf("side(%d)", int(s))
}

// A Class is what a change means to somebody who still has the old schema. There is no zero class.
type Class int

const (
	// Compatible changes need no caller to change, wording included: models read it, so review it.
	Compatible Class = iota + 1
	// Risky changes may or may not break a caller; the two documents do not tell.
	Risky
	// Breaking changes refuse a call that was legal, or return what was not announced.
	Breaking
)

// String returns "compatible", "risky" or "breaking".
func (c Class) String() string {
	switch c {
	case Compatible:
		return "compatible"
	case Risky:
		return "risky"
	case Breaking:
		return "breaking"
	}
	return fmt.Sprintf("class(%d)", int(c))
}

// A Change is one difference between two releases of a schema.
type Change struct {
	// Path leads to the place by property names, for example "lines[].sku"; empty for the root.
	Path  string
	Class Class
	// Says is a sentence that ends in the way out, except for a compatible change.
	Says string
}

// Diff compares two releases of a published schema, sorted by path; the same meaning gives an empty
// slice. Hosts keep the schema they last listed, so a change is judged by who still has the old one:
// narrower arguments break, and so does a wider result. As everywhere in Comity, null means absence for an
// argument. Keywords that a core does not use are compared for equality only, and are risky.
//
// A document that is no JSON object is one breaking change at the root.
func Diff(old, new json.RawMessage, side Side) []Change {
	d := &diff{side: side, changes: []Change{}}
	a, okOld := keywords(old)
	b, okNew := keywords(new)
	if !okOld || !okNew {
		d.add("", Breaking, "One of the two schemas is not a JSON object; compare published schemas.")
		return d.changes
	}
	d.schema("", a, b)
	slices.SortStableFunc(d.changes, func(x, y Change) int { return cmp.Compare(x.Path, y.Path) })
	return d.changes
}

// A diff is one comparison.
type diff struct {
	side    Side
	changes []Change
}

func (d *diff) add(path string, c Class, says string) {
	d.changes = append(d.changes, Change{path, c, says})
}

// narrower reports that fewer values are legal than were; it breaks callers.
func (d *diff) narrower(path, format string, a ...any) {
	d.judge(path, d.side == Arguments, fmt.Sprintf(format, a...))
}

// wider reports that more values are legal than were; it breaks readers.
func (d *diff) wider(path, format string, a ...any) {
	d.judge(path, d.side == Result, fmt.Sprintf(format, a...))
}

func (d *diff) judge(path string, breaks bool, says string) {
	if breaks {
		d.add(path, Breaking, says+"; keep what was, or publish the tool under a new name.")
		return
	}
	d.add(path, Compatible, says+".")
}

func (d *diff) risky(path, format string, a ...any) {
	d.add(path, Risky, fmt.Sprintf(format, a...)+"; compare the two by hand before publishing.")
}

type words = map[string]json.RawMessage

func keywords(doc json.RawMessage) (words, bool) {
	var w words
	err := json.Unmarshal(doc, &w)
	return w, err == nil && w != nil
}

// handled are the keywords schema looks at in their own way.
var handled = []string{
	"type", "enum", "const", "properties", "required", "additionalProperties", "items", "default", "multipleOf",
	"uniqueItems", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems",
	"maxItems", "minProperties", "maxProperties", "pattern", "format",
}

// notes are the keywords that constrain nothing.
var notes = []string{
	"title", "description", "examples", "$schema", "$id", "$comment", "deprecated", "readOnly", "writeOnly",
}

func (d *diff) schema(path string, old, new words) {
	if !d.types(path, old, new) {
		return // two different things; their details do not compare
	}
	d.values(path, old, new)
	d.bounds(path, old, new)
	d.texts(path, old, new)
	d.object(path, old, new)
	d.items(path, old, new)
	if !same(old["default"], new["default"]) {
		if d.side == Arguments {
			d.risky(path, "The default changes from %s to %s, and with it the meaning of a call without the argument",
				shown(old["default"]), shown(new["default"]))
		} else {
			d.add(path, Compatible, "The default changes.")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(merged(old, new))) {
		switch {
		case slices.Contains(handled, name) || same(old[name], new[name]):
		case slices.Contains(notes, name) || strings.HasPrefix(name, "x-"):
			d.add(path, Compatible, fmt.Sprintf("The %s changes.", name))
		default:
			d.risky(path, "%s changes", name)
		}
	}
}

func merged(a, b words) words {
	m := maps.Clone(a)
	if m == nil {
		m = words{}
	}
	maps.Copy(m, b)
	return m
}

// same compares two values as JSON; nil is absence.
func same(a, b json.RawMessage) bool {
	if a == nil || b == nil || bytes.Equal(a, b) {
		return (a == nil) == (b == nil)
	}
	return reflect.DeepEqual(loosely(a), loosely(b))
}

func loosely(doc json.RawMessage) any {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var v any
	_ = d.Decode(&v)
	return v
}

// shown is a value in one line, "none" when absent.
func shown(v json.RawMessage) string {
	if v == nil {
		return "none"
	}
	var b bytes.Buffer
	if json.Compact(&b, v) != nil {
		return string(v)
	}
	return b.String()
}
