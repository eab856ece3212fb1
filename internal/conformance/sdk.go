package conformance

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// fixture is one tool registered through the SDK: the name the suite calls, the schema it publishes and what answers.
type fixture struct {
	name   string
	title  string
	says   string // description
	schema string // input schema; empty means no arguments
	writes bool   // changes something a later call can see
	call   mcp.ToolHandler
}

// noArguments is the input schema the specification recommends for a tool without arguments
// (2026-07-28, server/tools, "Input schema").
const noArguments = `{"type":"object","additionalProperties":false}`

// sdkFixtures lists the tools that need content blocks, progress, logging, elicitation, sampling or a list that changes:
// none of those can be declared with Read or Write yet.
func sdkFixtures(s *mcp.Server, seal sealer) []fixture {
	return slices.Concat(contentFixtures(), notifyingFixtures(), askingFixtures(), roundFixtures(seal), changeFixtures(s), aliasFixtures(),
		[]fixture{vocabularyFixture()})
}

// sdkOptions sets what the SDK takes as options: log messages, completion, and the subscriptions of the handshake era,
// where nothing ever changes, so that there is nothing to keep.
func sdkOptions(o *mcp.ServerOptions) {
	//lint:ignore SA1019 the suite tests the deprecated feature, too
	o.Capabilities.Logging = &mcp.LoggingCapabilities{}
	o.CompletionHandler = complete
	o.SubscribeHandler = func(context.Context, *mcp.SubscribeRequest) error { return nil }
	o.UnsubscribeHandler = func(context.Context, *mcp.UnsubscribeRequest) error { return nil }
}

// addSDKFixtures registers the tools, prompts and resources that are not declared with Comity, and returns the names
// of the tools. Call it once, before serving.
func addSDKFixtures(s *mcp.Server) []string {
	var names []string
	for _, f := range sdkFixtures(s, newSealer()) {
		names = append(names, f.name)
		s.AddTool(f.tool(), f.call)
	}
	addPrompts(s)
	addResources(s)
	return append(names, transientTool)
}

// tool is the fixture as the SDK wants it, with all four hints: a fixture touches nothing outside the process.
func (f fixture) tool() *mcp.Tool {
	schema := f.schema
	if schema == "" {
		schema = noArguments
	}
	no := false
	return &mcp.Tool{
		Name:        f.name,
		Title:       f.title,
		Description: f.says,
		InputSchema: json.RawMessage(schema),
		Annotations: &mcp.ToolAnnotations{
			Title: f.title, ReadOnlyHint: !f.writes, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no,
		},
	}
}

// text is a result of one text block.
func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

// answers makes a handler that gives the same content to every call. Each call gets its own result:
// the SDK writes into it.
func answers(content ...mcp.Content) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: slices.Clone(content)}, nil
	}
}
