// Command server is a small inventory for clients to sign in to: one tool for anyone, one for readers and one for writers,
// and the tokens of the issuer that the command line names.
//
//	go run ./interop/signin/server -issuer http://127.0.0.1:9000            lists its tools to anyone
//	go run ./interop/signin/server -issuer http://127.0.0.1:9000 -closed    answers nobody without a token
package main

import (
	"context"
	"flag"
	"io"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
)

func main() {
	issuer := flag.String("issuer", "", "the `URL` of the authorization server, exactly as its tokens have it")
	closed := flag.Bool("closed", false, "answer nobody without a token, lists included")
	server.Main(func(_ context.Context, flags server.Flags) (server.Config, io.Closer, error) {
		policy := auth.OAuth{Issuers: []string{*issuer}}
		if *closed {
			policy.Discovery = auth.ListClosed
		}
		return declare(flags.URL, policy), nil, nil
	})
}

func declare(url string, policy auth.OAuth) server.Config {
	return server.Config{
		Name:        "inventory",
		Title:       "Inventory",
		Version:     "1.0.0",
		Description: "Stock levels and reorders of made-up products, for clients that learn to sign in.",
		URL:         url,
		World:       annotations.Closed,
		Auth:        policy,
		Tools: []server.Tool{
			server.Read(server.Spec{
				Name: "list_warehouses", Title: "List warehouses",
				Description: "Returns the city of every warehouse. Use it to learn which cities the other tools accept.",
				Access:      auth.Anyone(),
			}, listWarehouses),
			server.Read(server.Spec{
				Name: "check_inventory", Title: "Check inventory",
				Description: "Returns the units of one product in one warehouse. Use it when the SKU is known.",
				Access:      auth.Scopes("inventory:read"),
			}, checkInventory),
			server.Write(server.Spec{
				Name: "create_reorder", Title: "Create reorder",
				Description: "Pretends to order more units of one product and forgets it at once. Use it to see who may write.",
				Access:      auth.Scopes("inventory:write"),
				CheckWith:   "check_inventory",
			}, annotations.Ensures, createReorder),
		},
	}
}
