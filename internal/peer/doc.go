// Package peer is a small MCP client for looking at servers, of any kind and age. It hands over what they sent as
// they sent it, members that no SDK knows included, with the HTTP status and headers beside it.
//
//	p, err := peer.Dial(ctx, peer.Target{URL: "https://inventory.example.com/mcp"}, peer.Options{})
//	if err != nil {
//		return err // says what was tried, what came back and what to do
//	}
//	defer p.Close()
//	catalog, err := p.Catalog(ctx)
//
// Nothing a server does makes it hang or grow: every request has an end in time and in bytes, what a server asks is
// refused at once, and a process is gone with all its children when Close returns.
package peer
