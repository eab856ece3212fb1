package server_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
)

const tasksMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}`

// task is what a task looks like on the wire.
type task struct {
	ResultType     string
	TaskID         string
	Status         string
	TTLMs          *int64
	PollIntervalMs int64
	Result         *struct {
		IsError           bool
		StructuredContent *recounted
		Content           []struct{ Text string }
	}
	Error *struct{ Message string }
}

// asTask sends a request of 2026-07-28 and returns the HTTP status, the result and the error's code.
func asTask(t *testing.T, h *httptest.Server, method, name, params string) (int, task, int) {
	t.Helper()
	req, _ := http.NewRequest(http.MethodPost, h.URL+"/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+`}}`))
	for k, v := range map[string]string{"Content-Type": "application/json", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, "Mcp-Name": name} {
		req.Header.Set(k, v)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, _ := io.ReadAll(res.Body)
	var answer struct {
		Result task
		Error  struct{ Code int }
	}
	if err := json.Unmarshal(b, &answer); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	return res.StatusCode, answer.Result, answer.Error.Code
}

// tasking serves a job whose handler ends with what it is sent.
func tasking(t *testing.T) (*httptest.Server, chan<- error) {
	t.Helper()
	end := make(chan error)
	h := func(ctx context.Context, _ Recount, p *handles.Progress) (Recounted, error) {
		select {
		case err := <-end:
			return Recounted{5}, err
		case <-ctx.Done():
			return Recounted{}, ctx.Err()
		}
	}
	c, r := jobConfig(t, h), run()
	r.Wait = time.Millisecond
	c.Tools = []server.Tool{server.Job(jobSpec(), annotations.Creates, r, h)}
	return serving(t, c), end
}

const startParams = `"name":"start_recount","arguments":{"warehouse":"Chicago"},`

func startTask(t *testing.T, h *httptest.Server) string {
	t.Helper()
	status, got, _ := asTask(t, h, "tools/call", "start_recount", startParams+tasksMeta)
	if status != 200 || got.ResultType != "task" || got.Status != "working" || got.TTLMs != nil || got.PollIntervalMs == 0 || got.Result != nil {
		t.Fatalf("%d %+v", status, got)
	}
	return got.TaskID
}

// poll asks until the task has ended.
func poll(t *testing.T, h *httptest.Server, id string) task {
	t.Helper()
	for range 500 {
		status, got, code := asTask(t, h, "tasks/get", id, `"taskId":"`+id+`",`+tasksMeta)
		if status != 200 || got.ResultType != "complete" {
			t.Fatalf("%d %+v %d", status, got, code)
		}
		if got.Status != "working" {
			return got
		}
	}
	t.Fatal("the task did not end")
	return task{}
}

func TestAJobIsATaskForAClientThatTakesTasks(t *testing.T) {
	h, end := tasking(t)
	id := startTask(t, h)
	end <- nil
	got := poll(t, h, id)
	if got.Status != "completed" || got.TTLMs == nil || got.Result == nil || got.Result.IsError || got.Result.StructuredContent.ID != id || got.Result.StructuredContent.Result.Rows != 5 {
		t.Errorf("got %+v", got)
	}

	// A failure that the author told is a finished call; any other fails the task.
	id = startTask(t, h)
	end <- server.Errorf(server.Conflict, "The warehouse is being moved.")
	if got := poll(t, h, id); got.Status != "completed" || !got.Result.IsError || got.Result.StructuredContent != nil || got.Result.Content[0].Text != "The warehouse is being moved." {
		t.Errorf("told: %+v", got)
	}
	id = startTask(t, h)
	end <- io.ErrUnexpectedEOF
	if got := poll(t, h, id); got.Status != "failed" || got.Result != nil || got.Error == nil || strings.Contains(got.Error.Message, "EOF") {
		t.Errorf("untold: %+v", got)
	}

	// The same record is behind the tools.
	id = startTask(t, h)
	if status, got, _ := asTask(t, h, "tasks/cancel", id, `"taskId":"`+id+`",`+tasksMeta); status != 200 || got.ResultType != "complete" {
		t.Errorf("cancel: %d %+v", status, got)
	}
	if _, body := post(t, h.URL, "2025-06-18", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_recount","arguments":{"recount_id":"`+id+`"}}}`); !strings.Contains(body, `"status":"cancelled"`) {
		t.Errorf("the tool says %s", body)
	}
}

func TestTasksAreForClientsThatTakeThem(t *testing.T) {
	h, end := tasking(t)
	id := startTask(t, h)
	for _, method := range []string{"tasks/get", "tasks/update", "tasks/cancel"} {
		if status, _, code := asTask(t, h, method, id, `"taskId":"`+id+`",`+modernMeta); status != 400 || code != -32021 {
			t.Errorf("%s undeclared: %d %d", method, status, code)
		}
		if status, _, code := asTask(t, h, method, "recount_x", `"taskId":"recount_x",`+tasksMeta); status != 400 || code != -32602 {
			t.Errorf("%s of an unknown task: %d %d", method, status, code)
		}
	}
	for _, method := range []string{"tasks/result", "tasks/list"} {
		if _, _, code := asTask(t, h, method, id, `"taskId":"`+id+`",`+tasksMeta); code != -32601 {
			t.Errorf("%s: %d", method, code)
		}
	}
	end <- nil
	if got := poll(t, h, id); got.Status != "completed" {
		t.Errorf("got %+v", got)
	}
	// Others get a handle, in both eras.
	for range 2 {
		go func() { end <- nil }()
	}
	if _, got, _ := asTask(t, h, "tools/call", "start_recount", startParams+modernMeta); got.ResultType != "complete" {
		t.Errorf("undeclared: %+v", got)
	}
	if _, body := post(t, h.URL, "2025-06-18", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"start_recount","arguments":{"warehouse":"Chicago"}}}`); strings.Contains(body, "taskId") || !strings.Contains(body, "recount_id") {
		t.Errorf("the handshake era: %s", body)
	}
	if _, body := post(t, h.URL, "2026-07-28", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+modernMeta+`}}`); !strings.Contains(body, `"io.modelcontextprotocol/tasks"`) {
		t.Errorf("discover does not offer tasks: %s", body)
	}
	plain := serving(t, config())
	if _, body := post(t, plain.URL, "2026-07-28", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+modernMeta+`}}`); strings.Contains(body, "tasks") {
		t.Errorf("a server without jobs offers tasks: %s", body)
	}
}
