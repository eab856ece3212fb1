package probe

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// example makes arguments up: every required one, and none besides. The sentence says what stood in the way.
func (s *subject) example() (map[string]any, string) {
	m := &maker{left: maxParts}
	return m.members(s.input, 0)
}

// A maker makes values up, within bounds: a schema may be nested without end, and offer choices at every level.
type maker struct{ left int }

const (
	// maxNesting is how deep values are made up.
	maxNesting = 8
	// maxParts is how many parts of a schema are looked at for one tool.
	maxParts = 2000
)

// members makes an object up, its required members only.
func (m *maker) members(schema map[string]any, depth int) (map[string]any, string) {
	made := map[string]any{}
	nested := subject{input: schema}
	for _, p := range nested.properties() {
		if !p.required {
			continue
		}
		value, why := m.some(p.name, p.schema, depth+1)
		if why != "" {
			return nil, fmt.Sprintf("%s: %s", p.name, why)
		}
		made[p.name] = value
	}
	return made, ""
}

// some makes one value up: what the author gives as an example, else the first that is allowed, else the plainest of its
// type.
func (m *maker) some(name string, schema map[string]any, depth int) (any, string) {
	if m.left--; m.left < 0 || depth > maxNesting {
		return nil, "its schema has too many parts, or they are nested too deep"
	}
	if examples, _ := schema["examples"].([]any); len(examples) > 0 {
		return examples[0], ""
	}
	if value, ok := schema["const"]; ok {
		return value, ""
	}
	if value, ok := schema["default"]; ok {
		return value, ""
	}
	if values, _ := schema["enum"].([]any); len(values) > 0 {
		return values[0], ""
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		for _, choice := range list(schema[key]) {
			if value, why := m.some(name, choice, depth+1); why == "" && value != nil {
				return value, ""
			}
		}
	}
	allowed := types(schema)
	if len(allowed) == 0 {
		if schema["properties"] == nil {
			return nil, "its schema does not say what it is"
		}
		allowed = []string{"object"}
	}
	value, why := m.plainest(allowed[0], name, schema, depth)
	if why != "" && slices.Contains(allowed, "null") {
		return nil, ""
	}
	return value, why
}

// list is an array of schemas.
func list(value any) []map[string]any {
	entries, _ := value.([]any)
	var all []map[string]any
	for _, e := range entries {
		if schema, ok := e.(map[string]any); ok {
			all = append(all, schema)
		}
	}
	return all
}

// plainest makes a value of that type up.
func (m *maker) plainest(kind, name string, schema map[string]any, depth int) (any, string) {
	switch kind {
	case "string":
		return text(name, schema)
	case "integer", "number":
		return number(schema, kind == "integer")
	case "boolean":
		return false, ""
	case "null":
		return nil, ""
	case "object":
		return m.members(schema, depth)
	case "array":
		return m.items(name, schema, depth)
	}
	return nil, fmt.Sprintf("there is no type %q", clip(kind, 40))
}

// items makes an array up, as short as it may be.
func (m *maker) items(name string, schema map[string]any, depth int) (any, string) {
	least, _ := schema["minItems"].(float64)
	made := []any{}
	if least > 20 {
		return nil, "it has more than 20 items at least"
	}
	for range int(least) {
		of, ok := schema["items"].(map[string]any)
		if !ok {
			return nil, "its schema does not say what its items are"
		}
		value, why := m.some(name, of, depth+1)
		if why != "" {
			return nil, why
		}
		made = append(made, value)
	}
	return made, ""
}

// number makes a number up: 1 where that is allowed, else the nearest bound.
func number(schema map[string]any, whole bool) (any, string) {
	value := 1.0
	if least, ok := schema["minimum"].(float64); ok {
		value = max(value, least)
	}
	if above, ok := schema["exclusiveMinimum"].(float64); ok && value <= above {
		value = above + 1
	}
	if most, ok := schema["maximum"].(float64); ok {
		value = min(value, most)
	}
	if below, ok := schema["exclusiveMaximum"].(float64); ok && value >= below {
		value = below - 1
	}
	if step, ok := schema["multipleOf"].(float64); ok && step > 0 {
		value = math.Ceil(value/step) * step
	}
	if whole {
		return int64(math.Ceil(value)), ""
	}
	return value, ""
}

// quoted is an example in a description: e.g. SKU-4421, for example "Chicago".
var quoted = regexp.MustCompile("(?i)(?:e\\.g\\.|for example|for instance)[,:]?\\s+(?:\"([^\"]+)\"|'([^']+)'|`([^`]+)`|([^\\s,;()]+))")

// formats are values of formats that can be made up without asking anything of the outside.
var formats = map[string]string{"date": "2026-01-15", "date-time": "2026-01-15T12:00:00Z", "time": "12:00:00Z", "duration": "PT1H",
	"email": "someone@example.com", "uuid": "6f1b5c1e-0000-4000-8000-000000000000", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
	"hostname": "www.example.com"}

// outside are words in a name for what a tool would fetch or open.
var outside = regexp.MustCompile(`(?i)(?:^|_)(?:url|uri|urls|uris|link|href|endpoint)$|(?:Url|URL|Uri|URI)$`)

// text makes a string up. An address is not: a tool would ask it.
func text(name string, schema map[string]any) (any, string) {
	pattern, _ := schema["pattern"].(string)
	description, _ := schema["description"].(string)
	for _, m := range quoted.FindAllStringSubmatch(description, 3) {
		told := strings.TrimRight(m[1]+m[2]+m[3]+m[4], ".")
		if fits(told, pattern, schema) {
			return told, ""
		}
	}
	format, _ := schema["format"].(string)
	if format == "uri" || format == "uri-reference" || format == "iri" || outside.MatchString(name) {
		return nil, "it is an address, and the schema has no example of one"
	}
	if value, ok := formats[format]; ok && fits(value, pattern, schema) {
		return value, ""
	}
	if pattern != "" {
		made, ok := matching(pattern)
		if !ok || !fits(made, pattern, schema) {
			return nil, fmt.Sprintf("nothing simple matches the pattern %q", clip(pattern, 60))
		}
		return made, ""
	}
	word := "example"
	if least, ok := schema["minLength"].(float64); ok && least < 1000 {
		word += strings.Repeat("e", max(0, int(least)-len(word)))
	}
	if most, ok := schema["maxLength"].(float64); ok && most < float64(len(word)) {
		word = word[:max(0, int(most))]
	}
	return word, ""
}

// fits reports whether a string is of the pattern and the length.
func fits(s, pattern string, schema map[string]any) bool {
	least, _ := schema["minLength"].(float64)
	most, bounded := schema["maxLength"].(float64)
	if n := float64(len([]rune(s))); n < least || bounded && n > most {
		return false
	}
	if pattern == "" {
		return true
	}
	p, err := regexp.Compile(pattern)
	return err == nil && p.MatchString(s)
}
