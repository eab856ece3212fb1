package wrap

import "slices"

// A nullness says whether a schema accepts null.
type nullness int

const (
	acceptsNull nullness = iota + 1
	refusesNull
	unknownNull
)

// knownNullness returns whether an optional property accepts null; not being able to say is a fallback.
func knownNullness(s, root *node, path string) (nullness, error) {
	n, err := nullnessOf(s, root, nil, path, 1)
	if err == nil && n == unknownNull {
		err = fallback(path, "is optional and may or may not accept null; make it required")
	}
	return n, err
}

func nullnessOf(s, root *node, seen []string, path string, depth int) (nullness, error) {
	if depth > maxStrictDepth {
		return 0, fallback(path, "nests deeper than %d levels, on which the SDK refuses the tool; flatten it", maxStrictDepth)
	}
	switch {
	case s.isTrue():
		return acceptsNull, nil
	case s.isFalse():
		return refusesNull, nil
	case !s.isObject():
		return unknownNull, nil
	}
	if t := s.get("type"); t != nil {
		if !t.isText() && !t.isArray() {
			return unknownNull, nil
		}
		if !s.mayBe("null") {
			return refusesNull, nil
		}
	}
	if e := s.get("enum"); e != nil {
		if !e.isArray() {
			return unknownNull, nil
		}
		if !slices.ContainsFunc(e.items, (*node).isNull) {
			return refusesNull, nil
		}
	}
	if c := s.get("const"); c != nil && !c.isNull() {
		return refusesNull, nil
	}
	if ref := s.get("$ref"); ref != nil {
		if !ref.isText() || slices.Contains(seen, ref.text) {
			return unknownNull, nil
		}
		target := pointedAt(root, ref.text)
		if target == nil {
			return unknownNull, nil
		}
		n, err := nullnessOf(target, root, append(slices.Clone(seen), ref.text), path, depth+1)
		if err != nil || n != acceptsNull {
			return n, err
		}
	}
	if any := s.get("anyOf"); any != nil {
		return nullnessOfUnion(any, root, seen, path, depth)
	}
	if !s.has("type") && s.get("properties").isObject() {
		return refusesNull, nil
	}
	return acceptsNull, nil
}

// nullnessOfUnion accepts null when a branch does, and refuses it when all do.
func nullnessOfUnion(any, root *node, seen []string, path string, depth int) (nullness, error) {
	if !any.isArray() {
		return unknownNull, nil
	}
	accepted, refused := false, 0
	for _, b := range any.items {
		n, err := nullnessOf(b, root, seen, path, depth+1)
		if err != nil {
			return 0, err
		}
		accepted = accepted || n == acceptsNull
		if n == refusesNull {
			refused++
		}
	}
	switch {
	case accepted:
		return acceptsNull, nil
	case refused == len(any.items):
		return refusesNull, nil
	}
	return unknownNull, nil
}
