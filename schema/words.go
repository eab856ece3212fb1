package schema

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/comity-mcp/comity/internal/nearest"
)

// The words of a jsonschema tag, by what they stand on. They are invopop's words; those that no host
// takes, or that say again what the Go type says, are left out.
var (
	everyWords   = []string{"title", "description"}
	textWords    = []string{"minLength", "maxLength", "pattern", "format", "enum", "default", "example"}
	numberWords  = []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "enum", "default", "example"}
	booleanWords = []string{"default"}
	arrayWords   = []string{"minItems", "maxItems"}
	givenWords   = []string{"default", "example"} // where the Go type states the form
)

// wordsFor returns what a tag may say about a node.
func wordsFor(n *node) []string {
	switch {
	case n.kind == text && n.digits != nil, n.kind == text && n.format == dateTime, n.kind == text && n.pattern != "":
		return slices.Concat(everyWords, givenWords)
	case n.kind == text:
		return slices.Concat(everyWords, textWords)
	case n.kind == integer, n.kind == decimal:
		return slices.Concat(everyWords, numberWords)
	case n.kind == boolean:
		return slices.Concat(everyWords, booleanWords)
	case n.kind == array:
		words := slices.Concat(everyWords, arrayWords)
		for _, word := range wordsFor(n.items) {
			// invopop applies these to the list itself, or leaves nested lists alone.
			if n.items.kind != array && !slices.Contains(everyWords, word) && word != "default" {
				words = append(words, word)
			}
		}
		return words
	}
	return everyWords
}

// answers are the words people try, and what to do instead.
var answers = map[string]string{
	"required":       "a field is required unless it is a pointer; remove the word",
	"nullable":       "make the field a pointer; it then accepts null",
	"type":           "the Go type says the type; change the field's type",
	"uniqueItems":    "OpenAI's strict mode refuses uniqueItems; check it in the handler",
	"readOnly":       "hosts ignore readOnly; leave the field out of the arguments",
	"writeOnly":      "hosts ignore writeOnly; leave the field out of the result",
	"anchor":         "schemas are inlined and have no anchors; remove the word",
	"oneof_type":     "strict hosts refuse oneOf; make one optional field for each form",
	"anyof_type":     "strict hosts refuse alternatives; make one optional field for each form",
	"oneof_required": "strict hosts refuse oneOf; say in the descriptions which fields go together",
	"anyof_required": "strict hosts refuse alternatives; say in the descriptions which fields go together",
	"oneof_ref":      "schemas are inlined and strict hosts refuse oneOf; use a struct field",
	"anyof_ref":      "schemas are inlined and strict hosts refuse alternatives; use a struct field",
	"const":          "use an enum of one value",
	"-":              "it would hide the field from the schema and not from JSON; write `json:\"-\"`",
	"omitempty":      "omitempty belongs into the json tag",
}

// words checks every part of a field's jsonschema tag, so that nothing an author wrote is lost without
// a word. n is nil when the field's type was refused: then only what is wrong on any type is reported.
func (r *reader) words(f reflect.StructField, n *node, path string) {
	r.extras(f, n, path)
	tag, ok := f.Tag.Lookup("jsonschema")
	if !ok {
		return
	}
	seen := map[string]bool{}
	for _, part := range splitTag(tag) {
		word, value, hasValue := strings.Cut(part, "=")
		if !r.word(n, word, part, hasValue, path) {
			continue
		}
		if seen[word] && word != "enum" && word != "example" {
			r.problem(ruleTagValue, path, "the jsonschema tag says %s twice; keep one", word)
		}
		seen[word] = true
		r.wordValue(n, word, value, path)
	}
}

// extras reads the one extra word that is published: x-mcp-header, which has clients of 2026-07-28 send
// the argument as an Mcp-Param header too, for gateways to route by (SEP-2243). Package lint judges what
// stands on the wire.
func (r *reader) extras(f reflect.StructField, n *node, path string) {
	extras, ok := f.Tag.Lookup("jsonschema_extras")
	if !ok {
		return
	}
	header, ok := strings.CutPrefix(extras, "x-mcp-header=")
	switch {
	case !ok || strings.Contains(header, ","):
		r.problem(ruleTagWord, path, "jsonschema_extras=%q adds words that hosts do not know; remove the tag, or write x-mcp-header=NAME", extras)
	case n != nil && r.side == Arguments:
		n.header = header
	}
}

