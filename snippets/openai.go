package snippets

import (
	"slices"

	"github.com/comity-mcp/comity/catalog"
)

// openaiModel is what the programs ask, unless they say otherwise. Tool search needs it or a later one (tool search
// guide, read 2026-11-29).
const openaiModel = "gpt-5.4"

// A reach is how much of the server a model of the Responses API is shown.
type reach int

const (
	// allTools shows every tool there is now.
	allTools reach = iota + 1
	// readOnlyTools shows those that change nothing.
	readOnlyTools
	// deferredTools shows the label and description of the server; the model loads tools as it needs them.
	deferredTools
)

func (r reach) String() string {
	switch r {
	case allTools:
		return "all tools"
	case readOnlyTools:
		return "read-only tools"
	case deferredTools:
		return "deferred loading"
	}
	return "unknown"
}

// shown is the server with the tools that the model is shown, and no others.
func (v view) shown(r reach) view {
	if r == readOnlyTools {
		v.Tools = slices.DeleteFunc(slices.Clone(v.Tools), func(t catalog.Tool) bool { return !slices.Contains(v.never, t.Name) })
	}
	return v
}

// openaiTool is the entry of the server in the tools of a request (Responses API reference, tool of type mcp).
func (v view) openaiTool(r reach) fields {
	f := fields{{"type", text("mcp")}, {"server_label", text(v.label)}}
	if v.Server.Description != "" {
		f = append(f, field{"server_description", text(v.Server.Description)})
	}
	f = append(f, field{"server_url", text(v.Server.URL)})
	if v.token != "" {
		f = append(f, field{"authorization", secret{variable: v.token}})
	}
	allowed := v.names
	if r == readOnlyTools {
		allowed = v.never
	}
	f = append(f, field{"allowed_tools", texts(allowed)})
	if len(v.never) > 0 {
		f = append(f, field{"require_approval", fields{{"never", fields{{"tool_names", texts(v.never)}}}}})
	}
	if r == deferredTools {
		f = append(f, field{"defer_loading", flag(true)})
	}
	return f
}

// reachComment says which calls of what the model is shown run at once.
func (v view) reachComment(mark string, r reach) string {
	if r == readOnlyTools {
		return comment(mark, "The model is shown the read-only tools and no others; they run at once.")
	}
	return v.approvalComment(mark)
}

// approvalComment says which calls run at once. Without require_approval in a request, none does.
func (v view) approvalComment(mark string) string {
	if len(v.never) == 0 {
		return comment(mark, "No tool says that it is read-only, so every call waits for an approval.")
	}
	return comment(mark, "Read-only tools run at once; every other call waits for an approval.")
}

// responsesPython returns the program for the package openai of Python.
func responsesPython(r reach) func(view) (string, error) {
	return func(v view) (string, error) {
		d := pythonDialect()
		return fill("responses.py", slots{
			Model: openaiModel, Question: d.write(v.question(), 0, len("QUESTION = ")),
			Token: v.shown(r).tokenComment("#"), Approval: v.reachComment("#", r),
			Server: d.write(v.openaiTool(r), 0, 0), Deferred: r == deferredTools,
		})
	}
}

// responsesTypeScript returns the program for the package openai of Node.js.
func responsesTypeScript(r reach) func(view) (string, error) {
	return func(v view) (string, error) {
		d := typescriptDialect()
		return fill("responses.ts", slots{
			Model: openaiModel, Question: d.write(v.question(), 0, len("const QUESTION = ")),
			Token: v.shown(r).typescriptToken(), Approval: v.reachComment("//", r),
			Server: d.write(v.openaiTool(r), 0, 0), Deferred: r == deferredTools,
		})
	}
}

// responsesCurl returns the request as a command.
func responsesCurl(r reach) func(view) (string, error) {
	return func(v view) (string, error) {
		tools := list{v.openaiTool(r)}
		if r == deferredTools {
			tools = list{fields{{"type", text("tool_search")}}, v.openaiTool(r)}
		}
		return fill("responses.sh", slots{
			Token: v.shown(r).tokenComment("#"), Approval: v.reachComment("#", r),
			Body: bodyDialect().write(fields{{"model", text(openaiModel)}, {"tools", tools}, {"input", v.question()}}, 0, 0),
			Asks: r != readOnlyTools,
		})
	}
}
