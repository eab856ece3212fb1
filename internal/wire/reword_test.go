package wire_test

import (
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/wire"
)

func TestRewordSpeaksOfTheMessageAndNotOfGo(t *testing.T) {
	for _, c := range []struct {
		name, says string
		code, want int
	}{
		{"an initialize that could not be decoded", `handling 'initialize': unmarshaling "{\"x\":5}" into a *mcp.initializeParamsV2: json: cannot unmarshal`, 0, wire.CodeInvalidParams},
		{"params that could not be decoded", `handling 'x': invalid params: unmarshaling "{}" into a *mcp.ListToolsParams: Go struct field`, wire.CodeInvalidParams, wire.CodeInvalidParams},
		{"a name that could not be found in them", `failed to extract name from parameters for method "tools/call"`, wire.CodeHeaderMismatch, wire.CodeInvalidParams},
		{"a method that nobody has", `JSON RPC not handled: "foo" unsupported`, wire.CodeMethodNotFound, wire.CodeMethodNotFound},
		{"a method that is not there", "method not found", wire.CodeMethodNotFound, wire.CodeMethodNotFound},
		{"a method that has gone, in the SDK's other words", `method not found: "ping"`, wire.CodeMethodNotFound, wire.CodeMethodNotFound},
		{"a method that has gone", `"ping" is not supported in the new protocol`, wire.CodeMethodNotFound, wire.CodeMethodNotFound},
		{"a method that is yet to come", `"server/discover" is only supported in protocol version >= 2026-07-28`, wire.CodeMethodNotFound, wire.CodeMethodNotFound},
		{"an answer to an input request that could not be decoded", `handling 'x': invalid params: unmarshaling "{}": inputResponses["a"]: cannot determine`, wire.CodeInvalidParams, wire.CodeInvalidParams},
		{"no params", `invalid request: missing required "params"`, wire.CodeInvalidRequest, wire.CodeInvalidParams},
		{"a second initialize", `duplicate "initialize" received`, 0, wire.CodeInvalidRequest},
		{"no code", "connection refused", 0, wire.CodeInternal},
		{"a result that could not be encoded", "json: cannot unmarshal string into Go value of type int", wire.CodeInternal, wire.CodeInternal},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := wire.Reword("acme/x", c.code, c.says)
			if got == nil {
				t.Fatalf("let %q pass", c.says)
			}
			if got.Code != c.want || strings.Contains(got.Message, c.says) || !strings.HasSuffix(got.Message, ".") {
				t.Errorf("got %d %s\nwant %d and a sentence of our own", got.Code, got.Message, c.want)
			}
		})
	}
}

func TestRewordLetsPassWhatSpeaksOfTheMessage(t *testing.T) {
	for says, code := range map[string]int{
		`unknown tool "x"`: wire.CodeInvalidParams,
		"method not found: this server has nothing that prompts/list would list": wire.CodeMethodNotFound,
		"header mismatch: Mcp-Param-City is \"Paris\"":                           wire.CodeHeaderMismatch,
		"unsupported protocol version":                                           wire.CodeUnsupportedVersion,
		"out of stock":                                                           -32050,
	} {
		if got := wire.Reword("acme/x", code, says); got != nil {
			t.Errorf("%q became %s\nwant it to pass", says, got.Message)
		}
	}
}
