package schema

import (
	"encoding/json"
	"maps"
	"slices"
)

// object compares properties, what is required and what is left open.
func (d *diff) object(path string, old, new words) {
	was, _ := keywords(old["properties"])
	is, _ := keywords(new["properties"])
	for _, name := range slices.Sorted(maps.Keys(merged(was, is))) {
		at := name
		if path != "" {
			at = path + "." + name
		}
		a, had := keywords(was[name])
		b, has := keywords(is[name])
		switch {
		case was[name] == nil:
			d.added(at, old, b, requires(new, name))
		case is[name] == nil:
			d.removed(at, a, new, requires(old, name))
		case had && has:
			d.required(at, b, requires(old, name), requires(new, name))
			d.schema(at, a, b)
		case !same(was[name], is[name]):
			d.risky(at, "A boolean schema changes")
		}
	}
	d.openness(path, old, new)
}

// added judges a property that only the new schema declares. parent is the old object.
func (d *diff) added(path string, parent, is words, required bool) {
	undeclared, typed := keywords(parent["additionalProperties"])
	switch {
	case d.side == Arguments && required && !slices.Contains(typesOf(is), "null"):
		d.add(path, Breaking, "It is new and required; let it be left out, or publish the tool under a new name.")
	case d.side == Arguments && !closed(parent) && !typed:
		d.risky(path, "It is new where anything was taken under that name")
	case d.side == Result && closed(parent):
		d.add(path, Risky, "It is new, and a client that kept the old, closed schema refuses it until it lists the tools again; publish it as a change of the tool.")
	default:
		d.add(path, Compatible, "It is new.")
	}
	if typed {
		d.schema(path, undeclared, is)
	}
}

// removed judges a property that only the old schema declares. parent is the new object.
func (d *diff) removed(path string, was, parent words, required bool) {
	switch {
	case d.side == Arguments && closed(parent):
		d.add(path, Breaking, "It is gone, and calls that send it are refused; keep it, or publish the tool under a new name.")
	case d.side == Result && required:
		d.add(path, Breaking, "It is gone, and it was always there; keep it, or publish the tool under a new name.")
	default:
		d.add(path, Compatible, "It is gone.")
	}
	if !closed(parent) { // a value under that name is an undeclared one from now on
		undeclared, _ := keywords(parent["additionalProperties"])
		d.schema(path, was, undeclared)
	}
}

// required compares whether a property must be there. A nullable argument may be absent in any case.
func (d *diff) required(path string, is words, had, has bool) {
	switch {
	case had == has:
	case d.side == Arguments && has && slices.Contains(typesOf(is), "null"):
		d.add(path, Compatible, "It is listed as required; null and absence are taken.")
	case has:
		d.narrower(path, "It was optional and is required")
	default:
		d.wider(path, "It was required and is optional")
	}
}

// openness compares additionalProperties: closed, open, or a schema for what is not named.
func (d *diff) openness(path string, old, new words) {
	a, okOld := keywords(old["additionalProperties"])
	b, okNew := keywords(new["additionalProperties"])
	switch {
	case okOld && okNew:
		d.schema(path+"{}", a, b)
	case closed(old) == closed(new) && okOld == okNew:
	case closed(new), okNew && !closed(old):
		d.narrower(path, "Fewer undeclared properties are taken")
	default:
		d.wider(path, "More undeclared properties are taken")
	}
}

func closed(w words) bool { return shown(w["additionalProperties"]) == "false" }

func requires(w words, name string) bool {
	var names []string
	return json.Unmarshal(w["required"], &names) == nil && slices.Contains(names, name)
}

func (d *diff) items(path string, old, new words) {
	a, okOld := keywords(old["items"])
	b, okNew := keywords(new["items"])
	switch {
	case okOld && okNew:
		d.schema(path+"[]", a, b)
	case same(old["items"], new["items"]):
	case old["items"] == nil:
		d.narrower(path, "Items are described for the first time")
	case new["items"] == nil:
		d.wider(path, "Items are no longer described")
	default:
		d.risky(path, "items changes")
	}
}
