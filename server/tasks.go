package server

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
)

// tasksExtension is the extension by which a client takes a job as a task (SEP-2663; ext-tasks,
// specification/draft/tasks, read 2026-08-21). It is a second view of the record that start, get and
// cancel show as tools, for clients that declare it in each request.
const tasksExtension = "io.modelcontextprotocol/tasks"

// addTasks puts the extension on the SDK's server, when there are jobs.
func (s *Server) addTasks(m *mcp.Server) error {
	if len(s.jobs) == 0 {
		return nil
	}
	return errors.Join(
		mcp.AddReceivingCustomMethod(m, "tasks/get", s.taskGet),
		mcp.AddReceivingCustomMethod(m, "tasks/update", s.taskUpdate),
		mcp.AddReceivingCustomMethod(m, "tasks/cancel", s.taskCancel),
	)
}

// declaresTasks reports whether the client of a request can take a task.
func declaresTasks(req mcp.Request) bool {
	r, ok := req.(interface {
		ClientCapabilities() *mcp.ClientCapabilities
	})
	if !ok {
		return false
	}
	c := r.ClientCapabilities()
	if c == nil {
		return false
	}
	_, declared := c.Extensions[tasksExtension]
	return declared
}

// tasksRequired is the error of a request that acts on a task and does not declare the extension.
func tasksRequired() error {
	return &jsonrpc.Error{
		Code:    mcp.CodeMissingRequiredClientCapabilities,
		Message: "This request acts on a task; declare the extension " + tasksExtension + " in its client capabilities.",
		Data:    json.RawMessage(`{"requiredCapabilities":{"extensions":{"` + tasksExtension + `":{}}}}`),
	}
}

// wireTask is a record as a task, flat, with what its end adds.
type wireTask struct {
	mcp.ResultBase
	ResultType     string          `json:"resultType"` // "task" when a call became one, "complete" from tasks/get
	TaskID         string          `json:"taskId"`
	Status         string          `json:"status"`
	StatusMessage  string          `json:"statusMessage,omitempty"`
	CreatedAt      time.Time       `json:"createdAt"`
	LastUpdatedAt  time.Time       `json:"lastUpdatedAt"`
	TTLMs          *int64          `json:"ttlMs"` // null until the work has ended: retention counts from then
	PollIntervalMs int64           `json:"pollIntervalMs,omitempty"`
	Result         json.RawMessage `json:"result,omitempty"`
	Error          *jsonrpc.Error  `json:"error,omitempty"`
	// InputRequests are what the work asks its client for.
	InputRequests map[string]json.RawMessage `json:"inputRequests,omitempty"`
}

func taskOf(r handles.Record, resultType string) *wireTask {
	t := &wireTask{
		ResultType: resultType, TaskID: r.ID, Status: status(r.State), StatusMessage: r.Progress.Message,
		CreatedAt: r.Created.UTC(), LastUpdatedAt: r.Updated.UTC(),
	}
	if r.State.Final() {
		ttl := r.Expires.Sub(r.Created).Milliseconds()
		t.TTLMs = &ttl
	} else {
		t.PollIntervalMs = between.Milliseconds()
	}
	return t
}

// startedTask is the error by which a tool's handler says that its call became a task: the SDK's handlers
// have no other word for it.
type startedTask struct{ record handles.Record }

func (*startedTask) Error() string { return "the call became a task" }

// taskParams are the parameters of the three methods.
type taskParams struct {
	mcp.ParamsBase
	TaskID         string                     `json:"taskId"`
	InputResponses map[string]json.RawMessage `json:"inputResponses,omitempty"`
}

// done is the result of a method that has none.
type done struct {
	mcp.ResultBase
	ResultType string `json:"resultType"`
}

func (s *Server) taskGet(ctx context.Context, _ *mcp.ServerSession, p *taskParams) (*wireTask, error) {
	j, r, err := s.task(ctx, p)
	if err != nil {
		return nil, err
	}
	t := taskOf(r, "complete")
	switch {
	case r.State == handles.Completed || r.State == handles.Failed && told(r.Failure.Code):
		// A failure that the author told is a finished call that says why, not a fault of the server.
		t.Status = handles.Completed.String()
		t.Result, err = s.taskResult(j, r)
	case r.State == handles.Failed || r.State == handles.Interrupted:
		t.Error = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: r.Failure.Text}
	case r.State == handles.InputRequired:
		t.InputRequests = map[string]json.RawMessage{}
		for _, key := range r.Unanswered() {
			t.InputRequests[key] = r.Requests[key]
		}
	}
	return t, err
}

// taskResult is what the call of start would have answered.
func (s *Server) taskResult(j *job, r handles.Record) (json.RawMessage, error) {
	if r.State == handles.Failed {
		return json.Marshal(sent(answer{code: InvalidArgument, text: r.Failure.Text}))
	}
	v, err := j.view(r)
	if err != nil {
		return nil, err
	}
	e := v.(encoded)
	return json.Marshal(sent(answer{structured: e.json, text: string(e.json), links: e.links}))
}

// told reports whether a failure is an author's, with a text of theirs.
func told(code string) bool {
	for c := InvalidArgument; c < Internal; c++ {
		if c.String() == code {
			return true
		}
	}
	return false
}

func (s *Server) taskUpdate(ctx context.Context, _ *mcp.ServerSession, p *taskParams) (*done, error) {
	_, r, err := s.task(ctx, p)
	if err == nil {
		_, err = s.config.Jobs.Answer(ctx, r.Owner, r.ID, p.InputResponses)
	}
	return s.finished(err)
}

func (s *Server) taskCancel(ctx context.Context, _ *mcp.ServerSession, p *taskParams) (*done, error) {
	_, r, err := s.task(ctx, p)
	if err == nil {
		_, err = s.config.Jobs.Cancel(ctx, r.Owner, r.ID)
	}
	return s.finished(err)
}

func (s *Server) finished(err error) (*done, error) {
	if err != nil {
		return nil, s.taskError(err)
	}
	return &done{ResultType: "complete"}, nil
}

// task finds the record of a task of this caller, who must still be allowed to call its tool.
func (s *Server) task(ctx context.Context, p *taskParams) (*job, handles.Record, error) {
	c := auth.CallerFrom(ctx)
	r, err := s.config.Jobs.Get(ctx, owner(c), p.TaskID)
	if err != nil {
		return nil, r, s.taskError(err)
	}
	for _, j := range s.jobs {
		if j.spec.Name != r.Tool {
			continue
		}
		if f := s.refusal("tools/call", "start_"+r.Tool, c); f != nil {
			return nil, r, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: f.Description}
		}
		return j, r, nil
	}
	return nil, r, s.taskError(handles.ErrNotFound)
}

func (s *Server) taskError(err error) error {
	if expired, ok := errors.AsType[*handles.ExpiredError](err); ok {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "This task was kept until " + expired.At.UTC().Format(time.RFC3339) + " and is gone; start anew."}
	}
	if errors.Is(err, handles.ErrNotFound) {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "There is no such task; use a taskId that a call returned, or start anew."}
	}
	return err // masked and logged by contain
}
