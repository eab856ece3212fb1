// Package server declares an MCP server as one value, checks it, and serves it.
//
// A server is a [Config] with its tools. [New] checks all of it, reports every problem at once with the
// way out, and changes nothing until all is well. A tool is made by [Read] or [Write] from a plain Go
// function: its parameter and result structs are the input and output schema, its effect gives the
// hints that hosts act on.
//
//	srv, err := server.New(server.Config{
//		Name: "inventory", Title: "Inventory", Version: "1.0.0",
//		Description: "Product inventory lookup and reorder management for a retail supply chain.",
//		URL:   "https://inventory.example.com/mcp",
//		World: annotations.Closed,
//		Auth:  auth.Off{Because: "reachable inside the company network only"},
//		Tools: []server.Tool{
//			server.Read(server.Spec{
//				Name:        "check_inventory",
//				Title:       "Check inventory",
//				Description: "Returns on-hand and reserved stock for one product in one warehouse.",
//				Access:      auth.Anyone(),
//			}, app.checkInventory),
//		},
//	})
//
// A call takes one road, whatever the transport and protocol version: who, which tool, may they,
// arguments, budget, handler, result, audit. Each step is one file of this package, and call.go is the
// road itself; what stands in front of it on HTTP is package internal/guard.
package server
