// Package stdio carries MCP over a pair of byte streams, one JSON-RPC message a line, for a server that a host starts as
// its child.
//
//	in, out, restore := stdio.Claim() // from here fmt.Println goes to stderr
//	defer restore()
//	err := srv.Run(ctx, stdio.New(in, out, stdio.Options{Log: log}))
//
// It differs from the transport of the SDK in what happens at the edges: nothing but messages reaches stdout, calls in
// flight are answered after the end of the input, and a line that cannot be read is answered with an error instead of
// ending the connection.
//
// Source: MCP 2026-07-28, basic/transports/stdio.
package stdio
