package wrap

import (
	"fmt"
	"slices"
	"strings"
)

// anthropicFormats are the string formats Anthropic's strict mode knows (structured outputs page, read
// 2026-11-29).
var anthropicFormats = []string{
	"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid",
}

// anthropicLacks are the keywords Anthropic's strict mode answers with 400, and which words can carry.
// minItems, format and pattern are refused for some values only.
var anthropicLacks = []string{
	"minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
	"maxItems", "uniqueItems", "minProperties", "maxProperties", "contentEncoding", "contentMediaType",
}

// anthropicCannot are the keywords that shape a value in ways neither strict mode nor words can carry.
var anthropicCannot = []string{
	"$dynamicRef", "$recursiveRef", "$ref", "additionalItems", "contains", "contentSchema", "dependencies",
	"dependentRequired", "dependentSchemas", "else", "if", "not", "oneOf", "patternProperties", "prefixItems",
	"propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
}

// AnthropicTool returns the tool for Anthropic's Messages API: name, description, input_schema, strict
// true (anthropic-sdk-typescript 1.14.0, Tool).
//
// Keywords strict mode refuses, most bounds among them, move into the description of their property; the
// server keeps enforcing them. A core without any is embedded as it is. One that strict mode cannot carry
// at all, with a map for example, is embedded as it is with strict false, which takes any JSON Schema.
// $ref counts as such although Anthropic takes some: a core is inlined and has none.
func AnthropicTool(t Tool) (Wrapped, error) {
	core, err := readInput(t)
	if err != nil {
		return Wrapped{}, err
	}
	left := unsaid(t, "an Anthropic tool")
	schema, strict := trimmed(t.Input), true
	if why := anthropicObstacles(core); len(why) > 0 {
		strict = false
		left = append(left, notStrict(strings.Join(why, " ")))
	} else if moved := anthropicMove(core); len(moved) > 0 {
		schema = core.bytes()
		left = append(left, moved...)
	}
	return Wrapped{
		JSON: envelope(
			part{"name", quoted(t.Name)},
			part{"description", quoted(t.Description)},
			part{"input_schema", schema},
			part{"strict", truth(strict).bytes()},
		),
		LeftOut: left,
	}, nil
}

// anthropicObstacles says what keeps a schema from being strict.
func anthropicObstacles(root *node) []string {
	var why []string
	add := func(path, format string, a ...any) {
		why = append(why, place(path)+" "+fmt.Sprintf(format, a...))
	}
	if t := root.get("type"); !t.isText() || t.text != "object" {
		add("", "must have type \"object\".")
	}
	walk(root, "", func(s *node, path string) {
		if s.kind != object {
			add(path, "is a boolean schema; give it a type.")
			return
		}
		for _, name := range s.names() {
			if slices.Contains(anthropicCannot, name) {
				add(path, "uses %s; write the shape out without it.", name)
			}
		}
		if !s.has("type") && !s.has("anyOf") && !s.has("allOf") && !s.has("enum") && !s.has("const") {
			add(path, "has no type; give it one.")
		}
		if s.mayBe("object") && !s.get("additionalProperties").isFalse() {
			add(path, "allows undeclared properties; set additionalProperties to false.")
		}
		if s.get("items").isArray() {
			add(path, "has a list of item schemas; give one for all items.")
		}
		if e := s.get("enum"); e.isArray() && slices.ContainsFunc(e.items, func(v *node) bool { return v.kind == object || v.kind == array }) {
			add(path, "has an enum with objects or arrays; keep scalars.")
		}
	})
	return why
}

// anthropicMove moves what strict mode refuses into descriptions, in place.
func anthropicMove(root *node) []Omission {
	var left []Omission
	walk(root, "", func(s *node, path string) {
		lacks := slices.Clone(anthropicLacks)
		if m := s.get("minItems"); m != nil && m.text != "0" && m.text != "1" {
			lacks = append(lacks, "minItems")
		}
		if f := s.get("format"); f.isText() && !slices.Contains(anthropicFormats, f.text) {
			lacks = append(lacks, "format")
		}
		if p := s.get("pattern"); p.isText() && !simplePattern(p.text) {
			lacks = append(lacks, "pattern")
		}
		left = append(left, move(s, path, "Anthropic's strict mode", lacks)...)
	})
	return left
}

// simplePattern reports whether a regular expression does without lookaround, backreferences and word
// boundaries, which Anthropic's strict mode does not compile.
func simplePattern(p string) bool {
	for i := 0; i < len(p); i++ {
		switch {
		case p[i] == '\\' && i+1 < len(p):
			i++
			if c := p[i]; c == 'b' || c == 'B' || c == 'k' || c >= '1' && c <= '9' {
				return false
			}
		case strings.HasPrefix(p[i:], "(?=") || strings.HasPrefix(p[i:], "(?!") ||
			strings.HasPrefix(p[i:], "(?<=") || strings.HasPrefix(p[i:], "(?<!"):
			return false
		}
	}
	return true
}
