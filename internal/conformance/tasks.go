package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
)

// jobs are the fixtures of the tasks extension, declared as an author would. Each is
// listed as start, get and cancel; the suite calls it by its bare name, see aliased.
func jobs() []server.Tool {
	run := server.Run{Keep: time.Hour, Repeat: server.Safe, Wait: time.Millisecond}
	spec := func(name, title, says string) server.Spec {
		return server.Spec{Name: name, Title: title, Description: says, Access: auth.Anyone()}
	}
	return []server.Tool{
		server.Job(spec("slow_compute", "Slow computation", "Waits for some seconds and returns the label it was given."),
			annotations.Creates, run, func(ctx context.Context, in slow, _ *handles.Progress) (sentence, error) {
				select {
				case <-time.After(time.Duration(in.Seconds) * time.Second):
					return sentence{in.Label}, nil
				case <-ctx.Done():
					return sentence{}, context.Cause(ctx)
				}
			}),
		server.Job(spec("failing_job", "Failing job", "Fails after a moment, with an error written for its reader."),
			annotations.Creates, run, func(context.Context, none, *handles.Progress) (sentence, error) {
				time.Sleep(100 * time.Millisecond)
				return sentence{}, server.Errorf(server.Conflict, "This job intentionally returns an error for testing.")
			}),
		server.Job(spec("protocol_error_job", "Job with a fault", "Fails after a moment, with a fault that is not for its reader."),
			annotations.Creates, run, func(context.Context, none, *handles.Progress) (sentence, error) {
				time.Sleep(100 * time.Millisecond)
				return sentence{}, errors.New("a fault of the server")
			}),
		server.Job(spec("confirm_delete", "Delete with confirmation", "Asks whether to delete, and says what it was told. It deletes nothing."),
			annotations.Creates, run, func(ctx context.Context, in file, p *handles.Progress) (sentence, error) {
				return asks(ctx, p, map[string]json.RawMessage{"confirm": wantsOne("Delete "+in.Filename+"?", "confirm", "boolean")})
			}),
		server.Job(spec("multi_input", "Two questions", "Asks two questions at once, and says what it was told."),
			annotations.Creates, run, func(ctx context.Context, _ none, p *handles.Progress) (sentence, error) {
				return asks(ctx, p, map[string]json.RawMessage{"name": wantsOne("Your name?", "name", "string"), "sure": wantsOne("Sure?", "confirm", "boolean")})
			}),
	}
}

// asks asks the client and returns its answers as a sentence.
func asks(ctx context.Context, p *handles.Progress, requests map[string]json.RawMessage) (sentence, error) {
	answers, err := p.Ask(ctx, requests)
	if err != nil {
		return sentence{}, err
	}
	b, err := json.Marshal(answers)
	return sentence{string(b)}, err
}

// wantsOne is an elicitation request for one value.
func wantsOne(message, name, kind string) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(`{"method":"elicitation/create","params":{"message":%q,"requestedSchema":{"type":"object","properties":{%q:{"type":%q}},"required":[%q]}}}`,
		message, name, kind, name))
}

// file is the input of confirm_delete.
type file struct {
	Filename string `json:"filename" jsonschema_description:"Name of a file"`
}

// slow is the input of slow_compute.
type slow struct {
	Seconds int    `json:"seconds" jsonschema:"minimum=0,maximum=600" jsonschema_description:"Seconds to wait"`
	Label   string `json:"label" jsonschema_description:"What to return"`
}

// aliases are the names by which the suite calls the starts of the jobs.
var aliases = map[string]string{
	"slow_compute": "start_slow_compute", "failing_job": "start_failing_job", "protocol_error_job": "start_protocol_error_job",
	"confirm_delete": "start_confirm_delete", "multi_input": "start_multi_input",
}

// aliasFixtures list the jobs under the suite's names. They are never called: aliased renames the call.
func aliasFixtures() []fixture {
	var out []fixture
	for _, name := range slices.Sorted(maps.Keys(aliases)) {
		out = append(out, fixture{
			name: name, title: "Task " + name, says: "Another name of " + aliases[name] + ".", writes: true,
			schema: `{"type":"object","properties":{"seconds":{"type":"integer"},"label":{"type":"string"},"filename":{"type":"string"}},"required":[],"additionalProperties":false}`,
			call:   answers(&mcp.TextContent{Text: "not reached"}),
		})
	}
	return append(out, fixture{
		name: "greet", title: "Greeting", says: "Greets whom it is told to.",
		schema: `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}`,
		call: func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			var in struct{ Name string }
			if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
				return nil, err
			}
			return text(fmt.Sprintf("Hello, %s!", in.Name)), nil
		},
	})
}

// aliased lets the suite call a job by its bare name, and refuses failing_job to clients that take no
// tasks, as the suite wants of a tool that it calls required.
func aliased(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		call, ok := req.(*mcp.CallToolRequest)
		if !ok || aliases[call.Params.Name] == "" {
			return next(ctx, method, req)
		}
		if c := call.ClientCapabilities(); call.Params.Name == "failing_job" && (c == nil || c.Extensions["io.modelcontextprotocol/tasks"] == nil) {
			return nil, &jsonrpc.Error{Code: mcp.CodeMissingRequiredClientCapabilities, Message: "This tool needs the tasks extension.",
				Data: json.RawMessage(`{"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}`)}
		}
		renamed := *call.Params
		renamed.Name = aliases[call.Params.Name]
		copied := *call
		copied.Params = &renamed
		return next(ctx, method, &copied)
	}
}
