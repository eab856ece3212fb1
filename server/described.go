package server

import "github.com/modelcontextprotocol/go-sdk/mcp"

// described adds the description to how the server introduces itself (specification 2026-07-28, schema, Implementation).
// Of the other answers, which name the server too, only these have it: it would cost every call some hundred bytes.
func (s *Server) described(res mcp.Result, err error) (mcp.Result, error) {
	info := &mcp.Implementation{Name: s.config.Name, Title: s.config.Title, Version: s.config.Version, Description: s.config.Description}
	switch r := res.(type) {
	case *mcp.InitializeResult:
		if r != nil {
			r.ServerInfo = info
		}
	case *mcp.DiscoverResult:
		if r != nil {
			meta := r.GetMeta()
			if meta == nil {
				meta = map[string]any{}
			}
			meta[mcp.MetaKeyServerInfo] = info
			r.SetMeta(meta)
		}
	}
	return res, err
}
