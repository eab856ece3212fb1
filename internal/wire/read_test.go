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
			wire.Message{Method: "tools/call", ID: []byte("1"), Name: "a"}},
		{"a modern call", `{"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","progressToken":7,` +
			`"io.modelcontextprotocol/clientInfo":{"name":"Codex","version":"1"}},"name":"a"},"method":"tools/call","id":"x","jsonrpc":"2.0"}`,
			wire.Message{Method: "tools/call", ID: []byte(`"x"`), Name: "a", Version: "2026-07-28", Client: "Codex", ProgressToken: true}},
		{"an initialize", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"x"}}}`,
			wire.Message{Method: "initialize", ID: []byte("0"), Asks: "2025-06-18", Client: "x"}},
		{"a resource read by its uri", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"name":"no","uri":"a://b"}}`,
			wire.Message{Method: "resources/read", ID: []byte("1"), Name: "a://b"}},
		{"a task by its id", `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"t"}}`,
			wire.Message{Method: "tasks/get", ID: []byte("1"), Name: "t"}},
		{"a notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, wire.Message{Method: "notifications/initialized"}},
		{"a response", `{"jsonrpc":"2.0","id":3,"result":{"method":"tools/call"}}`, wire.Message{ID: []byte("3")}},
		{"an error response without id", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`, wire.Message{ID: []byte("null")}},
		{"a method of one's own", `{"jsonrpc":"2.0","id":1,"method":"acme/x"}`, wire.Message{Method: "acme/x", ID: []byte("1")}},
		{"escapes in a name", `{"jsonrpc":"2.0","id":1,"meth\u006fd":"tools\/call","params":{"n\u0061me":"\u0061"}}`,
			wire.Message{Method: "tools/call", ID: []byte("1"), Name: "a"}},
		{"names met twice in arguments are left to the tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"x":1,"x":2}}}`,
			wire.Message{Method: "tools/call", ID: []byte("1"), Name: "a"}},
		{"arguments of any kind are left to the tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":"{}"}}`,
			wire.Message{Method: "tools/call", ID: []byte("1"), Name: "a"}},
		{"space around", " \r\n{ \"jsonrpc\" : \"2.0\" , \"id\" : 1 , \"method\" : \"ping\" }\r\n", wire.Message{Method: "ping", ID: []byte("1")}},
		{"a nest of 64 levels", `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":` + strings.Repeat("[", 62) + strings.Repeat("]", 62) + `}}`,
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

