package command_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/comity-mcp/comity/internal/command"
)

func Example() {
	flags := flag.NewFlagSet("snippets", flag.ContinueOnError)
	var snippets command.Snippets
	snippets.Define(flags)
	if err := flags.Parse([]string{"-client", "claude-code-json"}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(snippets.Fault(), snippets.Lists())
	fmt.Println(snippets.Run(stock(), os.Stdout, os.Stdout))
	// Output:
	// <nil> false
	// {
	//   "mcpServers": {
	//     "stock": {
	//       "type": "http",
	//       "url": "https://stock.example.com/mcp"
	//     }
	//   }
	// }
	//
	// This belongs in .mcp.json.
	// 0
}

func ExampleTable() {
	var out bytes.Buffer
	command.Table(&out)
	first, _, _ := strings.Cut(out.String(), "\n")
	fmt.Println(strings.Fields(first)[0])
	// Output: openai-responses-python
}

func ExampleList_Set() {
	var clients command.List
	fmt.Println(clients.Set("codex, cursor"), clients.Set("vscode"), clients.String())
	fmt.Println(clients.Set(""))
	// Output:
	// <nil> <nil> codex,cursor,vscode
	// it is empty; leave the flag out, or give it a value
}
