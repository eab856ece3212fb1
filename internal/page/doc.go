// Package page is what a person sees who opens the address of an MCP server in a browser: one HTML document that stands
// alone. It says what the server is, how to connect to it, what its tools do and how an approval of each reads, and how
// callers sign in.
//
//	d, err := page.New(page.Subject{Catalog: srv.Catalog(), Snippets: snippets})
//	http.Handle("/", d)
//
// A document is made once and then served as it is. It loads nothing: its one style sheet and its one script stand in it
// and are all that its Content-Security-Policy lets a browser run, by their hashes. Everything else in it is text, whatever
// a catalog says; html/template sees to that. It can be read without the script, which folds the snippets into tabs and
// adds the buttons that copy.
package page
