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
// [Judge] does the same for the hosts of a [Profile], with waivers, and with what a probe saw of the server running
// ([Evidence]). Package report writes what came of it.
//
// A [Rule] is a value that does not know its driver. [Groups] is the one list of them; docs/rules.md is generated from it by
// internal/rulesdoc. Each rule has testdata/<id>.txtar with a listing it rejects and one it leaves alone.
package lint
