package wrap

import (
	"encoding/json"
	"errors"
	"fmt"
)

// maxStrictDepth is how deep both converters look into a document before they give up
// (openai-agents 0.22.0 and @openai/agents-core 0.20.0, read 2026-11-29).
const maxStrictDepth = 100

// A FallbackError says why an SDK gives up on strict mode for a schema and sends it as it is,
// with strict false. The model may then send anything; the server's own validation still holds.
type FallbackError struct {
	// Path leads to the place in terms of keywords, for example "properties.labels"; empty for the root.
	Path string
	// Because is the reason and the way out.
	Because string
}

// Error returns the place and the reason in one line.
func (e *FallbackError) Error() string {
	if e.Path == "" {
		return "no strict form: the root " + e.Because
	}
	return "no strict form: " + e.Path + " " + e.Because
}

func fallback(path, format string, a ...any) error {
	return &FallbackError{Path: path, Because: fmt.Sprintf(format, a...)}
}

// FixedPoint returns nil when both [StrictPython] and [StrictJS] leave the document as it is: the same
// members, arrays and numbers by value. Every core of package schema without a plain optional is one, so
// that the schema a model sees is the schema the server enforces. The error says which converter changes
// or refuses the document and where; find a [*FallbackError] in it with errors.As.
func FixedPoint(doc json.RawMessage) error {
	before, err := read(doc)
	if err != nil {
		return err
	}
	var problems []error
	for _, c := range []struct {
		name    string
		convert func(json.RawMessage) (json.RawMessage, error)
	}{{"the Python SDK", StrictPython}, {"the JavaScript SDK", StrictJS}} {
		converted, err := c.convert(doc)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", c.name, err))
			continue
		}
		after, err := read(converted)
		if err != nil {
			return err
		}
		if !equal(before, after) {
			problems = append(problems, fmt.Errorf(
				"%s changes %s; close every object and list every property as required, nullable where it may be absent",
				c.name, place(difference(before, after, ""))))
		}
	}
	return errors.Join(problems...)
}

func place(path string) string {
	if path == "" {
		return "the root"
	}
	return path
}
