// Package schema is the core contract of a Go type: what a tool takes ([Input]) and gives ([Output]),
// generated from the struct once, published as JSON Schema, and enforced on every value that passes.
// Change the wrapper, not the type: every host's form is made from the same core.
//
//	type CheckInventory struct {
//		ProductSKU string  `json:"product_sku" jsonschema:"pattern=^SKU-[0-9]{4}$" jsonschema_description:"Product SKU, e.g. SKU-4421"`
//		Warehouse  *string `json:"warehouse" jsonschema_description:"Warehouse city, e.g. Chicago; null means all"`
//	}
//
//	core, problems := schema.Input[CheckInventory]()
//	if err := problems.Err(); err != nil {
//		return err // every problem of the type, each with its path and the way out
//	}
//	var in CheckInventory
//	if err := core.Decode(args, &in); err != nil {
//		return err // schema.Faults: every fault, in sentences a model can act on
//	}
//
// # How Go types travel
//
// A struct is a closed object, everything is inlined, and members keep the order of the fields.
//
//   - A field is required. A pointer is nullable: its value, null and, in arguments, absence are all fine. It is still listed
//     in "required", which is the form that survives the strict conversion of every host. Pointers in lists and maps are
//     nullable too.
//   - omitempty and omitzero make a member of a result one that may be missing. omitempty leaves out what would be null, "",
//     [] or {}, and a time.Time that was never set; zero numbers and false stay. omitzero leaves out every zero value. In
//     arguments omitempty is a warning and omitzero an error.
//   - Nil slices and maps are [] and {}. A map is map[string]T and stands in results only.
//   - Integers are exact to 64 bits. Sized ones publish their range where it fits in 53 bits; the range of the Go type is
//     enforced in any case. With the string option an integer travels as decimal digits, which is how a 64-bit id travels.
//   - A time.Time is an RFC 3339 string. One that was never set is refused in a result unless the field is a pointer or may
//     be left out: year 1 reads as a real date.
//   - A type with MarshalText and UnmarshalText is a string. A [StringType] says which strings. What such a method says
//     against a value stays out of the [Faults] and is found by errors.Unwrap; its panic is a [Panic].
//   - Bytes, interfaces, functions, recursive types, json.RawMessage, json.Number, time.Duration, url.URL, embedded pointers
//     and types that write their own JSON are refused.
//
// # What a tag may say
//
// The words of a jsonschema tag are those of github.com/invopop/jsonschema, apart by commas; \\, is a comma inside a value.
// Everywhere: title, description (a jsonschema_description tag takes commas as they are). Strings: minLength and
// maxLength in code points, pattern, format (date-time, date, uuid, ipv4, ipv6, email), enum, example. Numbers: minimum,
// maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, enum, example. Lists: minItems, maxItems, and the words of their
// items. Optional arguments: default, which fills in for absence and null. A word that is unknown or does not fit is a
// problem, never ignored, and so are bounds that leave room for nothing or for the empty value alone. A pattern has the meaning of ECMA-262; what Go and JavaScript read differently is refused.
package schema
