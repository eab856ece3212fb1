package catalog

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
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
		return Catalog{}, fmt.Errorf("reading the catalog: %w", misfit(err))
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
		return fmt.Errorf("reading the tools/list result: %w", misfit(err))
	}
	c.Tools = append(c.Tools, page.Tools...)
	return nil
}

// misfit says in words of JSON what stands where something else belongs; any other error stays.
func misfit(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	belongs := "an object"
	switch wrong.Type.Kind() {
	case reflect.String:
		belongs = "a string"
	case reflect.Bool:
		belongs = "true or false"
	case reflect.Slice:
		belongs = "a list"
	case reflect.Int, reflect.Int64, reflect.Float64:
		belongs = "a number"
	}
	return fmt.Errorf("%s is %s, where %s belongs", cmp.Or(wrong.Field, "the whole"), jsonKind(wrong.Value), belongs)
}

// jsonKind is the kind of a value, as encoding/json calls it, with its article; of a number with its digits.
func jsonKind(value string) string {
	switch value {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	case "string", "number":
		return "a " + value
	}
	return "the " + value // "number 1.5"
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
