package server

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/internal/wire"
)

// features are what a server has only when its options say so.
type features struct{ completion, logging bool }

func featuresOf(o *mcp.ServerOptions) features {
	f := features{completion: o.CompletionHandler != nil, logging: true} // without capabilities the SDK advertises logging
	if o.Capabilities != nil {
		//lint:ignore SA1019 it is deprecated, and still to be answered for
		f.logging = o.Capabilities.Logging != nil
	}
	return f
}

// absent answers "method not found" for what belongs to a feature that this server does not have. The SDK would answer an
// empty list, or take a log level that nothing heeds, and then the server does something that its capabilities do not say
// (specification 2026-07-28, server/discover; SEP-2575). As in the SDK, a list is there when there is one thing to list.
func (f features) absent(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method == "completion/complete" && !f.completion || method == "logging/setLevel" && !f.logging {
			return nil, notThere(method)
		}
		res, err := next(ctx, method, req)
		if err != nil {
			return res, err
		}
		missing := false
		switch list := res.(type) {
		case *mcp.ListPromptsResult:
			missing = len(list.Prompts) == 0
		case *mcp.ListResourcesResult:
			missing = len(list.Resources) == 0 && !has(ctx, next, "resources/templates/list", request(req, &mcp.ListResourceTemplatesParams{}))
		case *mcp.ListResourceTemplatesResult:
			missing = len(list.ResourceTemplates) == 0 && !has(ctx, next, "resources/list", request(req, &mcp.ListResourcesParams{}))
		}
		if missing {
			return nil, notThere(method)
		}
		return res, nil
	}
}

// notThere has the sentence that the guard and stdio use: in its place the SDK writes one of its own for this code.
func notThere(method string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: wire.NoMethod(method).Message}
}

// has reports whether the list that method asks for has anything in it.
func has(ctx context.Context, next mcp.MethodHandler, method string, req mcp.Request) bool {
	res, err := next(ctx, method, req)
	if err != nil {
		return false
	}
	switch list := res.(type) {
	case *mcp.ListResourcesResult:
		return len(list.Resources) > 0
	case *mcp.ListResourceTemplatesResult:
		return len(list.ResourceTemplates) > 0
	}
	return false
}

// request is a request of the same session with other params.
func request[P mcp.Params](of mcp.Request, params P) mcp.Request {
	session, _ := of.GetSession().(*mcp.ServerSession)
	return &mcp.ServerRequest[P]{Session: session, Params: params, Extra: of.GetExtra()}
}
