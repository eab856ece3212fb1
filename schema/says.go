package schema

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/comity-mcp/comity/internal/nearest"
)

// fault adds one fault at the present place.
func (c *checker) fault(sent, allowed, near, says string) {
	if len(c.faults) == maxFaults {
		return
	}
	path := c.place()
	shown := path
	if shown == "" {
		shown = c.side.String()
	}
	if sent != "" {
		says = sent + " " + says
	}
	c.faults = append(c.faults, Fault{Path: path, Sent: sent, Allowed: allowed, Nearest: near, Says: shown + ": " + says + "."})
	if len(c.faults) == maxFaults {
		c.broken = true // nobody reads on, and looking for near names costs time
	}
}

// valueFault is a value of the right kind that is not allowed. The description goes along: it mostly
// has an example.
func (c *checker) valueFault(n *node, sent, says string) {
	c.fault(sent, allowed(n), "", says+about(n))
}

// notAccepted is a value that a method of its Go type refused. What the method said stays with the fault
// and out of its sentence: nobody wrote it for a model, and it may name a file or quote a secret.
func (c *checker) notAccepted(n *node, sent string, cause error) {
	before := len(c.faults)
	c.fault(sent, allowed(n), "", "is not accepted"+inWords(n))
	if len(c.faults) > before {
		c.faults[before].cause = cause
	}
	if _, ok := errors.AsType[*Panic](cause); ok {
		c.broken = true // what else the document holds no longer matters
	}
}

func (c *checker) notInEnum(n *node, sent, near string) {
	says := "is not one of the values here"
	if near != "" {
		says += "; did you mean " + near + "? Allowed"
	} else {
		says += "; allowed"
	}
	c.fault(sent, allowed(n), near, says+": "+list(n.enumTexts()))
}

func (c *checker) unknownName(n *node, name string) {
	if c.broken {
		return
	}
	near, ok := nearest.To(name, n.names)
	c.path = append(c.path, step{name: plainName(name)})
	defer func() { c.path = c.path[:len(c.path)-1] }()
	known := "there are no names here"
	if len(n.names) > 0 {
		known = "names here: " + list(n.names)
	}
	switch {
	case ok && strings.EqualFold(near, name):
		c.fault("", list(n.names), near, "unknown name; names are case-sensitive, write "+near)
	case ok:
		c.fault("", list(n.names), near, "unknown name; did you mean "+near+"? "+upperFirst(known))
	default:
		c.fault("", list(n.names), "", "unknown name; "+known)
	}
}

func (c *checker) missing(p *property) {
	c.path = append(c.path, step{name: p.name})
	c.fault("", allowed(p.node), "", "missing; it must be "+allowed(p.node)+about(p.node))
	c.path = c.path[:len(c.path)-1]
}

// wrongKind is a value of another JSON type. It reads past the value.
func (c *checker) wrongKind(n *node, kind jsontext.Kind) {
	must := allowed(n)
	switch kind {
	case '{', '[':
		c.skip()
		c.fault(kindWord(kind), must, "", "is not allowed here; it must be "+must+about(n))
		return
	}
	raw, ok := c.read()
	if !ok {
		return
	}
	sent := visible(clip(string(raw), maxSent))
	if kind == '"' {
		c.fault(sent, must, "", "is a string; it must be "+must+unquoteHint(n, c.unquote(raw))+about(n))
		return
	}
	hint := ""
	switch {
	case kind == 'n' && c.omit:
		hint = "; leave it out instead"
	case kind == 'n':
		hint = ", and may not be null"
	case n.kind == text && n.parse == nil && n.format == "":
		hint = "; send it in quotes"
	case n.kind == array:
		hint = "; send a list, also of one: [" + sent + "]"
	}
	c.fault(sent, must, "", "is not allowed here; it must be "+must+hint+about(n))
}

// unquoteHint tells a text that holds what is wanted from one that does not.
func unquoteHint(n *node, s []byte) string {
	value := jsontext.Value(bytes.TrimSpace(s))
	kind := jsontext.KindInvalid
	if value.IsValid() {
		kind = value.Kind()
	}
	switch {
	case kind == '{' && (n.kind == object || n.kind == mapping), kind == '[' && n.kind == array:
		return "; this string holds JSON: send the " + n.kind.String() + " itself, not its text"
	case n.kind == array:
		return "; send a list, also of one: [" + quote(s) + "]"
	case kind == '0' && (n.kind == integer || n.kind == decimal), (kind == 't' || kind == 'f') && n.kind == boolean:
		return "; send " + clip(string(value), maxSent) + " without quotes"
	}
	return ""
}

func (c *checker) notAnObject() {
	kind := c.decoder.PeekKind()
	var sent string
	if kind == '[' {
		c.skip()
		sent = kindWord(kind)
	} else if raw, ok := c.read(); ok {
		sent = visible(clip(string(raw), maxSent))
	}
	if c.broken {
		return
	}
	says := "must be a JSON object, not " + kindWord(kind)
	if kind == '"' {
		says += "; send the object itself, not its text"
	}
	c.fault("", "a JSON object", "", says)
	c.faults[len(c.faults)-1].Sent = sent
}

// syntax is the end of what can be read.
func (c *checker) syntax(error) {
	if c.broken {
		return
	}
	c.broken = true
	path := c.path              // the callers still pop what they pushed
	c.path, c.faults = nil, nil // of a text that is no JSON nothing else is certain
	c.fault("", "", "", "not valid JSON from byte "+strconv.FormatInt(c.decoder.InputOffset(), 10)+" on; send one JSON object in UTF-8")
	c.path = path
}

// allowed says in words what may stand at n.
func allowed(n *node) string {
	var s string
	switch {
	case n.enum != nil:
		s = "one of " + list(n.enumTexts())
	case n.digits != nil:
		s = "a whole number in decimal digits, as a string"
	case n.kind == text && n.format != "":
		s = "a string that is " + formatSays(n.format)
	case n.kind == text && n.pattern != "":
		s = "a string that matches " + clip(n.pattern, 120)
	case (n.kind == integer || n.kind == decimal) && n.ranged():
		s = article(n.kind) + ", " + boundsSay(n)
	default:
		s = article(n.kind)
	}
	if n.nullable && n.enum == nil {
		s += " or null"
	}
	return s
}

func article(k kind) string {
	switch k {
	case object, mapping, array, integer:
		return "an " + k.String()
	}
	return "a " + k.String()
}

func kindWord(kind jsontext.Kind) string {
	switch kind {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 'n':
		return "null"
	}
	return "a boolean"
}

// about quotes the description, which mostly has an example.
func about(n *node) string { return inParentheses(n.description) }

// inWords is about, and what is known of the list around a value that has no description of its own.
func inWords(n *node) string { return inParentheses(cmp.Or(n.description, n.around)) }

func inParentheses(description string) string {
	if description == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", strings.TrimRight(clip(description, 120), ". "))
}

func (n *node) enumTexts() []string {
	texts := make([]string, 0, len(n.enum)+1)
	for i := range n.enum {
		texts = append(texts, n.enum[i].text)
	}
	if n.nullable {
		texts = append(texts, "null")
	}
	return texts
}

// plainName shows a name as it is when it could be one of ours, and quoted when it could pass for words
// of ours.
func plainName(name string) string {
	if portable(name) {
		return name
	}
	return quote([]byte(name))
}

// quote writes text as a JSON string, clipped: what is not seen is escaped, so that a quoted value cannot
// pass for words of ours.
func quote(s []byte) string {
	q, err := jsontext.AppendQuote(nil, clip(string(s), maxSent))
	if err != nil {
		return `"..."`
	}
	return visible(string(q))
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
