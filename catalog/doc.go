// Package catalog describes one server as it stands on the wire: who it is, where it is, and its tools
// with schemas, hints and metadata. A [Catalog] comes from a declaration (server.Server.Catalog) or
// from any server's tools/list answer ([Catalog.ReadTools]); lint, snippets and tests read nothing else.
//
// The package imports the standard library only.
package catalog
