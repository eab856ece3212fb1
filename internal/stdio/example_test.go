package stdio_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/internal/stdio"
)

// A host that sends a line with a mistake in it, then one without, and closes its end.
func ExampleNew() {
	in := strings.NewReader("{\"jsonrpc\": \"2.0\", \"id\": 1,\r\n{\"jsonrpc\": \"2.0\", \"id\": 2, \"method\": \"ping\"}\r\n")

	srv := mcp.NewServer(&mcp.Implementation{Name: "inventory", Version: "1.0.0"}, nil)
	if err := srv.Run(context.Background(), stdio.New(in, os.Stdout, stdio.Options{})); err != nil {
		fmt.Println("run:", err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The message ends before the JSON does. Send one complete JSON-RPC message."}}
	// {"jsonrpc":"2.0","id":2,"result":{}}
}

func ExampleClaim() {
	_, out, restore := stdio.Claim()
	fmt.Println("this goes to stderr")
	fmt.Fprintln(out, `{"jsonrpc":"2.0","id":2,"result":{}}`)
	restore()
	fmt.Println("stdout is stdout again")
	// Output:
	// {"jsonrpc":"2.0","id":2,"result":{}}
	// stdout is stdout again
}

// A program that must exit even if a handler never ends waits for the transport, too.
func ExampleTransport_Done() {
	transport := stdio.New(strings.NewReader(""), os.Stdout, stdio.Options{})
	srv := mcp.NewServer(&mcp.Implementation{Name: "inventory", Version: "1.0.0"}, nil)
	ended := make(chan error, 1)
	go func() { ended <- srv.Run(context.Background(), transport) }()

	<-transport.Done()
	fmt.Println("every call is answered or given up")
	// Output: every call is answered or given up
}
