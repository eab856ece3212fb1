//lint:file-ignore SA1019 The suite asks for sampling, roots and logging for as long as a revision has them.

package conformance

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// roundFixtures answer "input required" first and complete when the client calls again with what was asked for (SEP-2322).
func roundFixtures(seal sealer) []fixture {
	const prefix = "test_input_required_result_"
	return []fixture{
		{
			name: prefix + "elicitation", title: "One question to the user", says: "Asks for a name, then greets.",
			call: oneRound("user_name", nameForm("What is your name?"), greet),
		},
		{
			name: prefix + "sampling", title: "One question to the model", says: "Asks the client's model for a capital city.",
			call: oneRound("capital_question", question("What is the capital of France?", 100), quote),
		},
		{
			name: prefix + "list_roots", title: "The client's roots", says: "Asks the client for its roots and counts them.",
			call: oneRound("client_roots", &mcp.ListRootsParams{}, count),
		},
		{
			name: prefix + "request_state", title: "State between rounds",
			says: "Gives a signed state with its question and accepts the answer only with that state.",
			call: confirmed(prefix+"request_state", seal),
		},
		{
			name: prefix + "tampered_state", title: "Changed state", says: "Refuses an answer whose state was changed on the way.",
			call: confirmed(prefix+"tampered_state", seal),
		},
		{
			name: prefix + "multiple_inputs", title: "Three questions at once",
			says: "Asks the user, the model and for the roots in one answer.",
			call: threeInputs(prefix+"multiple_inputs", seal),
		},
		{
			name: prefix + "multi_round", title: "Two rounds of questions", says: "Asks for a name, then for a colour, then answers.",
			call: twoRounds(prefix+"multi_round", seal),
		},
		{
			name: prefix + "capabilities", title: "Only what the client can answer",
			says: "Asks the user where the client can elicit and the model where it can sample, and nothing else.",
			call: capable,
		},
	}
}

// oneRound asks one question under key until take accepts the answer.
func oneRound(key string, ask mcp.InputRequest, take func(mcp.InputResponse) (string, bool)) mcp.ToolHandler {
	return func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if answer, ok := req.Params.InputResponses[key]; ok {
			if said, ok := take(answer); ok {
				return text(said), nil
			}
		}
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{key: ask}}, nil
	}
}

// confirmed asks for a confirmation and sends a signed state along.
func confirmed(tool string, seal sealer) mcp.ToolHandler {
	ask := form("Please confirm.", `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}`)
	return func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if len(req.Params.InputResponses) == 0 && req.Params.RequestState == "" {
			return &mcp.CallToolResult{
				InputRequests: mcp.InputRequestMap{"confirm": ask}, RequestState: seal.seal(tool, "asked"),
			}, nil
		}
		state, err := seal.open(tool, req.Params.RequestState)
		if err != nil {
			return nil, err
		}
		return text("state-ok: " + state), nil
	}
}

func threeInputs(tool string, seal sealer) mcp.ToolHandler {
	ask := mcp.InputRequestMap{
		"user_name":    nameForm("What is your name?"),
		"greeting":     question("Generate a greeting", 50),
		"client_roots": &mcp.ListRootsParams{},
	}
	return func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for key := range ask {
			if _, ok := req.Params.InputResponses[key]; !ok {
				return &mcp.CallToolResult{InputRequests: ask, RequestState: seal.seal(tool, "asked")}, nil
			}
		}
		if _, err := seal.open(tool, req.Params.RequestState); err != nil {
			return nil, err
		}
		return text("All three were answered."), nil
	}
}

func twoRounds(tool string, seal sealer) mcp.ToolHandler {
	first := nameForm("Step 1: What is your name?")
	second := form("Step 2: What is your favorite color?",
		`{"type":"object","properties":{"color":{"type":"string"}},"required":["color"]}`)
	return func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		in := req.Params.InputResponses
		if req.Params.RequestState == "" {
			return &mcp.CallToolResult{
				InputRequests: mcp.InputRequestMap{"step1": first}, RequestState: seal.seal(tool, "1"),
			}, nil
		}
		state, err := seal.open(tool, req.Params.RequestState)
		if err != nil {
			return nil, err
		}
		name, named := elicited(in["step1"], "name")
		color, colored := elicited(in["step2"], "color")
		switch {
		case state == "1" && named:
			return &mcp.CallToolResult{
				InputRequests: mcp.InputRequestMap{"step2": second}, RequestState: seal.seal(tool, name),
			}, nil
		case state != "1" && colored:
			return text(fmt.Sprintf("%s likes %s.", state, color)), nil
		case state == "1":
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"step1": first}, RequestState: req.Params.RequestState}, nil
		default:
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"step2": second}, RequestState: req.Params.RequestState}, nil
		}
	}
}

func capable(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(req.Params.InputResponses) > 0 {
		return text("Answered."), nil
	}
	ask := mcp.InputRequestMap{}
	if can := req.ClientCapabilities(); can != nil {
		if can.Elicitation != nil {
			ask["user_name"] = nameForm("What is your name?")
		}
		if can.Sampling != nil {
			ask["greeting"] = question("Generate a greeting", 50)
		}
	}
	if len(ask) == 0 {
		return text("The client can be asked nothing, so nothing was asked."), nil
	}
	return &mcp.CallToolResult{InputRequests: ask}, nil
}

func greet(r mcp.InputResponse) (string, bool) {
	name, ok := elicited(r, "name")
	return "Hello, " + name + "!", ok
}

// count names the client's first root and says how many there are.
func count(r mcp.InputResponse) (string, bool) {
	answer, ok := r.(*mcp.ListRootsResult)
	if !ok || len(answer.Roots) == 0 {
		return "", false
	}
	return fmt.Sprintf("%d roots, the first is %s", len(answer.Roots), answer.Roots[0].URI), true
}

// quote repeats what the model wrote.
func quote(r mcp.InputResponse) (string, bool) {
	said, ok := r.(*mcp.CreateMessageWithToolsResult)
	if !ok {
		return "", false
	}
	for _, c := range said.Content {
		if words, ok := c.(*mcp.TextContent); ok {
			return "The model said: " + words.Text, true
		}
	}
	return "", false
}

// elicited is the string under field of an accepted answer.
func elicited(r mcp.InputResponse, field string) (string, bool) {
	answer, ok := r.(*mcp.ElicitResult)
	if !ok || answer.Action != "accept" {
		return "", false
	}
	s, ok := answer.Content[field].(string)
	return s, ok
}

func nameForm(message string) *mcp.ElicitParams {
	return form(message, `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`)
}

func form(message, schema string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(schema)}
}

func question(prompt string, tokens int64) *mcp.CreateMessageParams {
	return &mcp.CreateMessageParams{
		Messages:  []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: prompt}}},
		MaxTokens: tokens,
	}
}
