package probe

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/comity-mcp/comity/catalog"
)

// A subject is one tool with what is needed to call it.
type subject struct {
	tool   catalog.Tool
	input  map[string]any // the schema; nil when it is no object
	output *jsonschema.Schema
	// valid are arguments that the schema takes, nil when none could be made up; why says what stood in the way.
	valid map[string]any
	why   string
	// mirrored is whether arguments must be repeated in headers (x-mcp-header), which single requests do without.
	mirrored bool
}

// subjects are the listed tools in their order, as many as there may be calls.
func (p *prober) subjects() []*subject {
	if p.read == nil {
		for i, t := range p.catalog.Tools {
			if i == p.options.MaxCalls {
				p.skip(fmt.Sprintf("%d tools", len(p.catalog.Tools)-i), errSpent.Error())
				break
			}
			s := newSubject(t)
			if s.why != "" {
				p.skip(t.Name, s.why)
			}
			p.read = append(p.read, s)
		}
	}
	return p.read
}

func newSubject(t catalog.Tool) *subject {
	s := &subject{tool: t}
	s.output, s.why = compiled(t.OutputSchema)
	if s.why != "" {
		s.why = "its outputSchema could not be read, so results are not compared with it: " + s.why
	}
	if json.Unmarshal(t.InputSchema, &s.input) != nil || s.input == nil {
		s.why = "it has no inputSchema that is an object"
		return s
	}
	for _, property := range s.properties() {
		if schema, _ := property.schema["x-mcp-header"]; schema != nil {
			s.mirrored = true
		}
	}
	input, unread := compiled(t.InputSchema)
	if unread != "" {
		s.why = "its inputSchema could not be read: " + unread
		return s
	}
	made, why := s.example()
	switch {
	case why != "":
		s.why = "no arguments could be made up: " + why
	case len(breaches(input, made)) > 0:
		s.why = "no arguments could be made up: what the schema's parts allow, the whole does not (" + breaches(input, made)[0] + ")"
	default:
		s.valid = made
	}
	return s
}

// A property is one argument of a tool.
type property struct {
	name     string
	schema   map[string]any
	required bool
}

// properties are the arguments by name, the required ones first.
func (s *subject) properties() []property {
	listed, _ := s.input["properties"].(map[string]any)
	names, _ := s.input["required"].([]any)
	var first, rest []property
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		schema, ok := listed[name].(map[string]any)
		if !ok {
			continue
		}
		if slices.Contains(names, any(name)) {
			first = append(first, property{name, schema, true})
		} else {
			rest = append(rest, property{name, schema, false})
		}
	}
	return append(first, rest...)
}

// types are the types of a schema, "null" among them.
func types(schema map[string]any) []string {
	switch t := schema["type"].(type) {
	case string:
		return []string{t}
	case []any:
		var all []string
		for _, e := range t {
			if s, ok := e.(string); ok {
				all = append(all, s)
			}
		}
		return all
	}
	return nil
}

// kept are arguments as the evidence keeps them.
func (s *subject) kept(arguments map[string]any) json.RawMessage {
	const most = 4 << 10
	b, err := json.Marshal(arguments)
	if err != nil || len(b) > most {
		return nil
	}
	return b
}
