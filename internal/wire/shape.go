package wire

import "github.com/go-json-experiment/json/jsontext"

// A shape is what one value of a message may be. Where it says nothing of the members or elements, they are free.
type shape struct {
	kinds   string         // the first byte of each kind it takes, as in jsontext.Kind; null is taken everywhere, as absent
	says    string         // what to send, with its article
	members []shapedMember // of an object; members that are not listed are free
	each    *shape         // each element of an array, or each member of an object
}

type shapedMember struct {
	name string
	shape
}

func (s *shape) takes(kind jsontext.Kind) bool {
	for i := range len(s.kinds) {
		if s.kinds[i] == byte(kind) {
			return true
		}
	}
	return kind == jsontext.KindNull
}

func (s *shape) member(name []byte) *shape {
	for i := range s.members {
		if s.members[i].name == string(name) {
			return &s.members[i].shape
		}
	}
	return s.each
}

// The shapes that MCP gives to what a client sends (schema.ts of 2024-11-05 to 2026-07-28), as deep as the SDK decodes.
var (
	text    = shape{kinds: `"`, says: "a string"}
	flag    = shape{kinds: "tf", says: "true or false"}
	token   = shape{kinds: `"0`, says: "a string or a number"}
	free    = shape{kinds: `{["0tf`, says: "any value"}
	object  = shape{kinds: "{", says: "an object"}
	objects = shape{kinds: "{", says: "an object", each: &object}
	texts   = shape{kinds: "{", says: "an object of strings", each: &text}
	list    = shape{kinds: "[", says: "an array of strings", each: &text}

	icon = shape{kinds: "{", says: "an object", members: []shapedMember{
		{"src", text}, {"mimeType", text}, {"sizes", list}, {"theme", text},
	}}
	implementation = shape{kinds: "{", says: "an object with name and version", members: []shapedMember{
		{"name", text}, {"title", text}, {"version", text}, {"description", text}, {"websiteUrl", text},
		{"icons", shape{kinds: "[", says: "an array of objects", each: &icon}},
	}}
	capabilities = shape{kinds: "{", says: "an object, {} when the client has none to tell", members: []shapedMember{
		{"experimental", object}, {"extensions", object},
		{"roots", shape{kinds: "{", says: "an object", members: []shapedMember{{"listChanged", flag}}}},
		{"sampling", shape{kinds: "{", says: "an object", members: []shapedMember{{"context", object}, {"tools", object}}}},
		{"elicitation", shape{kinds: "{", says: "an object", members: []shapedMember{{"form", object}, {"url", object}}}},
	}}
	version = shape{kinds: `"`, says: `a string, such as "` + ModernVersion + `"`}

	cursor         = shapedMember{"cursor", shape{kinds: `"`, says: "a string, the nextCursor of the page before"}}
	uri            = shapedMember{"uri", shape{kinds: `"`, says: "a string, the URI of a resource"}}
	named          = shapedMember{"name", shape{kinds: `"`, says: "a string, a name as the list of tools or prompts gives it"}}
	taskID         = shapedMember{"taskId", free} // whether there are tasks, and what they are called, is for the server to say
	inputResponses = shapedMember{"inputResponses", objects}
	requestState   = shapedMember{"requestState", shape{kinds: `"`, says: "a string, the requestState of the result before"}}
)

// modern are the reserved members of params._meta since 2026-07-28 (SEP-2575).
var modern = []shapedMember{
	{reserved + "protocolVersion", version},
	{reserved + "clientInfo", implementation},
	{reserved + "clientCapabilities", capabilities},
	{reserved + "logLevel", text},
}

// reserved is how the names begin that MCP keeps in _meta for itself.
const reserved = "io.modelcontextprotocol/"

// expected are the members of the params of each request that a client sends, but _meta. Notifications are not among
// them: they are not answered, whatever they hold.
var expected = map[string][]shapedMember{
	"initialize": {{"protocolVersion", shape{kinds: `"`, says: `a string, such as "2025-11-25"`}}, {"capabilities", capabilities}, {"clientInfo", implementation}},
	"completion/complete": {
		{"ref", shape{kinds: "{", says: "an object", members: []shapedMember{{"type", text}, {"name", text}, {"uri", text}}}},
		{"argument", shape{kinds: "{", says: "an object with name and value", members: []shapedMember{{"name", text}, {"value", text}}}},
		{"context", shape{kinds: "{", says: "an object", members: []shapedMember{{"arguments", texts}}}},
	},
	"logging/setLevel":         {{"level", shape{kinds: `"`, says: `a string, such as "warning"`}}},
	"prompts/get":              {named, {"arguments", texts}, inputResponses, requestState},
	"prompts/list":             {cursor},
	"resources/list":           {cursor},
	"resources/read":           {uri, inputResponses, requestState},
	"resources/subscribe":      {uri},
	"resources/templates/list": {cursor},
	"resources/unsubscribe":    {uri},
	"subscriptions/listen": {{"notifications", shape{kinds: "{", says: "an object", members: []shapedMember{
		{"toolsListChanged", flag}, {"promptsListChanged", flag}, {"resourcesListChanged", flag}, {"resourceSubscriptions", list},
	}}}},
	// What arguments are is for the tool's own checker to judge, their kind included.
	"tools/call":   {named, {"arguments", free}, inputResponses, requestState},
	"tools/list":   {cursor},
	"tasks/get":    {taskID},
	"tasks/cancel": {taskID},
	"tasks/result": {taskID},
	"tasks/update": {taskID, {"inputResponses", free}},
}
