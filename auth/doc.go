// Package auth says who may call a server and its tools: a server states a [Policy], each tool an
// [Access], and a handler finds the verified [Caller] in its context. A handler never sees a token.
//
//	server.Config{Auth: auth.Off{Because: "reachable from this machine only"}, ...}
//	server.Spec{Access: auth.Scopes("inventory:read"), ...}
package auth
