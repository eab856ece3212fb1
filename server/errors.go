package server

import (
	"errors"
	"fmt"
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

	cause  error
	origin *Error // what Because was called on
}

// Errorf makes an [Error]. The format is fmt.Errorf's. To keep what went wrong underneath for the log, use
// [Error.Because]: an error among the arguments becomes the cause too, and its own text is not sent,
// since it may name a host, a path or a query.
func Errorf(code Code, format string, args ...any) *Error {
	if false {
		_ = fmt.Errorf(format, args...) // lets vet check the format at every call
	}
	e := &Error{Code: code}
	shown := make([]any, len(args))
	for i, a := range args {
		shown[i] = a
		if cause, ok := a.(error); ok {
			e.cause = joined(e.cause, cause)
			shown[i] = unshown{}
		}
	}
	e.Text = fmt.Errorf(format, shown...).Error()
	return e
}

// unshown stands in the text where the cause would be.
type unshown struct{}

func (unshown) Error() string { return "the cause is in the server's log" }

// Because returns e with a cause, which is logged and never sent; errors.Is and errors.As find it. e
// itself stays as it is, so that one Error can be kept in a variable and returned by many calls at once;
// errors.Is finds that one too.
func (e *Error) Because(cause error) *Error {
	origin := e
	if e.origin != nil {
		origin = e.origin
	}
	return &Error{Code: e.Code, Text: e.Text, cause: joined(e.cause, cause), origin: origin}
}

// Is reports whether target is the Error that e was made from.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t != nil && e.origin == t
}

func joined(a, b error) error {
	if a == nil {
		return b
	}
	return errors.Join(a, b)
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
