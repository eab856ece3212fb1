package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
)

// Recount is what start_recount takes, beside a request_key.
type Recount struct {
	Warehouse string `json:"warehouse" jsonschema:"maxLength=60" jsonschema_description:"City of the warehouse to recount, e.g. Chicago"`
}

// RecountReport is what a recount gives.
type RecountReport struct {
	Warehouse      string        `json:"warehouse" jsonschema_description:"Warehouse city"`
	RowsChecked    int           `json:"rows_checked" jsonschema:"minimum=0" jsonschema_description:"Stock rows that were looked at: every one of the warehouse"`
	RowsNotCounted int           `json:"rows_not_counted" jsonschema:"minimum=0" jsonschema_description:"Rows among them that nobody ever counted by hand"`
	RowsThatDiffer int           `json:"rows_that_differ" jsonschema:"minimum=0" jsonschema_description:"Rows whose last count by hand is not the units on hand in the books"`
	UnitsMissing   int           `json:"units_missing" jsonschema:"minimum=0" jsonschema_description:"Units that the books have and the counts do not"`
	UnitsSurplus   int           `json:"units_surplus" jsonschema:"minimum=0" jsonschema_description:"Units that the counts have and the books do not"`
	Discrepancies  []Discrepancy `json:"discrepancies" jsonschema:"maxItems=100" jsonschema_description:"The rows that differ, the largest difference first; the first 100 when there are more"`
	AsOf           time.Time     `json:"as_of" jsonschema_description:"When the last row was read"`
}

// Discrepancy is one stock row whose count differs from the books.
type Discrepancy struct {
	ProductSKU string `json:"product_sku" jsonschema_description:"Product SKU"`
	OnHand     int    `json:"on_hand" jsonschema:"minimum=0" jsonschema_description:"Units on the shelves according to the books"`
	Counted    int    `json:"counted" jsonschema:"minimum=0" jsonschema_description:"Units that were counted by hand"`
	Difference int    `json:"difference" jsonschema_description:"counted minus on_hand: negative when units are missing"`
	CountedOn  string `json:"counted_on" jsonschema:"format=date" jsonschema_description:"Day of the count, UTC"`
}

// mostDiscrepancies is how many rows a report lists.
const mostDiscrepancies = 100

// recount compares the books of a warehouse with the counts by hand, row by row. It writes nothing, and so
// may begin anew when its process was killed. Each row is read when its turn comes, with the handle that
// cannot write: a slow recount keeps nobody from reserving.
func (a app) recount(ctx context.Context, in Recount, p *handles.Progress) (RecountReport, error) {
	site, err := findSite(ctx, a.store.reader, in.Warehouse)
	if err != nil {
		return RecountReport{}, err
	}
	skus, err := column(ctx, a.store.reader, "SELECT sku FROM stock WHERE warehouse = ? ORDER BY sku", site.code)
	if err != nil {
		return RecountReport{}, err
	}
	report := RecountReport{Warehouse: site.city, Discrepancies: []Discrepancy{}}
	for i, sku := range skus {
		p.Report(float64(i), float64(len(skus)), "looking at "+sku)
		if err := linger(ctx, a.recountDelay); err != nil {
			return RecountReport{}, err
		}
		if err := report.compare(ctx, a.store.reader, site, sku); err != nil {
			return RecountReport{}, err
		}
	}
	p.Report(float64(len(skus)), float64(len(skus)), "every row was looked at")
	report.AsOf = now()
	report.shorten()
	return report, nil
}

// linger waits, unless the recount is over: cancelled, or its process is asked to stop.
func linger(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// compare adds one row to the report.
func (r *RecountReport) compare(ctx context.Context, q querier, at site, sku string) error {
	d := Discrepancy{ProductSKU: sku}
	var counted sql.NullInt64
	err := q.QueryRowContext(ctx, `
		SELECT s.on_hand, c.counted, coalesce(c.counted_on, '')
		FROM stock s LEFT JOIN counts c ON c.sku = s.sku AND c.warehouse = s.warehouse
		WHERE s.sku = ? AND s.warehouse = ?`, sku, at.code).Scan(&d.OnHand, &counted, &d.CountedOn)
	if err != nil {
		return fmt.Errorf("comparing a row: %w", err)
	}
	r.RowsChecked++
	d.Counted = int(counted.Int64)
	d.Difference = d.Counted - d.OnHand
	switch {
	case !counted.Valid:
		r.RowsNotCounted++
		return nil
	case d.Difference == 0:
		return nil
	case d.Difference < 0:
		r.UnitsMissing -= d.Difference
	default:
		r.UnitsSurplus += d.Difference
	}
	r.RowsThatDiffer++
	r.Discrepancies = append(r.Discrepancies, d)
	return nil
}

// shorten puts the largest differences first and leaves out what a report has no room for.
func (r *RecountReport) shorten() {
	size := func(d Discrepancy) int { return max(d.Difference, -d.Difference) }
	slices.SortStableFunc(r.Discrepancies, func(a, b Discrepancy) int { return cmp.Compare(size(b), size(a)) })
	r.Discrepancies = r.Discrepancies[:min(len(r.Discrepancies), mostDiscrepancies)]
}

// findSite looks a warehouse up by its city, in any case.
func findSite(ctx context.Context, q querier, city string) (site, error) {
	var s site
	err := q.QueryRowContext(ctx, "SELECT code, city FROM warehouses WHERE city = ?", strings.TrimSpace(city)).Scan(&s.code, &s.city)
	if errors.Is(err, sql.ErrNoRows) {
		says, err := unknownCity(ctx, q, strings.TrimSpace(city))
		if err != nil {
			return site{}, err
		}
		return site{}, server.Errorf(server.NotFound, "%s", says)
	}
	if err != nil {
		return site{}, fmt.Errorf("finding a warehouse: %w", err)
	}
	return s, nil
}
