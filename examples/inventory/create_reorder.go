package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/comity-mcp/comity/server"
)

// CreateReorder is what create_reorder takes.
type CreateReorder struct {
	ProductSKU string `json:"product_sku" jsonschema:"maxLength=40" jsonschema_description:"Product SKU: 'SKU-' plus 4 digits, e.g. SKU-4421"`
	Warehouse  string `json:"warehouse" jsonschema:"maxLength=60" jsonschema_description:"City of the warehouse to deliver to, e.g. Chicago"`
	Units      int    `json:"units" jsonschema:"minimum=1,maximum=10000" jsonschema_description:"Units to order"`
	RequestKey string `json:"request_key" jsonschema:"minLength=8,maxLength=64" jsonschema_description:"A name of the caller's choice for this reorder, e.g. restock-chicago-4421; the same call again makes no second one"`
}

// createReorder adds a reorder, or finds the one that the same call made before. The reorder and its
// key are one row, so there is no moment at which one exists without the other.
func (a app) createReorder(ctx context.Context, in CreateReorder) (Reorder, error) {
	return change(ctx, a.store, func(tx *sql.Tx) (Reorder, error) {
		s, err := find(ctx, tx, in.ProductSKU, in.Warehouse)
		if err != nil {
			return Reorder{}, err
		}
		before, err := readReorder(ctx, tx, "r.caller = ? AND r.request_key = ?", owner(ctx), in.RequestKey)
		if err == nil {
			return before, sameReorder(before, s, in)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return Reorder{}, err
		}
		return addReorder(ctx, tx, s, in)
	})
}

// sameReorder refuses a key that was used for something else.
func sameReorder(before Reorder, s shelf, in CreateReorder) error {
	if before.ProductSKU == s.sku && before.Warehouse == s.city && before.Units == in.Units {
		return nil
	}
	return server.Errorf(server.Conflict,
		"request_key %q was used before with other arguments: it made %s, %d units of %s for %s. "+
			"Nothing was ordered now. Send another request_key for another reorder.",
		in.RequestKey, before.ReorderID, before.Units, before.ProductSKU, before.Warehouse)
}

func addReorder(ctx context.Context, tx *sql.Tx, s shelf, in CreateReorder) (Reorder, error) {
	today := now()
	var id string
	err := tx.QueryRowContext(ctx, `
		INSERT INTO reorders (sku, warehouse, units, status, requested_on, expected_on, caller, request_key)
		VALUES (?, ?, ?, 'requested', ?, ?, ?, ?) RETURNING 'RO-' || id`,
		s.sku, s.code, in.Units, today.Format(time.DateOnly), today.AddDate(0, 0, s.leadDays).Format(time.DateOnly), owner(ctx), in.RequestKey).
		Scan(&id)
	if err != nil {
		return Reorder{}, fmt.Errorf("adding a reorder: %w", err)
	}
	return readReorder(ctx, tx, "'RO-' || r.id = ?", id)
}
