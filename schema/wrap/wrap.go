package wrap

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A Tool is what every wrapper starts from.
type Tool struct {
	Name        string
	Title       string
	Description string
	// Input is the core schema of the arguments. Required.
	Input json.RawMessage
	// Output is the core schema of the result. Nil when the tool has none.
	Output json.RawMessage
}

// A Wrapped is a tool in one host's form.
type Wrapped struct {
	// JSON goes into the host's request. The same tool always gives the same bytes.
	JSON json.RawMessage
	// LeftOut says what the host's form does not carry as the tool states it, in the order of the tool.
	// The server enforces the core all the same.
	LeftOut []Omission
}

// An Omission is one thing a host's form does not carry as the core states it.
type Omission struct {
	// Path leads to the place by property names, for example "lines[].sku"; the first branch of a union is
	// "when<anyOf 1>". Empty for the tool itself and for the root.
	Path string `json:"path"`
	// Keyword is what is missing, for example "minLength".
	Keyword string `json:"keyword"`
	// Says tells what happened to it: moved into the description, dropped, or rewritten.
	Says string `json:"says"`
}

// MCPTool returns the tool as one entry of an MCP tools/list answer (specification 2026-07-28,
// server/tools): name, title, description, inputSchema, outputSchema, each schema as it is. Hints and
// metadata are not its business; catalog.Tool carries them.
func MCPTool(t Tool) (Wrapped, error) {
	if _, err := readInput(t); err != nil {
		return Wrapped{}, err
	}
	parts := []part{{"name", quoted(t.Name)}}
	if t.Title != "" {
		parts = append(parts, part{"title", quoted(t.Title)})
	}
	parts = append(parts, part{"description", quoted(t.Description)}, part{"inputSchema", trimmed(t.Input)})
	if t.Output != nil {
		if _, err := read(t.Output); err != nil {
			return Wrapped{}, fmt.Errorf("wrapping tool %q: output: %w", t.Name, err)
		}
		parts = append(parts, part{"outputSchema", trimmed(t.Output)})
	}
	return Wrapped{JSON: envelope(parts...)}, nil
}

// A part is one member of an envelope, its value ready to embed byte for byte.
type part struct {
	name  string
	value json.RawMessage
}

func envelope(parts ...part) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, p := range parts {
		if i > 0 {
			b.WriteByte(',')
		}
		writeString(&b, p.name)
		b.WriteByte(':')
		b.Write(p.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

func quoted(s string) json.RawMessage { return str(s).bytes() }

// trimmed drops white space around a document and nothing else.
func trimmed(doc json.RawMessage) json.RawMessage { return bytes.TrimSpace(doc) }

func readInput(t Tool) (*node, error) {
	n, err := read(t.Input)
	if err != nil {
		return nil, fmt.Errorf("wrapping tool %q: input: %w", t.Name, err)
	}
	return n, nil
}

// unsaid lists the fields of the tool that an envelope without title and output leaves out.
func unsaid(t Tool, host string) []Omission {
	var out []Omission
	if t.Title != "" {
		out = append(out, Omission{"", "title", "dropped: " + host + " has no title."})
	}
	if t.Output != nil {
		out = append(out, Omission{"", "outputSchema",
			"dropped: " + host + " describes arguments only; the server still checks every result."})
	}
	return out
}
