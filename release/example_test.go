package release_test

import (
	"encoding/json"
	"fmt"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/release"
	"github.com/comity-mcp/comity/schema"
)

func ExampleCompare() {
	yes, no := true, false
	last := catalog.Catalog{Tools: []catalog.Tool{{
		Name: "check_stock", Title: "Check stock",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}`),
		Annotations: &catalog.Annotations{ReadOnlyHint: &yes, OpenWorldHint: &no},
	}}}
	now := catalog.Catalog{Tools: []catalog.Tool{{
		Name: "check_stock", Title: "Check stock",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string","maxLength":20}},"required":["city"],"additionalProperties":false}`),
		Annotations: &catalog.Annotations{ReadOnlyHint: &no, OpenWorldHint: &no},
	}}}
	for _, c := range release.Compare(last, now) {
		fmt.Println(c)
	}
	// Output:
	// breaking check_stock.annotations: It no longer says that it only reads, yet published snippets never ask before they call it. Publish the tool that writes under a new name. Hurts people who approved the tool as it was, and integrators whose never-approve list has it.
	// breaking check_stock.input.city: The greatest length is 20, before unbounded; keep what was, or publish the tool under a new name. Hurts models that still have the old list.
}

func ExampleWorst() {
	changes := release.Compare(catalog.Catalog{Server: catalog.Server{Name: "stock"}}, catalog.Catalog{Server: catalog.Server{Name: "stocks"}})
	fmt.Println(release.Worst(changes), release.Worst(nil) == schema.Class(0))
	// Output: risky true
}

func ExampleChange_String() {
	fmt.Println(release.Change{Path: "check_stock", Class: schema.Breaking, Says: "The tool is gone.", Hurts: "models that still have the old list"})
	// Output: breaking check_stock: The tool is gone. Hurts models that still have the old list.
}
