package wire_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/wire"
)

func TestReadSaysWhatTheEnvelopeSays(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       wire.Message
	}{
		{"a call of the handshake era", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"name":"b"}}}`,
			wire.Message{Method: "tools/call", ID: []byte("1"), Name: "a", Arguments: []byte(`{"name":"b"}`)}},
		{"a modern call", `{"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","progressToken":7,` +
			`"io.modelcontextprotocol/clientInfo":{"name":"Codex","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}},"name":"a"},"method":"tools/call","id":"x","jsonrpc":"2.0"}`,
			wire.Message{Method: "tools/call", ID: []byte(`"x"`), Name: "a", Version: "2026-07-28", Client: "Codex", ProgressToken: true}},
		{"an initialize", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"x"}}}`,
			wire.Message{Method: "initialize", ID: []byte("0"), Asks: "2025-06-18", Client: "x"}},
		{"a resource read by its uri", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"name":"no","uri":"a://b"}}`,
			wire.Message{Method: "resources/read", ID: []byte("1"), Name: "a://b"}},
		{"a task by its id", `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"t"}}`,
			wire.Message{Method: "tasks/get", ID: []byte("1"), Name: "t"}},
		{"a method that one revision lacks is left to the server, without its uri too",
			`{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"_meta":{}}}`,
			wire.Message{Method: "resources/subscribe", ID: []byte("1")}},
		{"a task id of the wrong kind is left to the server", `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":7}}`,
			wire.Message{Method: "tasks/get", ID: []byte("1")}},
		{"a notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, wire.Message{Method: "notifications/initialized"}},
		{"a response", `{"jsonrpc":"2.0","id":3,"result":{"method":"tools/call"}}`, wire.Message{ID: []byte("3")}},
		{"an error response without id", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`, wire.Message{ID: []byte("null")}},
		{"a method of one's own", `{"jsonrpc":"2.0","id":1,"method":"acme/x"}`, wire.Message{Method: "acme/x", ID: []byte("1")}},
		{"escapes in a name", `{"jsonrpc":"2.0","id":1,"meth\u006fd":"tools\/call","params":{"n\u0061me":"\u0061"}}`,
			wire.Message{Method: "tools/call", ID: []byte("1"), Name: "a"}},
		{"names met twice in arguments are left to the tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"x":1,"x":2}}}`,
			wire.Message{Method: "tools/call", ID: []byte("1"), Name: "a", Arguments: []byte(`{"x":1,"x":2}`)}},
		{"arguments of any kind are left to the tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":"{}"}}`,
			wire.Message{Method: "tools/call", ID: []byte("1"), Name: "a", Arguments: []byte(`"{}"`)}},
		{"arguments that are null", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":null}}`,
			wire.Message{Method: "tools/call", ID: []byte("1"), Name: "a", Arguments: []byte("null")}},
		{"arguments of a prompt are not those of a tool", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"a","arguments":{}}}`,
			wire.Message{Method: "prompts/get", ID: []byte("1"), Name: "a"}},
		{"a further round of a call", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","inputResponses":{}}}`,
			wire.Message{Method: "tools/call", ID: []byte("1"), Name: "a", Resumes: true}},
		{"a round that is known by its state", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","inputResponses":null,"requestState":""}}`,
			wire.Message{Method: "tools/call", ID: []byte("1"), Name: "a", Resumes: true}},
		{"a further page", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"abc"}}`,
			wire.Message{Method: "tools/list", ID: []byte("1"), Cursor: "abc"}},
		{"the first page, by null", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":null}}`,
			wire.Message{Method: "tools/list", ID: []byte("1")}},
		{"space around", " \r\n{ \"jsonrpc\" : \"2.0\" , \"id\" : 1 , \"method\" : \"ping\" }\r\n", wire.Message{Method: "ping", ID: []byte("1")}},
		{"a nest of 64 levels", `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":` + strings.Repeat("[", 62) + strings.Repeat("]", 62) + `,"b":[[],{}]}}`,
			wire.Message{Method: "x", ID: []byte("1")}},
		{"many brackets that do not nest", `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":["[[\"[[",` + strings.Repeat("[],", 99) + `1]}}`,
			wire.Message{Method: "x", ID: []byte("1")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, refused := wire.Read([]byte(c.body))
			if refused != nil {
				t.Fatalf("refused: %s", refused.Bytes())
			}
			c.want.Body = []byte(c.body)
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func TestReadPassesOnWhatItWasGivenExceptMarksAndNullParams(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"a byte order mark is dropped", "\xef\xbb\xbf" + `{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
		{"null params at the end", `{"jsonrpc":"2.0","id":1,"method":"ping" , "params": null }`, `{"jsonrpc":"2.0","id":1,"method":"ping"  }`},
		{"null params at the start", `{ "params":null , "jsonrpc":"2.0","id":1,"method":"ping"}`, `{  "jsonrpc":"2.0","id":1,"method":"ping"}`},
		{"null params in the middle", `{"jsonrpc":"2.0","params":null,"id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, refused := wire.Read([]byte(c.body))
			if refused != nil {
				t.Fatalf("refused: %s", refused.Bytes())
			}
			if string(got.Body) != c.want {
				t.Errorf("got %s\nwant %s", got.Body, c.want)
			}
		})
	}
}
