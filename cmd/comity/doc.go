// Command comity looks at MCP servers of any kind: at a URL, or on standard input and output.
//
//	comity lint https://inventory.example.com/mcp                   judge it by every rule, looking at it as it runs
//	comity lint -profile openai -format sarif -- ./inventory stdio  for code scanning
//	comity snippets https://inventory.example.com/mcp               list the clients that it can be connected to
//	comity snippets -client claude-code https://inventory.example.com/mcp
//	comity snippets -write README.md -- ./inventory stdio           fill the marked blocks of a README
//	comity snippets -check README.md -- ./inventory stdio           exit 1 when they are stale
//	comity help snippets                                            every flag
//
// An access token is never written on the command line, which others on the machine can see: -token-env names the
// environment variable that holds it.
package main
