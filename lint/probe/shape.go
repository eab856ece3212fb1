package probe

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// maxShape is how much of a shape is kept.
const maxShape = 4 << 10

// shape is a JSON value with its values replaced by their types, its members in the order sent, and of an array the first
// item only; "" for what is no JSON object or array.
func shape(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || raw[0] != '{' && raw[0] != '[' || !json.Valid(raw) {
		return ""
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var b strings.Builder
	outline(d, &b, true)
	return clip(b.String(), maxShape)
}

// outline writes the shape of the next value, or reads over it.
func outline(d *json.Decoder, b *strings.Builder, write bool) {
	put := func(s string) {
		if write && b.Len() <= maxShape {
			b.WriteString(s)
		}
	}
	token, err := d.Token()
	if err != nil {
		return // it was valid, so this is the end
	}
	switch t := token.(type) {
	case json.Delim:
		put(t.String())
		for i := 0; d.More(); i++ {
			if t == '{' {
				name, err := d.Token()
				if err != nil {
					return
				}
				if i > 0 {
					put(",")
				}
				quoted, _ := json.Marshal(name) // a string always encodes
				put(string(quoted) + ":")
			}
			outline(d, b, write && (t == '{' || i == 0))
		}
		if end, err := d.Token(); err == nil {
			put(end.(json.Delim).String())
		}
	case string:
		put("string")
	case json.Number:
		put("number")
	case bool:
		put("boolean")
	case nil:
		put("null")
	}
}

// mirrored reports whether one of the texts is the same JSON, or all that stands in its only member, as SDKs write it that put a
// plain value into an object for structuredContent.
func mirrored(structured json.RawMessage, texts []string) bool {
	want, ok := decoded(structured)
	if !ok {
		return false
	}
	same := []any{want}
	if members, ok := want.(map[string]any); ok && len(members) == 1 {
		for _, value := range members {
			same = append(same, value)
		}
	}
	for _, t := range texts {
		got, isJSON := decoded(json.RawMessage(t))
		for _, w := range same {
			if isJSON && reflect.DeepEqual(got, w) || w == any(t) {
				return true
			}
		}
	}
	return false
}

// decoded reads JSON for comparing: numbers that are written in two ways are the same.
func decoded(raw json.RawMessage) (any, bool) {
	var v any
	err := json.Unmarshal(raw, &v)
	return v, err == nil
}
