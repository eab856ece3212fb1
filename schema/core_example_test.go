package schema_test

import (
	"fmt"

	"github.com/comity-mcp/comity/schema"
)

type Search struct {
	Query string `json:"query" jsonschema:"minLength=1" jsonschema_description:"Words to look for"`
	Limit *int   `json:"limit" jsonschema:"minimum=1,maximum=50" jsonschema_description:"How many; null means 20"`
}

func ExampleCore_JSON() {
	core, _ := schema.Input[Search]()
	fmt.Println(string(core.JSON()))
	// Output: {"type":"object","properties":{"query":{"type":"string","description":"Words to look for","minLength":1},"limit":{"type":["integer","null"],"description":"How many; null means 20","minimum":1,"maximum":50}},"required":["query","limit"],"additionalProperties":false}
}

func ExampleCore_Properties() {
	core, _ := schema.Input[Search]()
	fmt.Println(core.Properties())
	// Output: [query limit]
}

func ExampleCore_Optional() {
	core, _ := schema.Input[Search]()
	fmt.Println(core.Optional())
	// Output: [limit]
}
