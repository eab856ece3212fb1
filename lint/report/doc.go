// Package report writes what lint found: for people ([Text]), for programs ([JSON]) and for code scanning ([SARIF]).
//
//	r := lint.Judge(lint.Subject{Catalog: c}, lint.Options{})
//	if err := report.Text(os.Stdout, r); err != nil { ... }
//
// The same report always gives the same bytes. Characters that are not seen, which a server may have put into a name, are
// written as escapes.
package report
