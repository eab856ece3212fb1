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

func ExampleClients() {
	for _, c := range snippets.Clients()[:3] {
		fmt.Println(c.ID, "|", c.Product, "|", c.Title, "|", c.Language)
	}
	// Output:
	// openai-responses-python | OpenAI Responses API | Python | python
	// openai-responses-python-read-only | OpenAI Responses API | Python, read-only tools | python
	// openai-responses-python-deferred | OpenAI Responses API | Python, deferred loading | python
}

func ExampleOf() {
	c := catalog.Catalog{Server: catalog.Server{Name: "stock", Command: []string{"stock", "stdio"}}}
	for _, client := range snippets.Of(c) {
		fmt.Println(client.ID)
	}
	// Output:
	// agents-sdk-python-stdio
	// agents-sdk-typescript-stdio
	// codex-stdio
	// claude-code-stdio
	// claude-code-json-stdio
	// claude-desktop-stdio
	// cursor-stdio
	// vscode-stdio
	// gemini-cli-stdio
}

func ExampleFill() {
	readme := "# Stock\n\n<!-- comity:snippets claude-code -->\n<!-- /comity:snippets -->\n"
	filled, err := snippets.Fill([]byte(readme), stock())
	fmt.Print(string(filled), err)
	// Output:
	// # Stock
	//
	// <!-- comity:snippets claude-code -->
	// ```bash
	// claude mcp add --transport http --scope project stock https://stock.example.com/mcp
	// ```
	// <!-- /comity:snippets -->
	// <nil>
}

func ExampleStale() {
	readme := "<!-- comity:snippets claude-code -->\n```bash\nclaude mcp add stock\n```\n<!-- /comity:snippets -->\n"
	diff, err := snippets.Stale([]byte(readme), stock())
	fmt.Print(diff, err)
	// Output:
	// @@ -1,5 +1,5 @@
	//  <!-- comity:snippets claude-code -->
	//  ```bash
	// -claude mcp add stock
	// +claude mcp add --transport http --scope project stock https://stock.example.com/mcp
	//  ```
	//  <!-- /comity:snippets -->
	// <nil>
}
