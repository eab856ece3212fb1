// Package probe looks at a running MCP server of any kind and notes what it sees, for the rules of package lint to judge.
//
//	evidence, catalog, err := probe.Run(ctx, probe.Target{URL: "https://inventory.example.com/mcp"}, probe.Options{})
//	if err != nil {
//		return err // says what was tried and what to do
//	}
//	report := lint.Judge(lint.Subject{Catalog: catalog, Evidence: evidence}, lint.Options{})
//
// It lists the tools several times, sends requests with one thing wrong with each, calls tools with arguments made from
// their schemas, right ones and wrong ones, and looks up how callers sign in. A tool that does not say that it is read-only
// is never called unless [Options.AllowWrites] is set. Everything has an end: in time, in requests a second, in calls and in
// bytes, whatever the server does.
package probe
