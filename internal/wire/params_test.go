package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/wire"
)

// asks is a request with params.
func asks(method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s}}`, method, params)
}

// kept is a request of 2026-07-28 whose _meta has these members, too.
func kept(members string) string {
	return asks("tools/list", `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"`+members+`}`)
}

const without = `,"io.modelcontextprotocol/clientCapabilities":{}`

// misshapen are requests whose params the SDK could not decode, or would decode without something that was sent.
var misshapen = []refusal{
	{"initialize: no params", `{"jsonrpc":"2.0","id":1,"method":"initialize"}`, wire.CodeInvalidParams, "1"},
	{"initialize: a version as a number", asks("initialize", `"protocolVersion":5`), wire.CodeInvalidParams, "1"},
	{"initialize: capabilities as an array", asks("initialize", `"protocolVersion":"2025-11-25","capabilities":[]`), wire.CodeInvalidParams, "1"},
	{"initialize: roots as true", asks("initialize", `"capabilities":{"roots":true}`), wire.CodeInvalidParams, "1"},
	{"initialize: listChanged as a string", asks("initialize", `"capabilities":{"sampling":{},"roots":{"listChanged":"yes"}}`), wire.CodeInvalidParams, "1"},
	{"initialize: an elicitation form as a number", asks("initialize", `"capabilities":{"elicitation":{"form":1}}`), wire.CodeInvalidParams, "1"},
	{"initialize: an experiment as true", asks("initialize", `"capabilities":{"experimental":true}`), wire.CodeInvalidParams, "1"},
	{"initialize: clientInfo as a string", asks("initialize", `"clientInfo":"me"`), wire.CodeInvalidParams, "1"},
	{"initialize: a client's name as a number", asks("initialize", `"clientInfo":{"name":5,"version":"1"}`), wire.CodeInvalidParams, "1"},
	{"initialize: a client's version as a number", asks("initialize", `"clientInfo":{"name":"me","version":1.5}`), wire.CodeInvalidParams, "1"},
	{"initialize: icons as strings", asks("initialize", `"clientInfo":{"name":"me","version":"1","icons":["a.png"]}`), wire.CodeInvalidParams, "1"},
	{"initialize: the sizes of an icon as a string", asks("initialize", `"clientInfo":{"icons":[{"src":"a"},{"src":"b","sizes":"48x48"}]}`), wire.CodeInvalidParams, "1"},
	{"tools/list: a cursor as a number", asks("tools/list", `"cursor":5`), wire.CodeInvalidParams, "1"},
	{"prompts/list: a cursor as an object", asks("prompts/list", `"cursor":{}`), wire.CodeInvalidParams, "1"},
	{"resources/list: a cursor as a truth", asks("resources/list", `"cursor":false`), wire.CodeInvalidParams, "1"},
	{"resources/templates/list: a cursor as an array", asks("resources/templates/list", `"cursor":[]`), wire.CodeInvalidParams, "1"},
	{"tools/call: input responses as a number", asks("tools/call", `"name":"a","inputResponses":5`), wire.CodeInvalidParams, "1"},
	{"tools/call: an input response as a string", asks("tools/call", `"name":"a","inputResponses":{"who is it":"me"}`), wire.CodeInvalidParams, "1"},
	{"tools/call: a request state as a number", asks("tools/call", `"name":"a","requestState":5`), wire.CodeInvalidParams, "1"},
	{"tools/call: Arguments", asks("tools/call", `"name":"a","Arguments":{"x":1}`), wire.CodeInvalidParams, "1"},
	{"tools/call: arguments with a long s", asks("tools/call", `"name":"a","argument\u017f":{"x":1}`), wire.CodeInvalidParams, "1"},
	{"tools/call: Name beside name", asks("tools/call", `"name":"a","Name":"b"`), wire.CodeInvalidParams, "1"},
	{"tools/call: _Meta", asks("tools/call", `"name":"a","_Meta":{}`), wire.CodeInvalidParams, "1"},
	{"tools/call: Arguments behind what is not its own", asks("tools/call", `"name":"a","URI":1,"Cursor":1,"LEVEL":1,"Ref":1,"ARGUMENTS":{}`), wire.CodeInvalidParams, "1"},
	{"tools/call: the method comes last", `{"params":{"Arguments":{},"name":"a"},"id":1,"jsonrpc":"2.0","method":"tools/call"}`, wire.CodeInvalidParams, "1"},
	{"prompts/get: no name", asks("prompts/get", ``), wire.CodeInvalidParams, "1"},
	{"prompts/get: arguments as a string", asks("prompts/get", `"name":"p","arguments":"{}"`), wire.CodeInvalidParams, "1"},
	{"prompts/get: an argument as a number", asks("prompts/get", `"name":"p","arguments":{"tone":1}`), wire.CodeInvalidParams, "1"},
	{"prompts/get: a request state as an object", asks("prompts/get", `"name":"p","requestState":{}`), wire.CodeInvalidParams, "1"},
	{"resources/read: input responses as an array", asks("resources/read", `"uri":"a://b","inputResponses":[]`), wire.CodeInvalidParams, "1"},
	{"resources/subscribe: a uri as a number", asks("resources/subscribe", `"uri":5`), wire.CodeInvalidParams, "1"},
	{"resources/unsubscribe: a uri as an object", asks("resources/unsubscribe", `"uri":{}`), wire.CodeInvalidParams, "1"},
	{"completion/complete: a ref as a string", asks("completion/complete", `"ref":"p"`), wire.CodeInvalidParams, "1"},
	{"completion/complete: a ref's type as a number", asks("completion/complete", `"ref":{"type":5}`), wire.CodeInvalidParams, "1"},
	{"completion/complete: an argument as an array", asks("completion/complete", `"argument":[]`), wire.CodeInvalidParams, "1"},
	{"completion/complete: a value as a number", asks("completion/complete", `"argument":{"name":"a","value":5}`), wire.CodeInvalidParams, "1"},
	{"completion/complete: an argument of the context as an object, beside a null one", asks("completion/complete", `"context":{"arguments":{"a":null,"b":{}}}`), wire.CodeInvalidParams, "1"},
	{"logging/setLevel: a level as a number", asks("logging/setLevel", `"level":3`), wire.CodeInvalidParams, "1"},
	{"subscriptions/listen: notifications as an array", asks("subscriptions/listen", `"notifications":[]`), wire.CodeInvalidParams, "1"},
	{"subscriptions/listen: a wish as a string", asks("subscriptions/listen", `"notifications":{"toolsListChanged":"yes"}`), wire.CodeInvalidParams, "1"},
	{"subscriptions/listen: a subscription as a number", asks("subscriptions/listen", `"notifications":{"resourceSubscriptions":["a://b",5]}`), wire.CodeInvalidParams, "1"},
	{"_meta: no capabilities", kept(``), wire.CodeInvalidParams, "1"},
	{"_meta: null capabilities", kept(`,"io.modelcontextprotocol/clientCapabilities":null`), wire.CodeInvalidParams, "1"},
	{"_meta: capabilities as an array", kept(`,"io.modelcontextprotocol/clientCapabilities":[]`), wire.CodeInvalidParams, "1"},
	{"_meta: roots as an array", kept(`,"io.modelcontextprotocol/clientCapabilities":{"roots":[]}`), wire.CodeInvalidParams, "1"},
	{"_meta: clientInfo as a string", kept(without + `,"io.modelcontextprotocol/clientInfo":"me"`), wire.CodeInvalidParams, "1"},
	{"_meta: a client's name as a number", kept(without + `,"io.modelcontextprotocol/clientInfo":{"version":"1","name":5}`), wire.CodeInvalidParams, "1"},
	{"_meta: a client's name as a number, and then a version", kept(without + `,"io.modelcontextprotocol/clientInfo":{"name":5,"version":"1"}`), wire.CodeInvalidParams, "1"},
	{"_meta: icons of numbers", kept(without + `,"io.modelcontextprotocol/clientInfo":{"icons":[5],"name":"me"}`), wire.CodeInvalidParams, "1"},
	{"_meta: a log level as a number", kept(without + `,"io.modelcontextprotocol/logLevel":3`), wire.CodeInvalidParams, "1"},
	{"_meta: ClientInfo", kept(without + `,"io.modelcontextprotocol/ClientInfo":{}`), wire.CodeInvalidParams, "1"},
	{"_meta: a second version with a long s", kept(without + `,"io.modelcontextprotocol/protocolver\u017fion":"2025-11-25"`), wire.CodeInvalidParams, "1"},
	{"_meta: a progress token as an object", asks("tools/list", `"_meta":{"progressToken":{}}`), wire.CodeInvalidParams, "1"},
	{"_meta: a progress token of 513 bytes", asks("tools/list", `"_meta":{"progressToken":"`+strings.Repeat("x", 511)+`"}`), wire.CodeInvalidParams, "1"},
}

