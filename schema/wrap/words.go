package wrap

import (
	"slices"
	"strings"
)

// A rule in words, for a description, and the keywords it stands for.
type wording struct {
	keywords []string
	says     string
}

// inWords states the given keywords of s as short labelled sentences, in a fixed order. Bounds that
// belong together share one. A keyword it has no words for is not in the result.
func inWords(s *node, keywords []string) []wording {
	var out []wording
	add := func(says string, names ...string) { out = append(out, wording{names, says}) }
	value := func(name string) string {
		if v := s.get(name); v != nil && slices.Contains(keywords, name) {
			if v.kind == text {
				return v.text
			}
			return string(v.bytes())
		}
		return ""
	}
	for _, r := range []struct{ label, unit, low, high string }{
		{"Length", " characters", "minLength", "maxLength"},
		{"Number of items", "", "minItems", "maxItems"},
		{"Number of members", "", "minProperties", "maxProperties"},
	} {
		if says := span(value(r.low), value(r.high)); says != "" {
			add(r.label+": "+says+r.unit+".", r.low, r.high)
		}
	}
	if says := rangeInWords(value("minimum"), value("exclusiveMinimum"), value("maximum"), value("exclusiveMaximum")); says != "" {
		add("Range: "+says+".", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")
	}
	if v := value("multipleOf"); v != "" {
		add("Multiple of "+v+".", "multipleOf")
	}
	if value("uniqueItems") == "true" {
		add("No item twice.", "uniqueItems")
	}
	if v := value("format"); v != "" {
		add("Format: "+v+".", "format")
	}
	if v := value("pattern"); v != "" {
		add("Must match the regular expression `"+v+"`.", "pattern")
	}
	if slices.Contains(keywords, "enum") && s.get("enum").isArray() {
		var values []string
		for _, v := range s.get("enum").items {
			values = append(values, string(v.bytes()))
		}
		add("One of: "+strings.Join(values, ", ")+".", "enum")
	}
	if v := s.get("const"); v != nil && slices.Contains(keywords, "const") {
		add("Always "+string(v.bytes())+".", "const")
	}
	return out
}

// span says a pair of counts: "5 to 32", "at least 5", "at most 32", "exactly 5".
func span(low, high string) string {
	switch {
	case low == "" && high == "":
		return ""
	case high == "":
		return "at least " + low
	case low == "" || low == "0":
		return "at most " + high
	case low == high:
		return "exactly " + low
	}
	return low + " to " + high
}

// rangeInWords says up to four bounds of a number.
func rangeInWords(minimum, above, maximum, below string) string {
	if minimum != "" && maximum != "" && above == "" && below == "" {
		if minimum == maximum {
			return "exactly " + minimum
		}
		return minimum + " to " + maximum
	}
	var parts []string
	for _, b := range []struct{ words, bound string }{
		{"at least ", minimum}, {"more than ", above}, {"at most ", maximum}, {"less than ", below},
	} {
		if b.bound != "" {
			parts = append(parts, b.words+b.bound)
		}
	}
	return strings.Join(parts, ", ")
}

// describe appends sentences to the description of s, ending what is there with a full stop first.
func describe(s *node, sentences []string) {
	if len(sentences) == 0 {
		return
	}
	said := ""
	if d := s.get("description"); d.isText() {
		said = strings.TrimRight(d.text, " \n")
	}
	if said != "" && !strings.ContainsAny(said[len(said)-1:], ".?:;!") {
		said += "."
	}
	s.set("description", str(strings.TrimSpace(said+" "+strings.Join(sentences, " "))))
}

// move takes keywords off s and says them in its description. What has no words is dropped. Both are
// reported in the order of the document.
func move(s *node, path, host string, keywords []string) []Omission {
	said := map[string]bool{}
	var sentences []string
	for _, w := range inWords(s, keywords) {
		sentences = append(sentences, w.says)
		for _, k := range w.keywords {
			said[k] = true
		}
	}
	var left []Omission
	for _, name := range s.names() {
		if !slices.Contains(keywords, name) {
			continue
		}
		says := "dropped: " + host + " has no such keyword; the server still enforces it."
		if said[name] {
			says = "moved into the description: " + host + " does not take it here."
		}
		left = append(left, Omission{path, name, says})
		s.remove(name)
	}
	describe(s, sentences)
	return left
}
