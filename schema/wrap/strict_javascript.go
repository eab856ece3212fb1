package wrap

import (
	"encoding/json"
	"fmt"
	"slices"
)

// StrictJS returns what OpenAI's Agents SDK for JavaScript makes of an MCP tool's input schema with
// convertSchemasToStrict (@openai/agents-core 0.20.0, behaviour read and run 2026-11-29), or a
// [*FallbackError] when it sends the schema as it is, not strict.
//
// Plain optional properties become required and nullable, and the SDK strips those nulls again before it
// calls the tool. Some keywords the API refuses pass unseen; [StrictRefusals] lists them.
func StrictJS(doc json.RawMessage) (json.RawMessage, error) {
	root, err := read(doc)
	if err != nil {
		return nil, err
	}
	wasEmpty := len(root.members) == 0
	sortIndexes(root)
	for _, d := range []member{
		{"type", str("object")}, {"properties", &node{kind: object}}, {"required", &node{kind: array}},
	} {
		if v := root.get(d.name); v == nil || v.isNull() {
			root.set(d.name, d.value)
		}
	}
	if wasEmpty {
		root.set("additionalProperties", truth(false))
	}
	if root.depth() > maxStrictDepth {
		return nil, fallback("", "nests deeper than %d levels, on which the SDK refuses the tool; flatten it", maxStrictDepth)
	}
	nulls := &jsNulls{root: root, left: maxStrictNodes}
	if err := (&jsGuard{root: root, nulls: nulls, seen: newVisits()}).schema(root, "", 1); err != nil {
		return nil, err
	}
	if err := (&jsKeywords{root: root, seen: newVisits()}).schema(root, "", 1); err != nil {
		return nil, err
	}
	j := &jsStrict{original: root, nulls: nulls, prepared: map[*node]*node{}}
	converted, err := j.entry(root.clone(), root, "", true)
	if err != nil {
		return nil, err
	}
	if err := j.settle(converted); err != nil {
		return nil, err
	}
	return converted.bytes(), nil
}

// A jsStrict is one conversion. It remembers which prepared schema each original one became, because a
// reference into a place that moved is pointed at a new definition.
type jsStrict struct {
	original *node
	nulls    *jsNulls
	prepared map[*node]*node
	refs     []jsRef
}

type jsRef struct {
	target string
	in     *node
}

// entry converts s, a copy of original, in place. Arrays are only ever copied, never schemas.
func (j *jsStrict) entry(s, original *node, path string, isRoot bool) (*node, error) {
	if s.kind != object {
		return s, nil
	}
	if done := j.prepared[original]; done != nil {
		return done, nil
	}
	j.prepared[original] = s
	if ref := original.get("$ref"); ref.isText() {
		j.refs = append(j.refs, jsRef{ref.text, s})
	}
	properties, additional := s.get("properties"), s.get("additionalProperties")
	if !s.has("type") && (properties.isObject() || additional != nil) && !additional.isFalse() {
		return nil, fallback(path, "is an open object without a type; set type to \"object\" and additionalProperties to false")
	}
	if !isRoot && !s.has("type") && properties.isObject() {
		s.set("type", str("object"))
	}
	if convertsProperties(s) {
		if err := j.properties(s, original, path); err != nil {
			return nil, err
		}
	}
	if err := j.children(s, original, path); err != nil {
		return nil, err
	}
	if s.get("default").isNull() {
		s.remove("default")
	}
	return s, nil
}

func (j *jsStrict) properties(s, original *node, path string) error {
	properties, originals := s.get("properties"), original.get("properties")
	required := requiredNames(original)
	for i, m := range properties.members {
		at := step(step(path, "properties"), m.name)
		was := originals.get(m.name)
		optional := !slices.Contains(required, m.name)
		var accepts nullness
		if optional {
			var err error
			if accepts, err = j.nulls.known(was, at); err != nil {
				return err
			}
		}
		v, err := j.entry(m.value, was, at, false)
		if err != nil {
			return err
		}
		if optional && accepts == refusesNull {
			v = orNull(v)
		}
		properties.members[i].value = v
	}
	s.set("required", strs(properties.names()))
	s.set("additionalProperties", truth(false))
	return nil
}

