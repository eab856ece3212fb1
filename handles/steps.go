package handles

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"
	"unicode/utf8"
)

// What may become of a row. Every step is taken inside a change, on a row that is not final.

// end makes the row final.
func (r *Row) end(state State, now time.Time) {
	now = now.UTC().Truncate(time.Microsecond)
	if now.Before(r.Updated) { // the clock went back
		now = r.Updated
	}
	r.State, r.Leased, r.Worker = state, false, ""
	r.Expires = later(now, r.Keep)
}

// fail makes the row final with a reason.
func (r *Row) fail(state State, code, text string, now time.Time) {
	r.Failure = Failure{Code: code, Text: text}
	r.end(state, now)
}

// complete ends the row with what its body returned.
func (r *Row) complete(out outcome, now time.Time) {
	switch {
	case out.failure != nil:
		r.fail(Failed, oneLine(out.failure.Code), cut(out.failure.Text), now)
	case len(out.result) > MaxResult:
		r.fail(Failed, CodeResult, fmt.Sprintf("The work ended, but its result has %d bytes and at most %d are kept. Ask for less, in several jobs.", len(out.result), MaxResult), now)
	case !json.Valid(out.result):
		r.fail(Failed, CodeResult, "The work ended, but its result cannot be read. Look whether its effect is there before starting it again.", now)
	default:
		r.Result = out.result
		r.end(Completed, now)
	}
}

// maxFailure is the most bytes of a failure's text, so that a record always fits its store.
const maxFailure = 4 << 10

// cut shortens a text at a rune boundary.
func cut(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if len(text) <= maxFailure {
		return text
	}
	const ellipsis = "\u2026"
	end := maxFailure - len(ellipsis)
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + ellipsis
}

// handBack gives a run back that did no harm, uncounted.
func (r *Row) handBack() {
	r.Leased, r.Worker, r.State = false, "", Working
	r.Attempts--
}

// lose is for a row whose worker is gone, nobody knows how far it came.
func (r *Row) lose(now time.Time) {
	switch {
	case r.Repeat != Safe:
		r.fail(Interrupted, CodeInterrupted, "The work was interrupted and may not be run twice. Its outcome is unknown: look whether its effect is there before starting it again.", now)
	case r.Attempts >= r.MaxAttempts:
		r.fail(Failed, CodeAttempts, fmt.Sprintf("The work was started %d times and its worker was lost each time. Starting it again is unlikely to help; tell whoever runs the server.", r.Attempts), now)
	default:
		r.Leased, r.Worker, r.State = false, "", Working
	}
}

// overdue is for a row past its deadline.
func (r *Row) overdue(now time.Time) {
	r.fail(Failed, CodeDeadline, fmt.Sprintf("The work was not done within %v of its start and was stopped; what it did until then stands. Start anew, or ask for less.", r.Deadline.Sub(r.Created)), now)
}

// ask adds what the body wants to know.
func (r *Row) ask(requests map[string]json.RawMessage) error {
	if r.Requests == nil {
		r.Requests = map[string]json.RawMessage{}
	}
	maps.Copy(r.Requests, requests)
	if size := inputSize(r.Requests, r.Responses); size > MaxInput {
		return &SizeError{"input requests", size, MaxInput}
	}
	if len(r.Unanswered()) > 0 {
		r.State = InputRequired
	}
	return nil
}

// answer adds the responses that were asked for and not given yet.
func (r *Row) answer(responses map[string]json.RawMessage) error {
	news := false
	for _, key := range r.Unanswered() {
		response, ok := responses[key]
		if !ok {
			continue
		}
		if r.Responses == nil {
			r.Responses = map[string]json.RawMessage{}
		}
		r.Responses[key], news = response, true
	}
	if !news {
		return errKeep
	}
	if size := inputSize(r.Requests, r.Responses); size > MaxInput {
		return &SizeError{"input responses", size, MaxInput}
	}
	if len(r.Unanswered()) == 0 {
		r.State = Working
	}
	return nil
}

func inputSize(maps ...map[string]json.RawMessage) int {
	size := 0
	for _, m := range maps {
		for key, value := range m {
			size += len(key) + len(value)
		}
	}
	return size
}

// resume leases a row of Do whose worker was lost to another one.
func (r *Row) resume(worker string) error {
	if !r.Direct || r.Leased || r.State != Working {
		return errKeep
	}
	r.Leased, r.Worker = true, worker
	r.Fence++
	r.Attempts++
	return nil
}
