// Package lint judges one server by what is on the wire: who it says it is, and its tools with their
// names, descriptions, hints and schemas. It does no I/O and knows nothing of how the server was
// written, so the same rules hold a declaration at start and a listing in any language.
//
//	var c catalog.Catalog
//	if err := c.ReadTools(listing); err != nil { ... }
//	for _, problem := range lint.Run(c) {
//		fmt.Println(problem)
//	}
//
// A [Rule] is a value that does not know its driver. [Rules] is the one list of them, in groups of one
// file each; docs/rules.md is generated from it by internal/rulesdoc. Each rule has testdata/<id>.txtar with a listing it
// rejects and one it leaves alone.
package lint
