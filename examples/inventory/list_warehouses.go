package main

import (
	"context"
	"fmt"
)

// Warehouses is what list_warehouses gives: all of them, since there are few and new ones are rare.
type Warehouses struct {
	Warehouses []Warehouse `json:"warehouses" jsonschema:"maxItems=100" jsonschema_description:"Every warehouse, in order of city"`
}

// Warehouse is one of them. Its city has the name that it has as an argument of the other tools.
type Warehouse struct {
	Warehouse string `json:"warehouse" jsonschema_description:"City, as the other tools take it"`
	Code      string `json:"code" jsonschema_description:"Code on labels and delivery notes, e.g. CHI01"`
}

func (a app) listWarehouses(ctx context.Context, _ struct{}) (Warehouses, error) {
	rows, err := a.store.db(ctx).QueryContext(ctx, "SELECT city, code FROM warehouses ORDER BY city")
	if err != nil {
		return Warehouses{}, fmt.Errorf("listing warehouses: %w", err)
	}
	defer rows.Close()
	var out Warehouses
	for rows.Next() {
		var w Warehouse
		if err := rows.Scan(&w.Warehouse, &w.Code); err != nil {
			return Warehouses{}, fmt.Errorf("listing warehouses: %w", err)
		}
		out.Warehouses = append(out.Warehouses, w)
	}
	return out, rows.Err()
}
