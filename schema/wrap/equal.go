package wrap

import (
	"strconv"
	"strings"
)

// equal reports whether two values are the same JSON: members in any order, arrays in order, numbers by
// value.
func equal(a, b *node) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.kind != b.kind || len(a.members) != len(b.members) || len(a.items) != len(b.items) {
		return false
	}
	switch a.kind {
	case object:
		for _, m := range a.members {
			if !b.has(m.name) || !equal(m.value, b.get(m.name)) {
				return false
			}
		}
		return true
	case array:
		for i := range a.items {
			if !equal(a.items[i], b.items[i]) {
				return false
			}
		}
		return true
	case number:
		return sameNumber(a.text, b.text)
	}
	return a.text == b.text
}

// sameNumber compares integers by their digits and everything else as float64, which is how the
// converters' languages see them.
func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	if !strings.ContainsAny(a+b, ".eE") {
		return strings.TrimPrefix(a, "-") == "0" && strings.TrimPrefix(b, "-") == "0"
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && x == y
}

// difference returns the path of the first place where b is not a, walking a's order.
func difference(a, b *node, path string) string {
	if a.kind != b.kind {
		return path
	}
	for _, m := range a.members {
		if other := b.get(m.name); other == nil || !equal(m.value, other) {
			if other == nil {
				return step(path, m.name)
			}
			return difference(m.value, other, step(path, m.name))
		}
	}
	for _, m := range b.members {
		if !a.has(m.name) {
			return step(path, m.name)
		}
	}
	for i := range min(len(a.items), len(b.items)) {
		if !equal(a.items[i], b.items[i]) {
			return difference(a.items[i], b.items[i], path+"["+strconv.Itoa(i)+"]")
		}
	}
	return path
}

// step joins path segments with dots.
func step(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
