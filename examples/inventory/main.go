// Command inventory is an MCP server over a small stock database. It is how to learn Comity: server.go
// declares the server, and each tool is one file with its types and its handler.
//
//	go run ./examples/inventory             serve http://127.0.0.1:8080/mcp, and sign-ins next to it
//	go run ./examples/inventory stdio       serve one client over standard input and output
//	go run ./examples/inventory tools       print what hosts see
//	go run ./examples/inventory snippets    print what connects it to each client
package main

//go:generate go run . snippets -write README.md

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
)

// published is where the server is in what only describes it, unless -url says otherwise: the snippets of the
// README are for those who call it, from elsewhere.
const published = "https://inventory.example.com/mcp"

func main() {
	data := flag.String("data", "inventory-data", "the `directory` of the database; made and filled when it is not there")
	delay := flag.Duration("recount-delay", time.Millisecond, "how long a recount stays at each of some 400 rows; more makes a slow job to watch")
	at := flag.String("jobs", "", "the `address` of what keeps the recounts, for several replicas: postgres://... or nats://...,nats://... (default a file in the data directory)")
	var who signIn
	who.define(flag.CommandLine)
	server.Main(func(ctx context.Context, flags server.Flags) (server.Config, io.Closer, error) {
		if flags.Describe && !flags.URLGiven {
			flags.URL = published
		}
		policy, issuer, err := who.policy(flags, *data, os.Stdout)
		if err != nil {
			return server.Config{}, nil, err
		}
		if flags.Describe {
			jobs := handles.Memory()
			return declare(app{jobs: jobs}, flags.URL, policy), closers{jobs, issuer}, nil
		}
		s, err := open(ctx, *data)
		if err != nil {
			return server.Config{}, issuer, err
		}
		jobs, err := openJobs(ctx, *at, *data) // they outlive the process
		if err != nil {
			return server.Config{}, closers{s, issuer}, err
		}
		return declare(app{s, jobs, *delay}, flags.URL, policy), closers{jobs, s, issuer}, nil
	})
}

// closers closes what the server was opened with, in this order.
type closers []io.Closer

func (c closers) Close() error {
	var errs []error
	for _, one := range c {
		errs = append(errs, one.Close())
	}
	return errors.Join(errs...)
}
