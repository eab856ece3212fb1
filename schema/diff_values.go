package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// types compares the types, null apart, and reports whether the rest can be compared.
func (d *diff) types(path string, old, new words) bool {
	was, is := typesOf(old), typesOf(new)
	switch had, has := slices.Contains(was, "null"), slices.Contains(is, "null"); {
	case had && !has && len(is) > 0:
		d.narrower(path, "It is no longer nullable")
	case has && !had && len(was) > 0:
		d.wider(path, "It becomes nullable")
	}
	lost, gained := uncovered(was, is), uncovered(is, was)
	switch {
	case len(lost) > 0 && len(gained) > 0:
		d.add(path, Breaking, fmt.Sprintf("The type changes from %s to %s; keep what was, or publish the tool under a new name.",
			strings.Join(was, " or "), strings.Join(is, " or ")))
		return false
	case len(lost) > 0 || len(was) == 0 && len(is) > 0:
		d.narrower(path, "The type narrows from %s to %s", shownTypes(was), shownTypes(is))
	case len(gained) > 0 || len(is) == 0 && len(was) > 0:
		d.wider(path, "The type widens from %s to %s", shownTypes(was), shownTypes(is))
	}
	return true
}

func typesOf(w words) []string {
	var one string
	if json.Unmarshal(w["type"], &one) == nil {
		return []string{one}
	}
	var several []string
	_ = json.Unmarshal(w["type"], &several)
	return several
}

// uncovered returns the types other than null that others do not take; no others take everything.
func uncovered(types, others []string) []string {
	var out []string
	for _, t := range types {
		if t != "null" && len(others) > 0 && !slices.Contains(others, t) &&
			(t != "integer" || !slices.Contains(others, "number")) {
			out = append(out, t)
		}
	}
	return out
}

func shownTypes(types []string) string {
	if len(types) == 0 {
		return "anything"
	}
	return strings.Join(types, " or ")
}

// values compares enum and const, null apart, which goes with the type.
func (d *diff) values(path string, old, new words) {
	was, hadAny := valuesOf(old)
	is, hasAny := valuesOf(new)
	switch {
	case !hadAny && hasAny:
		d.narrower(path, "Only %s are left where any value was legal", strings.Join(is, ", "))
		return
	case hadAny && !hasAny:
		d.wider(path, "Any value is legal where only %s were", strings.Join(was, ", "))
		return
	}
	missing := func(from []string) func(string) bool { return func(v string) bool { return slices.Contains(from, v) } }
	if lost := slices.DeleteFunc(slices.Clone(was), missing(is)); len(lost) > 0 {
		d.narrower(path, "%s no longer a legal value", are(lost))
	}
	if gained := slices.DeleteFunc(slices.Clone(is), missing(was)); len(gained) > 0 {
		d.wider(path, "%s a new value", are(gained))
	}
}

func are(values []string) string {
	if len(values) == 1 {
		return values[0] + " is"
	}
	return strings.Join(values, ", ") + " are each"
}

func valuesOf(w words) ([]string, bool) {
	var all []json.RawMessage
	if c, ok := w["const"]; ok {
		all = []json.RawMessage{c}
	} else if json.Unmarshal(w["enum"], &all) != nil {
		return nil, false
	}
	var out []string
	for _, v := range all {
		if s := shown(v); s != "null" {
			out = append(out, s)
		}
	}
	return out, true
}

// bounds compares what is counted and measured.
func (d *diff) bounds(path string, old, new words) {
	for _, b := range []struct {
		what        string
		low, above  string
		high, below string
	}{
		{"value", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"},
		{"length", "minLength", "", "maxLength", ""},
		{"number of items", "minItems", "", "maxItems", ""},
		{"number of members", "minProperties", "", "maxProperties", ""},
	} {
		d.bound(path, "least "+b.what, boundOf(old, b.low, b.above, 1), boundOf(new, b.low, b.above, 1), 1)
		d.bound(path, "greatest "+b.what, boundOf(old, b.high, b.below, -1), boundOf(new, b.high, b.below, -1), -1)
	}
	d.multiples(path, boundOf(old, "multipleOf", "", 1), boundOf(new, "multipleOf", "", 1))
}

func (d *diff) multiples(path string, was, is *limit) {
	switch {
	case was == nil && is == nil:
	case was == nil:
		d.narrower(path, "Only multiples of %s are legal", is.text)
	case is == nil:
		d.wider(path, "Values need not be multiples of %s", was.text)
	case was.compare(is.number) == 0:
	case is.multiple(was.number):
		d.narrower(path, "Only multiples of %s are legal, before of %s", is.text, was.text)
	case was.multiple(is.number):
		d.wider(path, "Multiples of %s are legal, before of %s only", is.text, was.text)
	default:
		d.add(path, Breaking, fmt.Sprintf("multipleOf changes from %s to %s; keep what was, or publish the tool under a new name.", was.text, is.text))
	}
}

// A limit is a bound; open leaves the number itself out.
type limit struct {
	number
	open bool
}

// boundOf returns the tighter of two bounds, or nil. up is 1 for a lower bound, where greater is tighter.
func boundOf(w words, closed, open string, up int) *limit {
	var tightest *limit
	for _, name := range []string{closed, open} {
		var n json.Number
		if raw, ok := w[name]; ok && name != "" && json.Unmarshal(raw, &n) == nil && n != "" && raw[0] != '"' {
			l := &limit{readNumber(n.String()), name == open}
			if tightest == nil || tighter(l, tightest, up) > 0 {
				tightest = l
			}
		}
	}
	return tightest
}

// tighter returns 1 when a allows less than b, -1 when more, 0 when the same.
func tighter(a, b *limit, up int) int {
	if c := a.compare(b.number) * up; c != 0 {
		return c
	}
	switch {
	case a.open && !b.open:
		return 1
	case b.open && !a.open:
		return -1
	}
	return 0
}

func (d *diff) bound(path, what string, was, is *limit, up int) {
	says := func() string { return fmt.Sprintf("The %s is %s, before %s", what, shownBound(is), shownBound(was)) }
	switch {
	case was == nil && is == nil:
	case was == nil, is != nil && tighter(is, was, up) > 0:
		d.narrower(path, "%s", says())
	case is == nil, tighter(is, was, up) < 0:
		d.wider(path, "%s", says())
	}
}

func shownBound(l *limit) string {
	switch {
	case l == nil:
		return "unbounded"
	case l.open:
		return l.text + " exclusive"
	}
	return l.text
}

// texts compares pattern, format and uniqueItems, of which one cannot say which is the narrower.
func (d *diff) texts(path string, old, new words) {
	for _, name := range []string{"pattern", "format"} {
		switch was, is := old[name], new[name]; {
		case same(was, is):
		case was == nil:
			d.narrower(path, "The %s %s is new", name, shown(is))
		case is == nil:
			d.wider(path, "The %s %s is gone", name, shown(was))
		default:
			d.risky(path, "The %s changes from %s to %s", name, shown(was), shown(is))
		}
	}
	switch was, is := shown(old["uniqueItems"]) == "true", shown(new["uniqueItems"]) == "true"; {
	case is && !was:
		d.narrower(path, "Items must be unique")
	case was && !is:
		d.wider(path, "Items need not be unique")
	}
}
