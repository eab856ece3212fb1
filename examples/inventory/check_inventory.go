package main

import (
	"context"
	"time"
)

// CheckInventory is what check_inventory takes. The SKU has no pattern on purpose: the handler knows
// which SKUs exist, and so can say more about a wrong one than "does not match".
type CheckInventory struct {
	ProductSKU string `json:"product_sku" jsonschema:"maxLength=40" jsonschema_description:"Product SKU: 'SKU-' plus 4 digits, e.g. SKU-4421"`
	Warehouse  string `json:"warehouse" jsonschema:"maxLength=60" jsonschema_description:"Warehouse city, e.g. Chicago"`
}

// StockLevel is what check_inventory gives.
type StockLevel struct {
	ProductSKU string    `json:"product_sku" jsonschema_description:"Product SKU"`
	Warehouse  string    `json:"warehouse" jsonschema_description:"Warehouse city"`
	OnHand     int       `json:"on_hand" jsonschema:"minimum=0" jsonschema_description:"Units on the shelves"`
	Reserved   int       `json:"reserved" jsonschema:"minimum=0" jsonschema_description:"Units promised to orders"`
	Available  int       `json:"available" jsonschema:"minimum=0" jsonschema_description:"Units free to promise: on_hand minus reserved"`
	AsOf       time.Time `json:"as_of" jsonschema_description:"When the counts were read"`
}

func (a app) checkInventory(ctx context.Context, in CheckInventory) (StockLevel, error) {
	s, err := find(ctx, a.store.db(ctx), in.ProductSKU, in.Warehouse)
	if err != nil {
		return StockLevel{}, err
	}
	return StockLevel{
		ProductSKU: s.sku,
		Warehouse:  s.city,
		OnHand:     s.onHand,
		Reserved:   s.reserved,
		Available:  s.available(),
		AsOf:       now(),
	}, nil
}

// now is the time to the second, which is as exact as a reader needs it.
func now() time.Time { return time.Now().UTC().Truncate(time.Second) }
