//lint:file-ignore SA1019 The suite asks for sampling, roots and logging for as long as a revision has them.

package conformance

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// transientTool and transientPrompt are registered anew by the fixtures that change a list: the SDK announces
// every registration to the open listen streams.
const (
	transientTool   = "test_transient_tool"
	transientPrompt = "test_transient_prompt"
)

// changeFixtures change the lists while serving, or need a capability of the client (SEP-2575).
func changeFixtures(s *mcp.Server) []fixture {
	return []fixture{
		{
			name: "test_trigger_tool_change", title: "Change the tool list", says: "Registers a tool anew, so that listeners hear of it.", writes: true,
			call: func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				f := fixture{
					name: transientTool, title: "Transient tool", says: "Does nothing; its registration changes the tool list.",
					call: answers(&mcp.TextContent{Text: "Nothing was done."}),
				}
				s.AddTool(f.tool(), f.call)
				return text("The tool list changed."), nil
			},
		},
		{
			name: "test_trigger_prompt_change", title: "Change the prompt list",
			says: "Registers a prompt anew, so that listeners hear of it.", writes: true,
			call: func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				s.AddPrompt(&mcp.Prompt{Name: transientPrompt, Description: "Does nothing; its registration changes the prompt list."},
					says("Nothing to say."))
				return text("The prompt list changed."), nil
			},
		},
		{
			name: "test_missing_capability", title: "A capability the client lacks",
			says: "Answers only a client that declares the sampling capability.",
			call: func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				if can := req.ClientCapabilities(); can != nil && can.Sampling != nil {
					return text("The client declares sampling."), nil
				}
				return nil, &jsonrpc.Error{
					Code:    mcp.CodeMissingRequiredClientCapabilities,
					Message: "this tool needs the sampling capability, which the request does not declare",
					// Written by hand: the SDK's type adds "roots" to whatever is missing.
					Data: json.RawMessage(`{"requiredCapabilities":{"sampling":{}}}`),
				}
			},
		},
	}
}
