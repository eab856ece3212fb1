// Command inventory is an MCP server over a small stock database. It is how to learn Comity: server.go
// declares the server, and each tool is one file with its types and its handler.
//
//	go run ./examples/inventory          serve http://127.0.0.1:8080/mcp, and sign-ins next to it
//	go run ./examples/inventory stdio    serve one client over standard input and output
//	go run ./examples/inventory tools    print what hosts see
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"

	"github.com/comity-mcp/comity/server"
)

func main() {
	data := flag.String("data", "inventory-data", "the `directory` of the database; made and filled when it is not there")
	var who signIn
	who.define(flag.CommandLine)
	server.Main(func(ctx context.Context, flags server.Flags) (server.Config, io.Closer, error) {
		policy, issuer, err := who.policy(flags, *data, os.Stdout)
		if err != nil {
			return server.Config{}, nil, err
		}
		if flags.Describe {
			return declare(app{}, flags.URL, policy), issuer, nil
		}
		s, err := open(ctx, *data)
		if err != nil {
			return server.Config{}, issuer, err
		}
		return declare(app{s}, flags.URL, policy), both{s, issuer}, nil
	})
}

// both closes what the server was opened with, in this order.
type both [2]io.Closer

func (b both) Close() error { return errors.Join(b[0].Close(), b[1].Close()) }
