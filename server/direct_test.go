package server_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/internal/guard"
	"github.com/comity-mcp/comity/server"
)

const (
	stockCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_stock","arguments":{"product_sku":"SKU-1"}}}`
	stockList = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	stockPing = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	stockOpen = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
)

// asks sends messages of the handshake era to a handler and returns the answers.
func asks(t *testing.T, h http.Handler, bodies ...string) (answers []string) {
	t.Helper()
	for _, body := range bodies {
		q := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:8080/mcp", strings.NewReader(body))
		q.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, q)
		answers = append(answers, fmt.Sprint(w.Code, " ", strings.TrimSpace(w.Body.String())))
	}
	return answers
}

// spied is a middleware that counts the methods it sees.
func spied(seen map[string]int) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			seen[method]++
			return next(ctx, method, req)
		}
	}
}

// TestWhatTheDirectRoadTakes says which messages reach the SDK, by what an author has put on it.
func TestWhatTheDirectRoadTakes(t *testing.T) {
	prompt := func(m *mcp.Server) {
		m.AddPrompt(&mcp.Prompt{Name: "count"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { return nil, nil })
	}
	all := []string{stockCall, stockList, stockPing, stockOpen}
	for _, c := range []struct {
		name   string
		change func(*server.Config)
		then   func(*server.Server)
		want   []bool // whether the SDK is asked for a call, a list, a ping and an initialize
	}{
		{"a declaration alone needs no SDK", nil, nil, []bool{false, false, false, false}},
		{"a prompt is another capability, and no other call", func(c *server.Config) { c.Extend = prompt }, nil, []bool{false, false, false, true}},
		{"so is one that is added later", nil, func(s *server.Server) { prompt(s.MCP()) }, []bool{false, false, false, true}},
		{"a middleware sees everything", func(c *server.Config) {
			c.Extend = func(m *mcp.Server) { m.AddReceivingMiddleware(spied(map[string]int{})) }
		}, nil, []bool{true, true, true, true}},
		{"so does one that is added later", nil, func(s *server.Server) { s.MCP().AddReceivingMiddleware(spied(map[string]int{})) }, []bool{true, true, true, true}},
		{"a middleware for what the server sends sees none of this", func(c *server.Config) {
			c.Extend = func(m *mcp.Server) { m.AddSendingMiddleware(spied(map[string]int{})) }
		}, nil, []bool{false, false, false, true}},
		{"options may change any answer but that of a call", func(c *server.Config) { c.Options = func(*mcp.ServerOptions) {} }, nil, []bool{false, true, false, true}},
		{"fewer versions are for the SDK to refuse", func(c *server.Config) {
			c.Options = func(o *mcp.ServerOptions) { o.SupportedProtocolVersions = []string{"2025-11-25"} }
		}, nil, []bool{true, true, true, true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			declared := config()
			if c.change != nil {
				c.change(&declared)
			}
			srv := mustNew(t, declared)
			h := srv.Handler()
			reached := server.Reaching(srv)
			asks(t, h, all...) // what is prepared is asked of the SDK once
			if c.then != nil {
				c.then(srv)
			}
			for i, body := range all {
				before := reached.Load()
				answer := asks(t, h, body)[0]
				if got := reached.Load() > before; got != c.want[i] || !strings.HasPrefix(answer, `200 {"jsonrpc":"2.0","id":1,"result":{`) {
					t.Errorf("%s\nreached the SDK: %v, want %v; answered %s", body, got, c.want[i], answer)
				}
			}
		})
	}
}

func TestAMiddlewareThatComesWhileServingSeesEveryCallFromThenOn(t *testing.T) {
	srv := mustNew(t, config())
	h := srv.Handler()
	seen := map[string]int{}
	asks(t, h, stockCall)
	srv.MCP().AddReceivingMiddleware(spied(seen))
	asks(t, h, stockCall, stockPing)
	if got, want := fmt.Sprint(seen), "map[ping:1 tools/call:1]"; got != want {
		t.Errorf("the middleware saw %s, want %s", got, want)
	}
}

func TestAPromptThatComesWhileServingIsACapability(t *testing.T) {
	srv := mustNew(t, config())
	h := srv.Handler()
	before := asks(t, h, stockOpen)[0]
	srv.MCP().AddPrompt(&mcp.Prompt{Name: "count"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { return nil, nil })
	after := asks(t, h, stockOpen)[0]
	if strings.Contains(before, "prompts") || !strings.Contains(after, `"prompts":{"listChanged":true}`) {
		t.Errorf("before %s\nafter %s", before, after)
	}
}

func TestAMiddlewareOnAServerKeptFromExtendSeesEveryCallToo(t *testing.T) {
	var kept *mcp.Server
	c := config()
	c.Extend = func(m *mcp.Server) { kept = m }
	h := mustNew(t, c).Handler()
	seen := map[string]int{}
	asks(t, h, stockCall)
	kept.AddReceivingMiddleware(spied(seen))
	asks(t, h, stockCall, stockPing)
	if got, want := fmt.Sprint(seen), "map[ping:1 tools/call:1]"; got != want {
		t.Errorf("the middleware saw %s, want %s", got, want)
	}
}

// TestACallWhoseClientHasGoneDoesNotBegin on either road: a write that nobody waits for is not made.
func TestACallWhoseClientHasGoneDoesNotBegin(t *testing.T) {
	for _, bySDK := range []bool{false, true} {
		ran := false
		log := &journal{}
		srv := reading(t, func(context.Context, StockQuery) (Stock, error) {
			ran = true
			return Stock{}, nil
		}, func(c *server.Config) { c.Logger = log.logger() })
		if bySDK {
			server.BySDK(srv)
		}
		ctx, leave := context.WithCancel(t.Context())
		leave()
		q := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1:8080/mcp", strings.NewReader(stockCall))
		q.Header.Set("Content-Type", "application/json")
		srv.Handler().ServeHTTP(httptest.NewRecorder(), q)
		if ran {
			t.Errorf("by SDK %v: the handler ran", bySDK)
		}
		if !bySDK && !strings.Contains(log.String(), `"outcome":"unavailable"`) {
			t.Errorf("the audit is\n%s", log)
		}
	}
}

// TestAClientThatLeavesEndsItsCall on the direct road as on the SDK's, in both eras.
func TestAClientThatLeavesEndsItsCall(t *testing.T) {
	for _, bySDK := range []bool{false, true} {
		for _, version := range []string{"2025-11-25", "2026-07-28"} {
			t.Run(fmt.Sprintf("by SDK %v, %s", bySDK, version), func(t *testing.T) {
				running, ended := make(chan struct{}), make(chan error, 1)
				srv := reading(t, func(ctx context.Context, _ StockQuery) (Stock, error) {
					if _, ok := guard.Request(ctx); !ok || guard.RequestContext(ctx) == nil {
						t.Error("the handler does not know which request it serves")
					}
					close(running)
					<-ctx.Done()
					ended <- context.Cause(ctx)
					return Stock{}, ctx.Err()
				})
				if bySDK {
					server.BySDK(srv)
				}
				h := httptest.NewServer(srv.Handler())
				defer h.Close()
				meta := ""
				if version == "2026-07-28" {
					meta = "," + modernMeta
				}
				ctx, leave := context.WithCancel(t.Context())
				q, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL+"/mcp", strings.NewReader(strings.Replace(stockCall, "}}}", "}"+meta+"}}", 1)))
				if err != nil {
					t.Fatal(err)
				}
				q.Header = headersOf(version, http.Header{"Mcp-Name": {"check_stock"}})
				go func() {
					<-running
					leave()
				}()
				if res, err := http.DefaultClient.Do(q); err == nil {
					res.Body.Close()
					t.Errorf("answered %d", res.StatusCode)
				}
				select {
				case <-ended:
				case <-time.After(5 * time.Second): // less than its budget
					t.Error("the handler still runs")
				}
			})
		}
	}
}
