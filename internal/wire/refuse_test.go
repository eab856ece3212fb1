package wire_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/wire"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A refusal is a message that Read must refuse, with the code and the id of the answer.
type refusal struct {
	name, body string
	code       int
	id         string
}

// refusals are messages whose envelope is at fault, or whose params in any method.
var refusals = []refusal{
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
	{"a call without id", `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"a"}}`, wire.CodeInvalidRequest, ""},
	{"a listing without id", `{"jsonrpc":"2.0","method":"tools/list"}`, wire.CodeInvalidRequest, ""},
	{"a task asked for without id", `{"jsonrpc":"2.0","method":"tasks/get","params":{"taskId":"t"}}`, wire.CodeInvalidRequest, ""},
	{"a notification with an id", `{"jsonrpc":"2.0","id":1,"method":"notifications/initialized"}`, wire.CodeInvalidRequest, "1"},
	{"an id of 513 bytes", `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 511) + `","method":"ping"}`, wire.CodeInvalidRequest, ""},
	{"a response whose id has 513 bytes", `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 511) + `","result":{}}`, wire.CodeInvalidRequest, ""},
	{"a second id in upper case", `{"jsonrpc":"2.0","id":1,"ID":2,"method":"ping"}`, wire.CodeInvalidRequest, "1"},
	{"Params in upper case", `{"jsonrpc":"2.0","id":1,"method":"tools/list","Params":{}}`, wire.CodeInvalidRequest, "1"},
	{"params with a long s", `{"jsonrpc":"2.0","id":1,"method":"tools/list","paramſ":{}}`, wire.CodeInvalidRequest, "1"},
	{"a response without id", `{"jsonrpc":"2.0","result":{}}`, wire.CodeInvalidRequest, ""},
	{"a result with a null id", `{"jsonrpc":"2.0","id":null,"result":{}}`, wire.CodeInvalidRequest, ""},
	{"a result and an error", `{"jsonrpc":"2.0","id":1,"result":{},"error":{}}`, wire.CodeInvalidRequest, "1"},
	{"a nest of 65 levels", `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":` + strings.Repeat("[", 63) + strings.Repeat("]", 63) + `}}`, wire.CodeInvalidRequest, ""},
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
}

func TestReadRefuses(t *testing.T) { refuses(t, refusals, "refused.golden") }

// refuses fails unless Read refuses each case, in the sentences of a golden file.
func refuses(t *testing.T, cases []refusal, golden string) {
	t.Helper()
	var sentences strings.Builder
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, refused := wire.Read([]byte(c.body))
			if refused == nil {
				t.Fatalf("accepted as %+v", got)
			}
			if refused.Code != c.code || string(refused.ID) != c.id {
				t.Errorf("got code %d, id %q\nwant code %d, id %q", refused.Code, refused.ID, c.code, c.id)
			}
			fmt.Fprintf(&sentences, "%s:\n\t%s\n", c.name, refused.Bytes())
		})
	}
	golden = filepath.Join("testdata", golden)
	if *update {
		if err := os.WriteFile(golden, []byte(sentences.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatalf("%v; write it with -update", err)
	}
	if sentences.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", sentences.String(), want)
	}
}

func TestErrorRepeatsLittleOfWhatWasSent(t *testing.T) {
	long := strings.Repeat("é", 5000)
	for _, body := range []string{
		long,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"` + long + `"}`,
		`{"jsonrpc":"2.0","id":1,"method":"x","` + long + `":1,"` + long + `":2}`,
		`{"jsonrpc":"` + long + `","id":1,"method":"x"}`,
		`{"jsonrpc":"2.0","id":1` + strings.Repeat("0", 5000) + `,"method":"x"}`,
	} {
		_, refused := wire.Read([]byte(body))
		if refused == nil {
			t.Errorf("accepted %.80s", body)
			continue
		}
		if len(refused.Message) > 400 {
			t.Errorf("got an error of %d bytes for a body of %d: %s", len(refused.Message), len(body), refused.Message)
		}
	}
}

func TestErrorsSendBackNoControlOrBidiCharacter(t *testing.T) {
	for _, r := range []rune{0, '\a', '\n', '\r', '\x1b', '\x7f', '\u0085', '\u00ad', '\u061c', '\u200b', '\u200e', '\u200f',
		'\u2028', '\u202a', '\u202e', '\u2066', '\u2069', '\ufeff', '\U000e0041'} {
		escaped := fmt.Sprintf("a\\u%04xb", r)
		if r > 0xffff {
			escaped = "a" + string(r) + "b"
		}
		for _, body := range []string{
			`{"jsonrpc":"` + escaped + `","id":1,"method":"ping"}`,
			`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":["` + escaped + `"],"` + escaped + `":1,"` + escaped + `":1}}`,
			asks("initialize", `"protocolVersion":{},"clientInfo":"`+escaped+`"`),
			asks("initialize", `"clientInfo":{"name":"x"},"capabilities":"`+escaped+`"`),
			asks("prompts/get", `"name":"p","arguments":{"`+escaped+`":1}`),
		} {
			_, refused := wire.Read([]byte(body))
			if refused == nil {
				t.Errorf("accepted %s", body)
			} else if strings.ContainsRune(refused.Message, r) {
				t.Errorf("%U comes back raw: %q", r, refused.Message)
			}
		}
	}
}

func TestErrorBytesCarryDataAndKeepCharacters(t *testing.T) {
	e := wire.Error{Code: wire.CodeUnsupportedVersion, Message: "a < b & \"c\".", ID: []byte(`"x"`), Data: []byte(`{"a":1}`)}
	want := `{"jsonrpc":"2.0","id":"x","error":{"code":-32022,"message":"a < b & \"c\".","data":{"a":1}}}`
	if got := string(e.Bytes()); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
