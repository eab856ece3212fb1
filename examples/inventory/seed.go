package main

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"time"
)

// fill puts the example's data into empty tables. It is the same every time, except that the reorders
// were made in the days before today.
func fill(ctx context.Context, tx *sql.Tx, today time.Time) error {
	r := rand.New(rand.NewPCG(4421, 0)) // a fixed seed: the same data on every machine
	skus := productSKUs(r)
	if err := fillProducts(ctx, tx, r, skus); err != nil {
		return fmt.Errorf("products: %w", err)
	}
	if err := fillStock(ctx, tx, r, skus); err != nil {
		return fmt.Errorf("stock: %w", err)
	}
	if err := fillReorders(ctx, tx, r, skus, today); err != nil {
		return fmt.Errorf("reorders: %w", err)
	}
	return nil
}

const productCount = 500

// productSKUs are distinct, and the first is the one that the documentation uses.
func productSKUs(r *rand.Rand) []string {
	const first = 4421
	skus := []string{fmt.Sprintf("SKU-%04d", first)}
	for _, n := range r.Perm(10_000) {
		if len(skus) == productCount {
			break
		}
		if n != first {
			skus = append(skus, fmt.Sprintf("SKU-%04d", n))
		}
	}
	return skus
}

func fillProducts(ctx context.Context, tx *sql.Tx, r *rand.Rand, skus []string) error {
	type product struct{ name, category string }
	var all []product
	for _, a := range assortment {
		for _, item := range a.items {
			for _, brand := range brands {
				all = append(all, product{brand + " " + item, a.category})
			}
		}
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i, p := range all {
		if p.name == firstProduct {
			all[0], all[i] = all[i], all[0]
		}
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO products (sku, name, category, lead_days) VALUES (?, ?, ?, ?)")
	if err != nil {
		return err
	}
	defer insert.Close()
	for i, sku := range skus {
		if _, err := insert.ExecContext(ctx, sku, all[i].name, all[i].category, 3+r.IntN(18)); err != nil {
			return err
		}
	}
	return nil
}

// fillStock gives each product to most warehouses, and the first product to all.
func fillStock(ctx context.Context, tx *sql.Tx, r *rand.Rand, skus []string) error {
	for _, w := range sites {
		if _, err := tx.ExecContext(ctx, "INSERT INTO warehouses (code, city) VALUES (?, ?)", w.code, w.city); err != nil {
			return err
		}
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO stock (sku, warehouse, on_hand, reserved) VALUES (?, ?, ?, ?)")
	if err != nil {
		return err
	}
	defer insert.Close()
	for i, sku := range skus {
		for _, w := range sites {
			onHand := 20 + r.IntN(300)
			reserved := r.IntN(onHand / 2)
			if kept := r.IntN(6) > 0; !kept && i > 0 {
				continue
			}
			if _, err := insert.ExecContext(ctx, sku, w.code, onHand, reserved); err != nil {
				return err
			}
		}
	}
	return nil
}

// stages are the states of a reorder, oldest first, and in how many days from today one in that state is
// expected.
var stages = []struct {
	status          string
	soonest, within int
}{
	{"received", -8, 5},
	{"shipped", 1, 5},
	{"confirmed", 6, 8},
	{"requested", 10, 15},
}

// fillReorders makes RO-1001 and on, one a day, from the oldest to today's.
func fillReorders(ctx context.Context, tx *sql.Tx, r *rand.Rand, skus []string, today time.Time) error {
	const each = 6
	count := each * len(stages)
	for i := range count {
		stage := stages[i/each]
		requested := today.AddDate(0, 0, i+1-count)
		expected := today.AddDate(0, 0, stage.soonest+r.IntN(stage.within))
		_, err := tx.ExecContext(ctx, `
			INSERT INTO reorders (id, sku, warehouse, units, status, requested_on, expected_on, caller, request_key)
			VALUES (?, ?, ?, ?, ?, ?, ?, 'seed', ?)`,
			1001+i, skus[r.IntN(len(skus))], sites[r.IntN(len(sites))].code, 10*(1+r.IntN(20)), stage.status,
			requested.Format(time.DateOnly), expected.Format(time.DateOnly), fmt.Sprintf("seed-%d", i))
		if err != nil {
			return err
		}
	}
	return nil
}