func TestReadRefusesParamsThatNobodyCouldDecode(t *testing.T) { refuses(t, misshapen, "params.golden") }

func TestReadLeavesAloneWhatFitsOrIsNobodysBusiness(t *testing.T) {
	for name, body := range map[string]string{
		"an initialize with all that it may hold": asks("initialize", `"protocolVersion":"2025-11-25","capabilities":{"experimental":{"a":1},"extensions":{},`+
			`"roots":{"listChanged":true},"sampling":{"context":{},"tools":{}},"elicitation":{"form":{},"url":{}},"tasks":[1]},`+
			`"clientInfo":{"name":"a","title":"b","version":"c","description":"d","websiteUrl":"e","icons":[{"src":"f","sizes":["any"],"theme":"dark"}],"more":1}`),
		"an initialize that leaves everything out":                 asks("initialize", ``),
		"null where a member may be missing":                       asks("initialize", `"protocolVersion":null,"capabilities":{"roots":null,"sampling":null},"clientInfo":null`),
		"a null cursor":                                            asks("tools/list", `"cursor":null`),
		"a null progress token":                                    asks("tools/list", `"_meta":{"progressToken":null}`),
		"arguments of any kind":                                    asks("tools/call", `"name":"a","arguments":[{"Name":1}]`),
		"names that another method has":                            asks("tools/list", `"Arguments":{},"name":5,"uri":5,"Level":"x"`),
		"names nearly ours in a method of one's own":               asks("acme/x", `"Name":1,"Arguments":2,"cursor":3`),
		"names nearly ours in arguments and in _meta":              asks("tools/call", `"name":"a","arguments":{"Arguments":1},"_meta":{"Name":1,"ProgressToken":2}`),
		"names nearly ours in a result":                            `{"jsonrpc":"2.0","id":1,"result":{"Name":1,"_Meta":2}}`,
		"a notification whose params do not fit":                   `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{},"reason":5}}`,
		"a notification of one's own with an id":                   `{"jsonrpc":"2.0","id":1,"method":"notifications/acme"}`,
		"a method of one's own without an id":                      `{"jsonrpc":"2.0","method":"acme/x"}`,
		"an answer to what a server asks, as a notification":       `{"jsonrpc":"2.0","method":"roots/list"}`,
		"reserved members before they were reserved":               asks("tools/list", `"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientInfo":5}`),
		"reserved members of a version to come":                    asks("tools/list", `"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01"}`),
		"reserved members of a notification":                       `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
		"a modern request with a capability that nobody knows yet": kept(`,"io.modelcontextprotocol/clientCapabilities":{"acme":5}`),
		"an id of 512 bytes":                                       `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 510) + `","method":"ping"}`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, refused := wire.Read([]byte(body)); refused != nil {
				t.Errorf("refused: %s", refused.Bytes())
			}
		})
	}
}
