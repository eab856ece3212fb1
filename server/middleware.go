package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/internal/door"
)

// contain keeps a fault in a prompt, a resource or the SDK from ending the process or telling a caller
// about our inside: a panic and a plain error become a masked -32603. A *jsonrpc.Error passes.
func contain(log zerolog.Logger) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
			defer func() {
				if v := recover(); v != nil {
					res, err = nil, contained(log, method, v)
				}
			}()
			res, err = next(ctx, method, req)
			if err == nil {
				return res, nil
			}
			if _, ok := errors.AsType[*jsonrpc.Error](err); ok {
				return nil, err
			}
			log.Error().Str("method", method).Err(err).Msg("a handler failed")
			return nil, masked(method)
		}
	}
}

// contained logs a panic, whose goroutine this is, and returns what its caller learns of it.
func contained(log zerolog.Logger, method string, panic any) *jsonrpc.Error {
	log.Error().Str("method", method).Interface("panic", panic).Bytes("stack", debug.Stack()).Msg("a handler panicked")
	return masked(method)
}

func masked(method string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: method + " could not be completed because of a fault on the server; the operator's log has it."}
}

// hold answers tools/list from the catalog, lets through calls of its tools only, and introduces the server whole.
func (s *Server) hold(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch params := req.GetParams().(type) {
		case *mcp.ListToolsParams:
			if params != nil && params.Cursor != "" {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "tools/list has one page here; call it without a cursor."}
			}
			res, err := next(ctx, method, req)
			if list, ok := res.(*mcp.ListToolsResult); ok && err == nil {
				return s.page(ctx, list)
			}
			return res, err
		case *mcp.CallToolParamsRaw:
			if params != nil && !s.known(ctx, params.Name) {
				return nil, s.unknown(params.Name)
			}
			res, err := next(ctx, method, s.take(req))
			if started, ok := errors.AsType[*startedTask](err); ok {
				return taskOf(started.record, "task"), nil
			}
			return res, err
		case *mcp.InitializeParams, *mcp.DiscoverParams:
			return s.described(next(ctx, method, req))
		case *taskParams:
			if !declaresTasks(req) {
				return nil, tasksRequired()
			}
		}
		return next(ctx, method, req)
	}
}

// take returns a call of one of our tools under its held name, and any other request as it is.
func (s *Server) take(req mcp.Request) mcp.Request {
	call, ok := req.(*mcp.CallToolRequest)
	if !ok || call.Params == nil || s.tools[call.Params.Name] == nil && s.former[call.Params.Name] == "" {
		return req
	}
	taken, params := *call, *call.Params
	params.Name = held + params.Name
	taken.Params = &params
	return &taken
}

func (s *Server) known(ctx context.Context, name string) bool {
	return s.tools[name] != nil || s.former[name] != "" || door.Open(ctx, name)
}

// unknown is a protocol error (specification 2026-07-28, server/tools, error handling).
func (s *Server) unknown(name string) error {
	names := names(s.config.Tools)
	says := fmt.Sprintf("unknown tool %q", clip(name, 80))
	if meant, ok := Nearest(name, names); ok {
		says += "; did you mean " + meant + "?"
	} else if len(names) <= 20 {
		says += "; the tools here are " + strings.Join(names, ", ") + "."
	} else {
		says += "; tools/list has the names."
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: says}
}

// page is a tools/list result whose tools are bytes prepared once.
type page struct {
	*mcp.ListToolsResult
	tools json.RawMessage
}

func (s *Server) page(ctx context.Context, list *mcp.ListToolsResult) (mcp.Result, error) {
	p := &page{ListToolsResult: &mcp.ListToolsResult{Meta: list.Meta, Cacheable: list.Cacheable, Tools: []*mcp.Tool{}}, tools: s.listed}
	for _, t := range list.Tools {
		if s.tools[t.Name] != nil || !door.Open(ctx, t.Name) {
			continue
		}
		b, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		p.tools = append(append(p.tools[:len(p.tools)-1:len(p.tools)-1], ','), append(b, ']')...)
	}
	return p, nil
}

// MarshalJSON writes the SDK's members and our tools.
func (p *page) MarshalJSON() ([]byte, error) {
	b, err := json.Marshal(p.ListToolsResult)
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(b, &members); err != nil {
		return nil, err
	}
	members["tools"] = p.tools
	return json.Marshal(members)
}
