// Package guard stands between the socket and the MCP SDK: it decides who may speak to the endpoint at all, reads each
// message once and strictly, and hands on only what both the guard and the SDK read the same way.
//
//	g := guard.New(guard.Options{
//		URL:       address, // https://inventory.example.com/mcp
//		Stateless: mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true, ...}),
//		Stream:    mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{Stateless: true, ...}),
//	})
//	server := &http.Server{Handler: g}
//	server.RegisterOnShutdown(g.Drain)
//
// Each step is an http.Handler in a file of its own; New lists them in the order in which a request meets them. The SDK
// handlers behind it must leave to the guard what it does: DisableLocalhostProtection and a negative MaxRequestBodyBytes.
//
// Whatever is refused is answered in JSON, as a JSON-RPC error with a sentence that ends in the way out.
package guard
