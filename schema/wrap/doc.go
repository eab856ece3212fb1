// Package wrap turns a core schema into the form each host wants. The core is what package schema
// makes of a Go type: a closed root object, inlined, every node typed, members in order. A host's
// envelope goes around it; where a host lacks a keyword, the keyword moves into the description in
// plain words, or is dropped, and the wrapper says which in [Wrapped.LeftOut]. Where a host needs no
// change, the core's own bytes are embedded, unaltered.
//
//	w, err := wrap.AnthropicTool(wrap.Tool{Name: "get_customer", Description: "...", Input: core})
//	// w.JSON goes into the request; w.LeftOut says what Claude will read instead of enforce.
//
// [StrictPython] and [StrictJS] predict what OpenAI's Agents SDKs make of a schema, [StrictRefusals]
// what the API then refuses, and [Budget] what a request with many tools runs into.
//
// The package takes bytes and gives bytes; it knows no Go types and imports the standard library only.
// All functions are pure and safe to call concurrently: equal input gives equal bytes.
package wrap
