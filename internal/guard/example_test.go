package guard_test

import (
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

func ExampleRequestContext() {
	handler := func(request *mcp.CallToolRequest, gone <-chan struct{}) { <-gone }
	_ = func(q *http.Request, call *mcp.CallToolRequest) {
		if request := guard.RequestContext(q.Context()); request != nil {
			handler(call, request.Done())
		}
	}
	fmt.Println(guard.RequestContext(httptest.NewRequest("GET", "/", nil).Context()))
	// Output: <nil>
}
