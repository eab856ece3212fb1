package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/comity-mcp/comity/schema"
)

type Order struct {
	ProductSKU string  `json:"product_sku" jsonschema:"pattern=^SKU-[0-9]{4}$" jsonschema_description:"Product SKU, e.g. SKU-4421"`
	Quantity   int     `json:"quantity" jsonschema:"minimum=1" jsonschema_description:"Units to order"`
	Unit       *string `json:"unit" jsonschema:"enum=each,enum=case" jsonschema_description:"each or case; null means each"`
}

type Receipt struct {
	ReorderID int64     `json:"reorder_id,string" jsonschema_description:"Names the reorder"`
	Lines     []string  `json:"lines" jsonschema_description:"What was ordered"`
	Due       time.Time `json:"due,omitzero" jsonschema_description:"When it arrives, if known"`
}

func ExampleInput() {
	core, problems := schema.Input[Order]()
	if err := problems.Err(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(core.JSON()))
	fmt.Println(core.Properties(), core.Optional())
	// Output:
	// {"type":"object","properties":{"product_sku":{"type":"string","description":"Product SKU, e.g. SKU-4421","pattern":"^SKU-[0-9]{4}$"},"quantity":{"type":"integer","description":"Units to order","minimum":1},"unit":{"type":["string","null"],"description":"each or case; null means each","enum":["each","case",null]}},"required":["product_sku","quantity","unit"],"additionalProperties":false}
	// [product_sku quantity unit] [unit]
}

// Every problem of a type is reported, each with its place and the way out.
func ExampleInput_problems() {
	type Wait struct {
		ID     int64         `json:"id" jsonschema_description:"Names the job"`
		For    time.Duration `json:"for" jsonschema_description:"How long to wait"`
		Reason string        `json:"reason" jsonschema:"description=Why, in a few words"`
	}
	_, problems := schema.Input[Wait]()
	for _, p := range problems {
		fmt.Println(p)
	}
	// Output:
	// for: time.Duration travels as a number whose unit nobody sees; use an integer with the unit in its name (timeout_seconds), or a string [schema-duration]
	// id: an id of type int64 is rounded by hosts written in JavaScript above 2^53; write `json:"id,string"`, or use a string [schema-64-bit-id]
	// reason: the jsonschema tag has the part " in a few words", which is no known word; if a comma cut it off, write the comma as \\, or put the text into jsonschema_description (words here: title, description, minLength, maxLength, pattern, format, enum, default, example) [schema-tag-word]
}

func ExampleInputOf() {
	core, _ := schema.InputOf(reflect.TypeFor[struct{}]())
	fmt.Println(string(core.JSON()))
	// Output: {"type":"object","properties":{},"required":[],"additionalProperties":false}
}

func ExampleOutput() {
	core, problems := schema.Output[Receipt]()
	fmt.Println(string(core.JSON()), problems.Err())
	// Output: {"type":"object","properties":{"reorder_id":{"type":"string","description":"Names the reorder","pattern":"^(0|-?[1-9][0-9]*)$"},"lines":{"type":"array","description":"What was ordered","items":{"type":"string"}},"due":{"type":"string","description":"When it arrives, if known","format":"date-time"}},"required":["reorder_id","lines"],"additionalProperties":false} <nil>
}

func ExampleOutputOf() {
	_, problems := schema.OutputOf(reflect.TypeFor[[]Receipt]())
	fmt.Println(problems)
	// Output:
	// 1 problem in the declaration:
	//   : []schema_test.Receipt is not an object, and the result must be one; use a struct with one field for each value, or struct{} when there are none [schema-root]
}

func ExampleCore_Decode() {
	core, _ := schema.Input[Order]()
	var order Order
	err := core.Decode(json.RawMessage(`{"product_sku":"SKU-4421","quantity":2}`), &order)
	fmt.Println(order.ProductSKU, order.Quantity, order.Unit == nil, err)

	err = core.Decode(json.RawMessage(`{"product_sku":"4421","quantity":"2","units":"each"}`), &order)
	fmt.Println(err)
	// Output:
	// SKU-4421 2 true <nil>
	// product_sku: "4421" does not match ^SKU-[0-9]{4}$ (Product SKU, e.g. SKU-4421).
	// quantity: "2" is a string; it must be an integer, at least 1; send 2 without quotes (Units to order).
	// units: unknown name; did you mean unit? Names here: product_sku, quantity, unit.
}

func ExampleCore_Encode() {
	core, _ := schema.Output[Receipt]()
	result, err := core.Encode(Receipt{ReorderID: 1915883588174806058})
	fmt.Println(string(result), err)
	// Output: {"reorder_id":"1915883588174806058","lines":[]} <nil>
}

func ExampleCore_Check() {
	core, _ := schema.Input[Order]()
	for _, f := range core.Check(json.RawMessage(`{"product_sku":"SKU-4421","quantity":0}`)) {
		fmt.Printf("%s, sent %s, allowed: %s\n", f.Path, f.Sent, f.Allowed)
	}
	// Output: quantity, sent 0, allowed: an integer, at least 1
}

func ExampleFaults() {
	core, _ := schema.Input[Order]()
	err := core.Decode(json.RawMessage(`{"product_sku":"SKU-4421","quantity":1,"unit":"cace"}`), new(Order))
	if faults, ok := errors.AsType[schema.Faults](err); ok {
		fmt.Println(len(faults), faults[0].Path, faults[0].Nearest)
	}
	// Output: 1 unit case
}

func ExampleRules() {
	for _, r := range schema.Rules()[:3] {
		fmt.Printf("%s (%s): %s\n", r.ID, r.Level, r.Doc)
	}
	// Output:
	// schema-root (error): A tool's arguments and result are a struct, because hosts accept nothing but an object at the root.
	// schema-recursive-type (error): A type may not contain itself, because most hosts cannot follow the $ref it would need.
	// schema-depth (error): A type nests at most 10 objects and lists, the limit of OpenAI's strict mode.
}

// Colour travels as a string and says which strings.
type Colour string

func (Colour) SchemaString() (pattern, description string) {
	return "^#[0-9a-f]{6}$", "A colour, e.g. #ff8800"
}

func ExampleStringType() {
	type Paint struct {
		Colour Colour `json:"colour"`
	}
	core, _ := schema.Input[Paint]()
	fmt.Println(core.Check(json.RawMessage(`{"colour":"red"}`)))
	// Output: colour: "red" does not match ^#[0-9a-f]{6}$ (A colour, e.g. #ff8800).
}
