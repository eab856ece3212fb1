package wrap

import "slices"

// A nullness says whether a schema accepts null.
type nullness int

const (
	acceptsNull nullness = iota + 1
	refusesNull
	unknownNull
)

// A jsNulls answers questions about null in one document. It gives up after maxStrictNodes steps: references
// can fan out exponentially, and where the SDK would be busy for hours we say fallback.
type jsNulls struct {
	root *node
	left int
}

func (j *jsNulls) spend(path string) error {
	j.left--
	if j.left < 0 {
		return fallback(path, "takes more than %d steps to follow its references; use fewer", maxStrictNodes)
	}
	return nil
}

// known returns whether an optional property accepts null; not being able to say is a fallback.
func (j *jsNulls) known(s *node, path string) (nullness, error) {
	n, err := j.of(s, nil, path, 1)
	if err == nil && n == unknownNull {
		err = fallback(path, "is optional and may or may not accept null; make it required")
	}
	return n, err
}

func (j *jsNulls) of(s *node, seen []string, path string, depth int) (nullness, error) {
	if err := j.spend(path); err != nil {
		return 0, err
	}
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
		target := pointedAt(j.root, ref.text)
		if target == nil {
			return unknownNull, nil
		}
		n, err := j.of(target, append(slices.Clone(seen), ref.text), path, depth+1)
		if err != nil || n != acceptsNull {
			return n, err
		}
	}
	if branches := s.get("anyOf"); branches != nil {
		return j.ofUnion(branches, seen, path, depth)
	}
	if !s.has("type") && s.get("properties").isObject() {
		return refusesNull, nil
	}
	return acceptsNull, nil
}

// ofUnion accepts null when a branch does, and refuses it when all do.
func (j *jsNulls) ofUnion(branches *node, seen []string, path string, depth int) (nullness, error) {
	if !branches.isArray() {
		return unknownNull, nil
	}
	accepted, refused := false, 0
	for _, b := range branches.items {
		n, err := j.of(b, seen, path, depth+1)
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
	case refused == len(branches.items):
		return refusesNull, nil
	}
	return unknownNull, nil
}

// hasOptional reports whether a null in an argument could be one the SDK put there.
func (j *jsNulls) hasOptional(s *node, seen visits, path string, depth int) (bool, error) {
	if err := j.spend(path); err != nil {
		return false, err
	}
	if !s.isObject() {
		return false, nil
	}
	if ok, err := seen.enter(s, path, depth); !ok {
		return false, err
	}
	defer seen.leave(s)
	if ref := s.get("$ref"); ref.isText() {
		return j.hasOptional(pointedAt(j.root, ref.text), seen, path, depth+1)
	}
	children := itemSchemas(s, path)
	if branches := s.get("anyOf"); branches.isArray() {
		children = nil
		for _, b := range branches.items {
			children = append(children, member{path, b})
		}
	} else if convertsProperties(s) {
		required := requiredNames(s)
		var properties []member
		for _, m := range s.get("properties").members {
			at := step(step(path, "properties"), m.name)
			if !slices.Contains(required, m.name) {
				accepts, err := j.known(m.value, at)
				if err != nil || accepts == refusesNull {
					return true, err
				}
			}
			properties = append(properties, member{at, m.value})
		}
		children = append(properties, children...)
	}
	for _, c := range children {
		if yes, err := j.hasOptional(c.value, seen, c.name, depth+1); yes || err != nil {
			return yes, err
		}
	}
	return false, nil
}
