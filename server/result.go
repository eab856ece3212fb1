package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/internal/seen"
)

const (
	// usualResult is the default of Spec.MaxResult, in bytes.
	usualResult = 100_000
	// largestResult is the most that Spec.MaxResult can say, in bytes.
	largestResult = 130_000
	// smallestResult is the least that Spec.MaxResult can say, in bytes.
	smallestResult = 1_000
)

// result encodes what the handler returned and checks it against the output schema, before anything
// leaves.
func (c *call) result(out any) answer {
	b, err := c.encode(out)
	if err != nil {
		return c.failure(fmt.Errorf("the result does not fit its output schema: %w", err))
	}
	if len(b) > c.tool.maxResult {
		return answer{code: OverBudget, text: c.tooLarge(len(b))}
	}
	return answer{structured: b, text: string(b), links: c.links(out)}
}

func (c *call) encode(out any) ([]byte, error) {
	e, ok := out.(encoded)
	if !ok {
		return c.tool.output.Encode(out)
	}
	if faults := c.tool.output.Check(e.json); len(faults) > 0 {
		return nil, faults
	}
	var line bytes.Buffer // an engine may keep JSON in a form of its own, and an answer over stdio is one line
	err := json.Compact(&line, e.json)
	return line.Bytes(), err
}

// links are those of what the handler returned.
func (c *call) links(out any) []Link {
	if e, ok := out.(encoded); ok {
		return e.links
	}
	if !c.tool.links {
		return nil
	}
	return linksIn(reflect.ValueOf(out))
}

// narrowing are names of inputs that make a result smaller, best first.
var narrowing = [...]string{"limit", "page_size", "max_results", "first", "top"}

// tooLarge says how to get less. A result is refused rather than cut: a list that silently lost its
// end, beside totals that count all of it, would be read as the whole.
func (c *call) tooLarge(size int) string {
	var b strings.Builder
	if c.tool.reads {
		fmt.Fprintf(&b, "The result is not shown: it has %s of JSON, and at most %s are sent.", kilobytes(size), kilobytes(c.tool.maxResult))
	} else {
		fmt.Fprintf(&b, "The call took effect, but its result is not shown: it has %s of JSON, and at most %s are sent. Do not repeat the call.",
			kilobytes(size), kilobytes(c.tool.maxResult))
		return b.String()
	}
	names := c.tool.input.Properties()
	for _, n := range narrowing {
		if slices.Contains(names, n) {
			fmt.Fprintf(&b, " Call again with a smaller %s.", n)
			return b.String()
		}
	}
	if optional := c.tool.input.Optional(); len(optional) > 0 {
		fmt.Fprintf(&b, " Ask for less by giving %s.", strings.Join(optional, " or "))
	} else if len(names) > 0 {
		fmt.Fprintf(&b, " Ask for less by choosing %s more narrowly.", strings.Join(names, " or "))
	} else {
		b.WriteString(" The tool takes no arguments that could narrow it; its author would have to page it.")
	}
	return b.String()
}

func kilobytes(n int) string {
	if n < 10_000 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d kB", (n+500)/1000)
}

// failure says to the caller what it may know about err, and keeps the rest for the log.
func (c *call) failure(err error) answer {
	t := c.tool
	if e, ok := errors.AsType[*Error](err); ok && strings.TrimSpace(e.Text) != "" {
		code := e.Code
		if code < InvalidArgument || code > Internal {
			code = Internal
		}
		// The text may quote somebody else's: an upstream's, a row's.
		return answer{code: code, text: clip(seen.Text(e.Text), longestText), cause: cause(err, e)}
	}
	switch {
	case errors.Is(err, errTooMany):
		return answer{code: Unavailable, cause: err, text: fmt.Sprintf(
			"%s is busy with earlier calls that have not ended. Nothing was done; call again in a minute.", t.spec.Name)}
	case errors.Is(err, errOverBudget):
		return answer{code: OverBudget, cause: err, text: fmt.Sprintf("%s did not finish within %v. %s", t.spec.Name, t.budget, c.afterwards())}
	case errors.Is(err, errGone):
		return answer{code: Unavailable, cause: err, text: "The call was cancelled. " + c.afterwards()}
	case errors.Is(err, context.DeadlineExceeded):
		return answer{code: Unavailable, cause: err, text: fmt.Sprintf("Something that %s depends on did not answer in time. %s", t.spec.Name, c.afterwards())}
	}
	return answer{code: Internal, cause: err, text: fmt.Sprintf(
		"%s could not be completed because of a fault on the server, not in the arguments. %s If it happens again, give the operator the reference %s.",
		t.spec.Name, c.afterwards(), c.reference())}
}

// afterwards says what a failed call has changed, as far as is known, and what to do about it.
func (c *call) afterwards() string {
	t := c.tool
	switch stage := c.stage.Load(); {
	case t.reads:
		return "Nothing was changed; the same call may work later."
	case stage == 0:
		return "Nothing was done; the same call may work later."
	case stage == stageReturned && t.spec.CheckWith != "":
		return fmt.Sprintf("It ran to its end, and only its result cannot be shown: look with %s, and do not repeat the call.", t.spec.CheckWith)
	case stage == stageReturned:
		return "It ran to its end, and only its result cannot be shown: do not repeat the call."
	case t.idempotent():
		return "It may have taken effect; the same call may be made again, since repeating it changes nothing more."
	case t.spec.CheckWith != "":
		return fmt.Sprintf("The outcome is unknown: check with %s before calling again.", t.spec.CheckWith)
	default:
		return "The outcome is unknown: check whether it took effect before calling again."
	}
}

// cause is what stands behind an author's error: its own cause, and whatever it was wrapped in.
func cause(err error, e *Error) error {
	if err != error(e) {
		return err
	}
	return e.cause
}
