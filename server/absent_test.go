package server_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/server"
)

func TestAListOfAFeatureThatIsNotThereIsAnUnknownMethod(t *testing.T) {
	prompt := func(s *mcp.Server) {
		s.AddPrompt(&mcp.Prompt{Name: "p", Description: "A prompt."}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{}, nil
		})
	}
	read := func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{}, nil
	}
	resource := func(s *mcp.Server) { s.AddResource(&mcp.Resource{URI: "a://b", Name: "r"}, read) }
	template := func(s *mcp.Server) {
		s.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "a://{b}", Name: "t"}, read)
	}
	for _, c := range []struct {
		name, method string
		add          func(*mcp.Server)
		there        bool
	}{
		{"prompts without any", "prompts/list", nil, false},
		{"prompts with one", "prompts/list", prompt, true},
		{"resources without any", "resources/list", nil, false},
		{"resources with one", "resources/list", resource, true},
		{"resources with a template only", "resources/list", template, true},
		{"templates without any", "resources/templates/list", nil, false},
		{"templates with a resource only", "resources/templates/list", resource, true},
		{"prompts with a resource only", "prompts/list", resource, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := mustNew(t, config())
			if c.add != nil {
				c.add(srv.MCP())
			}
			h := served(t, srv)
			for _, version := range []string{"2025-11-25", "2026-07-28"} {
				params := "{}"
				if version == "2026-07-28" {
					params = "{" + modernMeta + "}"
				}
				_, body := post(t, h.URL, version, `{"jsonrpc":"2.0","id":1,"method":"`+c.method+`","params":`+params+`}`)
				if got := !strings.Contains(body, `"code":-32601`) && strings.Contains(body, `"result"`); got != c.there {
					t.Errorf("%s: got an answer: %v, want %v: %s", version, got, c.there, body)
				}
			}
		})
	}
}

func TestWhatTheOptionsDoNotOfferIsAnUnknownMethod(t *testing.T) {
	complete := func(o *mcp.ServerOptions) {
		o.CompletionHandler = func(context.Context, *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{"a"}}}, nil
		}
	}
	defaults := func(o *mcp.ServerOptions) { o.Capabilities = nil }
	logging := func(o *mcp.ServerOptions) {
		//lint:ignore SA1019 it is deprecated, and still to be answered for
		o.Capabilities.Logging = &mcp.LoggingCapabilities{}
	}
	const (
		completes = `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""}}}`
		unnamed   = `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{}}`
		sets      = `{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"info"}}`
	)
	for _, c := range []struct {
		name, body string
		options    func(*mcp.ServerOptions)
		there      bool
	}{
		{"completion without any", completes, nil, false},
		{"completion without any, of nothing", unnamed, nil, false},
		{"completion with a handler", completes, complete, true},
		{"a log level without logging", sets, nil, false},
		{"a log level with completion only", sets, complete, false},
		{"a log level with logging", sets, logging, true},
		{"a log level with the SDK's own capabilities", sets, defaults, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			declared := config()
			declared.Options = c.options
			_, body := post(t, served(t, mustNew(t, declared)).URL, "2025-11-25", c.body)
			want := `"code":-32601`
			if c.there {
				want = `"result"`
			}
			if !strings.Contains(body, want) {
				t.Errorf("got %s\nwant %s", body, want)
			}
		})
	}
}

func served(t *testing.T, srv *server.Server) *httptest.Server {
	t.Helper()
	h := httptest.NewServer(srv.Handler())
	t.Cleanup(h.Close)
	return h
}
