package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/comity-mcp/comity/server"
)

// SearchProducts is what search_products takes. A pointer makes a field optional: null and absence are
// the same.
type SearchProducts struct {
	Query    string  `json:"query" jsonschema:"minLength=1,maxLength=100" jsonschema_description:"Words to look for in SKU, name and category; all must be there, in any order and case"`
	Category *string `json:"category" jsonschema:"enum=cleaning,enum=electrical,enum=garden,enum=paint,enum=plumbing,enum=safety,enum=storage,enum=tools" jsonschema_description:"Only products of this category; every category when null or left out"`
	Limit    *int    `json:"limit" jsonschema:"minimum=1,maximum=50" jsonschema_description:"How many products to return at most; 20 when null or left out"`
	Cursor   *string `json:"cursor" jsonschema:"maxLength=200" jsonschema_description:"next_cursor of the page before, with the same query and category; the first page when null or left out"`
}

// Products is one page of what search_products found.
type Products struct {
	Products   []Product `json:"products" jsonschema:"maxItems=50" jsonschema_description:"The products of this page, in order of SKU"`
	Total      int       `json:"total" jsonschema:"minimum=0" jsonschema_description:"How many products match, on all pages"`
	HasMore    bool      `json:"has_more" jsonschema_description:"Whether there is another page"`
	NextCursor string    `json:"next_cursor" jsonschema_description:"The cursor of the next page; empty when has_more is false"`
}

// Product is one product found.
type Product struct {
	ProductSKU string `json:"product_sku" jsonschema_description:"Product SKU, as the other tools take it"`
	Name       string `json:"name" jsonschema_description:"Product name"`
	Category   string `json:"category" jsonschema_description:"Category of the product"`
}

// usualLimit is the length of a page when the caller does not say.
const usualLimit = 20

func (a app) searchProducts(ctx context.Context, in SearchProducts) (Products, error) {
	limit := usualLimit
	if in.Limit != nil {
		limit = *in.Limit
	}
	where, args := in.matching()
	question := fmt.Sprintf("%s %q", where, args)
	after := ""
	if in.Cursor != nil && *in.Cursor != "" {
		var ok bool
		if after, ok = afterCursor(*in.Cursor, question); !ok {
			return Products{}, server.Errorf(server.InvalidArgument,
				"cursor: %q is not a next_cursor of this query and category. Send next_cursor as it was given, or leave cursor out to begin again.", *in.Cursor)
		}
	}
	db := a.store.db(ctx)
	var out Products
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM products WHERE "+where, args...).Scan(&out.Total); err != nil {
		return Products{}, fmt.Errorf("counting products: %w", err)
	}
	// One more than the page tells whether there is another.
	rows, err := db.QueryContext(ctx, "SELECT sku, name, category FROM products WHERE "+where+" AND sku > ? ORDER BY sku LIMIT ?",
		append(args, after, limit+1)...)
	if err != nil {
		return Products{}, fmt.Errorf("searching products: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if len(out.Products) == limit {
			out.HasMore = true
			out.NextCursor = cursorAfter(out.Products[limit-1].ProductSKU, question)
			break
		}
		var p Product
		if err := rows.Scan(&p.ProductSKU, &p.Name, &p.Category); err != nil {
			return Products{}, fmt.Errorf("searching products: %w", err)
		}
		out.Products = append(out.Products, p)
	}
	return out, rows.Err()
}

// matching is the condition for the products that in asks for, and its arguments.
func (in SearchProducts) matching() (string, []any) {
	conditions, args := []string{"true"}, []any{}
	for _, word := range strings.Fields(strings.ToLower(in.Query)) {
		conditions = append(conditions, "instr(lower(sku || ' ' || name || ' ' || category), ?) > 0")
		args = append(args, word)
	}
	if in.Category != nil {
		conditions = append(conditions, "category = ?")
		args = append(args, *in.Category)
	}
	return strings.Join(conditions, " AND "), args
}
