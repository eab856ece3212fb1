package schema

import (
	"encoding/json"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// publish writes the schema of n. The order of keywords is fixed and members keep the order of the
// fields, so that the same type always gives the same bytes.
func publish(n *node) json.RawMessage {
	return appendNode(nil, n)
}

func appendNode(b []byte, n *node) []byte {
	b = append(b, `{"type":`...)
	if n.nullable {
		b = append(b, `["`+n.kind.String()+`","null"]`...)
	} else {
		b = append(b, `"`+n.kind.String()+`"`...)
	}
	b = appendText(b, "title", n.title)
	b = appendText(b, "description", n.description)
	b = appendEnum(b, n)
	b = appendText(b, "format", n.format)
	b = appendText(b, "pattern", n.pattern)
	b = appendCount(b, "minLength", n.minLength)
	b = appendCount(b, "maxLength", n.maxLength)
	b = appendNumber(b, "minimum", n.minimum)
	b = appendNumber(b, "maximum", n.maximum)
	b = appendNumber(b, "exclusiveMinimum", n.above)
	b = appendNumber(b, "exclusiveMaximum", n.below)
	b = appendNumber(b, "multipleOf", n.multipleOf)
	b = appendCount(b, "minItems", n.minItems)
	b = appendCount(b, "maxItems", n.maxItems)
	switch n.kind {
	case array:
		b = append(b, `,"items":`...)
		b = appendNode(b, n.items)
	case mapping:
		b = append(b, `,"additionalProperties":`...)
		b = appendNode(b, n.items)
	case object:
		b = appendObject(b, n)
	}
	if n.standard != nil {
		b = append(b, `,"default":`...)
		b = append(b, n.standard...)
	}
	for i, example := range n.examples {
		if i == 0 {
			b = append(b, `,"examples":[`...)
		} else {
			b = append(b, ',')
		}
		b = append(b, example...)
	}
	if len(n.examples) > 0 {
		b = append(b, ']')
	}
	b = appendText(b, "x-mcp-header", n.header)
	return append(b, '}')
}

func appendObject(b []byte, n *node) []byte {
	b = append(b, `,"properties":{`...)
	for i := range n.properties {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendQuoted(b, n.properties[i].name)
		b = append(b, ':')
		b = appendNode(b, n.properties[i].node)
	}
	b = append(b, `},"required":[`...)
	first := true
	for i := range n.properties {
		if !n.properties[i].required {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = appendQuoted(b, n.properties[i].name)
	}
	return append(b, `],"additionalProperties":false`...)
}

func appendEnum(b []byte, n *node) []byte {
	if n.enum == nil {
		return b
	}
	b = append(b, `,"enum":[`...)
	for i := range n.enum {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, n.enum[i].json...)
	}
	if n.nullable {
		b = append(b, `,null`...)
	}
	return append(b, ']')
}

func appendText(b []byte, word, value string) []byte {
	if value == "" {
		return b
	}
	b = append(b, `,"`+word+`":`...)
	return appendQuoted(b, value)
}

func appendCount(b []byte, word string, value *int) []byte {
	if value == nil {
		return b
	}
	b = append(b, `,"`+word+`":`...)
	return strconv.AppendInt(b, int64(*value), 10)
}

func appendNumber(b []byte, word string, value *number) []byte {
	if value == nil {
		return b
	}
	b = append(b, `,"`+word+`":`...)
	return append(b, value.text...)
}

// appendQuoted writes text as a JSON string; bytes that are not UTF-8 become U+FFFD.
func appendQuoted(b []byte, text string) []byte {
	b, _ = jsontext.AppendQuote(b, text)
	return b
}
