package server

import (
	"bytes"
	"encoding/json"
)

// routed is what the SDK needs to know of a tool's arguments: those that are sent as headers too, which
// it compares with the headers before a call reaches us. It reads "type" as one word, and checks nothing
// at all when a type anywhere in the schema is a list, as every optional argument's is. What clients see
// is the catalog, not this; and the SDK reads this anew on every call of 2026-07-28.
func routed(input json.RawMessage) json.RawMessage {
	var all headed
	if err := json.Unmarshal(input, &all); err != nil {
		return json.RawMessage(`{"type":"object"}`) // not reached: package schema wrote it
	}
	kept, _ := all.reduced()
	kept.Type = json.RawMessage(`"object"`)
	b, err := json.Marshal(kept)
	if err != nil {
		return json.RawMessage(`{"type":"object"}`) // not reached: it was read from JSON
	}
	return b
}

// headed is a part of an input schema that can lead to an x-mcp-header.
type headed struct {
	Type       json.RawMessage   `json:"type,omitempty"`
	Header     json.RawMessage   `json:"x-mcp-header,omitempty"`
	Properties map[string]headed `json:"properties,omitempty"`
}

// reduced drops the properties that lead to no header, and reports whether h itself leads to one.
func (h headed) reduced() (headed, bool) {
	out := headed{Header: h.Header, Properties: map[string]headed{}}
	if h.Header != nil {
		out.Type = h.Type
	}
	for name, p := range h.Properties {
		if kept, leads := p.reduced(); leads {
			out.Properties[name] = kept
		}
	}
	return out, out.Header != nil || len(out.Properties) > 0
}

// isHeaded reports whether an argument of an input schema is sent as a header, too.
func isHeaded(input json.RawMessage) bool {
	if !bytes.Contains(input, []byte(`"x-mcp-header"`)) {
		return false // as package schema writes it, without escapes
	}
	var all headed
	if err := json.Unmarshal(input, &all); err != nil {
		return true // not reached: package schema wrote it
	}
	_, leads := all.reduced()
	return leads
}
