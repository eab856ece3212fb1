package server

import (
	"encoding/json"
	"time"

	"github.com/comity-mcp/comity/handles"
)

// between is how long it is worth to wait between two calls of get, which wait themselves.
const between = time.Second

// view is a record as the three tools return it; see viewType.
func (j *job) view(rec handles.Record) (any, error) {
	v := struct {
		Status      string          `json:"status"`
		Progress    *measured       `json:"progress"`
		Result      json.RawMessage `json:"result"`
		Reason      *string         `json:"reason"`
		PollAfterMS *int            `json:"poll_after_ms"`
		KeptUntil   *time.Time      `json:"kept_until"`
	}{Status: status(rec.State), Progress: progressOf(rec.Progress), Result: json.RawMessage("null")}
	switch {
	case rec.State == handles.Completed:
		v.Result = rec.Result
	case rec.Failure.Text != "":
		v.Reason = &rec.Failure.Text
	case rec.State == handles.Interrupted:
		reason := "interrupted: the work may not be run twice, and it is not known how far it came"
		v.Reason = &reason
	}
	if rec.State.Final() {
		until := rec.Expires.UTC()
		v.KeptUntil = &until
	} else {
		ms := int(between / time.Millisecond)
		v.PollAfterMS = &ms
	}
	rest, err := marshal(v)
	if err != nil {
		return nil, err
	}
	id, err := marshal(map[string]string{j.handle(): rec.ID})
	if err != nil {
		return nil, err
	}
	return encoded{append(append(id[:len(id)-1], ','), rest[1:]...), j.links(rec.Result)}, nil
}

// status is a state as tools and tasks send it: both have no word for interrupted.
func status(s handles.State) string {
	if s == handles.Interrupted {
		return handles.Failed.String()
	}
	return s.String()
}

func progressOf(m handles.Measure) *measured {
	if m == (handles.Measure{}) {
		return nil
	}
	out := &measured{Done: m.Done, Message: m.Message}
	if m.Total > 0 {
		out.Total = &m.Total
	}
	return out
}
