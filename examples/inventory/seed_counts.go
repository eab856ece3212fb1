package main

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"time"
)

// fillCounts makes the counts by hand that a recount compares the books with: most agree, some shelves
// have units too few or too many, and some were never counted.
func fillCounts(ctx context.Context, tx *sql.Tx, today time.Time) error {
	all, err := shelves(ctx, tx)
	if err != nil {
		return fmt.Errorf("counts: %w", err)
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO counts (sku, warehouse, counted, counted_on) VALUES (?, ?, ?, ?)")
	if err != nil {
		return fmt.Errorf("counts: %w", err)
	}
	defer insert.Close()
	r := rand.New(rand.NewPCG(4421, 1)) // a sequence of its own, so that what fill makes stays as it was
	for _, s := range all {
		counted := s.onHand
		switch r.IntN(40) {
		case 0:
			continue
		case 1:
			counted = max(0, counted-1-r.IntN(9))
		case 2:
			counted += 1 + r.IntN(4)
		}
		if _, err := insert.ExecContext(ctx, s.sku, s.code, counted, today.AddDate(0, 0, -1-r.IntN(14)).Format(time.DateOnly)); err != nil {
			return fmt.Errorf("counts: %w", err)
		}
	}
	return nil
}

// shelves are the stock rows, of which the code, the SKU and the units on hand are read.
func shelves(ctx context.Context, tx *sql.Tx) ([]shelf, error) {
	rows, err := tx.QueryContext(ctx, "SELECT sku, warehouse, on_hand FROM stock ORDER BY sku, warehouse")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []shelf
	for rows.Next() {
		var s shelf
		if err := rows.Scan(&s.sku, &s.code, &s.onHand); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}
