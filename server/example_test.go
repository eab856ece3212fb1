package server_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
)

type OrderQuery struct {
	OrderID string `json:"order_id" jsonschema:"pattern=^A-[0-9]{4}$" jsonschema_description:"Order number, e.g. A-1001"`
}

type OrderStatus struct {
	State string `json:"state" jsonschema:"enum=placed,enum=shipped,enum=delivered" jsonschema_description:"Where the order is"`
}

func orderStatus(_ context.Context, in OrderQuery) (OrderStatus, error) {
	if in.OrderID != "A-1001" {
		return OrderStatus{}, server.Errorf(server.NotFound, "There is no order %s; the number stands on the confirmation.", in.OrderID)
	}
	return OrderStatus{"shipped"}, nil
}

// orders is the declaration that the examples below serve.
func orders() server.Config {
	silent := zerolog.Nop()
	return server.Config{
		Name: "orders", Title: "Customer orders", Version: "0.1.0",
		Description: "Status of customer orders, from the moment they are placed until they are delivered.",
		URL:         "http://127.0.0.1:8080/mcp",
		World:       annotations.Closed,
		Auth:        auth.Off{Because: "on this machine only"},
		Logger:      &silent,
		Tools: []server.Tool{
			server.Read(server.Spec{
				Name: "get_order_status", Title: "Get the status of an order", Access: auth.Anyone(),
				Description: "Returns where one order is. Use it when a customer asks about a delivery.",
				Example:     OrderQuery{"A-1001"},
			}, orderStatus),
		},
	}
}

// send posts a message to a handler and prints the answer.
func send(h http.Handler, body string) {
	req := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:8080/mcp", strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
}

func Example() {
	srv, err := server.New(orders())
	if err != nil {
		fmt.Println(err)
		return
	}
	h := srv.Handler()
	send(h, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order_status","arguments":{"order_id":"A-1001"}}}`)
	send(h, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_order_status","arguments":{"order_id":"A-1011"}}}`)
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"state\":\"shipped\"}"}],"structuredContent":{"state":"shipped"}}}
	// 200 {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"There is no order A-1011; the number stands on the confirmation."}],"isError":true}}
}

func ExampleNew() {
	c := orders()
	c.World = 0
	c.URL = "http://orders.example.com/mcp"
	_, err := server.New(c)
	for line := range strings.Lines(err.Error()) {
		_, says, found := strings.Cut(line, ": server.")
		if found {
			fmt.Print("server.", says)
		}
	}
	// Output:
	// server.url: "http://orders.example.com/mcp" is plain http on a public host, which hosts refuse; use https, or a loopback address for development. [server-url]
	// server.world: World is not stated; set it to annotations.Closed when the tools stay within a bounded private system, or to annotations.Open when one reaches the public internet or publishes. [server-world]
}

func ExampleRead() {
	c := orders()
	c.Tools = []server.Tool{
		server.Read(server.Spec{
			Name: "get_order_status", Title: "Get the status of an order", Access: auth.Anyone(),
			Description: "Returns where one order is. Use it when a customer asks about a delivery.",
		}, func(ctx context.Context, in OrderQuery) (OrderStatus, error) {
			return OrderStatus{"placed"}, nil
		}),
	}
	srv, err := server.New(c)
	fmt.Println(err, *srv.Catalog().Tools[0].Annotations.ReadOnlyHint)
	// Output: <nil> true
}

func ExampleWrite() {
	c := orders()
	c.Tools = append(c.Tools, server.Write(server.Spec{
		Name: "cancel_order", Title: "Cancel an order", Access: auth.Anyone(),
		Description: "Cancels one order that was not shipped yet. It cannot be undone; cancelling twice changes nothing more.",
		CheckWith:   "get_order_status",
	}, annotations.Deletes, func(ctx context.Context, in OrderQuery) (OrderStatus, error) {
		return OrderStatus{}, server.Errorf(server.Conflict, "Order %s was shipped already and cannot be cancelled.", in.OrderID)
	}))
	srv, err := server.New(c)
	if err != nil {
		fmt.Println(err)
		return
	}
	hints := srv.Catalog().Tools[1].Annotations
	fmt.Println(*hints.ReadOnlyHint, *hints.DestructiveHint, *hints.IdempotentHint)
	send(srv.Handler(), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cancel_order","arguments":{"order_id":"A-1001"}}}`)
	// Output:
	// false true true
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Order A-1001 was shipped already and cannot be cancelled."}],"isError":true}}
}

func ExampleErrorf() {
	err := server.Errorf(server.NotFound, "Unknown warehouse %q%s", "Chigaco", server.DidYouMean("Chigaco", []string{"Boston", "Chicago"}))
	fmt.Println(err.Code, "-", err)
	// Output: not_found - Unknown warehouse "Chigaco"; did you mean Chicago?
}

func ExampleError_Because() {
	cause := errors.New("dial tcp 10.0.0.7:5432: refused")
	err := server.Errorf(server.Unavailable, "The order database does not answer; try again in a minute.").Because(cause)
	fmt.Println(err)
	fmt.Println(errors.Is(err, cause))
	// Output:
	// The order database does not answer; try again in a minute.
	// true
}

func ExampleNearest() {
	fmt.Println(server.Nearest("Chigaco", []string{"Boston", "Chicago"}))
	fmt.Println(server.Nearest("Paris", []string{"Boston", "Chicago"}))
	// Output:
	// Chicago true
	//  false
}

func ExampleDidYouMean() {
	fmt.Printf("Unknown warehouse %q%s\n", "Chigaco", server.DidYouMean("Chigaco", []string{"Boston", "Chicago"}))
	fmt.Printf("Unknown warehouse %q%s\n", "Paris", server.DidYouMean("Paris", []string{"Boston", "Chicago"}))
	// Output:
	// Unknown warehouse "Chigaco"; did you mean Chicago?
	// Unknown warehouse "Paris".
}

func ExampleServer_Catalog() {
	srv, _ := server.New(orders())
	for _, tool := range srv.Catalog().Tools {
		fmt.Println(tool.Name, "-", tool.Title)
	}
	// Output: get_order_status - Get the status of an order
}

func ExampleServer_Warnings() {
	c := orders()
	c.Tools = []server.Tool{server.Read(server.Spec{
		Name: "get_order_status", Title: "Get the status of an order", Access: auth.Anyone(), Description: "Returns order status.",
	}, orderStatus)}
	srv, _ := server.New(c)
	for _, w := range srv.Warnings() {
		fmt.Println(w.Path)
	}
	// Output: get_order_status.description
}

func ExampleServer_Handler() {
	srv, _ := server.New(orders())
	h := srv.Handler()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/healthz", nil))
	fmt.Println(w.Code)
	// Output: 200
}

func ExampleServer_MCP() {
	srv, _ := server.New(orders())
	srv.MCP().AddPrompt(&mcp.Prompt{Name: "apology", Title: "An apology for a late order"},
		func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "Write an apology."}}}}, nil
		})
	send(srv.Handler(), `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"apology"}}`)
	// Output: 200 {"jsonrpc":"2.0","id":1,"result":{"messages":[{"content":{"type":"text","text":"Write an apology."},"role":"user"}]}}
}

