package server

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// absent answers "method not found" for the lists of a feature that this server does not have. The SDK would answer an
// empty list, and then the server does something that its capabilities do not say (specification 2026-07-28,
// server/discover; SEP-2575). As in the SDK, a feature is there when there is one of it.
func absent(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
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
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "method not found: this server has nothing that " + method + " would list; its capabilities say what it has."}
		}
		return res, nil
	}
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
