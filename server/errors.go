package server

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/comity-mcp/comity/internal/nearest"
)

// An Error is what a handler returns when the model, or the integrator who reads the log of a host,
// should read why. Its text is sent as it is; any other error is logged with a reference and masked.
type Error struct {
	// Code classes the error.
	Code Code
	// Text is written for the reader: what was wrong, what is accepted, the nearest valid value.
	Text string

	cause error
}

// Errorf makes an [Error]. The format is fmt's. To keep what went wrong underneath for the log, use
// [Error.Because]: an error among the arguments becomes the cause too, and its own text is not sent,
// since it may name a host, a path or a query.
func Errorf(code Code, format string, args ...any) *Error {
	e := &Error{Code: code}
	shown := make([]any, len(args))
	for i, a := range args {
		shown[i] = a
		if cause, ok := a.(error); ok {
			e.Because(cause)
			shown[i] = unshown{}
		}
	}
	e.Text = fmt.Sprintf(strings.ReplaceAll(format, "%w", "%v"), shown...)
	return e
}

// unshown stands in the text where the cause would be.
type unshown struct{}

func (unshown) String() string { return "the cause is in the server's log" }

// Because gives e a cause and returns e. The cause is logged and never sent; errors.Is and errors.As
// find it. A second cause joins the first.
func (e *Error) Because(cause error) *Error {
	if e.cause == nil {
		e.cause = cause
	} else {
		e.cause = errors.Join(e.cause, cause)
	}
	return e
}

// Error returns the text, which is what the caller reads.
func (e *Error) Error() string { return e.Text }

// Unwrap returns the cause, nil when there is none.
func (e *Error) Unwrap() error { return e.cause }

// Nearest returns the value among valid that got most likely meant, and whether one is close enough to
// suggest. Use it to end an error in "did you mean ...".
func Nearest(got string, valid []string) (string, bool) { return nearest.To(got, valid) }

// DidYouMean ends a sentence about a value: with "; did you mean X?" when a valid value is close to got,
// and with "." otherwise.
func DidYouMean(got string, valid []string) string {
	if v, ok := nearest.To(got, valid); ok {
		return fmt.Sprintf("; did you mean %s?", v)
	}
	return "."
}

// longestText is how much of an error text is sent: a fault should take no more room than a result.
const longestText = 1 << 10

// clip cuts text at a rune boundary and says so.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	const tail = " [cut]"
	cut := most - len(tail)
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + tail
}
