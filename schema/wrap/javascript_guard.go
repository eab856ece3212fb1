package wrap

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// jsRefused are the keywords on which the JavaScript converter gives up, wherever they stand.
var jsRefused = []string{
	"$dynamicRef", "$recursiveRef", "additionalItems", "allOf", "contains", "contentSchema", "dependencies",
	"dependentRequired", "dependentSchemas", "else", "if", "maxContains", "minContains", "not", "oneOf",
	"patternProperties", "prefixItems", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
}

// jsNotes are the keywords that may stand beside a $ref, and with anyOf itself beside an anyOf.
var jsNotes = []string{
	"$anchor", "$comment", "$defs", "$id", "$ref", "$schema", "default", "deprecated", "description",
	"definitions", "examples", "readOnly", "title", "writeOnly",
}

// visits keeps a walk through references finite: a schema is entered again only from a deeper place.
type visits struct {
	active  map[*node]bool
	deepest map[*node]int
}

func newVisits() visits { return visits{map[*node]bool{}, map[*node]int{}} }

func (v visits) enter(s *node, path string, depth int) (bool, error) {
	if v.active[s] || v.deepest[s] >= depth {
		return false, nil
	}
	if depth > maxStrictDepth {
		return false, fallback(path, "nests deeper than %d levels, on which the SDK refuses the tool; flatten it", maxStrictDepth)
	}
	v.deepest[s], v.active[s] = depth, true
	return true, nil
}

func (v visits) leave(s *node) { delete(v.active, s) }

// A jsGuard refuses what strict mode would change the meaning of: open objects, unions beside
// constraints, and unions whose branches have optional properties.
type jsGuard struct {
	root  *node
	nulls *jsNulls
	seen  visits
}

func (g *jsGuard) schema(s *node, path string, depth int) error {
	if !s.isObject() {
		return nil
	}
	if ok, err := g.seen.enter(s, path, depth); !ok {
		return err
	}
	if s.has("$ref") {
		target, err := g.target(s, path)
		if err != nil {
			return err
		}
		if err := g.schema(target, path, depth+1); err != nil {
			return err
		}
	}
	if err := g.union(s, path, depth); err != nil {
		return err
	}
	properties := s.get("properties")
	some := properties.isObject() && len(properties.members) > 0
	if s.mayBe("object") && !s.get("additionalProperties").isFalse() && (!some || s.has("additionalProperties")) {
		return fallback(path, "allows undeclared properties; set additionalProperties to false")
	}
	if convertsProperties(s) {
		required := requiredNames(s)
		for _, m := range properties.members {
			at := step(step(path, "properties"), m.name)
			if err := g.schema(m.value, at, depth+1); err != nil {
				return err
			}
			if !slices.Contains(required, m.name) {
				if _, err := g.nulls.known(m.value, at); err != nil {
					return err
				}
			}
		}
	}
	for _, c := range append(itemSchemas(s, path), definedSchemas(s, path)...) {
		if err := g.schema(c.value, c.name, depth+1); err != nil {
			return err
		}
	}
	g.seen.leave(s)
	return nil
}

func (g *jsGuard) target(s *node, path string) (*node, error) {
	for _, name := range s.names() {
		if !slices.Contains(jsNotes, name) {
			return nil, fallback(path, "has %q beside $ref; move it into the target", name)
		}
	}
	return mustPointAt(g.root, s.get("$ref"), path)
}

func (g *jsGuard) union(s *node, path string, depth int) error {
	branches := s.get("anyOf")
	if branches == nil {
		return nil
	}
	if !branches.isArray() || len(branches.items) == 0 {
		return fallback(path, "has an anyOf that is no list of schemas; give it branches")
	}
	for _, name := range s.names() {
		if name != "anyOf" && !slices.Contains(jsNotes, name) {
			return fallback(path, "has %q beside anyOf; move it into each branch", name)
		}
	}
	for i, b := range branches.items {
		if err := g.schema(b, fmt.Sprintf("%s[%d]", step(path, "anyOf"), i), depth+1); err != nil {
			return err
		}
	}
	for i, b := range branches.items {
		at := fmt.Sprintf("%s[%d]", step(path, "anyOf"), i)
		optional, err := g.nulls.hasOptional(b, newVisits(), at, depth+1)
		if err != nil {
			return err
		}
		if optional {
			return fallback(at, "has an optional property inside a union; make it required")
		}
	}
	return nil
}

