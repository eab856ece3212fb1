// Package auth says who may call a server and its tools: a server states a [Policy], each tool an
// [Access], and a handler finds the verified [Caller] in its context. A handler never sees a token.
//
//	server.Config{
//		URL:  "https://inventory.example.com/mcp",
//		Auth: auth.OAuth{Issuers: []string{"https://login.example.com"}},
//		...
//	}
//	server.Spec{Access: auth.Scopes("inventory:read"), ...}
//
// [OAuth] makes the server a protected resource (MCP 2026-07-28, authorization chapter; RFC 9728, RFC 6750):
// a token must be signed by a declared issuer, not expired, and made for this server's URL. What a provider
// does differently is opted in by name, for example [Cognito]. Nothing turns a check off; who wants none
// says so with [Off] and a reason.
//
// [Resource] is an OAuth at work, for those who serve HTTP themselves: [Resource.Identify] finds the
// caller, [Access.Judge] decides, and [Resource.Challenge] tells the client what to do.
package auth
