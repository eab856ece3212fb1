package load_test

import (
	"strings"
	"testing"

	"github.com/comity-mcp/comity/benchmarks/load"
	"github.com/comity-mcp/comity/benchmarks/stock"
)

// call is a fresh check of the first call; a check remembers what was good.
func call() *load.Check { return load.Answers(7, load.Stateless, stock.Checks(1)[0].Want) }

const (
	row    = `{"product_sku":"SKU-0000","warehouse":"Chicago","on_hand":1,"reserved":0,"available":1,"as_of":"2026-07-28T09:30:00Z"}`
	quoted = `{\"as_of\":\"2026-07-28T09:30:00Z\",\"available\":1,\"on_hand\":1,\"product_sku\":\"SKU-0000\",\"reserved\":0,\"warehouse\":\"Chicago\"}`
	good   = `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + quoted + `"}],"structuredContent":` + row + `,"resultType":"complete"}}`
)

func TestRightAnswers(t *testing.T) {
	for name, body := range map[string]string{
		"a JSON body":                       good,
		"an event stream of one message":    "event: message\ndata: " + good + "\n\n",
		"an event stream that begins empty": "id: 1\ndata: \n\nevent: message\ndata: " + good + "\n\n",
		"isError false":                     strings.Replace(good, `"resultType"`, `"isError":false,"resultType"`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			c := call()
			for _, time := range []string{"first", "second"} {
				if err := c.Answer(200, []byte(body)); err != nil {
					t.Errorf("the %s time: %v", time, err)
				}
			}
		})
	}
}

func TestWrongAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		status   int
		old, new string
		want     string
	}{
		"another status":              {500, "", "", "HTTP status 500"},
		"another id":                  {200, `"id":7`, `"id":8`, "not to request 7"},
		"no id":                       {200, `"id":7,`, ``, "not to request 7"},
		"a protocol error":            {200, `"result"`, `"error":{"code":-1},"result"`, "an error"},
		"an error result":             {200, `"resultType"`, `"isError":true,"resultType"`, "the result is an error"},
		"a wrong number":              {200, `"on_hand":1,"reserved"`, `"on_hand":2,"reserved"`, "differs"},
		"a member too many":           {200, `"on_hand":1,"reserved"`, `"extra":1,"on_hand":1,"reserved"`, "differs"},
		"a text of something else":    {200, `\"available\":1`, `\"available\":2`, "the text is not"},
		"no text":                     {200, `{"type":"text","text":"` + quoted + `"}`, ``, "content blocks"},
		"a result that asks for more": {200, `complete`, `input_required`, "type"},
		"no JSON":                     {200, `{"jsonrpc"`, `{{`, "reading the answer"},
	} {
		t.Run(name, func(t *testing.T) {
			body := strings.Replace(good, c.old, c.new, 1)
			if c.old != "" && body == good {
				t.Fatal("the case changes nothing")
			}
			check := call()
			if err := check.Answer(200, []byte(good)); err != nil {
				t.Fatal(err)
			}
			if err := check.Answer(c.status, []byte(body)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
	old := load.Answers(7, load.Handshake, stock.Checks(1)[0].Want)
	if err := old.Answer(200, []byte(good)); err == nil {
		t.Error("a resultType in the handshake era is taken")
	}
}

func TestLists(t *testing.T) {
	for name, c := range map[string]struct{ tools, want string }{
		"as many as there are": {`{"name":"a","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}}`, ""},
		"one is missing":       {`{"name":"a","inputSchema":{"type":"object"}}`, "got 1 tools"},
		"one is there twice":   {`{"name":"a","inputSchema":{"type":"object"}},{"name":"a","inputSchema":{"type":"object"}}`, "with 1 names"},
		"one has no schema":    {`{"name":"a","inputSchema":{"type":"object"}},{"name":"b"}`, `the input schema of "b"`},
	} {
		t.Run(name, func(t *testing.T) {
			err := load.Lists(1, 2).Answer(200, []byte(`{"id":1,"result":{"tools":[`+c.tools+`]}}`))
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		good   bool
	}{
		"a status that blames the client": {400, "Bad Request", true},
		"a protocol error":                {200, `{"id":1,"error":{"code":-32602}}`, true},
		"a result that is an error":       {200, `{"id":1,"result":{"isError":true}}`, true},
		"a status that blames the server": {500, "", false},
		"an answer as if it were right":   {200, good, false},
	} {
		t.Run(name, func(t *testing.T) {
			if err := load.Refuses().Answer(c.status, []byte(c.body)); (err == nil) != c.good {
				t.Errorf("got %v, want it to be taken: %v", err, c.good)
			}
		})
	}
}
