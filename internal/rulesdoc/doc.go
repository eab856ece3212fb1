// Command rulesdoc prints docs/rules.md, the list of every rule a server is checked against, from the
// rules themselves.
//
//	go run ./internal/rulesdoc > docs/rules.md
//	go run ./internal/rulesdoc -check           exits 1 when docs/rules.md is not what would be printed
package main

//go:generate sh -c "go run . > rules.tmp && mv rules.tmp ../../docs/rules.md"
