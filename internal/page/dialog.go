package page

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// argument is one line of an approval dialog.
type argument struct{ Name, Value string }

// longestValue is how much of one value the dialog shows, in bytes.
const longestValue = 400

// argumentsOf are those of the example, without the nulls, which hosts leave out. Where there is no example they are the
// required fields, with dots for what the model will say.
func argumentsOf(example json.RawMessage, fields []field) []argument {
	var out []argument
	if example == nil {
		for _, f := range fields {
			if f.top && !f.Optional {
				out = append(out, argument{f.Name, "…"})
			}
		}
		return out
	}
	for _, m := range members(example) {
		if value := compact(m.value); value != "null" {
			out = append(out, argument{shown(m.name), value})
		}
	}
	return out
}

// compact is a value as hosts show it, JSON on one line, cut where it is long.
func compact(value json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Compact(&b, value); err != nil {
		return shown(string(value))
	}
	text := b.String()
	if len(text) > longestValue {
		end := longestValue
		for !utf8.RuneStart(text[end]) {
			end--
		}
		text = text[:end] + "…"
	}
	return shown(text)
}
