package probe

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compiled makes a schema ready to validate with; without one it is nil. The sentence says why it could not be read. No
// reference is followed to anywhere else.
func compiled(raw json.RawMessage) (*jsonschema.Schema, string) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, ""
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, "it is no JSON"
	}
	if parts(doc, maxSchema) < 0 {
		return nil, fmt.Sprintf("it has more than %d parts", maxSchema)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(nowhere{})
	const name = "mem:///schema"
	if err := c.AddResource(name, doc); err != nil {
		return nil, oneLine(err)
	}
	schema, err := c.Compile(name)
	if err != nil {
		return nil, oneLine(err)
	}
	return schema, ""
}

// maxSchema is how many objects a schema may have: reading one takes time that grows with their square.
const maxSchema = 5000

// parts counts the objects in a value down from left; less than 0 is that there are more.
func parts(value any, left int) int {
	if left < 0 {
		return left
	}
	switch v := value.(type) {
	case map[string]any:
		left--
		for _, inner := range v {
			left = parts(inner, left)
		}
	case []any:
		for _, inner := range v {
			left = parts(inner, left)
		}
	}
	return left
}

// nowhere loads nothing: a schema must not make whoever lints it ask other addresses.
type nowhere struct{}

func (nowhere) Load(string) (any, error) { return nil, errors.New("it refers to another document") }

// breaches says where a value breaks a schema, at most ten places.
func breaches(schema *jsonschema.Schema, value any) []string {
	if schema == nil {
		return nil
	}
	// As it will be on the wire: numbers made here are Go's own.
	b, err := json.Marshal(value)
	if err != nil {
		return []string{"it cannot be encoded"}
	}
	return breachesOf(schema, b)
}

// breachesOf is breaches for a value as it was sent.
func breachesOf(schema *jsonschema.Schema, raw json.RawMessage) []string {
	if schema == nil {
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return []string{"it is no JSON"}
	}
	err = schema.Validate(value)
	if err == nil {
		return nil
	}
	broken, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return []string{oneLine(err)}
	}
	return leaves(*broken.DetailedOutput(), nil)
}

// leaves adds the places that are wrong themselves, as far as there is room.
func leaves(unit jsonschema.OutputUnit, places []string) []string {
	const most = 10
	if unit.Error != nil && len(places) < most {
		places = append(places, fmt.Sprintf("%s: %s", cmp.Or(unit.InstanceLocation, "/"), unit.Error))
	}
	for _, inner := range unit.Errors {
		places = leaves(inner, places)
	}
	return places
}

func oneLine(err error) string { return clip(strings.Join(strings.Fields(err.Error()), " "), 200) }
