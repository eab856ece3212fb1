package wire_test

import (
	"fmt"

	"github.com/comity-mcp/comity/internal/wire"
)

func ExampleRead() {
	message, refused := wire.Read([]byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"check_inventory"}}`))
	fmt.Println(message.Method, message.Name, refused == nil)

	for _, body := range []string{
		`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"check_inventory","name":"drop_tables"}}`,
		`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"check_inventory","Arguments":{"sku":"SKU-4421"}}}`,
		`{"jsonrpc":"2.0","id":10,"method":"tools/list","params":{"cursor":5}}`,
	} {
		_, refused = wire.Read([]byte(body))
		fmt.Println(refused.Code, refused.Message)
	}
	// Output:
	// tools/call check_inventory true
	// -32602 The name "name" stands twice in params, and two readers could take different ones. Send it once.
	// -32602 params of tools/call has a member "Arguments", which is not "arguments" and would be left out. Write "arguments" exactly so.
	// -32602 params.cursor of tools/list is 5. Send a string, the nextCursor of the page before.
}

func ExampleKnown() {
	fmt.Println(wire.Known("tools/call"), wire.Known("Tools/Call"))
	// Output: true false
}

func ExampleModern() {
	fmt.Println(wire.Modern("2025-11-25"), wire.Modern("2026-07-28"))
	// Output: false true
}

func ExampleQuote() {
	fmt.Println(wire.Quote("line\nend"))
	// Output: "line\nend"
}

func ExampleReword() {
	e := wire.Reword("prompts/list", 0, `handling 'prompts/list': unmarshaling "{}" into a *mcp.ListPromptsParams`)
	fmt.Println(e.Code, e.Message)
	// Output: -32602 The params of "prompts/list" have not the form that MCP gives them. Send each member as the specification of the protocol version has it.
}

func ExampleNoMethod() {
	for _, method := range []string{"tools/delete", "initialize", "server/discover"} {
		fmt.Println(wire.NoMethod(method).Message)
	}
	// Output:
	// This server has no method "tools/delete". Ask with initialize or server/discover what it offers.
	// initialize has gone with 2026-07-28, the version of this message. Send server/discover, or the method that you need at once.
	// server/discover came with 2026-07-28, and this message names no version. Name it in params._meta, or send initialize.
}

func ExampleAgain() {
	fmt.Println(wire.Again().Code)
	// Output: -32600
}
