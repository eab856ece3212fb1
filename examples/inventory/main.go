// Command inventory is an MCP server over a small stock database. It is how to learn Comity: server.go
// declares the server, and each tool is one file with its types and its handler.
//
//	go run ./examples/inventory          serve http://127.0.0.1:8080/mcp
//	go run ./examples/inventory stdio    serve one client over standard input and output
//	go run ./examples/inventory tools    print what hosts see
package main

import (
	"context"
	"flag"
	"io"

	"github.com/comity-mcp/comity/server"
)

func main() {
	data := flag.String("data", "inventory-data", "the `directory` of the database; made and filled when it is not there")
	server.Main(func(ctx context.Context, flags server.Flags) (server.Config, io.Closer, error) {
		if flags.Describe {
			return declare(app{}, flags.URL), nil, nil
		}
		s, err := open(ctx, *data)
		if err != nil {
			return server.Config{}, nil, err
		}
		return declare(app{s}, flags.URL), s, nil
	})
}
