package lint

import (
	"regexp"
	"sync"
)

// A pattern is a regular expression that is compiled when a text first needs it. Most servers never need most of them,
// and compiling all of them takes longer than judging a small server. It is safe for concurrent use.
type pattern func() *regexp.Regexp

// lazy makes a pattern of an expression, which must be valid: the first use panics otherwise.
func lazy(expression string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

func (p pattern) matches(text string) bool { return p().MatchString(text) }

func (p pattern) find(text string) string { return p().FindString(text) }
