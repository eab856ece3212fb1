package probe_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/lint"
	"github.com/comity-mcp/comity/lint/probe"
)

// A fake is a server of the handshake era without a fault, until one is put in.
type fake struct {
	tools string // the entries of tools/list
	// call answers a tools/call of get_stock; nil checks the arguments and answers well.
	call func(arguments map[string]any) string
	// method answers any other method first, "" to leave it.
	method func(method string) string
	// front answers a request first, and reports whether it has.
	front func(http.ResponseWriter, *http.Request, []byte) bool

	mu     sync.Mutex
	called []string // the tools that were called, in order
	sent   []string // the arguments of the calls, as sent
}

const (
	getStock = `{"name":"get_stock","title":"Get the stock","description":"Returns how many units of a product lie in a warehouse.",` +
		`"inputSchema":{"type":"object","properties":{"city":{"type":"string","enum":["Chicago","Berlin"]},"note":{"type":"string"}},` +
		`"required":["city"],"additionalProperties":false},` +
		`"outputSchema":{"type":"object","properties":{"units":{"type":"integer"}},"required":["units"],"additionalProperties":false},` +
		`"annotations":{"readOnlyHint":true,"destructiveHint":false,"openWorldHint":false}}`
	addStock = `{"name":"add_stock","title":"Add to the stock","description":"Adds units of a product to a warehouse.",` +
		`"inputSchema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false},` +
		`"annotations":{"readOnlyHint":false,"destructiveHint":false,"openWorldHint":false}}`
)

// good is what a call of get_stock comes to.
const good = `{"content":[{"type":"text","text":"{\"units\":12}"}],"structuredContent":{"units":12}}`

// refused is a result with isError.
func refused(text string) string {
	b, _ := json.Marshal(text) // a string always encodes
	return `{"isError":true,"content":[{"type":"text","text":` + string(b) + `}]}`
}

// fault is a JSON-RPC error in place of a result.
func fault(code int, message string) string {
	return fmt.Sprintf(`!{"code":%d,"message":%q}`, code, message)
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body) // what is missing is no JSON
	if f.front != nil && f.front(w, r, body) {
		return
	}
	if status := f.turnedAway(w, r); status != 0 {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"refused"}}`)
		return
	}
	answer, status := f.message(body)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, answer)
}

// turnedAway returns the status with which a request is refused before its body is read.
func (f *fake) turnedAway(w http.ResponseWriter, r *http.Request) int {
	origin := r.Header.Get("Origin")
	switch {
	case r.URL.Path != "/mcp":
		return 404
	case origin != "" && !strings.HasPrefix(origin, "http://127.0.0.1") || !strings.HasPrefix(r.Host, "127.0.0.1"):
		return 403
	case r.Method == http.MethodOptions:
		return 204
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", "POST")
		return 405
	case r.Header.Get("Content-Type") != "application/json":
		return 415
	case strings.HasPrefix(r.Header.Get("Mcp-Protocol-Version"), "2099"):
		return 400
	}
	return 0
}

func (f *fake) message(body []byte) (answer string, status int) {
	var m struct {
		ID     json.RawMessage
		Method string
		Params struct {
			Name      string
			Arguments json.RawMessage
		}
	}
	if json.Unmarshal(body, &m) != nil {
		return `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON"}}`, 400
	}
	if m.Method == "" {
		return `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"not a request"}}`, 400
	}
	if m.ID == nil {
		return "", 202
	}
	result := ""
	if f.method != nil {
		result = f.method(m.Method)
	}
	if result == "" {
		result = f.result(m.Method, m.Params.Name, m.Params.Arguments)
	}
	member := "result"
	if strings.HasPrefix(result, "!") {
		member, result = "error", result[1:]
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%q:%s}`, m.ID, member, result), 200
}

func (f *fake) result(method, name string, raw json.RawMessage) string {
	switch method {
	case "initialize":
		return `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"stock","title":"The stock","version":"1.0.0"}}`
	case "ping":
		return `{}`
	case "tools/list":
		return `{"tools":[` + f.tools + `]}`
	case "tools/call":
		f.mu.Lock()
		f.called, f.sent = append(f.called, name), append(f.sent, string(raw))
		f.mu.Unlock()
		if !strings.Contains(f.tools, `"name":"`+name+`"`) {
			return fault(-32602, "there is no tool "+name)
		}
		var arguments map[string]any
		if err := json.Unmarshal(raw, &arguments); err != nil {
			return fault(-32602, err.Error())
		}
		if f.call != nil {
			if result := f.call(arguments); result != "" {
				return result
			}
		}
		return checked(arguments)
	}
	return fault(-32601, "there is no method "+method)
}

// checked answers a call of get_stock as it should be answered.
func checked(arguments map[string]any) string {
	city, ok := arguments["city"].(string)
	for name := range arguments {
		if name != "city" && name != "note" {
			return refused(name + " is unknown; the arguments are city and note.")
		}
	}
	switch {
	case arguments["city"] == nil:
		return refused("city is required: Chicago or Berlin.")
	case !ok:
		return refused("city must be a string: Chicago or Berlin.")
	case city != "Chicago" && city != "Berlin":
		return refused("city is Chicago or Berlin.")
	}
	return good
}

// start serves the fake on loopback and returns its address.
func start(t *testing.T, f *fake) string {
	t.Helper()
	if f.tools == "" {
		f.tools = getStock + "," + addStock
	}
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	return s.URL + "/mcp"
}

// quick probes as fast as it can.
func quick() probe.Options { return probe.Options{Rate: 10_000} }

// look probes a target, which must not fail.
func look(t *testing.T, target probe.Target, o probe.Options) (*lint.Evidence, catalog.Catalog) {
	t.Helper()
	e, c, err := probe.Run(t.Context(), target, o)
	if err != nil {
		t.Fatal(err)
	}
	return e, c
}

// live returns the identifiers of the live rules that were broken, each once. That the fakes are of the handshake era is
// known.
func live(e *lint.Evidence, c catalog.Catalog) []string {
	var ids []string
	for _, p := range lint.Judge(lint.Subject{Catalog: c, Evidence: e}, lint.Options{}).Found {
		if strings.HasPrefix(p.Rule.ID, "live-") && p.Rule.ID != "live-modern" && !slices.Contains(ids, p.Rule.ID) {
			ids = append(ids, p.Rule.ID)
		}
	}
	slices.Sort(ids)
	return ids
}