// word says whether a part begins with a word that may stand here.
func (r *reader) word(n *node, word, part string, hasValue bool, path string) bool {
	all := slices.Concat(everyWords, textWords, numberWords, booleanWords, arrayWords)
	valid := all
	if n != nil {
		valid = wordsFor(n)
	}
	answer, tried := answers[word]
	switch {
	case slices.Contains(valid, word) && hasValue:
		return true
	case tried:
		r.problem(ruleTagWord, path, "the jsonschema tag says %q: %s", part, answer)
	case slices.Contains(valid, word):
		r.problem(ruleTagValue, path, "the jsonschema tag says %s without a value; write %s=...", word, word)
	case slices.Contains(all, word):
		r.problem(ruleTagWord, path, "the jsonschema tag says %q, which has no meaning on %s; words here: %s", part, describeKind(n), strings.Join(valid, ", "))
	default:
		wayOut := "if a comma cut it off, write the comma as \\\\, or put the text into jsonschema_description"
		if near, ok := nearest.To(word, valid); ok && hasValue {
			wayOut = "did you mean " + near + "?"
		}
		r.problem(ruleTagWord, path, "the jsonschema tag has the part %q, which is no known word; %s (words here: %s)", part, wayOut, strings.Join(valid, ", "))
	}
	return false
}

func describeKind(n *node) string {
	if n.kind == text && (n.format != "" || n.pattern != "") {
		return "a string whose form the Go type gives"
	}
	return article(n.kind)
}

// wordValue checks the form of a value; what it means is checked when the node is settled.
func (r *reader) wordValue(n *node, word, value, path string) {
	switch word {
	case "minLength", "maxLength", "minItems", "maxItems":
		if count, err := strconv.Atoi(value); err != nil || count < 0 || strconv.Itoa(count) != value {
			r.problem(ruleTagValue, path, "%s=%s is not a count; write a whole number from 0 up", word, value)
		}
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		r.numberValue(n, word, value, path)
	case "pattern", "format", "title", "description":
		if strings.TrimSpace(value) == "" {
			r.problem(ruleTagValue, path, "%s is empty; give it a value, or remove it", word)
		}
	case "enum", "default", "example":
		of := n
		if n != nil && n.kind == array {
			of = n.items
		}
		switch {
		case of == nil || of.kind == text:
		case of.kind == boolean && value != "true" && value != "false":
			r.problem(ruleTagValue, path, "%s=%s is neither true nor false; write one of them", word, value)
		case of.kind == integer || of.kind == decimal:
			r.numberValue(of, word, value, path)
		}
	}
}

func (r *reader) numberValue(n *node, word, value, path string) {
	v := jsontext.Value(value)
	if !v.IsValid() || v.Kind() != '0' || strings.TrimSpace(value) != value || !readNumber(value).finite() {
		r.problem(ruleTagValue, path, "%s=%s is not a number; write it as in JSON, e.g. 10 or 0.5", word, value)
		return
	}
	if n != nil && (n.kind == integer || n.kind == array && n.items.kind == integer) && !plainInteger([]byte(value)) {
		r.problem(ruleTagValue, path, "%s=%s is not a whole number, and the field is an integer; write e.g. 10", word, value)
	}
	if word == "multipleOf" && readNumber(value).compare(readNumber("0")) <= 0 {
		r.problem(ruleTagValue, path, "multipleOf=%s is not above 0; every multiple of it would be refused", value)
	}
}

// tagText is the description that a field's tags give, empty when they give none.
func tagText(f reflect.StructField) string {
	for _, part := range splitTag(f.Tag.Get("jsonschema")) {
		if text, ok := strings.CutPrefix(part, "description="); ok {
			return text
		}
	}
	return f.Tag.Get("jsonschema_description")
}

// splitTag splits a jsonschema tag at its commas; \, is a comma inside a value. A part that is cut this
// way is what invopop sees too.
func splitTag(tag string) []string {
	var parts []string
	open := false
	for part := range strings.SplitSeq(tag, ",") {
		if open {
			last := parts[len(parts)-1]
			parts[len(parts)-1] = last[:len(last)-1] + "," + part
		} else {
			parts = append(parts, part)
		}
		open = strings.HasSuffix(part, `\`)
	}
	return parts
}