// children converts definitions, unions and items.
func (j *jsStrict) children(s, original *node, path string) error {
	for _, key := range []string{"$defs", "definitions"} {
		if defs := s.get(key); defs.isObject() {
			for i, m := range defs.members {
				v, err := j.entry(m.value, original.get(key).get(m.name), step(step(path, key), m.name), false)
				if err != nil {
					return err
				}
				defs.members[i].value = v
			}
		}
	}
	for _, key := range []string{"anyOf", "items"} {
		list := s.get(key)
		if key == "items" && list.isObject() {
			v, err := j.entry(list, original.get(key), step(path, key), false)
			if err != nil {
				return err
			}
			s.set(key, v)
		}
		if !list.isArray() {
			continue
		}
		for i, v := range list.items {
			converted, err := j.entry(v, original.get(key).items[i], fmt.Sprintf("%s[%d]", step(path, key), i), false)
			if err != nil {
				return err
			}
			list.items[i] = converted
		}
	}
	return nil
}

// settle points references at definitions of their own where the conversion moved their target, for
// example into a nullable union.
func (j *jsStrict) settle(root *node) error {
	moved := map[*node]string{}
	next := 0
	for i := 0; i < len(j.refs); i++ { // converting a target may add references
		ref := j.refs[i]
		target := pointedAt(j.original, ref.target)
		if target == nil {
			continue
		}
		want := target
		if target.kind == object {
			if want = j.prepared[target]; want == nil {
				var err error
				if want, err = j.entry(target.clone(), target, ref.target, false); err != nil {
					return err
				}
			}
		}
		now := pointedAt(root, ref.target)
		if now == want || target.kind != object && equal(now, want) {
			continue
		}
		name := moved[target]
		if name == "" {
			defs := root.get("$defs")
			if defs == nil {
				defs = &node{kind: object}
				root.set("$defs", defs)
			} else if !defs.isObject() {
				return fallback("$defs", "is not an object; make it one")
			}
			for {
				name = fmt.Sprintf("__openai_strict_ref_%d", next)
				next++
				if !defs.has(name) {
					break
				}
			}
			defs.set(name, want)
			if target.kind == object {
				moved[target] = name
			}
		}
		ref.in.set("$ref", str("#/$defs/"+name))
	}
	return nil
}

// orNull is how an optional property is made nullable: its description is repeated outside the union.
func orNull(s *node) *node {
	if s.kind != object && !s.isFalse() {
		return s
	}
	n := &node{kind: object}
	if d := s.get("description"); d.isText() {
		n.set("description", d)
	}
	n.set("anyOf", &node{kind: array, items: []*node{s, {kind: object, members: []member{{"type", str("null")}}}}})
	return n
}

// convertsProperties reports whether s is treated as an object with properties.
func convertsProperties(s *node) bool {
	return s.get("properties").isObject() && (!s.has("type") || s.mayBe("object"))
}

func requiredNames(s *node) []string {
	var names []string
	if r := s.get("required"); r.isArray() {
		for _, i := range r.items {
			if i.kind == null {
				names = append(names, "null")
			} else {
				names = append(names, i.text)
			}
		}
	}
	return names
}

// sortIndexes puts names that look like array indexes first, ascending, in every object: that is the
// order of a JavaScript object (ECMA-262, OrdinaryOwnPropertyKeys).
func sortIndexes(n *node) {
	slices.SortStableFunc(n.members, func(a, b member) int {
		x, isX := index(a.name)
		y, isY := index(b.name)
		switch {
		case isX && isY:
			return x - y
		case isX:
			return -1
		case isY:
			return 1
		}
		return 0
	})
	for _, m := range n.members {
		sortIndexes(m.value)
	}
	for _, i := range n.items {
		sortIndexes(i)
	}
}

// index reads a canonical array index, below 2^32 - 1.
func index(name string) (int, bool) {
	if name == "" || len(name) > 10 || name[0] == '0' && name != "0" {
		return 0, false
	}
	i := 0
	for _, c := range name {
		if c < '0' || c > '9' {
			return 0, false
		}
		i = i*10 + int(c-'0')
	}
	return i, i < 1<<32-1
}
