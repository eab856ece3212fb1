package main

import (
	"time"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
)

// app is what the handlers work on.
type app struct {
	store *store
	// jobs keeps the recounts.
	jobs handles.Engine
	// recountDelay is how long a recount stays at each row.
	recountDelay time.Duration
}

// declare is the whole server as one value. Every text in it is read by somebody who does not see the
// code: the developer who sets approvals, the model that picks a tool, the person who confirms a call.
func declare(a app, url string, policy auth.Policy) server.Config {
	return server.Config{
		Name:    "inventory",
		Title:   "Inventory",
		Version: "1.0.0",
		Description: "Product inventory lookup, stock levels, reorder management and warehouse allocation " +
			"for a retail supply chain.",
		Instructions: "Products go by SKU and warehouses by city. search_products finds a SKU by name, " +
			"list_warehouses gives the cities. Every tool that writes takes a request_key: a repeated call with the " +
			"same key and arguments takes effect once, so it is safe after a time-out.",
		URL:   url,
		World: annotations.Closed,
		Auth:  policy,
		Jobs:  a.jobs,
		Tools: []server.Tool{
			server.Read(server.Spec{
				Name:  "check_inventory",
				Title: "Check inventory",
				Description: "Returns on-hand, reserved and available units of one product in one warehouse. " +
					"Use it when the SKU is known; search_products finds products by name.",
				Access:  auth.Scopes(reads),
				Example: CheckInventory{ProductSKU: "SKU-4421", Warehouse: "Chicago"},
			}, a.checkInventory),

			server.Read(server.Spec{
				Name:        "list_warehouses",
				Title:       "List warehouses",
				Description: "Returns every warehouse with its city and code. Use it to learn which cities the other tools accept.",
				Access:      auth.Anyone(),
			}, a.listWarehouses),

			server.Read(server.Spec{
				Name:  "search_products",
				Title: "Search products",
				Description: "Finds products whose SKU, name or category contains every word of the query, in order of SKU. " +
					"Use it to find a SKU; check_inventory tells how many units there are.",
				Access:  auth.Scopes(reads),
				Example: SearchProducts{Query: "cordless drill"},
			}, a.searchProducts),

			server.Read(server.Spec{
				Name:  "get_reorder_status",
				Title: "Get reorder status",
				Description: "Returns one reorder and how far it has come. Use it with the reorder_id, or with the request_key " +
					"when the answer of create_reorder was lost.",
				Access:  auth.Scopes(reads),
				Example: GetReorderStatus{ReorderID: new("RO-1001")},
			}, a.getReorderStatus),

			// A reorder is added and nothing else changes, and with the same request_key it is added once.
			server.Write(server.Spec{
				Name:  "create_reorder",
				Title: "Create reorder",
				Description: "Orders more units of one product from its supplier, for delivery to one warehouse. " +
					"Adds one reorder to the company's own records; it cannot be cancelled with these tools. " +
					"May be repeated: one request_key makes one reorder.",
				Access:    auth.Scopes(writes),
				CheckWith: "get_reorder_status",
				Example:   CreateReorder{ProductSKU: "SKU-4421", Warehouse: "Chicago", Units: 50, RequestKey: "restock-chicago-4421"},
			}, annotations.Ensures, a.createReorder),

			// An allocation changes a number that is there already: units that another order could have had
			// are gone. That is destructive as directories read it, so that hosts ask before they call.
			server.Write(server.Spec{
				Name:  "allocate_stock",
				Title: "Allocate stock",
				Description: "Reserves available units of one product in one warehouse for an order. " +
					"Raises the reserved count in the company's own records, so other orders can no longer have these units; " +
					"it cannot be undone with these tools. Refuses more units than are available. " +
					"May be repeated: one request_key reserves once.",
				Access:    auth.Scopes(writes),
				CheckWith: "check_inventory",
				Example: AllocateStock{ProductSKU: "SKU-4421", Warehouse: "Chicago", Units: 2,
					OrderReference: "SO-20871", RequestKey: "so-20871-line-1"},
			}, annotations.Alters, a.allocateStock),

			// A job: listed as start_recount, get_recount and cancel_recount. A second walk does no harm, so it
			// begins anew when its process was killed.
			server.Job(server.Spec{
				Name:  "recount",
				Title: "Recount a warehouse",
				Description: "Compares every stock row of one warehouse with its last count by hand and adds a report of what differs. " +
					"It changes neither stock nor counts. Use it for a whole warehouse; check_inventory tells of one product.",
				Access:  auth.Scopes(writes),
				Example: Recount{Warehouse: "Chicago"},
			}, annotations.Creates, server.Run{Keep: 24 * time.Hour, Repeat: server.Safe}, a.recount),

			// The result is a link, since a file is no JSON: a.serveExports serves what it points to.
			server.Job(server.Spec{
				Name:  "export_catalog",
				Title: "Export the catalog",
				Description: "Writes a CSV file of the products with their units in all warehouses, and returns a link to it. " +
					"The file can be read by its caller only and is kept for a day. Use it for many products; search_products finds a few.",
				Access:  auth.Scopes(reads),
				Example: ExportCatalog{},
			}, annotations.Creates, server.Run{Keep: exportKept, Repeat: server.Safe}, a.exportCatalog),
		},
		Extend: a.serveExports,
	}
}
