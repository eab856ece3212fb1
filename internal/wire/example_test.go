package wire_test

import (
	"fmt"

	"github.com/comity-mcp/comity/internal/wire"
)

func ExampleRead() {
	message, refused := wire.Read([]byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"check_inventory","Name":"drop_tables"}}`))
	fmt.Println(message.Method, message.Name, refused == nil)

	_, refused = wire.Read([]byte(`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"check_inventory","name":"drop_tables"}}`))
	fmt.Println(string(refused.Bytes()))
	// Output:
	// tools/call check_inventory true
	// {"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"The name \"name\" stands twice in params, and two readers could take different ones. Send it once."}}
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
