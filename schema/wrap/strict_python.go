package wrap

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// maxStrictNodes is how many schemas the Python converter visits before it gives up.
const maxStrictNodes = 100_000

// besideRef are the keywords that constrain nothing beside a $ref, in the Python converter's view.
var besideRef = []string{
	"$anchor", "$comment", "$defs", "$schema", "contentEncoding", "contentMediaType", "contentSchema", "default",
	"definitions", "deprecated", "description", "examples", "readOnly", "title", "writeOnly",
}

// StrictPython returns what OpenAI's Agents SDK for Python makes of an MCP tool's input schema with
// convert_schemas_to_strict (openai-agents 0.22.0, behaviour read and run 2026-11-29), or a
// [*FallbackError] when it sends the schema as it is, not strict.
//
// Plain optional properties become required and do not become nullable: the model has to make a value
// up. Keywords the API refuses pass unseen; [StrictRefusals] lists them.
func StrictPython(doc json.RawMessage) (json.RawMessage, error) {
	root, err := read(doc)
	if err != nil {
		return nil, err
	}
	if root.depth() > maxStrictDepth {
		return nil, fallback("", "nests deeper than %d levels; flatten it", maxStrictDepth)
	}
	p := &pythonStrict{root: root, wasEmpty: len(root.members) == 0, left: maxStrictNodes}
	if !root.has("properties") {
		root.set("properties", &node{kind: object})
	}
	if err := p.schema(root, "", 1, false); err != nil {
		return nil, err
	}
	if err := p.finishRoot(); err != nil {
		return nil, err
	}
	return root.bytes(), nil
}

// A pythonStrict is one run over one document, which it changes in place.
type pythonStrict struct {
	root     *node
	wasEmpty bool // {} was sent: the only open object that is closed rather than refused
	left     int
}

func (p *pythonStrict) spend(path string) error {
	p.left--
	if p.left < 0 {
		return fallback(path, "grows beyond %d schemas once references are written out; use fewer references", maxStrictNodes)
	}
	return nil
}

// schema converts one schema. nested is true within a subschema that has an $id of its own.
func (p *pythonStrict) schema(s *node, path string, depth int, nested bool) error {
	if depth > maxStrictDepth {
		return fallback(path, "nests deeper than %d levels once references are written out; flatten it", maxStrictDepth)
	}
	if !s.isObject() {
		return fallback(path, "is not a schema object; give it a type")
	}
	if err := p.spend(path); err != nil {
		return err
	}
	nested = nested || s != p.root && s.get("$id").isText()
	steps := []func(*node, string, int, bool) error{p.reference, p.definitions, p.object, p.children}
	for _, f := range steps {
		if err := f(s, path, depth, nested); err != nil {
			return err
		}
	}
	if all := s.get("allOf"); all.isArray() {
		if len(all.items) == 1 {
			return p.mergeOnly(s, all.items[0], path, depth, nested)
		}
		if err := p.each(all, path, "allOf", depth, nested); err != nil {
			return err
		}
	}
	if s.get("default").isNull() {
		s.remove("default")
	}
	return p.inline(s, path, depth, nested)
}

// reference refuses a $ref whose neighbours constrain.
func (p *pythonStrict) reference(s *node, path string, _ int, nested bool) error {
	if !s.has("$ref") {
		return nil
	}
	if nested {
		return fallback(path, "has a $ref inside a subschema with its own $id; write the target out")
	}
	for _, name := range s.names() {
		if name != "$ref" && !slices.Contains(besideRef, name) && (name != "$id" || s != p.root) {
			return fallback(path, "has %q beside $ref; write the target out", name)
		}
	}
	return nil
}

