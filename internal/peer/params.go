package peer

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
)

// paramHeaders knows which arguments the listed tools want repeated as headers (x-mcp-header, SEP-2243).
type paramHeaders struct {
	mu    sync.Mutex
	tools map[string][]binding
}

// A binding is one argument and its header.
type binding struct {
	path   []string
	header string
}

// learn reads the tools of one page of a listing.
func (p *paramHeaders) learn(page json.RawMessage) {
	var listed struct {
		Tools []struct {
			Name        string     `json:"name"`
			InputSchema properties `json:"inputSchema"`
		} `json:"tools"`
	}
	if json.Unmarshal(page, &listed) != nil {
		return // who reads the page for its tools says what is wrong with it
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, t := range listed.Tools {
		if found := t.InputSchema.bindings(nil); len(found) > 0 {
			if p.tools == nil {
				p.tools = map[string][]binding{}
			}
			p.tools[t.Name] = found
		}
	}
}

// of returns the headers of a call: strings, numbers and booleans; what is absent or null has none.
func (p *paramHeaders) of(method string, params json.RawMessage) map[string]string {
	if method != "tools/call" {
		return nil
	}
	var call struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if json.Unmarshal(params, &call) != nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	headers := map[string]string{}
	for _, b := range p.tools[call.Name] {
		if value, ok := argument(call.Arguments, b.path); ok {
			headers["Mcp-Param-"+b.header] = value
		}
	}
	return headers
}

func argument(value json.RawMessage, path []string) (string, bool) {
	for _, name := range path {
		var members map[string]json.RawMessage
		if json.Unmarshal(value, &members) != nil || members[name] == nil {
			return "", false
		}
		value = members[name]
	}
	var text string
	if json.Unmarshal(value, &text) == nil && string(value) != "null" {
		return text, true
	}
	plain := strings.TrimSpace(string(value))
	return plain, plain != "null" && !strings.HasPrefix(plain, "{") && !strings.HasPrefix(plain, "[")
}

// properties is what matters of an object schema; anything of another form has none.
type properties struct {
	header string
	inner  map[string]properties
}

// UnmarshalJSON never fails: a schema may be anything.
func (p *properties) UnmarshalJSON(b []byte) error {
	var s struct {
		Header     any                   `json:"x-mcp-header"`
		Properties map[string]properties `json:"properties"`
	}
	if json.Unmarshal(b, &s) == nil {
		p.header, _ = s.Header.(string)
		p.inner = s.Properties
	}
	return nil
}

func (p properties) bindings(path []string) []binding {
	var found []binding
	for _, name := range slices.Sorted(maps.Keys(p.inner)) {
		inner, at := p.inner[name], append(slices.Clone(path), name)
		if inner.header != "" {
			found = append(found, binding{at, inner.header})
		}
		found = append(found, inner.bindings(at)...)
	}
	return found
}
