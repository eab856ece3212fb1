package peer_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/comity-mcp/comity/internal/peer"
	"github.com/comity-mcp/comity/server"
)

// live is a server, its address, and its end.
func live() (url string, end func(), err error) {
	var handler http.Handler
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	srv, err := server.New(declared(s.URL + "/mcp"))
	if err == nil {
		handler = srv.Handler()
	}
	return s.URL + "/mcp", s.Close, err
}

func ExampleDial() {
	url, end, err := live()
	defer end()
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	p, err := peer.Dial(ctx, peer.Target{URL: url}, peer.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer p.Close()
	fmt.Println(p.Server().Name, p.Era(), p.Version())
	reply, err := p.Request(ctx, "tools/call", map[string]any{"name": "get_echo", "arguments": map[string]string{"text": "a"}})
	fmt.Println(reply.Status, reply.Error, err)
	c, err := p.Catalog(ctx)
	fmt.Println(c.Tools[0].Name, c.Tools[0].ReadOnly(), err)
	// Output:
	// echoes modern 2026-07-28
	// 200 <nil> <nil>
	// get_echo true <nil>
}

func ExampleEra_String() {
	fmt.Println(peer.Auto, peer.Modern, peer.Handshake, peer.Era(7))
	// Output: auto modern handshake Era(7)
}

func ExampleRPCError_Error() {
	fmt.Println(&peer.RPCError{Code: -32601, Message: "There is no method tools/destroy."})
	// Output: There is no method tools/destroy. (code -32601)
}

func ExampleSignInError_Error() {
	fmt.Println(&peer.SignInError{URL: "https://inventory.example.com/mcp", Status: 401, Issuers: []string{"https://login.example.com"}, Scope: "inventory:read"})
	// Output: https://inventory.example.com/mcp asks for an access token (HTTP 401); get one from https://login.example.com with the scopes inventory:read
}

func ExampleHTTPError_Error() {
	fmt.Println(&peer.HTTPError{URL: "https://inventory.example.com", Status: 200, Body: []byte("<!DOCTYPE html>")})
	// Output: https://inventory.example.com answered HTTP 200 OK with a web page instead of a message; MCP endpoints often are at /mcp
}

func ExampleExitError_Error() {
	fmt.Println(&peer.ExitError{Command: "inventory", Status: "exit status 1", Stderr: "opening the database: it is locked"})
	// Output:
	// inventory ended (exit status 1) without an answer; the end of its standard error:
	//   opening the database: it is locked
}
