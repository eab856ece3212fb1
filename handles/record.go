package handles

import (
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// A Revision orders the states of one record: every change that a reader can see makes it grow, by how
// much says nothing. Zero is before the first, so that waiting after zero answers at once.
type Revision uint64

// A Record is a job as its engine keeps it. It is a copy: changing it changes nothing stored.
type Record struct {
	// ID is the handle: see [NewID].
	ID    string `json:"id"`
	Tool  string `json:"tool"`
	Owner Owner  `json:"owner"`
	// Caller is what the one who started the job wants to be remembered of the caller beside Owner, as
	// JSON; empty for nothing. Never a token.
	Caller json.RawMessage `json:"caller,omitempty"`
	// Key is the request key of the start, empty for none.
	Key string `json:"key,omitempty"`
	// Digest is [Digest] of Arguments.
	Digest string `json:"digest"`
	// Arguments is what the job was started with, at most [MaxArguments] bytes.
	Arguments json.RawMessage `json:"arguments,omitempty"`

	State    State   `json:"state"`
	Progress Measure `json:"progress"`
	// Attempts is how often a body was started for the job. A run that was handed back in good order, as
	// by a worker that shuts down, is not counted.
	Attempts int `json:"attempts"`
	// Requests are what the body asked for, by a key of the body's choice that stays unique for the life
	// of the job; Responses are the answers so far. Both are JSON as the body and its client understand
	// it, at most [MaxInput] bytes together.
	Requests  map[string]json.RawMessage `json:"requests,omitempty"`
	Responses map[string]json.RawMessage `json:"responses,omitempty"`
	// Result is what a completed body returned, at most [MaxResult] bytes.
	Result json.RawMessage `json:"result,omitempty"`
	// Failure says why the job failed or was interrupted; zero otherwise.
	Failure Failure `json:"failure,omitzero"`

	// Created, Updated and Expires are by the engine's clock. Updated never goes back, whatever the clock
	// does. Expires is zero until the job is final: retention counts from its end.
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
	Expires time.Time `json:"expires,omitzero"`
	// Deadline is when a job that is not final fails.
	Deadline time.Time `json:"deadline"`
	// Keep is how long the record stays after its end.
	Keep time.Duration `json:"keep"`
	// Repeat and MaxAttempts say what happens when a worker is lost.
	Repeat      Repeat `json:"repeat"`
	MaxAttempts int    `json:"max_attempts"`

	Revision Revision `json:"revision"`
}

// Unanswered returns the keys of the requests that have no response yet, sorted.
func (r Record) Unanswered() []string {
	var keys []string
	for key := range r.Requests {
		if _, ok := r.Responses[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// clone returns a record that shares no memory with r.
func (r Record) clone() Record {
	r.Caller = slices.Clone(r.Caller)
	r.Arguments = slices.Clone(r.Arguments)
	r.Result = slices.Clone(r.Result)
	r.Requests = cloneInput(r.Requests)
	r.Responses = cloneInput(r.Responses)
	return r
}

func cloneInput(m map[string]json.RawMessage) map[string]json.RawMessage {
	m = maps.Clone(m)
	for key, value := range m {
		m[key] = slices.Clone(value)
	}
	return m
}

// A Measure says how far a job is. The zero Measure says nothing.
type Measure struct {
	// Done grows; its unit is the body's. Total is in the same unit, zero when it is not known.
	Done  float64 `json:"done"`
	Total float64 `json:"total,omitempty"`
	// Message is one line for a person, at most [MaxMessage] bytes.
	Message string `json:"message,omitempty"`
}

// A Failure is why a job did not complete. It is also the error by which a body says what the owner and
// the model may read; the text of any other error is not kept.
type Failure struct {
	// Code is one of the codes of this package, or of the body's.
	Code string `json:"code"`
	// Text is written for whoever reads the record, and ends in the way out.
	Text string `json:"text"`
}

// Error returns the text.
func (f *Failure) Error() string { return f.Text }

// Codes of failures that an engine itself writes into a record.
const (
	// CodeInternal is a body that panicked or returned an error that is no [Failure].
	CodeInternal = "internal"
	// CodeInterrupted comes with [Interrupted].
	CodeInterrupted = "interrupted"
	// CodeAttempts is a job that lost its worker as often as it may.
	CodeAttempts = "attempts"
	// CodeDeadline is a job that was not final by its deadline.
	CodeDeadline = "deadline"
	// CodeResult is a result that is too large or no JSON.
	CodeResult = "result"
)
