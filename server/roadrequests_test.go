package server_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/auth/authtest"
)

// A roadRequest is one request of HTTP, as a recording has it.
type roadRequest struct {
	Method string      `json:"method"`
	Header http.Header `json:"header"`
	Body   string      `json:"body"`
}

func (q roadRequest) String() string { return fmt.Sprintf("%s %v\n%s", q.Method, q.Header, q.Body) }

func (q roadRequest) http() *http.Request {
	r := httptest.NewRequest(q.Method, "http://127.0.0.1:8080/mcp", strings.NewReader(q.Body))
	r.Header = q.Header.Clone()
	return r
}

// recorded are requests of the clients of the stages conformance and interop, one of each kind, one a line: the official
// suite, the SDKs for TypeScript and Python in two major versions each, the inspector. Those without a version, whose
// server is another, are answered as unknown tools.
func recorded(t *testing.T) []roadRequest {
	t.Helper()
	f, err := os.Open("testdata/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []roadRequest
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var q roadRequest
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		out = append(out, q)
	}
	return out
}

// A maker makes up requests, the same ones in every run.
type maker struct {
	*rand.Rand
	tokens []string
	usual  string // the Authorization of most requests; empty sends none
}

func newMaker(issuer *authtest.Issuer) *maker {
	const resource = "http://127.0.0.1:8080/mcp"
	return &maker{Rand: rand.New(rand.NewPCG(2026, 1129)), tokens: []string{
		issuer.Token(authtest.Claims{"aud": resource, "scope": "stock:read"}),
		issuer.Token(authtest.Claims{"aud": resource, "scope": "other"}),
		issuer.Token(authtest.Claims{"aud": "https://elsewhere.example.com"}),
		"no-token",
	}}
}

// one returns one of the choices.
func (m *maker) one(choices ...string) string { return choices[m.IntN(len(choices))] }

// seldom returns one of the choices once in n times, and usual otherwise.
func (m *maker) seldom(n int, usual string, choices ...string) string {
	if m.IntN(n) == 0 {
		return m.one(choices...)
	}
	return usual
}

