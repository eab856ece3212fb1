package schema

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
)

var letters = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// portable reports whether every host accepts a property name: the intersection of Gemini and Claude Code. The length is no
// part of the pattern, which would repeat its letters as often.
func portable(name string) bool { return len(name) <= 64 && letters.MatchString(name) }

func (r *reader) object(t reflect.Type, path string, level int) *node {
	n := &node{kind: object, index: map[string]int{}}
	before := len(r.problems)
	r.fields(n, t, path, level)
	if len(n.names) == 0 && len(r.problems) == before && mute(t) {
		r.problem(ruleNoFields, path, "%s has no exported field, so it would always be {}; export the fields, or use struct{}", t)
		r.refused[t] = true
		return nil
	}
	return n
}

// mute says whether a struct has fields and none of them, embedded ones aside, is for JSON. The JSON
// library refuses such a struct every time, also as an embedded one.
func mute(t reflect.Type) bool {
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() || f.Anonymous {
			return false
		}
	}
	return t.NumField() > 0 && !tagged(t)
}

// tagged says whether a struct says itself, by a json tag, that it may be empty.
func tagged(t reflect.Type) bool {
	for i := range t.NumField() {
		if _, ok := t.Field(i).Tag.Lookup("json"); ok {
			return true
		}
	}
	return false
}

func (r *reader) fields(n *node, t reflect.Type, path string, level int) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("json") == "-" {
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			r.embedded(n, f, options, path, level)
		case !f.IsExported():
			if tag, ok := meant(f); ok {
				r.problem(ruleUnexported, join(path, f.Name), "the field %s is not exported and has a %s tag; export it, or remove the tag", f.Name, tag)
			}
		default:
			if name == "" {
				name = f.Name
			}
			r.field(n, f, name, options, path, level)
		}
	}
}

// tags are the keys of a struct tag that this package reads.
var tags = []string{"json", "jsonschema", "jsonschema_description", "jsonschema_extras"}

// meant says whether a field has a tag that says it is to travel, and which.
func meant(f reflect.StructField) (tag string, ok bool) {
	for _, tag := range tags {
		if _, ok := f.Tag.Lookup(tag); ok {
			return tag, true
		}
	}
	return "", false
}

// embedded takes the fields of an embedded struct as its own, as encoding/json does.
func (r *reader) embedded(n *node, f reflect.StructField, options, path string, level int) {
	t := f.Type
	switch {
	case t.Kind() == reflect.Pointer:
		r.problem(ruleEmbedding, path, "%s is embedded by pointer, so its members vanish when it is nil; embed it by value, or give the field a name", t)
	case t.Kind() != reflect.Struct:
		r.problem(ruleEmbedding, path, "%s is embedded and is not a struct; give the field a name", t)
	case t == timeType || encodingOf(t).any():
		r.problem(ruleEmbedding, path, "%s is embedded and has its own encoding, which cannot be mixed with other members; give the field a name", t)
	case options != "":
		r.problem(ruleJSONOption, path, "%s is embedded and its json tag has options (%s), which mean nothing there; remove them, or give the field a name", t, options)
	case mute(t):
		r.problem(ruleNoFields, path, "%s is embedded and has no exported field, which the JSON library refuses; give the field a name that is not exported", t)
	default:
		if tag, ok := meant(f); ok && tag != "json" {
			r.problem(ruleEmbedding, path, "%s is embedded, so its members stand here and its %s tag is for none of them; remove the tag, or give the field a name", t, tag)
		}
		r.fields(n, t, path, level)
		return
	}
	r.refused[r.within[len(r.within)-1]] = true
}

