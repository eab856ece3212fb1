package jetstream

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/nats-io/nats.go"
)

// A row is one message: what all engines must know of it in a header, so that they can follow without
// its payload, and in the payload a line of JSON and the parts that are JSON of others, byte for byte.

// summaryHeader holds a summary, or, on the subject of a beat, a beat.
const summaryHeader = "Comity-Row"

// A summary is what every engine knows of every row.
type summary struct {
	Version uint64        `json:"v"`
	Fence   uint64        `json:"f,omitempty"`
	State   handles.State `json:"s"`
	Tool    string        `json:"t"`
	Leased  bool          `json:"l,omitempty"`
	Worker  string        `json:"w,omitempty"`
	Direct  bool          `json:"d,omitempty"`
	Gone    bool          `json:"g,omitempty"`
	// Created, Deadline and Expires are in microseconds; Expires is zero until the job is final.
	Created  int64 `json:"c,omitempty"`
	Deadline int64 `json:"u,omitempty"`
	Expires  int64 `json:"e,omitempty"`
}

func summarize(row handles.Row) summary {
	s := summary{Version: row.Version, Fence: row.Fence, State: row.State, Tool: row.Tool, Leased: row.Leased, Worker: row.Worker,
		Direct: row.Direct, Gone: row.Gone, Created: row.Created.UnixMicro(), Deadline: row.Deadline.UnixMicro()}
	if !row.Expires.IsZero() {
		s.Expires = row.Expires.UnixMicro()
	}
	return s
}

// over says whether the job is final, its retention over or not.
func (s summary) over() bool { return s.Gone || s.State.Final() }

// claimable says whether a worker may take the job.
func (s summary) claimable(now time.Time) bool {
	return s.waits() && now.UnixMicro() < s.Deadline
}

// waits says whether the job waits for a worker.
func (s summary) waits() bool {
	return s.State == handles.Working && !s.Leased && !s.Direct && !s.Gone
}

// A beat is a sign of life.
type beat struct {
	Fence uint64 `json:"f"`
	Count uint64 `json:"n"`
}

// A body is the line of JSON; the parts follow it in this order.
type body struct {
	Row       handles.Row `json:"row"`
	Arguments int         `json:"arguments,omitempty"` // bytes, as all that follow
	Caller    int         `json:"caller,omitempty"`
	Result    int         `json:"result,omitempty"`
	Requests  []part      `json:"requests,omitempty"`
	Responses []part      `json:"responses,omitempty"`
}

type part struct {
	Key  string `json:"key"`
	Size int    `json:"size"`
}

// encode returns the header and the payload of a row.
func encode(row handles.Row) (nats.Header, []byte, error) {
	line := body{Row: row, Arguments: len(row.Arguments), Caller: len(row.Caller), Result: len(row.Result)}
	line.Row.Arguments, line.Row.Caller, line.Row.Result, line.Row.Requests, line.Row.Responses = nil, nil, nil, nil, nil
	tail := slices.Concat(row.Arguments, row.Caller, row.Result)
	line.Requests, tail = split(row.Requests, tail)
	line.Responses, tail = split(row.Responses, tail)
	first, err := json.Marshal(line)
	if err != nil {
		return nil, nil, fmt.Errorf("writing a row: %w", err)
	}
	known, err := json.Marshal(summarize(row))
	if err != nil {
		return nil, nil, fmt.Errorf("writing a summary: %w", err)
	}
	return nats.Header{summaryHeader: {string(known)}}, slices.Concat(first, []byte{'\n'}, tail), nil
}

func split(input map[string]json.RawMessage, tail []byte) ([]part, []byte) {
	var parts []part
	for _, key := range slices.Sorted(maps.Keys(input)) {
		parts = append(parts, part{key, len(input[key])})
		tail = append(tail, input[key]...)
	}
	return parts, tail
}

var errTorn = errors.New("the row is not one that this version writes; look who else writes to the stream of jobs")

// decode reads a payload.
func decode(payload []byte) (handles.Row, error) {
	first, tail, ok := bytes.Cut(payload, []byte{'\n'})
	if !ok {
		return handles.Row{}, errTorn
	}
	var line body
	if err := json.Unmarshal(first, &line); err != nil {
		return handles.Row{}, fmt.Errorf("%w: %w", errTorn, err)
	}
	row, torn := line.Row, false
	take := func(size int) json.RawMessage {
		if size <= 0 || size > len(tail) {
			torn = torn || size != 0
			return nil
		}
		cut := slices.Clone(tail[:size])
		tail = tail[size:]
		return cut
	}
	row.Arguments, row.Caller, row.Result = take(line.Arguments), take(line.Caller), take(line.Result)
	row.Requests, row.Responses = join(line.Requests, take), join(line.Responses, take)
	if torn || len(tail) > 0 {
		return handles.Row{}, errTorn
	}
	return row, nil
}

func join(parts []part, take func(int) json.RawMessage) map[string]json.RawMessage {
	if len(parts) == 0 {
		return nil
	}
	input := make(map[string]json.RawMessage, len(parts))
	for _, p := range parts {
		input[p.Key] = take(p.Size)
	}
	return input
}
