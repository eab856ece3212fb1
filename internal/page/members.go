package page

import (
	"bytes"
	"encoding/json"
)

// member is one name and value of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// members returns what is in an object, in its order; nil for anything else.
func members(object json.RawMessage) []member {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var out []member
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return out
		}
		m := member{name: name.(string)} // an object has nothing else before its colons
		if err := d.Decode(&m.value); err != nil {
			return out
		}
		out = append(out, m)
	}
	return out
}
