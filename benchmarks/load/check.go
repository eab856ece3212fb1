package load

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// Check judges the answers to one request. The first answer is decoded and compared in full; a later one
// that has the same bytes is as good, and any other is decoded again. Not safe for concurrent use.
type Check struct {
	id    int
	judge func(message) error
	good  []byte
	// refusal is whether the answer must be a refusal, of which there are many forms.
	refusal bool
}

type message struct {
	ID     *int            `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

type callResult struct {
	Content []struct {
		Type, Text string
	} `json:"content"`
	Structured map[string]any `json:"structuredContent"`
	IsError    bool           `json:"isError"`
	ResultType string         `json:"resultType"`
}

// Answers is the check of a tools/call: no error, the structured content is want, and the text is the same
// as JSON.
func Answers(id int, era Era, want map[string]any) *Check {
	return &Check{id: id, judge: func(m message) error {
		var r callResult
		if err := json.Unmarshal(m.Result, &r); err != nil {
			return fmt.Errorf("reading the result: %w", err)
		}
		switch {
		case r.IsError:
			return errors.New("the result is an error")
		case !reflect.DeepEqual(r.Structured, want):
			return fmt.Errorf("the structured content differs from what was asked for: got %.300v, want %.300v", r.Structured, want)
		case len(r.Content) != 1 || r.Content[0].Type != "text":
			return fmt.Errorf("got %d content blocks, want one of text", len(r.Content))
		case r.ResultType != "" && r.ResultType != "complete", r.ResultType != "" && era != Stateless:
			return fmt.Errorf("the result has type %q", r.ResultType)
		}
		var text map[string]any
		if err := json.Unmarshal([]byte(r.Content[0].Text), &text); err != nil || !reflect.DeepEqual(text, want) {
			return errors.New("the text is not the structured content as JSON")
		}
		return nil
	}}
}

// Lists is the check of a tools/list: want tools in one page, no two of one name.
func Lists(id, want int) *Check {
	return &Check{id: id, judge: func(m message) error {
		var r struct {
			Tools []struct {
				Name        string         `json:"name"`
				InputSchema map[string]any `json:"inputSchema"`
			} `json:"tools"`
			NextCursor string `json:"nextCursor"`
		}
		if err := json.Unmarshal(m.Result, &r); err != nil {
			return fmt.Errorf("reading the result: %w", err)
		}
		names := map[string]bool{}
		for _, t := range r.Tools {
			if t.InputSchema["type"] != "object" {
				return fmt.Errorf("the input schema of %q is no object", t.Name)
			}
			names[t.Name] = true
		}
		if len(names) != want || len(r.Tools) != want || r.NextCursor != "" {
			return fmt.Errorf("got %d tools with %d names, next page %q; want %d on one page", len(r.Tools), len(names), r.NextCursor, want)
		}
		return nil
	}}
}

// Opens is the check of an initialize.
func Opens(id int, era Era) *Check {
	return &Check{id: id, judge: func(m message) error {
		var r struct {
			Version string `json:"protocolVersion"`
		}
		if err := json.Unmarshal(m.Result, &r); err != nil || r.Version != era.String() {
			return fmt.Errorf("negotiated %q, want %v (%v)", r.Version, era, err)
		}
		return nil
	}}
}

// Refuses is the check of a request that is wrong: an HTTP status of 400 to 499, a JSON-RPC error or a
// result that is an error.
func Refuses() *Check { return &Check{refusal: true} }

// Answer judges the body of an answer with its HTTP status, 200 for a line of a pipe.
func (c *Check) Answer(status int, body []byte) error {
	if c.refusal {
		return refused(status, body)
	}
	if status == 200 && c.good != nil && bytes.Equal(body, c.good) {
		return nil
	}
	if status != 200 {
		return fmt.Errorf("HTTP status %d: %.300s", status, body)
	}
	var m message
	if err := json.Unmarshal(event(body), &m); err != nil {
		return fmt.Errorf("reading the answer: %w: %.300s", err, body)
	}
	switch {
	case m.ID == nil || *m.ID != c.id:
		return fmt.Errorf("the answer is not to request %d: %.300s", c.id, body)
	case m.Error != nil:
		return fmt.Errorf("an error: %.300s", m.Error)
	}
	if err := c.judge(m); err != nil {
		return err
	}
	c.good = bytes.Clone(body)
	return nil
}

func refused(status int, body []byte) error {
	if status >= 400 && status < 500 {
		return nil
	}
	var m message
	if err := json.Unmarshal(event(body), &m); err != nil {
		return fmt.Errorf("status %d, and reading the answer: %w: %.300s", status, err, body)
	}
	var r callResult
	if m.Error == nil && (json.Unmarshal(m.Result, &r) != nil || !r.IsError) {
		return fmt.Errorf("a wrong request was answered as if it were right: %.300s", body)
	}
	return nil
}

// event is the last message of a body that is a stream of server-sent events, or the body.
func event(body []byte) []byte {
	if len(body) > 0 && body[0] == '{' {
		return body
	}
	for line := range bytes.Lines(body) {
		if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok && len(data) > 2 {
			body = data
		}
	}
	return body
}
