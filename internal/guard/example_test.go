package guard_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/internal/guard"
)

func ExampleNew() {
	server := mcp.NewServer(&mcp.Implementation{Name: "inventory", Version: "1.4.0"}, nil)
	get := func(*http.Request) *mcp.Server { return server }
	address, _ := url.Parse("https://inventory.example.com/mcp")
	g := guard.New(guard.Options{
		URL: address,
		Stateless: mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
			Stateless: true, JSONResponse: true, DisableLocalhostProtection: true, MaxRequestBodyBytes: -1}),
		Stream: mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
			Stateless: true, DisableLocalhostProtection: true, MaxRequestBodyBytes: -1}),
	})
	for _, host := range []string{"inventory.example.com", "evil.example"} {
		q := httptest.NewRequest("POST", "/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		q.Host = host
		q.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		g.ServeHTTP(w, q)
		fmt.Println(w.Code, w.Body)
	}
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{}}
	// 403 {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"This server does not answer to the host \"evil.example\". Use its public URL; whoever runs it can allow more hosts in Config.Hosts."}}
}

// ask sends a message to a guard whose SDK handler is the one given, and returns the guard.
func ask(handler http.HandlerFunc) *guard.Guard {
	address, _ := url.Parse("https://inventory.example.com/mcp")
	g := guard.New(guard.Options{URL: address, Stateless: handler, Stream: handler})
	q := httptest.NewRequest("POST", "https://inventory.example.com/mcp",
		strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_inventory"}}`))
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("User-Agent", "openai-mcp/1.0.0")
	g.ServeHTTP(httptest.NewRecorder(), q)
	return g
}

func ExampleRequestContext() {
	ask(func(_ http.ResponseWriter, q *http.Request) {
		ctx := context.WithoutCancel(q.Context()) // the SDK gives a handler such a context in the handshake era
		select {
		case <-guard.RequestContext(ctx).Done():
			fmt.Println("the client left: stop")
		default:
			fmt.Println("the client waits: go on")
		}
	})
	// Output: the client waits: go on
}

func ExampleRequest() {
	ask(func(_ http.ResponseWriter, q *http.Request) {
		said, ok := guard.Request(q.Context())
		fmt.Println(said.Method, said.Name, said.Agent, ok)
	})
	// Output: tools/call check_inventory openai-mcp/1.0.0 true
}

func ExampleGuard_Drain() {
	g := ask(func(http.ResponseWriter, *http.Request) {})
	g.Drain()
	w := httptest.NewRecorder()
	g.ServeHTTP(w, httptest.NewRequest("GET", "/readyz", nil))
	fmt.Println(w.Code, w.Body)
	// Output: 503 {"status":"draining"}
}
