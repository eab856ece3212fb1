// Package wire reads one JSON-RPC message of MCP strictly, once, before anything acts on it.
//
//	message, refused := wire.Read(body)
//	if refused != nil {
//		return refused.Bytes() // a JSON-RPC error response
//	}
//	if message.Method == "tools/call" { // decided by exact-case names, as the SDK decides
//		allow(message.Name)
//	}
//
// What a gate in front of a server sees must be what the server runs. A second reader that folds case, takes the last
// of two equal names or forgives bad UTF-8 sees another tool than the one that is called, so this reader refuses
// whatever two readers could read differently.
package wire
