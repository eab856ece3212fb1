// Package release compares what a server shows its clients with what the last release showed them, for a gate that stops
// a release which would break somebody.
//
// On the surfaces that MCP servers live on, somebody else has the old list: hosts cache it, people have approved tools by
// their words and hints, integrators have pasted a never-approve list. A change is judged by who still has what was:
//
//	changes := release.Compare(last, srv.Catalog())
//	if release.Worst(changes) == schema.Breaking {
//		...
//	}
//
// It looks at catalogs and nothing else, so it compares any two servers.
package release
