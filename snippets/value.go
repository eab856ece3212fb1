package snippets

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A value is data that every language here can write. It is one of the types below.
type value interface{ isValue() }

type (
	// text is a string of the catalog or of ours.
	text string
	// flag is true or false.
	flag bool
	// number is a JSON number as it was written.
	number string
	// null is JSON's null.
	null struct{}
	// list is an array.
	list []value
	// fields is an object, its members in this order.
	fields []field
	// name is an identifier that the program around the value declares. It never comes from a catalog.
	name string
	// secret is the value of an environment variable, after a word such as "Bearer ". There is no field for the
	// value itself.
	secret struct{ before, variable string }
)

// A field is one member of an object.
type field struct {
	name  string
	value value
}

func (text) isValue()   {}
func (flag) isValue()   {}
func (number) isValue() {}
func (null) isValue()   {}
func (list) isValue()   {}
func (fields) isValue() {}
func (name) isValue()   {}
func (secret) isValue() {}

// texts returns the strings as a list.
func texts(from []string) list {
	out := make(list, 0, len(from))
	for _, s := range from {
		out = append(out, text(s))
	}
	return out
}

// readValue reads a JSON document and keeps the order of members and the digits of numbers.
func readValue(doc []byte) (value, error) {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	v, err := nextValue(d)
	if err != nil {
		return nil, fmt.Errorf("reading JSON: %w", err)
	}
	return v, nil
}

func nextValue(d *json.Decoder) (value, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case string:
		return text(t), nil
	case bool:
		return flag(t), nil
	case json.Number:
		return number(t), nil
	case json.Delim:
		if t == '[' {
			return restOfList(d)
		}
		return restOfFields(d)
	}
	return null{}, nil
}

func restOfList(d *json.Decoder) (value, error) {
	out := list{}
	for d.More() {
		v, err := nextValue(d)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	_, err := d.Token()
	return out, err
}

func restOfFields(d *json.Decoder) (value, error) {
	out := fields{}
	for d.More() {
		member, err := d.Token()
		if err != nil {
			return nil, err
		}
		v, err := nextValue(d)
		if err != nil {
			return nil, err
		}
		out = append(out, field{member.(string), v})
	}
	_, err := d.Token()
	return out, err
}
