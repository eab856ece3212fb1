package main

import (
	"context"

	"github.com/comity-mcp/comity/auth"
)

// Nothing is the input of a tool that needs none.
type Nothing struct{}

// Warehouses is every warehouse there is.
type Warehouses struct {
	Cities []string `json:"cities" jsonschema_description:"Cities with a warehouse, in alphabetical order"`
}

func listWarehouses(context.Context, Nothing) (Warehouses, error) {
	return Warehouses{Cities: []string{"Chicago", "Denver"}}, nil
}

// Shelf is one product in one warehouse.
type Shelf struct {
	ProductSKU string `json:"product_sku" jsonschema:"pattern=^SKU-[0-9]{4}$" jsonschema_description:"Product SKU, e.g. SKU-4421"`
	Warehouse  string `json:"warehouse" jsonschema_description:"Warehouse city, e.g. Chicago"`
}

// StockLevel is how much of it there is, and who asked.
type StockLevel struct {
	OnHand  int    `json:"on_hand" jsonschema_description:"Units on the shelves"`
	Subject string `json:"subject" jsonschema_description:"Subject of the token that came with the call"`
}

func checkInventory(ctx context.Context, _ Shelf) (StockLevel, error) {
	return StockLevel{OnHand: 120, Subject: auth.CallerFrom(ctx).Subject}, nil
}

// Order is what to order.
type Order struct {
	ProductSKU string `json:"product_sku" jsonschema:"pattern=^SKU-[0-9]{4}$" jsonschema_description:"Product SKU, e.g. SKU-4421"`
	Warehouse  string `json:"warehouse" jsonschema_description:"Warehouse city, e.g. Chicago"`
	Units      int    `json:"units" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"Units to order"`
	RequestKey string `json:"request_key" jsonschema_description:"A name of your own for this order; the same key orders once"`
}

// Reorder is what was ordered, and by whom.
type Reorder struct {
	ReorderID string `json:"reorder_id" jsonschema_description:"Identifier of the reorder"`
	Subject   string `json:"subject" jsonschema_description:"Subject of the token that came with the call"`
}

func createReorder(ctx context.Context, in Order) (Reorder, error) {
	return Reorder{ReorderID: "RO-" + in.RequestKey, Subject: auth.CallerFrom(ctx).Subject}, nil
}
