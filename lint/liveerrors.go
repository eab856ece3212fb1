package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/comity-mcp/comity/fault"
)

func liveErrorTextRules() []Rule {
	return []Rule{
		{Rule: fault.Rule{
			ID:    "live-error-empty",
			Doc:   "An error says what is wrong; a bare \"Internal error\" leaves the model and the integrator guessing.",
			URL:   claudeWriting,
			Level: fault.Error,
		}, Check: eachCall(liveErrorEmpty)},
		{Rule: fault.Rule{
			ID:    "live-error-names",
			Doc:   "An error about an argument names the argument.",
			URL:   claudeWriting,
			Level: fault.Warning,
		}, Check: eachCall(liveErrorNames)},
		{Rule: fault.Rule{
			ID:    "live-error-way-out",
			Doc:   "An error about an argument says what is allowed: the type, the values, or that it is required.",
			URL:   claudeWriting,
			Level: fault.Warning,
		}, Check: eachCall(liveErrorWayOut)},
		{Rule: fault.Rule{
			ID:    "live-error-leak",
			Doc:   "No error shows a stack, a source file, SQL or an address of the inside; the cause belongs in the log.",
			URL:   claudeDesign,
			Level: fault.Error,
		}, Check: eachCall(liveErrorLeak)},
		{Rule: fault.Rule{
			ID:    "live-error-length",
			Doc:   "An error has at most 1,000 characters, all of which a model pays for.",
			URL:   claudeDesign,
			Level: fault.Info,
		}, Check: eachCall(liveErrorLength)},
	}
}

// sayNothing are the texts that say that something is wrong and no more, as plain writes them.
var sayNothing = []string{"", "error", "internal error", "internal server error", "server error", "an error occurred", "an unexpected error occurred",
	"unexpected error", "something went wrong", "bad request", "invalid", "invalid request", "invalid input", "invalid params", "invalid parameters",
	"invalid arguments", "validation error", "validation failed", "failed", "tool failed", "tool execution failed", "unknown error", "exception",
	"null", "undefined", "none", "[object object]", "{}"}

// prefixes are what SDKs write before the message of a tool's error.
var prefixes = lazy(`^(?:mcp error )?-?\d{3,5}:? |^error: |^error executing tool [^:]*: `)

func liveErrorEmpty(_ *Pass, _ *tool, c Call) string {
	if !c.refused() {
		return ""
	}
	text := plain(c.Text)
	if text == "" {
		return fmt.Sprintf("A call %s got an error without a word: say what was wrong and what is allowed.", c.sent())
	}
	if slices.Contains(sayNothing, strings.TrimSpace(prefixes().ReplaceAllString(text, ""))) {
		return fmt.Sprintf("A call %s got only %q: say what was wrong and what is allowed.", c.sent(), excerpt(c.Text))
	}
	return ""
}

// answered reports whether the call got words about the one argument that was wrong: some were said, and not those that valid
// arguments get, which are about something else.
func (p *Pass) answered(c Call) bool {
	if !c.refused() || !c.faulty() || c.Field == "" || liveErrorEmpty(nil, nil, c) != "" {
		return false
	}
	for _, valid := range p.evidence.Calls {
		if valid.Tool == c.Tool && valid.With == WithValid && valid.refused() && (c.With == WithExtra || valid.Text == c.Text) {
			return false
		}
	}
	return true
}

func liveErrorNames(p *Pass, t *tool, c Call) string {
	if t == nil || !p.answered(c) || strings.Contains(strings.ToLower(c.Text), strings.ToLower(c.Field)) {
		return ""
	}
	return fmt.Sprintf("A call %s got %q, which does not name the argument: name it as the schema does.", c.sent(), excerpt(c.Text))
}

// waysOut are words, one of which a sentence needs to say what is allowed.
var waysOut = map[With]pattern{
	WithMissing: lazy(`requir|missing|must|need|expected|omit|provide|add |give|include|without`),
	WithWrongType: lazy(`string|text|number|integer|float|int\b|bool|true|false|array|list|object|dict|null|expected|must|` +
		`should|want|allowed|valid `),
	WithWrongEnum: lazy(`one of|allowed|expected|must|choose|valid values|options|permitted|did you mean`),
	WithExtra:     lazy(`unknown|unexpected|unrecogni[sz]ed|not allowed|not permitted|additional|extra|did you mean|takes|has no|allowed|only`),
}

func liveErrorWayOut(p *Pass, t *tool, c Call) string {
	if t == nil || !p.answered(c) || waysOut[c.With].matches(strings.ToLower(c.Text)) || c.With == WithWrongEnum && t.offers(c) {
		return ""
	}
	way := map[With]string{
		WithMissing:   "say that it is required and what a value looks like",
		WithWrongType: "say which type it has",
		WithWrongEnum: "list the values that there are",
		WithExtra:     "name the arguments that there are, or the nearest",
	}[c.With]
	return fmt.Sprintf("A call %s got %q, which does not say what is allowed: %s.", c.sent(), excerpt(c.Text), way)
}

// offers reports whether the error lists a value that the argument may have.
func (t *tool) offers(c Call) bool {
	n := t.field(c.Field)
	if n == nil {
		return false
	}
	values, _ := n.keys["enum"].([]any)
	return slices.ContainsFunc(values, func(v any) bool { return v != nil && strings.Contains(c.Text, fmt.Sprint(v)) })
}

// leaks are the marks of what an error must not show, by name.
var leaks = []struct {
	name string
	mark pattern
}{
	{"a stack", lazy(`Traceback \(most recent call last\)|goroutine \d+ \[|panic: |\n\s+at .+[:(]\d+|\bat [\w.$<>]+ ?\([^)\n]*:\d+(?::\d+)?\)|` +
		`File "[^"\n]+", line \d+|\.(?:java|kt|cs):\d+\)`)},
	{"a source file", lazy(`(?:/[\w.@-]+){2,}\.(?:py|js|mjs|cjs|ts|go|rb|java|rs|php):\d+|/node_modules/|/site-packages/`)},
	{"SQL", lazy(`(?i)\bselect\b[^.\n]{1,200}\bfrom\b[^.\n]{1,200}\bwhere\b|\binsert into\b|\bSQLSTATE\b|syntax error at or near|` +
		`\bORA-\d{5}\b|you have an error in your SQL syntax|\bno such (?:table|column):`)},
	{"an address of the inside", lazy(`\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp)://|dial tcp |ECONNREFUSED|` +
		`\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}:\d+`)},
}

func liveErrorLeak(_ *Pass, _ *tool, c Call) string {
	if !c.refused() {
		return ""
	}
	for _, l := range leaks {
		if found := l.mark.find(c.Text); found != "" {
			return fmt.Sprintf("A call %s got an error with %s in it (%q): log the cause, and tell the caller what to do.", c.sent(), l.name,
				excerpt(found))
		}
	}
	if name := secretIn(c.Text); name != "" {
		return fmt.Sprintf("A call %s got an error with %s in it: log the cause without it, and tell the caller what to do.", c.sent(), name)
	}
	return ""
}

func liveErrorLength(_ *Pass, _ *tool, c Call) string {
	const limit = 1000
	n := utf8.RuneCountInString(c.Text)
	if !c.refused() || n <= limit {
		return ""
	}
	return fmt.Sprintf("A call %s got an error of %d characters, more than %d: say what was wrong, what is allowed, and stop.", c.sent(), n, limit)
}
