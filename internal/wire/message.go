package wire

import "encoding/json"

// A Message is what the envelope of one JSON-RPC message says. It aliases the bytes given to [Read]: do not change them
// while the message is in use.
type Message struct {
	// Method is the method of a request or notification; empty for a response.
	Method string
	// ID is the id as sent, a string or an integer; nil for a notification. A response to an unreadable request may
	// carry the id null, which is then the four bytes "null".
	ID json.RawMessage
	// Name is what the method acts on and what the header Mcp-Name repeats: params.name for tools/call and prompts/get,
	// params.uri for resources/read, resources/subscribe and resources/unsubscribe, params.taskId for tasks/get,
	// tasks/update, tasks/cancel and tasks/result. Empty for the others.
	Name string
	// Version is params._meta["io.modelcontextprotocol/protocolVersion"]; empty for the handshake era.
	Version string
	// Asks is params.protocolVersion of an initialize; empty for other methods.
	Asks string
	// Client is clientInfo.name, from _meta or from an initialize. It is what the client says of itself: good for logs
	// and for choosing a form of answer, never for a right.
	Client string
	// ProgressToken says that the sender wants progress: params._meta.progressToken is a string or an integer.
	ProgressToken bool
	// Arguments is params.arguments of a tools/call as sent, null included; nil when they were left out.
	Arguments json.RawMessage
	// Cursor is params.cursor of a list; empty for its first page.
	Cursor string
	// Resumes says that the params go on with an earlier round of the same call: they have inputResponses or requestState.
	Resumes bool
	// Body is the message to pass on: the bytes given, without a byte order mark and without a params that is null.
	Body []byte
}

// Call says whether the message asks for an answer: it has a method and an id.
func (m Message) Call() bool { return m.Method != "" && m.ID != nil }
