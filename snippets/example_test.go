package snippets_test

import (
	"fmt"

	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/snippets"
)

// stock is a server of one tool that takes no tokens.
func stock() catalog.Catalog {
	yes := true
	return catalog.Catalog{
		Server: catalog.Server{Name: "stock", Title: "Stock", Version: "1.0.0", URL: "https://stock.example.com/mcp"},
		Tools: []catalog.Tool{
			{Name: "check_stock", Annotations: &catalog.Annotations{ReadOnlyHint: &yes}},
			{Name: "order_stock"},
		},
	}
}

func ExampleRender() {
	out, err := snippets.Render(stock(), "claude-code-json")
	fmt.Print(out, err)
	// Output:
	// {
	//   "mcpServers": {
	//     "stock": {
	//       "type": "http",
	//       "url": "https://stock.example.com/mcp"
	//     }
	//   }
	// }
	// <nil>
}

func ExampleReadOnly() {
	fmt.Println(snippets.ReadOnly(stock()))
	// Output: [check_stock]
}
