package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/comity-mcp/comity/server"
)

// GetReorderStatus is what get_reorder_status takes: one of the two. The key is what a caller still
// has when the answer of create_reorder was lost.
type GetReorderStatus struct {
	ReorderID  *string `json:"reorder_id" jsonschema:"maxLength=20" jsonschema_description:"Reorder to look up: 'RO-' plus a number, e.g. RO-1001; null or left out when request_key is given"`
	RequestKey *string `json:"request_key" jsonschema:"maxLength=64" jsonschema_description:"The request_key that create_reorder was called with; null or left out when reorder_id is given"`
}

// Reorder is one reorder, as create_reorder and get_reorder_status give it.
type Reorder struct {
	ReorderID   string `json:"reorder_id" jsonschema_description:"Reorder, as get_reorder_status takes it"`
	ProductSKU  string `json:"product_sku" jsonschema_description:"Product SKU"`
	Warehouse   string `json:"warehouse" jsonschema_description:"City of the warehouse it goes to"`
	Units       int    `json:"units" jsonschema:"minimum=1" jsonschema_description:"Units ordered"`
	Status      string `json:"status" jsonschema:"enum=requested,enum=confirmed,enum=shipped,enum=received" jsonschema_description:"How far it has come, in this order: requested, confirmed by the supplier, shipped, received"`
	RequestedOn string `json:"requested_on" jsonschema:"format=date" jsonschema_description:"Day it was requested, UTC"`
	ExpectedOn  string `json:"expected_on" jsonschema:"format=date" jsonschema_description:"Day it is expected at the warehouse, or was"`
}

// ReorderStatus is what get_reorder_status gives.
type ReorderStatus struct {
	Reorder
	AsOf time.Time `json:"as_of" jsonschema_description:"When the status was read"`
}

func (a app) getReorderStatus(ctx context.Context, in GetReorderStatus) (ReorderStatus, error) {
	if (in.ReorderID == nil) == (in.RequestKey == nil) {
		return ReorderStatus{}, server.Errorf(server.InvalidArgument,
			"Give one of reorder_id, e.g. RO-1001, and request_key, the one that create_reorder was called with; not both, and not neither.")
	}
	db := a.store.db(ctx)
	var r Reorder
	var err error
	if in.ReorderID != nil {
		r, err = readReorder(ctx, db, "'RO-' || r.id = ?", *in.ReorderID)
	} else {
		r, err = readReorder(ctx, db, "r.caller = ? AND r.request_key = ?", owner(ctx), *in.RequestKey)
	}
	switch {
	case errors.Is(err, sql.ErrNoRows) && in.ReorderID != nil:
		return ReorderStatus{}, server.Errorf(server.NotFound,
			"Unknown reorder_id %q. Reorder ids are 'RO-' plus a number, e.g. RO-1001, and are given by create_reorder.", *in.ReorderID)
	case errors.Is(err, sql.ErrNoRows):
		return ReorderStatus{}, server.Errorf(server.NotFound,
			"No reorder was made with request_key %q. If create_reorder was called with it, the call took no effect and can be repeated.", *in.RequestKey)
	case err != nil:
		return ReorderStatus{}, err
	}
	return ReorderStatus{Reorder: r, AsOf: now()}, nil
}

// readReorder reads the one reorder that meets the condition; the error is sql.ErrNoRows if there is none.
func readReorder(ctx context.Context, q querier, condition string, args ...any) (Reorder, error) {
	var r Reorder
	err := q.QueryRowContext(ctx, `
		SELECT 'RO-' || r.id, r.sku, w.city, r.units, r.status, r.requested_on, r.expected_on
		FROM reorders r JOIN warehouses w ON w.code = r.warehouse
		WHERE `+condition, args...).
		Scan(&r.ReorderID, &r.ProductSKU, &r.Warehouse, &r.Units, &r.Status, &r.RequestedOn, &r.ExpectedOn)
	if err != nil {
		return Reorder{}, fmt.Errorf("reading a reorder: %w", err)
	}
	return r, nil
}
