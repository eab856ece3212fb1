package schema

import (
	"slices"
	"strings"

	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/internal/nearest"
)

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
	"optional":       "an optional argument is a pointer; make the field one",
	"min":            "write minimum for a number, minLength for a text, minItems for a list",
	"max":            "write maximum for a number, maxLength for a text, maxItems for a list",
	"desc":           "write description=..., or use jsonschema_description",
	"oneof":          "write one enum= for each value, e.g. enum=small,enum=large",
	"regex":          "write pattern=...",
	"regexp":         "write pattern=...",
	"-":              "it would hide the field from the schema and not from JSON; write `json:\"-\"`",
	"omitempty":      "omitempty belongs in the json tag",
}

// hookSlip marks a place whose tag makes invopop put in what only a hook may be blamed for elsewhere.
const hookSlip = "a hook's work"

// slip reports what is wrong with one word of a tag, and notes the word, so that what follows from it is
// not told as well.
func (r *reader) slip(rule fault.Rule, path, word, format string, args ...any) {
	r.problem(rule, path, format, args...)
	r.slips[path] = append(r.slips[path], word)
}

// slipped says whether one of the words was reported at the path. The words of a list's tag are for its
// items too.
func (r *reader) slipped(path string, words ...string) bool {
	return slices.ContainsFunc(r.slips[strings.TrimSuffix(path, "[]")], func(word string) bool { return slices.Contains(words, word) })
}

// hook reports what a schema method did, unless the field's tag did it.
func (r *reader) hook(path, format string, args ...any) {
	if !r.slipped(path, hookSlip) {
		r.problem(ruleHook, path, format, args...)
	}
}

// word says whether a part begins with a word that may stand here, which is one of the valid.
func (r *reader) word(n *node, valid []string, word, part string, hasValue bool, path string) bool {
	if hasValue && slices.Contains(valid, word) {
		return true
	}
	bare := strings.TrimSpace(word)
	answer, tried := answerTo(bare)
	switch {
	case strings.TrimSpace(part) == "":
		r.slip(ruleTagWord, path, "", "the jsonschema tag has an empty part, from a comma too many; remove the comma")
	case tried:
		r.slip(ruleTagWord, path, hookSlip, "the jsonschema tag says %q: %s", part, answer)
		if strings.HasSuffix(bare, "_required") { // it goes to the struct
			above := path[:max(strings.LastIndexByte(path, '.'), 0)]
			r.slips[above] = append(r.slips[above], hookSlip)
		}
	case slices.Contains(valid, bare) && bare != word && hasValue:
		r.slip(ruleTagWord, path, bare, "the jsonschema tag has a space beside %s (%q); remove the space", bare, part)
	case slices.Contains(valid, bare):
		r.slip(ruleTagValue, path, bare, "the jsonschema tag says %s without a value; write %s=...", bare, bare)
	case slices.Contains(allWords, bare):
		r.slip(ruleTagWord, path, bare, "the jsonschema tag says %q, which has no meaning on %s; words here: %s", part, describeKind(n), strings.Join(valid, ", "))
	default:
		r.unknownWord(n, bare, part, hasValue, path, valid)
	}
	return false
}

func (r *reader) unknownWord(n *node, word, part string, hasValue bool, path string, valid []string) {
	const cut = "if a comma cut it off, write the comma as \\\\, or put the text into jsonschema_description"
	near, here := nearest.To(word, valid)
	known := here
	if !here {
		near, known = nearest.To(word, allWords)
	}
	wayOut := cut
	switch {
	case !known || !hasValue && !sameWord(near, word):
		near = ""
	case here:
		wayOut = "did you mean " + near + "?"
	default:
		wayOut = near + " is one, and has no meaning on " + describeKind(n) + ": use another"
	}
	r.slip(ruleTagWord, path, near, "the jsonschema tag has the part %q, which is no known word; %s (words here: %s)", part, wayOut, strings.Join(valid, ", "))
}

// meaning says whether a part without a value is a word, of whatever spelling, or nothing at all.
func meaning(part string) bool {
	part = strings.TrimSpace(part)
	_, tried := answerTo(part)
	same := func(word string) bool { return sameWord(word, part) }
	return part == "" || tried || slices.ContainsFunc(allWords, same)
}

// prose says whether the first part of a tag is the beginning of a description, which is what some
// libraries take the whole tag for.
func prose(part string) bool {
	return strings.Contains(strings.TrimSpace(part), " ") && !strings.Contains(part, "=") && !meaning(part)
}

func (r *reader) unknownOption(option, path string) {
	known := []string{"omitempty", "omitzero", "string"}
	near, ok := nearest.To(option, known)
	switch {
	case option == "":
		r.slip(ruleJSONOption, path, hookSlip, "the json tag has an empty option, from a comma too many; remove the comma")
	case slices.Contains(known, strings.TrimSpace(option)):
		r.slip(ruleJSONOption, path, hookSlip, "the json tag has the option %q; remove the space: %s", option, near)
	case ok:
		r.slip(ruleJSONOption, path, hookSlip, "the json tag has the option %q; did you mean %s?", option, near)
	default:
		r.slip(ruleJSONOption, path, hookSlip, "the json tag has the option %q; known are omitempty, omitzero and string", option)
	}
}

// answerTo finds a word among the answers, also when it is spelt in another case.
func answerTo(word string) (answer string, tried bool) {
	for known, answer := range answers {
		if known == word || sameWord(known, word) {
			return answer, true
		}
	}
	return "", false
}

// separators takes away what stands between the parts of a word. It is made once: making it takes far longer than using it.
var separators = strings.NewReplacer("_", "", "-", "")

// sameWord says whether two words are one but for case and separators.
func sameWord(a, b string) bool {
	a, b = separators.Replace(a), separators.Replace(b)
	return a != "" && strings.EqualFold(a, b)
}

func describeKind(n *node) string {
	if n.kind == text && (n.format != "" || n.pattern != "") {
		return "a string whose form the Go type gives"
	}
	return article(n.kind)
}

// joined says whether an enum's value is several in one, in the ways people try, and how to write them.
func joined(value string) (wayOut string, ok bool) {
	values := strings.FieldsFunc(value, func(c rune) bool { return c == '|' || c == ';' })
	for i := range values {
		values[i] = "enum=" + strings.TrimSpace(values[i])
	}
	return strings.Join(values, ","), len(values) > 1
}