func (p *pythonStrict) definitions(s *node, path string, depth int, nested bool) error {
	for _, key := range []string{"$defs", "definitions"} {
		if defs := s.get(key); defs.isObject() {
			for _, m := range defs.members {
				if err := p.schema(m.value, step(step(path, key), m.name), depth+1, nested); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// object closes objects and requires every property.
func (p *pythonStrict) object(s *node, path string, depth int, nested bool) error {
	properties, additional := s.get("properties"), s.get("additionalProperties")
	if t := s.get("type"); t == nil || t.isNull() {
		if properties.isObject() {
			s.set("type", str("object"))
		} else if additional != nil && !additional.isFalse() {
			return fallback(path, "allows undeclared properties; set additionalProperties to false")
		}
	}
	if s.mayBe("object") {
		empty := properties == nil || properties.isObject() && len(properties.members) == 0
		switch {
		case additional == nil && empty && !p.wasEmpty:
			return fallback(path, "is an object without properties that is not closed; set additionalProperties to false")
		case additional == nil:
			s.set("additionalProperties", truth(false))
		case !additional.isFalse():
			return fallback(path, "allows undeclared properties; set additionalProperties to false")
		}
	}
	if !properties.isObject() {
		return nil
	}
	s.set("required", strs(properties.names()))
	for _, m := range properties.members {
		if err := p.schema(m.value, step(step(path, "properties"), m.name), depth+1, nested); err != nil {
			return err
		}
	}
	return nil
}

// children converts items and unions; oneOf becomes anyOf.
func (p *pythonStrict) children(s *node, path string, depth int, nested bool) error {
	if items := s.get("items"); items.isObject() {
		if err := p.schema(items, step(path, "items"), depth+1, nested); err != nil {
			return err
		}
	}
	if branches := s.get("anyOf"); branches.isArray() {
		if err := p.each(branches, path, "anyOf", depth, nested); err != nil {
			return err
		}
	}
	one := s.get("oneOf")
	if !one.isArray() {
		return nil
	}
	if err := p.each(one, path, "oneOf", depth, nested); err != nil {
		return err
	}
	union := &node{kind: array}
	if branches := s.get("anyOf"); branches.isArray() {
		union.items = append(union.items, branches.items...)
	}
	union.items = append(union.items, one.items...)
	s.set("anyOf", union)
	s.remove("oneOf")
	return nil
}

func (p *pythonStrict) each(list *node, path, keyword string, depth int, nested bool) error {
	for i, v := range list.items {
		if err := p.schema(v, step(path, keyword)+"["+strconv.Itoa(i)+"]", depth+1, nested); err != nil {
			return err
		}
	}
	return nil
}

// mergeOnly replaces an allOf of one by its entry, and converts the result again.
func (p *pythonStrict) mergeOnly(s, entry *node, path string, depth int, nested bool) error {
	var err error
	if entry.has("$ref") && onlyRef(entry) {
		if nested {
			return fallback(path, "has a $ref inside a subschema with its own $id; write the target out")
		}
		if err = p.spend(path); err == nil {
			entry, err = p.follow(entry, path)
		}
	} else {
		err = p.schema(entry, step(path, "allOf")+"[0]", depth+1, nested)
	}
	if err != nil {
		return err
	}
	merged := &node{kind: object, members: slices.Clone(entry.members)}
	for _, m := range s.members {
		inner := merged.get(m.name)
		switch {
		case m.name == "allOf":
		case inner == nil, slices.Contains(besideRef, m.name):
			merged.set(m.name, m.value)
		case equal(m.value, inner):
		case m.name == "properties" && m.value.isObject() && len(m.value.members) == 0:
		case m.name == "required" && m.value.isArray() && len(m.value.items) == 0:
		default:
			return fallback(path, "says %q both itself and in its allOf, differently; say it once", m.name)
		}
	}
	s.members = merged.members
	return p.schema(s, path, depth+1, nested)
}

// follow resolves a chain of references that carry nothing but notes. The outer notes win.
func (p *pythonStrict) follow(s *node, path string) (*node, error) {
	seen := map[string]bool{}
	var notes []member // innermost first
	for s.has("$ref") && onlyRef(s) {
		ref := s.get("$ref")
		if !ref.isText() || seen[ref.text] {
			return nil, fallback(path, "has a $ref that is no string or leads back to itself; write the target out")
		}
		seen[ref.text] = true
		var carried []member
		for _, m := range s.members {
			if m.name != "$ref" {
				carried = append(carried, m)
			}
		}
		notes = over(carried, notes)
		if err := p.spend(path); err != nil {
			return nil, err
		}
		target, err := p.resolve(ref.text, path)
		if err != nil {
			return nil, err
		}
		s = target
	}
	return &node{kind: object, members: over(s.members, notes)}, nil
}

// inline writes out a $ref that has neighbours. A bare one is a fallback, recursive or not.
func (p *pythonStrict) inline(s *node, path string, depth int, nested bool) error {
	ref := s.get("$ref")
	switch {
	case ref == nil:
		return nil
	case len(s.members) == 1 || !ref.isText() || ref.text == "":
		return fallback(path, "is a reference whose target is not checked; write the target out")
	}
	target, err := p.resolve(ref.text, path)
	if err != nil {
		return err
	}
	s.remove("$ref")
	// What s says keeps its place and wins; the target's other members follow.
	for _, m := range target.members {
		if !s.has(m.name) {
			s.members = append(s.members, m)
		}
	}
	return p.schema(s, path, depth+1, nested)
}

func (p *pythonStrict) resolve(ref, path string) (*node, error) {
	if !strings.HasPrefix(ref, "#/") {
		return nil, fallback(path, "refers to %q, which is not inside this document; write the target out", ref)
	}
	at := p.root
	for key := range strings.SplitSeq(ref[2:], "/") {
		at = at.get(strings.ReplaceAll(strings.ReplaceAll(key, "~1", "/"), "~0", "~"))
		if !at.isObject() {
			return nil, fallback(path, "refers to %q, which is not there; write the target out", ref)
		}
		if at.get("$id").isText() {
			return nil, fallback(path, "refers to %q across a subschema with its own $id; write the target out", ref)
		}
	}
	return at, nil
}

func (p *pythonStrict) finishRoot() error {
	if p.root.get("anyOf").isArray() {
		return fallback("", "is a union; make it one object")
	}
	if t := p.root.get("type"); t.holds("object") {
		if len(t.items) != 1 {
			return fallback("", "may be something else than an object; make its type \"object\"")
		}
		p.root.set("type", str("object"))
	}
	return nil
}

// onlyRef reports whether nothing beside $ref constrains.
func onlyRef(s *node) bool {
	return !slices.ContainsFunc(s.names(), func(name string) bool {
		return name != "$ref" && !slices.Contains(besideRef, name)
	})
}

// over lays top over base: base's order, top's values, then what only top has.
func over(base, top []member) []member {
	n := &node{kind: object, members: slices.Clone(base)}
	for _, m := range top {
		n.set(m.name, m.value)
	}
	return n.members
}
