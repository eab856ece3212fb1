package wrap

import (
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"
)

// Anthropic's limits for one request with strict tools (structured outputs page, read 2026-11-29).
const (
	anthropicTools    = 20
	anthropicOptional = 24
	anthropicUnions   = 16
)

// OpenAI's limits for one strict schema (structured outputs guide, read 2026-11-29). Levels count objects
// and arrays, the root being the first. Text is names of properties and definitions, enum and const values.
const (
	openAIProperties = 5_000
	openAILevels     = 10
	openAIText       = 120_000
	openAIEnumValues = 1_000
	// One enum of strings with more than openAILongEnum values may hold openAILongEnumText characters.
	openAILongEnum     = 250
	openAILongEnumText = 15_000
)

// Argument names a host takes (Anthropic's structured outputs page and Gemini's function calling guide,
// read 2026-11-29).
const (
	anthropicName = `^[A-Za-z0-9_.-]{1,64}$`
	geminiName    = `^[A-Za-z_][A-Za-z0-9_]{0,63}$`
)

// The letters of such a name, without its length, which compiled would repeat them as often.
var (
	anthropicLetters = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)
	geminiLetters    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

const longestName = 64 // bytes, at both

// Budget returns the limits that a request with all these tools, each strict, would exceed: Anthropic's
// are counted over the request and have an empty Path, the others tool by tool with the tool's name first
// in Path. Only inputs count.
//
// Anthropic: 20 tools, 24 optional properties, 16 union-typed properties; names of arguments. OpenAI: 5,000
// properties, 10 levels, 120,000 characters of names and values, 1,000 enum values, 15,000 characters in
// an enum of more than 250 strings. Gemini: names of arguments.
func Budget(tools []Tool) ([]Refusal, error) {
	var out []Refusal
	var request AnthropicRequest
	for _, t := range tools {
		core, err := readInput(t)
		if err != nil {
			return nil, err
		}
		request.count(core)
		out = append(out, openAIBudget(t.Name, core)...)
		out = append(out, badNames(t.Name, core)...)
	}
	return append(request.Over(), out...), nil
}

// An AnthropicRequest is what Anthropic counts over one request with strict tools. Who knows the counts of a tool can add
// them without reading its schema.
type AnthropicRequest struct {
	// Tools is how many there are.
	Tools int
	// Optional is how many properties are not required, at all depths, and Unions how many places take more than one type,
	// null included.
	Optional, Unions int
}

// Add counts one more tool. The error is that of a schema that cannot be read; nothing is counted then.
func (r *AnthropicRequest) Add(t Tool) error {
	core, err := readInput(t)
	if err != nil {
		return err
	}
	r.count(core)
	return nil
}

func (r *AnthropicRequest) count(core *node) {
	r.Tools++
	walk(core, "", func(s *node, _ string) {
		if t := s.get("type"); s.has("anyOf") || t.isArray() && len(t.items) > 1 {
			r.Unions++
		}
		if properties := s.get("properties"); properties.isObject() {
			required := requiredNames(s)
			for _, name := range properties.names() {
				if !slices.Contains(required, name) {
					r.Optional++
				}
			}
		}
	})
}

// Over returns the limits that the request exceeds, each with an empty Path: 20 tools, 24 optional properties and 16 unions
// (structured outputs page, read 2026-11-29).
func (r AnthropicRequest) Over() []Refusal {
	var out []Refusal
	for _, l := range []struct {
		keyword, what string
		got, most     int
		wayOut        string
	}{
		{"strict", "tools", r.Tools, anthropicTools, "enable fewer, or send some with strict false"},
		{"required", "optional properties", r.Optional, anthropicOptional, "require some, or split the catalog"},
		{"type", "properties that take more than one type, null included", r.Unions, anthropicUnions,
			"use a sentinel such as \"any\" in place of null, or split the catalog"},
	} {
		if l.got > l.most {
			out = append(out, Refusal{Anthropic, "", l.keyword, fmt.Sprintf(
				"The request has %d %s; Anthropic takes %d with strict true; %s.", l.got, l.what, l.most, l.wayOut)})
		}
	}
	return out
}

func openAIBudget(tool string, core *node) []Refusal {
	var out []Refusal
	var properties, values, characters int
	walk(core, tool, func(s *node, path string) {
		for _, keyword := range []string{"properties", "$defs", "definitions"} {
			if named := s.get(keyword); named.isObject() {
				if keyword == "properties" {
					properties += len(named.members)
				}
				for _, name := range named.names() {
					characters += utf8.RuneCountInString(name)
				}
			}
		}
		if c := s.get("const"); c.isText() {
			characters += utf8.RuneCountInString(c.text)
		}
		enum := s.get("enum")
		if !enum.isArray() {
			return
		}
		inEnum := 0
		for _, v := range enum.items {
			inEnum += utf8.RuneCountInString(v.text)
		}
		values, characters = values+len(enum.items), characters+inEnum
		if len(enum.items) > openAILongEnum && inEnum > openAILongEnumText {
			out = append(out, Refusal{OpenAI, path, "enum", fmt.Sprintf(
				"An enum of %d values holds %d characters; OpenAI takes %d once there are more than %d values; take a string and search for it.",
				len(enum.items), inEnum, openAILongEnumText, openAILongEnum)})
		}
	})
	for _, l := range []struct {
		keyword, what string
		got, most     int
		wayOut        string
	}{
		{"properties", "properties", properties, openAIProperties, "split the tool"},
		{"type", "levels of objects and arrays", levels(core), openAILevels, "flatten it"},
		{"properties", "characters of names and values", characters, openAIText, "shorten the enums"},
		{"enum", "enum values", values, openAIEnumValues, "take a string and search for it"},
	} {
		if l.got > l.most {
			out = append(out, Refusal{OpenAI, tool, l.keyword, fmt.Sprintf(
				"The input has %d %s; OpenAI takes %d with strict true; %s.", l.got, l.what, l.most, l.wayOut)})
		}
	}
	return out
}

// levels counts nested objects and arrays; a union is as deep as its deepest branch.
func levels(s *node) int {
	deepest := 0
	for _, m := range s.members {
		for _, c := range subschemas(m, "") {
			deepest = max(deepest, levels(c.value))
		}
	}
	if s.mayBe("object") || s.mayBe("array") {
		deepest++
	}
	return deepest
}

func badNames(tool string, core *node) []Refusal {
	hosts := []struct {
		host    Host
		allowed string
		letters *regexp.Regexp
	}{{Anthropic, anthropicName, anthropicLetters}, {Gemini, geminiName, geminiLetters}}
	var out []Refusal
	walk(core, tool, func(s *node, path string) {
		properties := s.get("properties")
		if !properties.isObject() {
			return
		}
		for _, name := range properties.names() {
			for _, h := range hosts {
				if len(name) > longestName || !h.letters.MatchString(name) {
					out = append(out, Refusal{h.host, argument(path, name), "properties", fmt.Sprintf(
						"%s takes argument names that match %s; rename %q.", h.host, h.allowed, name)})
				}
			}
		}
	})
	return out
}