func (m *maker) request() roadRequest {
	version := m.one("", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2025-11-25", "2026-07-28", "2026-07-28", "2026-07-28", "2026-07-28")
	modern := version == "2026-07-28"
	method := m.one("tools/call", "tools/call", "tools/call", "tools/call", "tools/call", "tools/call", "tools/list", "tools/list",
		m.one("ping", "initialize", "initialize", "initialize", "initialize", "initialize", "server/discover", "notifications/initialized", "notifications/cancelled", "notifications/progress",
			"prompts/list", "resources/read", "tasks/get", "logging/setLevel", "completion/complete", "acme/method", "notifications/acme", "Tools/Call"))
	name, params := "", ""
	switch method {
	case "tools/call":
		name = m.one("get_trip", "get_trip", "get_trip", "get_few", "create_trip", m.one("create_once", "get_shelf", "start_recount", "get_recount",
			"make_trip", "get_tripp", "", "é", "comity:get_trip"))
		params = fmt.Sprintf(`"name":%q`, name) + m.arguments(name) + m.seldom(20, "", `,"inputResponses":{}`, `,"requestState":"x"`, `,"inputResponses":null`, `,"name":"get_few"`, `,"extra":{"a":[1]}`, `,"task":{"ttl":1000}`, `,"task":5`, `,"cursor":"x"`, `,"uri":5`)
	case "initialize":
		params = join(fmt.Sprintf(`"protocolVersion":%q`, m.one(version, "2025-06-18", "2025-11-25", "2026-07-28", "2031-01-01", "x", "")),
			m.seldom(2, `"capabilities":{}`, "", `"capabilities":null`, `"capabilities":[]`, `"capabilities":{"roots":{"listChanged":true}}`, `"capabilities":{"roots":1}`, `"capabilities":{"roots":{"listChanged":"x"}}`, `"capabilities":{"roots":null}`,
				`"capabilities":{"sampling":{"tools":{},"context":{}}}`, `"capabilities":{"sampling":5}`, `"capabilities":{"sampling":{"tools":1}}`, `"capabilities":{"elicitation":{"form":{},"url":{}}}`, `"capabilities":{"elicitation":"x"}`, `"capabilities":{"elicitation":{"form":5}}`,
				`"capabilities":{"experimental":{"a":{}}}`, `"capabilities":{"experimental":[]}`, `"capabilities":{"experimental":{"a":5}}`, `"capabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}`, `"capabilities":{"extensions":5}`, `"capabilities":{"extensions":{"a":5}}`,
				`"capabilities":{"extensions":{"a":null}}`, `"capabilities":{"tasks":{"list":{},"requests":{"sampling":{"createMessage":{}}}}}`, `"capabilities":{"tasks":7}`, `"capabilities":{"Roots":1}`, `"capabilities":{"other":1}`),
			m.seldom(2, `"clientInfo":{"name":"c","version":"1"}`, "", `"clientInfo":null`, `"clientInfo":[]`, `"clientInfo":{}`, `"clientInfo":{"name":5}`, `"clientInfo":{"name":"c","version":5}`, `"clientInfo":{"name":"c","version":"1","title":5}`, `"clientInfo":{"name":null,"version":null}`,
				`"clientInfo":{"name":"c","version":"1","icons":[{"src":"x"}]}`, `"clientInfo":{"name":"c","version":"1","icons":5}`, `"clientInfo":{"name":"c","version":"1","icons":[5]}`, `"clientInfo":{"name":"c","version":"1","icons":[{"src":5}]}`, `"clientInfo":{"name":"c","version":"1","icons":[{"src":"x","sizes":"48x48"}]}`,
				`"clientInfo":{"name":"c","version":"1","websiteUrl":5}`, `"clientInfo":{"name":"c","version":"1","description":5}`, `"clientInfo":{"name":"c","version":"1","icons":null}`),
			m.seldom(5, "", `"extra":1`, `"Capabilities":{}`))
	case "tools/list":
		params = m.seldom(10, "", `"cursor":""`, `"cursor":null`, `"cursor":"abc"`, `"cursor":5`)
	case "resources/read":
		params, name = `"uri":"test://a"`, "test://a"
	case "tasks/get":
		params, name = `"taskId":"recount_x"`, "recount_x"
	case "logging/setLevel":
		params = `"level":"info"`
	}
	return roadRequest{
		Method: m.seldom(60, "POST", "GET", "HEAD", "DELETE", "OPTIONS", "PUT"),
		Header: m.header(version, method, name),
		Body:   m.mangled(m.message(method, join(params, m.meta(version, modern)))),
	}
}

// arguments are those of a tool, mostly such as it takes.
func (m *maker) arguments(tool string) string {
	if m.IntN(15) == 0 {
		return m.one("", `,"arguments":null`, `,"arguments":[]`, `,"arguments":"{}"`, `,"arguments":7`, `,"arguments":{}`, `,"Arguments":{}`, `,"arguments":{"a":1,"a":2}`)
	}
	switch tool {
	case "create_once":
		return `,"arguments":{"text":"a"` + m.one("", `,"request_key":"k-1"`, `,"request_key":"key-0001"`, `,"request_key":"key-0001"`, `,"request_key":"key-0002"`, `,"request_key":null`, `,"request_key":""`) + `}`
	case "get_shelf":
		return `,"arguments":{"region":` + m.one(`"eu"`, `"eu"`, `"north"`, `5`) + `}`
	case "start_recount":
		return `,"arguments":{"warehouse":"Chicago"}`
	case "get_recount":
		return `,"arguments":{"recount_id":"recount_unknown"}`
	}
	return `,"arguments":{"text":` + m.one(`"a"`, `"é <b> & \u2028 \ud83d\ude00"`, `"\\ \" \n"`, `""`, `"long `+strings.Repeat("x", 50)+`"`, `5`, `"\ud800"`) +
		`,"kind":` + m.one(`"small"`, `"small"`, `"small"`, `"large"`, `"fail"`, `"panic"`, `"break"`, `"nothing"`, `"other"`, `null`) +
		m.seldom(2, "", `,"count":9007199254740993`, `,"count":-9223372036854775808`, `,"count":1e2`, `,"count":1.0`, `,"count":1.5`, `,"count":null`, `,"count":"5"`, `,"count":99999999999999999999`) +
		m.seldom(3, "", `,"share":0.25`, `,"share":-1`, `,"share":1e400`, `,"share":null`) +
		m.seldom(3, "", `,"rows":[]`, `,"rows":null`, `,"rows":[{"sku":"SKU-1","last":true}]`, `,"rows":[{"sku":1},{},{"sku":"a","last":false,"more":1}]`, `,"rows":[{},{},{},{}]`) +
		m.seldom(15, "", `,"text":"twice"`, `,"unknown":1`, `,"Text":"b"`) + `}`
}

func (m *maker) meta(version string, modern bool) string {
	token := m.seldom(5, "", `"progressToken":"p"`, `"progressToken":7`, `"progressToken":null`, `"progressToken":1.5`, `"progressToken":{}`, `"acme/x":[{}]`, `"traceparent":"00-a"`)
	if !modern && m.IntN(12) > 0 {
		if token == "" {
			return ""
		}
		return `"_meta":{` + token + `}`
	}
	capabilities := m.seldom(8, `{}`, `{"extensions":{"io.modelcontextprotocol/tasks":{}}}`, `{"elicitation":{},"roots":{"listChanged":true}}`, `null`, `[]`, `{"experimental":{"a":{}}}`, `{"roots":1}`)
	return `"_meta":{` + join(fmt.Sprintf(`"io.modelcontextprotocol/protocolVersion":%q`, m.seldom(25, version, "2025-11-25", "2027-01-01", "x")),
		`"io.modelcontextprotocol/clientCapabilities":`+capabilities,
		m.seldom(3, `"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}`, "", `"io.modelcontextprotocol/clientInfo":{"name":"openai-mcp","version":"1"}`, `"io.modelcontextprotocol/clientInfo":null`, `"io.modelcontextprotocol/clientInfo":{"name":5}`),
		m.seldom(10, "", `"io.modelcontextprotocol/logLevel":"debug"`, `"io.modelcontextprotocol/logLevel":5`), token) + `}`
}

func join(members ...string) string {
	var given []string
	for _, m := range members {
		if m != "" {
			given = append(given, m)
		}
	}
	return strings.Join(given, ",")
}

func (m *maker) message(method, params string) string {
	id := m.seldom(6, `1`, `"a"`, `"é \u0041\n"`, `0`, `-5`, `9007199254740991`, `9007199254740992`, `1.5`, `1.0`, `1e3`, `-0`, `null`, `{}`, `""`, `"`+strings.Repeat("x", 600)+`"`)
	members := []string{`"jsonrpc":` + m.seldom(50, `"2.0"`, `"1.0"`, `2`), fmt.Sprintf(`"method":%q`, method)}
	if !strings.HasPrefix(method, "notifications/") != (m.IntN(40) == 0) {
		members = append(members, `"id":`+id)
	}
	switch {
	case params != "":
		members = append(members, `"params":{`+params+`}`)
	default:
		members = append(members, m.seldom(3, `"params":{}`, `"params":null`, `"params":[]`, `"params":{"_meta":null}`, `"params":{"_meta":{}}`))
	}
	if m.IntN(30) == 0 {
		members = append(members, m.one(`"extra":1`, `"Method":"x"`, `"id":2`, `"result":{}`))
	}
	m.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + join(members...) + "}"
}

// mangled spoils a message now and then.
func (m *maker) mangled(body string) string {
	switch m.IntN(60) {
	case 0:
		return body[:m.IntN(len(body))]
	case 1:
		b := []byte(body)
		b[m.IntN(len(b))] = byte(m.IntN(256))
		return string(b)
	case 2:
		return m.one("", " ", "["+body+"]", "\xef\xbb\xbf"+body, " \r\n"+body+"\n", body+body, strings.Repeat("[", 70), `{"jsonrpc":"2.0","id":1,"result":{}}`,
			`{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}`)
	}
	return body
}

func (m *maker) header(version, method, name string) http.Header {
	h := http.Header{}
	set := func(name, value string) {
		if value != "" {
			h.Set(name, value)
		}
	}
	set("Content-Type", m.seldom(40, "application/json", "", "text/plain", "application/json; charset=utf-8", "application/json; charset=latin1"))
	set("Accept", m.seldom(10, "application/json, text/event-stream", "", "*/*", "application/json", "text/event-stream", "text/html", "text/event-stream;q=0.9, application/json;q=0.1",
		"application/json;q=0, text/event-stream"))
	set("Mcp-Protocol-Version", m.seldom(25, version, "", "2025-11-25", "2026-07-28", "2031-01-01", "draft"))
	set("Authorization", m.seldom(2, m.usual, "Bearer "+m.one(m.tokens...), "Bearer "+m.tokens[0], "Bearer "+m.tokens[0], "Basic eA=="))
	if version == "2026-07-28" {
		set("Mcp-Method", m.seldom(40, method, "", "tools/list"))
		if name != "" {
			if name == "é" {
				name = "=?base64?w6k=?="
			}
			set("Mcp-Name", m.seldom(40, name, "", "get_few", "=?base64?Z2V0X3RyaXA=?=", "=?base64?*?="))
		}
		set("Mcp-Param-Region", m.seldom(4, "", "eu", "north", "=?base64?ZXU=?="))
	}
	set("Mcp-Session-Id", m.seldom(20, "", "of-before"))
	set("Last-Event-Id", m.seldom(40, "", "7_1"))
	set("Origin", m.seldom(20, "", "http://localhost:3000", "https://elsewhere.example.com"))
	set("User-Agent", m.seldom(10, "", "openai-mcp/1.0.0", "curl/8"))
	return h
}
