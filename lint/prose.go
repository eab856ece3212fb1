package lint

import (
	"slices"
	"strings"
	"unicode"
)

// prose splits a text into its words in lower case, names with underscores kept whole.
func prose(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// fillers say nothing of what a text is about.
var fillers = strings.Fields("a an the of to in on at by for from with and or is are be it its this that these those as into one all any each " +
	"which when where how what there their has have can may will not no if then than up so only also more most such other " +
	"return returns get gets list lists find finds show shows give gives use used using tool tools")

// stem is a word without its plural, near enough to compare two texts.
func stem(word string) string {
	switch {
	case len(word) > 4 && strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case len(word) > 4 && (strings.HasSuffix(word, "ses") || strings.HasSuffix(word, "xes") || strings.HasSuffix(word, "ches")):
		return word[:len(word)-2]
	case len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss"):
		return word[:len(word)-1]
	}
	return word
}

// content is the set of the words that say what a text is about, without their plurals.
func content(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range prose(text) {
		if !slices.Contains(fillers, w) {
			set[stem(w)] = true
		}
	}
	return set
}

// alike is how much of two sets is common to both: 0 for nothing, 1 for everything.
func alike(a, b map[string]bool) float64 {
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	if all := len(a) + len(b) - common; all > 0 {
		return float64(common) / float64(all)
	}
	return 0
}

// objects are the words of a tool's name that say on what it acts: all but verbs and the server's own name.
func (p *Pass) objects(t *tool) []string {
	var list []string
	own := words(p.server.Name)
	for i, w := range t.words {
		verb := i == 0 && len(t.words) > 1 && (kindOf(w) != unclear || slices.Contains(otherVerbs, w))
		if !verb && !slices.Contains(own, w) && !slices.Contains(fillers, w) {
			list = append(list, stem(w))
		}
	}
	return list
}

// otherVerbs are verbs at the start of names that promise nothing (see readingVerbs), but are no thing either.
var otherVerbs = strings.Fields("run execute add book call query fetch show view count compare calculate validate preview export import " +
	"open close move mark save edit replace schedule sync transfer reserve restore archive browse perform handle manage do make build " +
	"generate convert analyze analyse summarize process apply wait watch subscribe unsubscribe lock unlock merge split copy login")
