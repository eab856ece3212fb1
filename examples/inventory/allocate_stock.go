package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/comity-mcp/comity/server"
)

// AllocateStock is what allocate_stock takes.
type AllocateStock struct {
	ProductSKU     string `json:"product_sku" jsonschema:"maxLength=40" jsonschema_description:"Product SKU: 'SKU-' plus 4 digits, e.g. SKU-4421"`
	Warehouse      string `json:"warehouse" jsonschema:"maxLength=60" jsonschema_description:"City of the warehouse to take the units from, e.g. Chicago"`
	Units          int    `json:"units" jsonschema:"minimum=1,maximum=10000" jsonschema_description:"Units to reserve; no more than are available"`
	OrderReference string `json:"order_reference" jsonschema:"minLength=1,maxLength=40" jsonschema_description:"The order that the units are for, e.g. SO-20871"`
	RequestKey     string `json:"request_key" jsonschema:"minLength=8,maxLength=64" jsonschema_description:"A name of the caller's choice for this allocation, e.g. so-20871-line-1; the same call again reserves no more"`
}

// Allocation is what allocate_stock gives.
type Allocation struct {
	ProductSKU     string `json:"product_sku" jsonschema_description:"Product SKU"`
	Warehouse      string `json:"warehouse" jsonschema_description:"Warehouse city"`
	Units          int    `json:"units" jsonschema:"minimum=1" jsonschema_description:"Units reserved for the order"`
	OrderReference string `json:"order_reference" jsonschema_description:"The order that they are reserved for"`
	AvailableAfter int    `json:"available_after" jsonschema:"minimum=0" jsonschema_description:"Units that were still free to promise when these had been reserved"`
}

// allocateStock reserves units, or finds the allocation that the same call made before. The table's
// CHECK would refuse to oversell even if this code were wrong.
func (a app) allocateStock(ctx context.Context, in AllocateStock) (Allocation, error) {
	return change(ctx, a.store, func(tx *sql.Tx) (Allocation, error) {
		s, err := find(ctx, tx, in.ProductSKU, in.Warehouse)
		if err != nil {
			return Allocation{}, err
		}
		before, err := readAllocation(ctx, tx, owner(ctx), in.RequestKey)
		if err == nil {
			return before, sameAllocation(before, s, in)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return Allocation{}, err
		}
		if in.Units > s.available() {
			return Allocation{}, tooFew(ctx, tx, s, in.Units)
		}
		return addAllocation(ctx, tx, s, in)
	})
}

// sameAllocation refuses a key that was used for something else.
func sameAllocation(before Allocation, s shelf, in AllocateStock) error {
	if before.ProductSKU == s.sku && before.Warehouse == s.city && before.Units == in.Units && before.OrderReference == in.OrderReference {
		return nil
	}
	return server.Errorf(server.Conflict,
		"request_key %q was used before with other arguments: it reserved %d units of %s in %s for %s. "+
			"Nothing was reserved now. Send another request_key for another allocation.",
		in.RequestKey, before.Units, before.ProductSKU, before.Warehouse, before.OrderReference)
}

// tooFew says how many there are, here and elsewhere.
func tooFew(ctx context.Context, q querier, s shelf, units int) error {
	var city string
	var most int
	err := q.QueryRowContext(ctx, `
		SELECT w.city, s.on_hand - s.reserved FROM stock s JOIN warehouses w ON w.code = s.warehouse
		WHERE s.sku = ? AND s.warehouse <> ? ORDER BY 2 DESC, 1 LIMIT 1`, s.sku, s.code).Scan(&city, &most)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("looking elsewhere: %w", err)
	}
	elsewhere := "No other warehouse has any."
	if most > 0 {
		elsewhere = fmt.Sprintf("%s has the most elsewhere: %d.", city, most)
	}
	return server.Errorf(server.Conflict, "units: %d were asked for, and %d units of %s are available in %s. Nothing was reserved. %s",
		units, s.available(), s.sku, s.city, elsewhere)
}

func addAllocation(ctx context.Context, tx *sql.Tx, s shelf, in AllocateStock) (Allocation, error) {
	_, err := tx.ExecContext(ctx, "UPDATE stock SET reserved = reserved + ? WHERE sku = ? AND warehouse = ?", in.Units, s.sku, s.code)
	if err != nil {
		return Allocation{}, fmt.Errorf("reserving units: %w", err)
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO allocations (sku, warehouse, units, order_reference, available_after, caller, request_key)
		VALUES (?, ?, ?, ?, ?, ?, ?)`,
		s.sku, s.code, in.Units, in.OrderReference, s.available()-in.Units, owner(ctx), in.RequestKey)
	if err != nil {
		return Allocation{}, fmt.Errorf("adding an allocation: %w", err)
	}
	return readAllocation(ctx, tx, owner(ctx), in.RequestKey)
}

// readAllocation reads the allocation of a key; the error is sql.ErrNoRows if there is none.
func readAllocation(ctx context.Context, q querier, owner, key string) (Allocation, error) {
	var out Allocation
	err := q.QueryRowContext(ctx, `
		SELECT a.sku, w.city, a.units, a.order_reference, a.available_after
		FROM allocations a JOIN warehouses w ON w.code = a.warehouse
		WHERE a.caller = ? AND a.request_key = ?`, owner, key).
		Scan(&out.ProductSKU, &out.Warehouse, &out.Units, &out.OrderReference, &out.AvailableAfter)
	if err != nil {
		return Allocation{}, fmt.Errorf("reading an allocation: %w", err)
	}
	return out, nil
}