// A jsKeywords refuses keywords the converter does not look into, in every place that is sent.
type jsKeywords struct {
	root *node
	seen visits
}

func (k *jsKeywords) schema(s *node, path string, depth int) error {
	if s.kind == boolean {
		return nil
	}
	if !s.isObject() {
		return fallback(path, "is neither a schema object nor a boolean; give it a type")
	}
	if ok, err := k.seen.enter(s, path, depth); !ok {
		return err
	}
	if s != k.root && s.has("$id") {
		return fallback(path, "has an $id of its own; remove it")
	}
	for _, name := range jsRefused {
		if s.has(name) {
			return fallback(path, "uses %q, which strict mode cannot carry; say it in the description", name)
		}
	}
	children := []member{}
	if s.has("$ref") {
		target, err := mustPointAt(k.root, s.get("$ref"), path)
		if err != nil {
			return err
		}
		children = append(children, member{path, target})
	}
	if branches := s.get("anyOf"); branches != nil {
		if !branches.isArray() || len(branches.items) == 0 {
			return fallback(path, "has an anyOf that is no list of schemas; give it branches")
		}
		for i, b := range branches.items {
			children = append(children, member{fmt.Sprintf("%s[%d]", step(path, "anyOf"), i), b})
		}
	}
	if properties := s.get("properties"); properties.isObject() {
		for _, m := range properties.members {
			children = append(children, member{step(step(path, "properties"), m.name), m.value})
		}
	}
	children = append(children, itemSchemas(s, path)...)
	if additional := s.get("additionalProperties"); additional != nil {
		children = append(children, member{step(path, "additionalProperties"), additional})
	}
	for _, c := range append(children, definedSchemas(s, path)...) {
		if err := k.schema(c.value, c.name, depth+1); err != nil {
			return err
		}
	}
	k.seen.leave(s)
	return nil
}

// itemSchemas returns what items holds, each with its path.
func itemSchemas(s *node, path string) []member {
	items := s.get("items")
	if items == nil {
		return nil
	}
	if !items.isArray() {
		return []member{{step(path, "items"), items}}
	}
	var all []member
	for i, v := range items.items {
		all = append(all, member{fmt.Sprintf("%s[%d]", step(path, "items"), i), v})
	}
	return all
}

// definedSchemas returns what $defs and definitions hold, each with its path.
func definedSchemas(s *node, path string) []member {
	var all []member
	for _, key := range []string{"$defs", "definitions"} {
		if defs := s.get(key); defs.isObject() {
			for _, m := range defs.members {
				all = append(all, member{step(step(path, key), m.name), m.value})
			}
		}
	}
	return all
}

func mustPointAt(root, ref *node, path string) (*node, error) {
	if !ref.isText() {
		return nil, fallback(path, "has a $ref that is no string; write the target out")
	}
	target := pointedAt(root, ref.text)
	if target == nil {
		return nil, fallback(path, "refers to %q, which is not in this document; write the target out", ref.text)
	}
	return target, nil
}

// pointedAt resolves a local reference, a JSON pointer as URI fragment (RFC 6901 section 6), or returns
// nil.
func pointedAt(root *node, ref string) *node {
	if ref == "#" {
		return root
	}
	rest, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	pointer, err := url.PathUnescape(rest)
	if err != nil || !utf8.ValidString(pointer) || !strings.HasPrefix(pointer, "/") {
		return nil
	}
	at := root
	for token := range strings.SplitSeq(pointer[1:], "/") {
		plain := strings.ReplaceAll(strings.ReplaceAll(token, "~1", ""), "~0", "")
		if strings.Contains(plain, "~") {
			return nil
		}
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		switch {
		case at.isObject():
			at = at.get(token)
		case at.isArray():
			i, isIndex := index(token)
			if !isIndex || i >= len(at.items) || strconv.Itoa(i) != token {
				return nil
			}
			at = at.items[i]
		default:
			return nil
		}
		if at == nil {
			return nil
		}
	}
	return at
}
