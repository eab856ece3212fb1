package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/comity-mcp/comity/server"
)

// querier is a database handle or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// shelf is one product in one warehouse.
type shelf struct {
	sku      string
	leadDays int
	city     string
	code     string
	onHand   int
	reserved int
}

func (s shelf) available() int { return s.onHand - s.reserved }

// find looks a shelf up as tools name it. A city is a word that people say, so any case will do; a SKU
// is a code and stands as it is.
func find(ctx context.Context, q querier, sku, city string) (shelf, error) {
	var s shelf
	err := q.QueryRowContext(ctx, `
		SELECT p.sku, p.lead_days, w.city, w.code, coalesce(s.on_hand, 0), coalesce(s.reserved, 0)
		FROM products p CROSS JOIN warehouses w
		LEFT JOIN stock s ON s.sku = p.sku AND s.warehouse = w.code
		WHERE p.sku = ? AND w.city = ?`, sku, strings.TrimSpace(city)).
		Scan(&s.sku, &s.leadDays, &s.city, &s.code, &s.onHand, &s.reserved)
	if errors.Is(err, sql.ErrNoRows) {
		return shelf{}, unknown(ctx, q, sku, strings.TrimSpace(city))
	}
	if err != nil {
		return shelf{}, fmt.Errorf("finding a shelf: %w", err)
	}
	return s, nil
}

// unknown says which of the two does not exist, or both, and what exists: one answer, from which a
// model can make the next call.
func unknown(ctx context.Context, q querier, sku, city string) error {
	skus, err := column(ctx, q, "SELECT sku FROM products ORDER BY sku")
	if err != nil {
		return err
	}
	var says []string
	if !slices.Contains(skus, sku) {
		says = append(says, fmt.Sprintf("Unknown product_sku %q. SKUs are 'SKU-' plus 4 digits%s", sku, orSearch(server.Nearest(sku, skus))))
	}
	place, err := unknownCity(ctx, q, city)
	if err != nil {
		return err
	}
	if place != "" {
		says = append(says, place)
	}
	return server.Errorf(server.NotFound, "%s", strings.Join(says, " "))
}

// unknownCity says which warehouses there are, or nothing when the city has one.
func unknownCity(ctx context.Context, q querier, city string) (string, error) {
	cities, err := column(ctx, q, "SELECT city FROM warehouses ORDER BY city")
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(cities, func(c string) bool { return strings.EqualFold(c, city) }) {
		return "", nil
	}
	coded, err := column(ctx, q, "SELECT city FROM warehouses WHERE code = upper(?)", city)
	if err != nil {
		return "", err
	}
	meant := server.DidYouMean(city, cities)
	if len(coded) > 0 {
		meant = server.DidYouMean(coded[0], cities)
	}
	return fmt.Sprintf("Unknown warehouse %q. Warehouses go by city: %s%s", city, strings.Join(cities, ", "), meant), nil
}

// orSearch ends the sentence with the SKU that was meant, or with the tool that finds it.
func orSearch(meant string, found bool) string {
	if found {
		return fmt.Sprintf("; did you mean %s?", meant)
	}
	return "; search_products finds them by name."
}

// column reads a query of one text column.
func column(ctx context.Context, q querier, query string, args ...any) ([]string, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("listing: %w", err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var v string
		if err := rows.Scan(&v); err != nil {
			return nil, fmt.Errorf("listing: %w", err)
		}
		out = append(out, v)
	}
	return out, rows.Err()
}
