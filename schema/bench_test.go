package schema_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/comity-mcp/comity/schema"
)

type checkInventory struct {
	ProductSKU string `json:"product_sku" jsonschema:"pattern=^SKU-[0-9]{4}$" jsonschema_description:"Product SKU, e.g. SKU-4421"`
	Warehouse  string `json:"warehouse" jsonschema_description:"Warehouse city, e.g. Chicago"`
}

type stockLevel struct {
	ProductSKU string    `json:"product_sku" jsonschema_description:"Product SKU"`
	Warehouse  string    `json:"warehouse" jsonschema_description:"Warehouse city"`
	OnHand     int       `json:"on_hand" jsonschema_description:"Units on the shelves"`
	Reserved   int       `json:"reserved" jsonschema_description:"Units promised to orders"`
	Available  int       `json:"available" jsonschema_description:"on_hand minus reserved"`
	AsOf       time.Time `json:"as_of" jsonschema_description:"When the count was read"`
}

var (
	inventoryArguments = json.RawMessage(`{"product_sku":"SKU-4421","warehouse":"Chicago"}`)
	inventoryResult    = stockLevel{
		ProductSKU: "SKU-4421", Warehouse: "Chicago", OnHand: 40, Reserved: 28, Available: 12,
		AsOf: time.Date(2026, 11, 29, 14, 5, 0, 0, time.UTC),
	}
)

func BenchmarkDecode(b *testing.B) {
	core, problems := schema.Input[checkInventory]()
	if problems.Err() != nil {
		b.Fatal(problems)
	}
	b.ReportAllocs()
	for b.Loop() {
		var in checkInventory
		if err := core.Decode(inventoryArguments, &in); err != nil || in.Warehouse != "Chicago" {
			b.Fatal(err, in)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	core, problems := schema.Output[stockLevel]()
	if problems.Err() != nil {
		b.Fatal(problems)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := core.Encode(inventoryResult); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	core, problems := schema.Input[checkInventory]()
	if problems.Err() != nil {
		b.Fatal(problems)
	}
	b.ReportAllocs()
	for b.Loop() {
		if faults := core.Check(inventoryArguments); faults != nil {
			b.Fatal(faults)
		}
	}
}

func BenchmarkInput(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, problems := schema.Input[checkInventory](); problems != nil {
			b.Fatal(problems)
		}
	}
}

func BenchmarkOutput(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, problems := schema.Output[stockLevel](); problems != nil {
			b.Fatal(problems)
		}
	}
}

type stockSearch struct {
	Text       string      `json:"text" jsonschema:"minLength=2,maxLength=80" jsonschema_description:"Words to look for, e.g. blue paint"`
	Warehouses []string    `json:"warehouses" jsonschema:"maxItems=10" jsonschema_description:"Cities to look in; none for all"`
	Order      *string     `json:"order" jsonschema:"enum=newest,enum=oldest,enum=heaviest" jsonschema_description:"What comes first; newest when null"`
	Limit      *int        `json:"limit" jsonschema:"minimum=1,maximum=50" jsonschema_description:"How many at most; 20 when null"`
	Ranges     []stockOver `json:"ranges" jsonschema:"maxItems=4" jsonschema_description:"Ranges that must hold"`
}

type stockOver struct {
	Field string   `json:"field" jsonschema:"enum=on_hand,enum=reserved,enum=available" jsonschema_description:"What is compared"`
	Least *float64 `json:"least" jsonschema:"minimum=0" jsonschema_description:"The smallest value; null for none"`
	Most  *float64 `json:"most" jsonschema:"minimum=0" jsonschema_description:"The greatest value; null for none"`
}

// BenchmarkInputOfManyWords has what BenchmarkInput has not: words of every kind, optional ones and lists.
func BenchmarkInputOfManyWords(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, problems := schema.Input[stockSearch](); problems != nil {
			b.Fatal(problems)
		}
	}
}
