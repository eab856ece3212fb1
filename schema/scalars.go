package schema

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/comity-mcp/comity/internal/nearest"
)

func (c *checker) text(n *node, raw []byte) {
	s := c.unquote(raw)
	if n.enum != nil {
		c.textEnum(n, s)
		return
	}
	if n.minLength != nil || n.maxLength != nil {
		count := utf8.RuneCount(s)
		if n.minLength != nil && count < *n.minLength {
			c.valueFault(n, quote(s), fmt.Sprintf("is %s, fewer than the %d it needs", characters(count), *n.minLength))
		}
		if n.maxLength != nil && count > *n.maxLength {
			c.valueFault(n, quote(s), fmt.Sprintf("is %s, more than the %d allowed", characters(count), *n.maxLength))
		}
	}
	if n.matches != nil && !n.matches.Match(s) {
		c.valueFault(n, quote(s), patternSays(n))
		return
	}
	switch {
	case n.digits != nil && !n.digits.holds(s):
		c.valueFault(n, quote(s), "is out of range: "+rangeSays(n.digits))
	case n.format == dateTime:
		c.dateTime(n, s)
	case n.format != "" && !formatHolds(n.format, string(s)):
		c.valueFault(n, quote(s), "is not "+formatSays(n.format))
	case n.parse != nil:
		if err := n.parse(bytes.Clone(s)); err != nil {
			c.notAccepted(n, quote(s), err)
		}
	}
}

func (c *checker) textEnum(n *node, s []byte) {
	for i := range n.enum {
		if n.enum[i].text == string(s) {
			return
		}
	}
	values := make([]string, len(n.enum))
	for i := range n.enum {
		values[i] = n.enum[i].text
	}
	near, _ := nearest.To(string(s), values)
	c.notInEnum(n, quote(s), near)
}

func (c *checker) dateTime(n *node, s []byte) {
	t, ok := readTime(string(s))
	if !ok {
		c.valueFault(n, quote(s), "is not "+formatSays(dateTime))
		return
	}
	switch {
	case !c.unset || !neverSet(t):
	case c.omit:
		c.rewrites = true
	default:
		c.fault(quote(s), "a date that was set", "", "was never set and would be sent as year 1, which reads as a real date; "+
			"set it, or make the field *time.Time, or add omitzero to its json tag")
	}
}

func (c *checker) integer(n *node, raw []byte) {
	digits := raw
	if !plainInteger(raw) {
		var whole bool
		digits, whole = wholeNumber(raw)
		if !whole {
			c.valueFault(n, clip(string(raw), maxSent), "is not a whole number")
			return
		}
		c.rewrites = true
	}
	if digits == nil || !n.span.holds(digits) {
		c.outOfRange(n, raw)
		return
	}
	if n.bounded() {
		c.bounds(n, readNumber(string(digits)), raw)
	}
}

// maxNumber is how many characters of a number are compared; it is more than any float64 needs.
const maxNumber = 1100

func (c *checker) decimal(n *node, raw []byte) {
	// A number of few characters without an exponent is finite: mostly there is nothing more to ask.
	if !n.narrow && !n.bounded() && len(raw) < 300 && bytes.IndexByte(raw, 'e') < 0 && bytes.IndexByte(raw, 'E') < 0 {
		return
	}
	if len(raw) > maxNumber {
		c.valueFault(n, clip(string(raw), maxSent), "is too long a number")
		return
	}
	sent := readNumber(string(raw))
	if !sent.finite() || n.narrow && math.IsInf(float64(float32(sent.float)), 0) {
		if n.enum != nil || n.bars(sent) {
			c.outOfRange(n, raw)
		} else {
			c.valueFault(n, clip(string(raw), maxSent), "is too large a number")
		}
		return
	}
	if n.bounded() {
		c.bounds(n, sent, raw)
	}
}

// outOfRange is a number that the Go type cannot hold. What is allowed is said as narrowly as it is known.
func (c *checker) outOfRange(n *node, raw []byte) {
	shown := clip(string(raw), maxSent)
	if n.enum != nil {
		c.notInEnum(n, shown, "")
		return
	}
	c.valueFault(n, shown, "is out of range: "+widest(n))
}

// widest says the bounds of a number; a side without one is that of the Go type.
func widest(n *node) string {
	low, high := n.minimum != nil || n.above != nil, n.maximum != nil || n.below != nil
	if n.kind == integer && !low && !high {
		return rangeSays(n.span)
	}
	says := boundsSay(n)
	switch {
	case n.kind == integer && !low:
		says = fmt.Sprintf("at least %d, %s", n.span.low, says)
	case n.kind == integer && !high:
		says = fmt.Sprintf("%s, at most %d", says, n.span.high)
	}
	return says
}

func (n *node) ranged() bool {
	return n.minimum != nil || n.maximum != nil || n.above != nil || n.below != nil
}

// bars says whether the bounds alone refuse a number.
func (n *node) bars(sent number) bool {
	return n.minimum != nil && sent.compare(*n.minimum) < 0 ||
		n.maximum != nil && sent.compare(*n.maximum) > 0 ||
		n.above != nil && sent.compare(*n.above) <= 0 ||
		n.below != nil && sent.compare(*n.below) >= 0
}

func (n *node) bounded() bool { return n.enum != nil || n.multipleOf != nil || n.ranged() }

func (c *checker) bounds(n *node, sent number, raw []byte) {
	shown := clip(string(raw), maxSent)
	if n.enum != nil {
		for i := range n.enum {
			if n.enum[i].number.compare(sent) == 0 {
				return
			}
		}
		c.notInEnum(n, shown, "")
		return
	}
	if n.bars(sent) {
		c.valueFault(n, shown, "is out of range: "+boundsSay(n))
	}
	if n.multipleOf != nil && !sent.multiple(*n.multipleOf) {
		c.valueFault(n, shown, "is not a multiple of "+n.multipleOf.text)
	}
}

func (c *checker) itemCount(n *node, count int) {
	if n.minItems != nil && count < *n.minItems {
		c.valueFault(n, "", fmt.Sprintf("has %s, fewer than the %d it needs", items(count), *n.minItems))
	}
	if n.maxItems != nil && count > *n.maxItems {
		c.valueFault(n, "", fmt.Sprintf("has %s, more than the %d allowed", items(count), *n.maxItems))
	}
}

func characters(n int) string {
	if n == 1 {
		return "1 character"
	}
	return strconv.Itoa(n) + " characters"
}

func items(n int) string {
	if n == 1 {
		return "1 item"
	}
	return strconv.Itoa(n) + " items"
}

func rangeSays(s *span) string {
	return fmt.Sprintf("%d to %d", s.low, s.high)
}

func boundsSay(n *node) string {
	var parts []string
	add := func(word string, bound *number) {
		if bound != nil {
			parts = append(parts, word+" "+bound.text)
		}
	}
	add("at least", n.minimum)
	add("more than", n.above)
	add("at most", n.maximum)
	add("less than", n.below)
	return strings.Join(parts, ", ")
}

func patternSays(n *node) string {
	if n.digits != nil {
		return "is not a whole number in decimal digits"
	}
	return "does not match " + clip(n.pattern, 120)
}