func TestReadRefuses(t *testing.T) {
	deep := strings.Repeat("[", 63) + strings.Repeat("]", 63)
	for _, c := range []struct {
		name, body string
		code       int
		id         string
	}{
		{"nothing", ``, wire.CodeParse, ""},
		{"space only", " \n", wire.CodeParse, ""},
		{"what is not JSON", `id=1`, wire.CodeParse, ""},
		{"half a message", `{"jsonrpc":"2.0","id":1`, wire.CodeParse, ""},
		{"two messages", `{"jsonrpc":"2.0","id":1,"method":"ping"}{}`, wire.CodeParse, ""},
		{"invalid UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\xff\"}", wire.CodeParse, ""},
		{"half a surrogate pair", `{"jsonrpc":"2.0","id":1,"method":"a\ud800"}`, wire.CodeParse, ""},
		{"a trailing comma", `{"jsonrpc":"2.0","id":1,"method":"a",}`, wire.CodeParse, ""},
		{"a batch", ` [{"jsonrpc":"2.0","id":1,"method":"ping"}]`, wire.CodeInvalidRequest, ""},
		{"an empty batch", `[]`, wire.CodeInvalidRequest, ""},
		{"a string", `"tools/list"`, wire.CodeInvalidRequest, ""},
		{"null", `null`, wire.CodeInvalidRequest, ""},
		{"no jsonrpc", `{"id":1,"method":"ping"}`, wire.CodeInvalidRequest, "1"},
		{"jsonrpc 1.0", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, wire.CodeInvalidRequest, "1"},
		{"jsonrpc as a number", `{"jsonrpc":2.0,"id":1,"method":"ping"}`, wire.CodeInvalidRequest, "1"},
		{"a null id", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, wire.CodeInvalidRequest, ""},
		{"a fractional id", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, wire.CodeInvalidRequest, ""},
		{"an id over 2^53-1", `{"jsonrpc":"2.0","id":9007199254740992,"method":"ping"}`, wire.CodeInvalidRequest, ""},
		{"an object as id", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, wire.CodeInvalidRequest, ""},
		{"a method that is no string", `{"jsonrpc":"2.0","id":1,"method":7}`, wire.CodeInvalidRequest, "1"},
		{"an empty method", `{"jsonrpc":"2.0","id":1,"method":""}`, wire.CodeInvalidRequest, "1"},
		{"no method and no answer", `{"jsonrpc":"2.0","id":"é"}`, wire.CodeInvalidRequest, `"é"`},
		{"Method in upper case only", `{"jsonrpc":"2.0","id":1,"Method":"ping"}`, wire.CodeInvalidRequest, "1"},
		{"a request that is also a response", `{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}`, wire.CodeInvalidRequest, "1"},
		{"a response without id", `{"jsonrpc":"2.0","result":{}}`, wire.CodeInvalidRequest, ""},
		{"a result with a null id", `{"jsonrpc":"2.0","id":null,"result":{}}`, wire.CodeInvalidRequest, ""},
		{"a result and an error", `{"jsonrpc":"2.0","id":1,"result":{},"error":{}}`, wire.CodeInvalidRequest, "1"},
		{"a nest of 65 levels", `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":` + deep + `}}`, wire.CodeInvalidRequest, ""},
		{"a method met twice", `{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}`, wire.CodeInvalidRequest, "1"},
		{"an id met twice", `{"jsonrpc":"2.0","id":1,"id":2,"method":"b"}`, wire.CodeInvalidRequest, ""},
		{"a method met twice, once escaped", `{"jsonrpc":"2.0","id":1,"method":"a","m\u0065thod":"b"}`, wire.CodeInvalidRequest, "1"},
		{"a tool's name met twice", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}}`, wire.CodeInvalidParams, "1"},
		{"a version met twice", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"a":1,"a":1}}}`, wire.CodeInvalidParams, "1"},
		{"a client's name met twice", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":{"name":"a","name":"b"}}}`, wire.CodeInvalidParams, "1"},
		{"the fourteenth name met twice", `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0,"k":0,"l":0,"m":0,"n":0,"n":0}}`, wire.CodeInvalidParams, "1"},
		{"the first name met again after fourteen", `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0,"k":0,"l":0,"m":0,"n":0,"a":0}}`, wire.CodeInvalidParams, "1"},
		{"params as an array", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}`, wire.CodeInvalidParams, "1"},
		{"params as a string", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"x"}`, wire.CodeInvalidParams, "1"},
		{"params as a number", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":3}`, wire.CodeInvalidParams, "1"},
		{"_meta as a string", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":"x"}}`, wire.CodeInvalidParams, "1"},
		{"a version as a number", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":1}}}`, wire.CodeInvalidParams, "1"},
		{"a call without params", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, wire.CodeInvalidParams, "1"},
		{"a call with null params", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":null}`, wire.CodeInvalidParams, "1"},
		{"a call without a name", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`, wire.CodeInvalidParams, "1"},
		{"a call with Name only", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"a"}}`, wire.CodeInvalidParams, "1"},
		{"a call with a number as name", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}`, wire.CodeInvalidParams, "1"},
		{"a read without a uri", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"name":"x"}}`, wire.CodeInvalidParams, "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, refused := wire.Read([]byte(c.body))
			if refused == nil {
				t.Fatalf("accepted as %+v", got)
			}
			if refused.Code != c.code || string(refused.ID) != c.id {
				t.Errorf("got code %d, id %q\nwant code %d, id %q", refused.Code, refused.ID, c.code, c.id)
			}
			if !strings.HasSuffix(refused.Message, ".") {
				t.Errorf("got message %q\nwant a sentence", refused.Message)
			}
		})
	}
}
