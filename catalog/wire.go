package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Bytes returns the tool as one entry of tools/list. The same tool always gives the same bytes, and
// HTML-looking characters are not escaped.
func (t Tool) Bytes() (json.RawMessage, error) {
	b, err := encode(t, "")
	if err != nil {
		return nil, fmt.Errorf("encoding tool %q: %w", t.Name, err)
	}
	return b, nil
}

// Snapshot returns the whole catalog as an indented file, ending in a newline, for keeping in a
// repository and comparing in review.
func (c Catalog) Snapshot() ([]byte, error) {
	if c.Tools == nil {
		c.Tools = []Tool{}
	}
	b, err := encode(c, "  ")
	if err != nil {
		return nil, fmt.Errorf("encoding the catalog of %q: %w", c.Server.Name, err)
	}
	return append(b, '\n'), nil
}

// ReadSnapshot reads what [Catalog.Snapshot] wrote.
func ReadSnapshot(data []byte) (Catalog, error) {
	var c Catalog
	if err := json.Unmarshal(data, &c); err != nil {
		return Catalog{}, fmt.Errorf("reading the catalog: %w", err)
	}
	return c, nil
}

// ReadTools reads the result of a tools/list call, {"tools": [...]}, and appends its tools.
// Unknown members are ignored: listings come from servers of every kind.
func (c *Catalog) ReadTools(result []byte) error {
	var page struct {
		Tools []Tool `json:"tools"`
	}
	if err := json.Unmarshal(result, &page); err != nil {
		return fmt.Errorf("reading the tools/list result: %w", err)
	}
	c.Tools = append(c.Tools, page.Tools...)
	return nil
}

func encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
