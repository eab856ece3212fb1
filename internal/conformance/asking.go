//lint:file-ignore SA1019 The suite asks for sampling, roots and logging for as long as a revision has them.

package conformance

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// askingFixtures send a request to the client while a call runs. Only clients of the handshake era can be asked, and only
// in a session (Config.Sessions: server.Kept).
func askingFixtures() []fixture {
	return []fixture{
		{
			name: "test_sampling", title: "Sampling", says: "Asks the client's model to answer a prompt.",
			schema: `{"type":"object","properties":{"prompt":{"type":"string","description":"What to ask the model"}},` +
				`"required":["prompt"],"additionalProperties":false}`,
			call: sample,
		},
		{
			name: "test_elicitation", title: "Elicitation", says: "Asks the user for a user name and an e-mail address.",
			schema: `{"type":"object","properties":{"message":{"type":"string","description":"What to tell the user"}},` +
				`"required":["message"],"additionalProperties":false}`,
			call: func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				var in struct {
					Message string `json:"message"`
				}
				if err := arguments(req, &in); err != nil {
					return nil, err
				}
				return elicit(ctx, req, in.Message, accountForm)
			},
		},
		{
			name: "test_elicitation_sep1034_defaults", title: "Elicitation with defaults",
			says: "Asks for five values, each with a default (SEP-1034).",
			call: func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return elicit(ctx, req, "Please check these values.", defaultsForm)
			},
		},
		{
			name: "test_elicitation_sep1330_enums", title: "Elicitation with choices",
			says: "Asks for five choices, one in each form an enumeration may have (SEP-1330).",
			call: func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return elicit(ctx, req, "Please choose.", choicesForm)
			},
		},
	}
}

const accountForm = `{"type":"object","properties":{
	"username":{"type":"string","description":"User's response"},
	"email":{"type":"string","description":"User's email address"}},
	"required":["username","email"]}`

const defaultsForm = `{"type":"object","properties":{
	"name":{"type":"string","default":"John Doe"},
	"age":{"type":"integer","default":30},
	"score":{"type":"number","default":95.5},
	"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
	"verified":{"type":"boolean","default":true}}}`

const choicesForm = `{"type":"object","properties":{
	"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
	"titledSingle":{"type":"string","oneOf":[
		{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
	"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},
	"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
	"titledMulti":{"type":"array","items":{"anyOf":[
		{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}}`

func sample(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in struct {
		Prompt string `json:"prompt"`
	}
	if err := arguments(req, &in); err != nil {
		return nil, err
	}
	res, err := req.Session.CreateMessage(ctx, &mcp.CreateMessageParams{
		Messages:  []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: in.Prompt}}},
		MaxTokens: 100,
	})
	if err != nil {
		return refused("sampling", err), nil
	}
	said, _ := res.Content.(*mcp.TextContent)
	if said == nil {
		return refused("sampling", fmt.Errorf("the model answered with %T, not with text", res.Content)), nil
	}
	return text("LLM response: " + said.Text), nil
}

func elicit(ctx context.Context, req *mcp.CallToolRequest, message, form string) (*mcp.CallToolResult, error) {
	res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(form)})
	if err != nil {
		return refused("elicitation", err), nil
	}
	content, err := json.Marshal(res.Content)
	if err != nil {
		return nil, fmt.Errorf("encoding what the user sent: %w", err)
	}
	return text(fmt.Sprintf("Elicitation completed: action=%s, content=%s", res.Action, content)), nil
}

// refused is the tool's answer when the client could not be asked.
func refused(what string, err error) *mcp.CallToolResult {
	res := text(fmt.Sprintf("The client answered no %s request: %v", what, err))
	res.IsError = true
	return res
}

// arguments decodes what the tool was called with; a fault is an Invalid params error.
func arguments(req *mcp.CallToolRequest, into any) error {
	if len(req.Params.Arguments) == 0 {
		return nil
	}
	if err := json.Unmarshal(req.Params.Arguments, into); err != nil {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "arguments do not decode: " + err.Error()}
	}
	return nil
}
