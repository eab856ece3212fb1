package snippets

import "strings"

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

// question is what the programs ask the model.
func (v view) question() text {
	return text("What can " + strings.Join(strings.Fields(v.title), " ") + " do for me?")
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

// responsesPython returns the program for the official openai package.
func responsesPython(r reach) func(view) (string, error) {
	return func(v view) (string, error) {
		d := pythonDialect()
		imports := ""
		if v.token != "" {
			imports = "import os\n\n"
		}
		tools := "[SERVER]"
		if r == deferredTools {
			tools = `[{"type": "tool_search"}, SERVER]`
		}
		return imports + `from openai import OpenAI

MODEL = "` + openaiModel + `"
QUESTION = ` + d.write(v.question(), 0, 11) + `

` + v.tokenComment("#") + v.approvalComment("#") + `SERVER = ` + d.write(v.openaiTool(r), 0, 9) + `
TOOLS = ` + tools + `


def allowed(request) -> bool:
    """Ask the person at the keyboard. Anything but y is a no."""
    print(f"{request.server_label} wants to call {request.name} with {request.arguments}")
    try:
        return input("Allow it? [y/N] ").strip().lower() == "y"
    except EOFError:
        return False


def main() -> None:
    client = OpenAI()
    response = client.responses.create(model=MODEL, tools=TOOLS, input=QUESTION)
    for _ in range(10):  # rounds of approval, so that it ends
        requests = [item for item in response.output if item.type == "mcp_approval_request"]
        if not requests:
            break
        response = client.responses.create(
            model=MODEL,
            tools=TOOLS,
            previous_response_id=response.id,
            input=[
                {
                    "type": "mcp_approval_response",
                    "approval_request_id": request.id,
                    "approve": allowed(request),
                }
                for request in requests
            ],
        )
    print(response.output_text)


if __name__ == "__main__":
    main()
`, nil
	}
}

// approvalComment says why the never-list is what it is.
func (v view) approvalComment(mark string) string {
	if len(v.never) == 0 {
		return comment(mark, "No tool says that it is read-only, so every call waits for an approval.")
	}
	return comment(mark, "Tools that only read run at once; every other call waits for an approval.")
}