func (r *reader) field(n *node, f reflect.StructField, name, options, path string, level int) {
	path = join(path, name)
	r.name(n, name, path)
	for _, tag := range tags {
		if _, ok := f.Tag.Lookup(tag); !ok && strings.Contains(string(f.Tag), tag+":") {
			r.problem(ruleTagSyntax, path, "the tag %s cannot be read, so Go ignores it; write key:\"value\" pairs apart by one space, "+
				"and every backslash inside the quotes twice", tag)
		}
	}
	p := property{name: name, required: true, says: tagText(f), words: splitTag(f.Tag.Get("jsonschema"))}
	asString := r.options(f, &p, options, path)
	child := r.read(f.Type, path, level+1)
	if asString {
		child = r.asDigits(f.Type, child, path)
	}
	r.words(f, child, path)
	if child == nil {
		r.describedTag(f, path)
		return
	}
	r.wideID(f.Type, name, child, path)
	switch {
	case p.optional: // omitempty, omitzero
		p.required, child.nullable = false, false
	case r.side == Arguments && child.nullable:
		p.optional = true
	}
	p.node = child
	n.index[name] = len(n.properties)
	n.properties = append(n.properties, p)
}

func (r *reader) name(n *node, name, path string) {
	if !portable(name) {
		r.problem(ruleName, path, "%q is not a portable property name; use 1 to 64 letters, digits and _, beginning with a letter", name)
	}
	i := slices.IndexFunc(n.names, func(other string) bool { return strings.EqualFold(other, name) })
	switch {
	case i < 0:
	case n.names[i] == name:
		r.problem(ruleDuplicate, path, "%q comes twice in this struct, perhaps through embedding, and Go would drop one; rename one of them", name)
	default:
		r.problem(ruleDuplicate, path, "%q and %q differ only in case, which models and some hosts mix up; rename one of them", n.names[i], name)
	}
	n.names = append(n.names, name)
}

// options reads the options of a json tag and says whether an integer is to travel as text.
func (r *reader) options(f reflect.StructField, p *property, options, path string) (asString bool) {
	if options == "" {
		return false
	}
	seen := map[string]bool{}
	for option := range strings.SplitSeq(options, ",") {
		if seen[option] {
			r.problem(ruleJSONOption, path, "the json tag has the option %q twice; keep one", option)
		}
		seen[option] = true
		switch option {
		case "omitempty":
			p.optional, p.omits = true, true
			if r.side == Arguments {
				r.problem(ruleOmitEmptyInput, path, "omitempty makes this a property that strict hosts turn into a required one; use a pointer without omitempty (%s)", pointerTo(f.Type))
			}
		case "omitzero":
			p.optional, p.omits = true, true
			if r.side == Arguments {
				r.problem(ruleOmitZeroInput, path, "omitzero says nothing about arguments; for an optional one use a pointer without it (%s)", pointerTo(f.Type))
			}
		case "string":
			asString = true
		default:
			r.unknownOption(option, path)
		}
	}
	return asString
}

func pointerTo(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return t.String()
	}
	return "*" + t.String()
}

// Patterns of an integer in decimal digits: one way to write each.
const (
	signedDigits   = `^(0|-?[1-9][0-9]*)$`
	unsignedDigits = `^(0|[1-9][0-9]*)$`
)

func (r *reader) asDigits(t reflect.Type, n *node, path string) *node {
	if n == nil || n.kind != integer {
		r.problem(ruleStringOption, path, "the string option is for integers, and this is %s; remove it", t)
		return nil
	}
	digits := &node{kind: text, nullable: n.nullable, goType: n.goType, digits: n.span, pattern: signedDigits}
	if n.span.low == 0 {
		digits.pattern = unsignedDigits
	}
	digits.matches = regexp.MustCompile(digits.pattern)
	return digits
}

// wideID refuses what JavaScript rounds: an id is compared, never added up, and one digit off is
// another record.
func (r *reader) wideID(t reflect.Type, name string, n *node, path string) {
	list := n.kind == array && n.items.kind == integer
	if n.kind != integer && !list {
		return
	}
	of := n
	wayOut := "write `json:\"" + name + ",string\"`, or use a string"
	if list {
		of = n.items
		wayOut = "use []string"
		name = strings.TrimSuffix(name, "s")
	}
	if of.goType.Bits() < 64 {
		return
	}
	if name == "id" || strings.HasSuffix(name, "_id") || strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "ID") {
		r.problem(ruleID, path, "an id of type %s is rounded by hosts written in JavaScript above 2^53; %s", t, wayOut)
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
