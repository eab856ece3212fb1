package guard

import (
	"context"
	"net/http"

	"github.com/comity-mcp/comity/internal/wire"
)

// An exchange is what the steps after Who learn of one POST.
type exchange struct {
	request  context.Context
	wants    wants
	message  wire.Message
	agent    string
	remote   string
	withheld bool // it goes to a kept session, whose context outlives it
}

type exchangeKey struct{}

// begin returns the request with an exchange in its context.
func begin(r *http.Request, wants wants) *http.Request {
	ctx := r.Context()
	x := &exchange{request: ctx, wants: wants, agent: r.UserAgent(), remote: r.RemoteAddr}
	return r.WithContext(context.WithValue(ctx, exchangeKey{}, x))
}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// RequestContext returns the context of the HTTP request that ctx is served for. It ends when the client goes away, in
// both eras, while the context that the SDK gives to a handler does so in the modern one only. It is nil off HTTP and in
// a kept session, where an answer can still be fetched over a new connection.
func RequestContext(ctx context.Context) context.Context {
	if x := exchangeOf(ctx); x != nil && !x.withheld {
		return x.request
	}
	return nil
}

// An Info is what one HTTP request said of itself. Nothing of it is verified.
type Info struct {
	// Method and Name are the message's: tools/call and the tool's name.
	Method, Name string
	// Client is the clientInfo.name of the message; Version its protocol version. Both are empty when it has none.
	Client, Version string
	// Agent is the User-Agent header; Remote is host:port of the peer, which may be a proxy.
	Agent, Remote string
}

// Request returns what the HTTP request that ctx is served for said of itself, and false off HTTP and in a kept session.
func Request(ctx context.Context) (Info, bool) {
	x := exchangeOf(ctx)
	if x == nil || x.withheld {
		return Info{}, false
	}
	m := x.message
	return Info{Method: m.Method, Name: m.Name, Client: m.Client, Version: m.Version, Agent: x.agent, Remote: x.remote}, true
}
