package wrap

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A Host is a vendor whose API takes tool definitions. There is no zero host.
type Host int

const (
	// OpenAI is the Responses, Chat Completions and Agents APIs.
	OpenAI Host = iota + 1
	// Anthropic is the Messages API.
	Anthropic
	// Gemini is the Gemini API.
	Gemini
)

// String returns the vendor's or product's name.
func (h Host) String() string {
	switch h {
	case OpenAI:
		return "OpenAI"
	case Anthropic:
		return "Anthropic"
	case Gemini:
		return "Gemini"
	}
	return fmt.Sprintf("host(%d)", int(h))
}

// A Refusal is something a host's API answers with an error, usually for the whole request.
type Refusal struct {
	Host Host
	// Path leads to the place by property names, as in [Omission]; empty for the root, or for the whole
	// request when a budget is exceeded.
	Path string
	// Keyword is what is refused.
	Keyword string
	// Says is a sentence that ends in the way out.
	Says string
}

// openAIRefused are the keywords strict mode has no notion of: the deny-list of openai-node 7.59.0, whose
// own conversion refuses them, and those named in openai/openai-agents-python issue 4353. Not tried against the live API.
var openAIRefused = []string{
	"$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef", "additionalItems", "allOf",
	"contains", "contentEncoding", "contentMediaType", "contentSchema", "dependencies", "dependentRequired",
	"dependentSchemas", "else", "if", "maxContains", "maxProperties", "minContains", "minProperties", "not", "oneOf",
	"patternProperties", "prefixItems", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
	"uniqueItems",
}

// openAIFormats are the string formats strict mode knows (structured outputs guide, read 2026-11-29).
var openAIFormats = []string{
	"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
}

// StrictRefusals returns what OpenAI's API would refuse in a function's parameters with strict true. Give
// it the document as it is sent: a core, or what [StrictPython] or [StrictJS] made of a schema, because
// those two let refused keywords pass. One refusal fails the whole request, not just its tool.
func StrictRefusals(doc json.RawMessage) ([]Refusal, error) {
	root, err := read(doc)
	if err != nil {
		return nil, err
	}
	return strictRefusals(root), nil
}

func strictRefusals(root *node) []Refusal {
	var out []Refusal
	refuse := func(path, keyword, format string, a ...any) {
		out = append(out, Refusal{OpenAI, path, keyword, fmt.Sprintf(format, a...)})
	}
	if t := root.get("type"); !t.isText() || t.text != "object" {
		refuse("", "type", `The root must have type "object"; make it so.`)
	}
	if root.has("anyOf") {
		refuse("", "anyOf", "The root must not be a union; make it one object.")
	}
	walk(root, "", func(s *node, path string) {
		if s.kind != object {
			refuse(path, "type", "A boolean schema says nothing about the value; give it a type.")
			return
		}
		for _, name := range s.names() {
			if slices.Contains(openAIRefused, name) {
				refuse(path, name, "Strict mode has no %s; say it in the description and check it in the handler.", name)
			}
		}
		if f := s.get("format"); f.isText() && !slices.Contains(openAIFormats, f.text) {
			refuse(path, "format", "Strict mode has no format %q, only %s; say it in the description.", f.text, strings.Join(openAIFormats, ", "))
		}
		if !s.has("type") && !s.has("anyOf") && !s.has("$ref") && !s.has("enum") && !s.has("const") {
			refuse(path, "type", "The schema has no type; give it one.")
		}
		if s.get("items").isArray() {
			refuse(path, "items", "A list of item schemas is not allowed; give one schema for all items.")
		}
		if s.mayBe("object") {
			objectRefusals(s, path, refuse)
		}
	})
	return out
}

func objectRefusals(s *node, path string, refuse func(path, keyword, format string, a ...any)) {
	if !s.get("additionalProperties").isFalse() {
		refuse(path, "additionalProperties", "Every object must be closed; set additionalProperties to false.")
	}
	properties := s.get("properties")
	if !properties.isObject() {
		return
	}
	required := requiredNames(s)
	for _, name := range properties.names() {
		if !slices.Contains(required, name) {
			refuse(argument(path, name), "required", "Every property must be required; list it, and let it be null where it may be absent.")
		}
	}
}

// walk visits every schema in document order, parents first, with its path by property names.
func walk(s *node, path string, visit func(s *node, path string)) {
	visit(s, path)
	for _, m := range s.members {
		for _, c := range subschemas(m, path) {
			walk(c.value, c.name, visit)
		}
	}
}

// subschemas returns the schemas one keyword holds, each with its path by property names.
func subschemas(m member, path string) []member {
	var out []member
	switch m.name {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
		for _, p := range m.value.members {
			at := argument(path, p.name)
			if m.name != "properties" {
				at = path + "<" + m.name + "." + p.name + ">"
			}
			out = append(out, member{at, p.value})
		}
	case "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
		"unevaluatedItems", "unevaluatedProperties":
		switch {
		case m.value.kind == object && m.name == "items":
			out = append(out, member{path + "[]", m.value})
		case m.value.kind == object:
			out = append(out, member{path + "<" + m.name + ">", m.value})
		case m.value.kind == boolean && m.name == "items":
			out = append(out, member{path + "[]", m.value})
		}
	case "anyOf", "oneOf", "allOf", "prefixItems":
		for i, v := range m.value.items {
			out = append(out, member{fmt.Sprintf("%s<%s %d>", path, m.name, i+1), v})
		}
	}
	return out
}

// argument is the path of a property: names joined by dots.
func argument(path, name string) string { return step(path, name) }
