package catalog_test

import (
	"encoding/json"
	"fmt"

	"github.com/comity-mcp/comity/catalog"
)

const listing = `{"tools":[{"name":"check_stock","title":"Check stock","description":"Returns <on-hand> units.",
 "inputSchema":{"type":"object","properties":{},"required":[],"additionalProperties":false},
 "annotations":{"title":"Check stock","readOnlyHint":true,"destructiveHint":false},"unknown":1}]}`

func Example() {
	var c catalog.Catalog
	if err := c.ReadTools([]byte(listing)); err != nil {
		fmt.Println(err)
	}
	tool, ok := c.Tool("check_stock")
	fmt.Println(ok, tool.Title, tool.ReadOnly())
	// Output: true Check stock true
}

func ExampleCatalog_Tool() {
	var c catalog.Catalog
	_, ok := c.Tool("missing")
	fmt.Println(ok)
	// Output: false
}

func ExampleCatalog_ReadTools() {
	var c catalog.Catalog
	fmt.Println(c.ReadTools([]byte("<html>")))
	fmt.Println(c.ReadTools([]byte(listing)), len(c.Tools))
	// Output:
	// reading the tools/list result: invalid character '<' looking for beginning of value
	// <nil> 1
}

func ExampleTool_Bytes() {
	b, err := catalog.Tool{Name: "check_stock", Description: "Returns <on-hand> units.", InputSchema: json.RawMessage(`{"type":"object"}`)}.Bytes()
	fmt.Println(string(b), err)
	// Output: {"name":"check_stock","description":"Returns <on-hand> units.","inputSchema":{"type":"object"}} <nil>
}

func ExampleTool_ReadOnly() {
	yes := true
	fmt.Println(catalog.Tool{}.ReadOnly())
	fmt.Println(catalog.Tool{Annotations: &catalog.Annotations{ReadOnlyHint: &yes}}.ReadOnly())
	fmt.Println(catalog.Tool{Annotations: &catalog.Annotations{ReadOnlyHint: &yes, DestructiveHint: &yes}}.ReadOnly())
	// Output:
	// false
	// true
	// false
}

func ExampleCatalog_Snapshot() {
	b, err := catalog.Catalog{Server: catalog.Server{Name: "stock", Version: "1.0.0"}}.Snapshot()
	fmt.Print(string(b), err)
	// Output:
	// {
	//   "server": {
	//     "name": "stock",
	//     "version": "1.0.0"
	//   },
	//   "tools": []
	// }
	// <nil>
}

func ExampleReadSnapshot() {
	c, err := catalog.ReadSnapshot([]byte(`{"server":{"name":"stock","version":"1.0.0"},"tools":[{"name":"check_stock"}]}`))
	fmt.Println(c.Server.Name, c.Tools[0].Name, err)
	_, err = catalog.ReadSnapshot([]byte(`[]`))
	fmt.Println(err != nil)
	// Output:
	// stock check_stock <nil>
	// true
}
