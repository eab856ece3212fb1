package wire

import "strings"

// methods are the methods of MCP in all its revisions, each with its canonical string, so that reading one allocates
// nothing. Sources: schema.ts of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25 and 2026-07-28 in
// modelcontextprotocol/modelcontextprotocol; schema/draft/schema.ts of modelcontextprotocol/ext-tasks (SEP-2663).
var methods = table(
	// Requests that a client sends.
	"initialize", "ping", "server/discover", "completion/complete", "logging/setLevel",
	"prompts/get", "prompts/list", "resources/list", "resources/read", "resources/subscribe",
	"resources/templates/list", "resources/unsubscribe", "subscriptions/listen", "tools/call", "tools/list",
	// Tasks: get and cancel in 2025-11-25 and in the extension, list and result only in the first, update only in the second.
	"tasks/get", "tasks/cancel", "tasks/list", "tasks/result", "tasks/update",
	// Requests that a server sends, answered with a response.
	"elicitation/create", "roots/list", "sampling/createMessage",
	// Notifications, from either side.
	"notifications/cancelled", "notifications/elicitation/complete", "notifications/initialized",
	"notifications/message", "notifications/progress", "notifications/prompts/list_changed",
	"notifications/resources/list_changed", "notifications/resources/updated", "notifications/roots/list_changed",
	"notifications/subscriptions/acknowledged", "notifications/tasks", "notifications/tasks/status",
	"notifications/tools/list_changed",
)

func table(names ...string) map[string]string {
	m := make(map[string]string, len(names))
	for _, n := range names {
		m[n] = n
	}
	return m
}

// Known says whether method is a method of any revision of MCP or of its tasks extension, exact in case. A server may
// have more, and answers few of these.
func Known(method string) bool {
	_, ok := methods[method]
	return ok
}

// request says whether method is one that a client sends and waits for.
func request(method string) bool {
	_, ok := expected[method]
	return ok || Known(method) && !notification(method) && !asked(method)
}

// asked says whether method is one that a server sends and waits for.
func asked(method string) bool {
	return method == "elicitation/create" || method == "roots/list" || method == "sampling/createMessage"
}

// notification says whether method is a notification of MCP.
func notification(method string) bool {
	return strings.HasPrefix(method, "notifications/") && Known(method)
}

// subject is the member of params that names what a method acts on: Mcp-Name repeats it (SEP-2243; for tasks,
// ext-tasks "Streamable HTTP"). Empty for a method that acts on nothing by name.
func subject(method string) string {
	switch method {
	case "tools/call", "prompts/get":
		return "name"
	case "resources/read", "resources/subscribe", "resources/unsubscribe":
		return "uri"
	case "tasks/get", "tasks/update", "tasks/cancel", "tasks/result":
		return "taskId"
	}
	return ""
}

// everywhere says whether a method that acts on something by name is one of every revision. The others a server may
// not know at all, and then that is what it has to say, not that the name is missing.
func everywhere(method string) bool {
	switch method {
	case "tools/call", "prompts/get", "resources/read":
		return true
	}
	return false
}
