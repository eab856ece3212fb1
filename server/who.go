package server

import (
	"context"
	"net/http"
	"strconv"
	"time"

	sdkauth "github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/internal/guard"
	"github.com/comity-mcp/comity/internal/wire"
)

// who verifies the token of every request, before the body is read, and hands the caller on. A request
// without one goes on as anonymous, because hosts list the tools before they sign in, unless the server
// is closed to them.
func (s *Server) who(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		caller, refusal := s.resource.Identify(r)
		if refusal != nil {
			if refusal.Status == http.StatusUnauthorized {
				f := *refusal
				f.Scopes, refusal = s.first, &f
			}
			s.turnedAway("", caller, refusal)
			v := s.verdict(refusal, (&wire.Error{Code: wire.CodeInvalidRequest, Message: refusal.Description}).Bytes())
			v.Send(w)
			return
		}
		next.ServeHTTP(w, r.WithContext(auth.WithCaller(r.Context(), caller)))
	})
}

// verdict is a refusal as an answer of HTTP (RFC 6750 section 3; MCP 2026-07-28, basic/authorization).
func (s *Server) verdict(f *auth.Refusal, body []byte) *guard.Verdict {
	h := http.Header{}
	if f.Status == http.StatusUnauthorized || f.Status == http.StatusForbidden || f.Code != "" {
		h.Set("WWW-Authenticate", s.resource.Challenge(f))
	}
	if f.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(f.RetryAfter.Seconds()+0.999)))
	}
	return &guard.Verdict{Status: f.Status, Header: h, Body: body}
}

// vouched carries the caller into a kept session. There the context of a call is that of the session's
// first request, so that a caller must be read from the request's own TokenInfo; the SDK holds a session
// to the principal that opened it, by UserID. One that was opened before anybody signed in is held to
// nobody: whoever has its id may send in it, and each is judged by the token they send.
func vouched(kept http.Handler) http.Handler {
	signedIn := sdkauth.RequireBearerToken(func(ctx context.Context, _ string, _ *http.Request) (*sdkauth.TokenInfo, error) {
		c := auth.CallerFrom(ctx)
		return &sdkauth.TokenInfo{Scopes: c.Scopes, Expiration: c.Expires, UserID: c.Key(), Extra: map[string]any{callerExtra: c}}, nil
	}, &sdkauth.RequireBearerTokenOptions{AllowMissingExpiration: true, ClockSkew: sessionIdle}) // who has judged the expiry
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if auth.CallerFrom(r.Context()).IsAnonymous() {
			kept.ServeHTTP(w, r)
			return
		}
		signedIn(kept).ServeHTTP(w, r)
	})
}

const callerExtra = "comity caller"

// introduce puts who sends a request into its context, whatever the method: a handler of a resource, a prompt or
// completion reads them there, and in a kept session the context is that of the request that opened it.
//
// It also refuses a subscriptions/listen that names resources to whom resources/subscribe is refused, since it
// subscribes to each. The guard has asked already, so that the answer could be a 401; this reads the message as the
// SDK does. And it ends the stream with the token: whoever has a newer one opens another.
func (s *Server) introduce(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		c := callerOf(ctx, req.GetExtra())
		if listen, ok := req.GetParams().(*mcp.SubscriptionsListenParams); ok {
			if f := s.refusal("resources/subscribe", "", c); f != nil && subscribes(listen) {
				s.turnedAway("", c, f)
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: f.Description}
			}
			if !c.Expires.IsZero() {
				var end context.CancelFunc
				ctx, end = context.WithDeadline(ctx, c.Expires.Add(tokenSkew))
				defer end()
			}
		}
		return next(auth.WithCaller(ctx, c), method, req)
	}
}

// tokenSkew is how much longer than its token a stream lasts: as long as auth still takes the token, or a client that
// opens the stream again at once would do so over and over.
const tokenSkew = 30 * time.Second

// subscribes reports whether a subscriptions/listen names a resource.
func subscribes(p *mcp.SubscriptionsListenParams) bool {
	return p != nil && p.Notifications != nil && len(p.Notifications.ResourceSubscriptions) > 0
}

// callerOf is who sends a request, whatever the transport; extra is what the SDK knows of it.
func callerOf(ctx context.Context, extra *mcp.RequestExtra) auth.Caller {
	if extra == nil { // stdio, or in memory: the session has one caller
		return auth.CallerFrom(ctx)
	}
	if _, stateless := guard.Request(ctx); stateless {
		return auth.CallerFrom(ctx)
	}
	if info := extra.TokenInfo; info != nil {
		if c, ok := info.Extra[callerExtra].(auth.Caller); ok {
			return c
		}
	}
	return auth.Anonymous()
}
