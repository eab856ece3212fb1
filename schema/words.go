package schema

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
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

var allWords = slices.Concat(everyWords, textWords, numberWords, booleanWords, arrayWords)

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

// words checks every part of a field's jsonschema tag, so that nothing an author wrote is lost without
// a word. n is nil when the field's type was refused: then only what is wrong on any type is reported.
func (r *reader) words(f reflect.StructField, n *node, path string) {
	r.extras(f, n, path)
	tag, ok := f.Tag.Lookup("jsonschema")
	if !ok {
		return
	}
	if strings.TrimSpace(tag) == "" {
		r.problem(ruleTagWord, path, "the jsonschema tag is empty; remove it")
		return
	}
	parts := splitTag(tag)
	if prose(parts[0]) {
		r.slip(ruleTagWord, path, "description", "the jsonschema tag is a text (%q), and holds words such as maxLength=40; put the text into jsonschema_description", clip(tag, maxSent))
		return
	}
	r.joinedEnum(n, parts, path)
	valid := allWords
	if n != nil {
		valid = wordsFor(n)
	}
	seen, last := map[string]bool{}, ""
	for _, part := range parts {
		word, value, hasValue := strings.Cut(part, "=")
		if last == "enum" && !hasValue && !meaning(part) {
			r.slip(ruleTagWord, path, "", "the jsonschema tag has the part %q after an enum, which is no word; if it is another value of the enum, write enum=%s", part, strings.TrimSpace(part))
			continue
		}
		last = word
		if !r.word(n, valid, word, part, hasValue, path) {
			continue
		}
		if seen[word] && word != "enum" && word != "example" {
			r.problem(ruleTagValue, path, "the jsonschema tag says %s twice; keep one", word)
		}
		seen[word] = true
		if word == "enum" && r.slipped(path, "enum") {
			continue
		}
		r.wordValue(n, word, value, path)
	}
}

// joinedEnum reports an enum whose one value is several, as other libraries write them. A number cannot
// hold their separators, so there it is certain.
func (r *reader) joinedEnum(n *node, parts []string, path string) {
	var values []string
	for _, part := range parts {
		if value, ok := strings.CutPrefix(part, "enum="); ok {
			values = append(values, value)
		}
	}
	of := itemsOf(n)
	for _, value := range values {
		wayOut, several := joined(value)
		if several && (len(values) == 1 || of != nil && (of.kind == integer || of.kind == decimal)) {
			r.slip(ruleTagValue, path, "enum", "enum=%s is one value, of which nothing else is allowed; write %s", value, wayOut)
		}
	}
}

// itemsOf is the node that the words of a tag are for, but for the count of a list.
func itemsOf(n *node) *node {
	if n != nil && n.kind == array {
		return n.items
	}
	return n
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
		r.slip(ruleTagWord, path, hookSlip, "jsonschema_extras=%q adds words that hosts do not know; remove the tag, or write x-mcp-header=NAME", extras)
	case n != nil && r.side == Arguments:
		n.header = header
	}
}

// wordValue checks the form of a value; what it means is checked when the node is settled.
func (r *reader) wordValue(n *node, word, value, path string) {
	switch word {
	case "minLength", "maxLength", "minItems", "maxItems":
		if r.spaced(word, value, path) {
			return
		}
		if count, err := strconv.Atoi(value); err != nil || count < 0 || strconv.Itoa(count) != value {
			r.slip(ruleTagValue, path, word, "%s=%s is not a count; write a whole number from 0 up", word, value)
		}
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		r.numberValue(n, word, value, path)
	case "pattern", "format", "title", "description":
		if strings.TrimSpace(value) == "" {
			r.slip(ruleTagValue, path, word, "%s is empty; give it a value, or remove it", word)
		}
	case "enum", "default", "example":
		switch of := itemsOf(n); {
		case word == "enum" && r.spaced(word, value, path), of == nil || of.kind == text:
		case of.kind == boolean && value != "true" && value != "false":
			r.slip(ruleTagValue, path, word, "%s=%s is neither true nor false; write one of them", word, value)
		case of.kind == integer || of.kind == decimal:
			r.numberValue(of, word, value, path)
		}
	}
}

func (r *reader) numberValue(n *node, word, value, path string) {
	if r.spaced(word, value, path) {
		return
	}
	v := jsontext.Value(value)
	if !v.IsValid() || v.Kind() != '0' || !readNumber(value).finite() {
		r.slip(ruleTagValue, path, word, "%s=%s is not a number; write it as in JSON, e.g. 10 or 0.5", word, value)
		return
	}
	if n != nil && (n.kind == integer || n.kind == array && n.items.kind == integer) && !plainInteger([]byte(value)) {
		r.slip(ruleTagValue, path, word, "%s=%s is not a whole number, and the field is an integer; write e.g. 10", word, value)
	}
	if word == "multipleOf" && readNumber(value).compare(readNumber("0")) <= 0 {
		r.slip(ruleTagValue, path, word, "multipleOf=%s is not above 0; every multiple of it would be refused", value)
	}
}

// spaced reports a space around a value, where it is never meant. A value of nothing but spaces may be.
func (r *reader) spaced(word, value, path string) bool {
	trimmed := strings.TrimSpace(value)
	if trimmed == value || trimmed == "" {
		return false
	}
	r.slip(ruleTagValue, path, word, "the value of %s has a space beside it (%q); remove the space: %s=%s", word, value, word, trimmed)
	return true
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