func ExampleServer_ListenAndServe() {
	srv, _ := server.New(orders())
	ctx, stop := context.WithCancel(context.Background())
	stop() // as an interrupt would
	fmt.Println(srv.ListenAndServe(ctx, "127.0.0.1:0"))
	// Output: <nil>
}

func ExampleServer_Serve() {
	srv, _ := server.New(orders())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	stopped := make(chan error)
	go func() { stopped <- srv.Serve(ctx, l) }()
	res, err := http.Get("http://" + l.Addr().String() + "/readyz")
	if err != nil {
		fmt.Println(err)
		return
	}
	res.Body.Close()
	fmt.Println(res.StatusCode)
	stop()
	fmt.Println(<-stopped)
	// Output:
	// 200
	// <nil>
}

func ExampleReadOnly() {
	save := func(ctx context.Context) error {
		if server.ReadOnly(ctx) {
			return errors.New("a tool that only reads may not save")
		}
		return nil
	}
	c := orders()
	c.Tools = []server.Tool{server.Read(server.Spec{
		Name: "get_order_status", Title: "Get the status of an order", Access: auth.Anyone(),
		Description: "Returns where one order is. Use it when a customer asks about a delivery.",
	}, func(ctx context.Context, in OrderQuery) (OrderStatus, error) {
		fmt.Println(save(ctx))
		return OrderStatus{"placed"}, nil
	})}
	srv, _ := server.New(c)
	send(srv.Handler(), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order_status","arguments":{"order_id":"A-1001"}}}`)
	// Output:
	// a tool that only reads may not save
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"state\":\"placed\"}"}],"structuredContent":{"state":"placed"}}}
}

func ExampleLogger() {
	var out strings.Builder
	log := zerolog.New(&out)
	c := orders()
	c.Logger = &log
	c.Tools = []server.Tool{server.Read(server.Spec{
		Name: "get_order_status", Title: "Get the status of an order", Access: auth.Anyone(),
		Description: "Returns where one order is. Use it when a customer asks about a delivery.",
	}, func(ctx context.Context, in OrderQuery) (OrderStatus, error) {
		l := server.Logger(ctx)
		l.Info().Msg("asking the carrier")
		return OrderStatus{"placed"}, nil
	})}
	srv, _ := server.New(c)
	send(srv.Handler(), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order_status","arguments":{"order_id":"A-1001"}}}`)
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, "asking the carrier") {
			fmt.Println(strings.Contains(line, `"tool":"get_order_status"`))
		}
	}
	// Output:
	// 200 {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"state\":\"placed\"}"}],"structuredContent":{"state":"placed"}}}
	// true
}

func ExampleRules() {
	for _, r := range server.Rules()[:3] {
		fmt.Println(r.ID, r.Level)
	}
	// Output:
	// server-url error
	// server-auth error
	// server-world error
}

func ExampleCode_String() {
	fmt.Println(server.InvalidArgument, server.Internal, server.Code(0))
	// Output: invalid_argument internal code(0)
}

func ExampleJob() {
	type Period struct {
		Month string `json:"month" jsonschema:"pattern=^[0-9]{4}-[0-9]{2}$" jsonschema_description:"Month, e.g. 2026-11"`
	}
	type Report struct {
		Orders int `json:"orders" jsonschema_description:"Orders placed in the month"`
	}
	jobs := handles.Memory() // handles/sql keeps them in a file
	defer jobs.Close()
	c := orders()
	c.Jobs = jobs
	c.Tools = append(c.Tools, server.Job(server.Spec{
		Name: "report", Title: "Report a month", Access: auth.Anyone(),
		Description: "Counts the orders of one month and keeps a report of them. It changes no order.",
	}, annotations.Creates, server.Run{Keep: time.Hour, Repeat: server.Safe},
		func(ctx context.Context, in Period, p *handles.Progress) (Report, error) {
			p.Report(1, 1, "counting")
			return Report{Orders: 12}, nil
		}))
	srv, err := server.New(c)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, tool := range srv.Catalog().Tools[1:] {
		fmt.Println(tool.Name, "read-only:", tool.ReadOnly())
	}
	// Output:
	// start_report read-only: false
	// get_report read-only: true
	// cancel_report read-only: false
}
