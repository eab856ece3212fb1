package servertest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/fault"
	"github.com/comity-mcp/comity/lint"
	"github.com/comity-mcp/comity/lint/probe"
	"github.com/comity-mcp/comity/server"
)

// Conditions are how [ConformUnder] judges. The zero value is how [Conform] does.
type Conditions struct {
	// Profile is whose judgement counts. Zero is that of every host, one after the other.
	Profile lint.Profile
	// Waivers are the findings that are accepted as they are.
	Waivers []lint.Waiver
	// Tokens are tried as a client would: the first that is not foreign is sent with everything. Without one a tool that asks
	// for a token is seen only to do so.
	Tokens []probe.Token
	// AllowWrites calls the tools that change something, too, with arguments that are made up.
	AllowWrites bool
}

// Conform serves the server in memory, looks at it as comity lint does at any server that runs, and fails the test with
// every finding of level error or warning; remarks are logged. Only tools that say they are read-only are called. It takes
// about as long as their calls do, some ten times each.
//
// A server with StdioOnly is looked at through the same messages; what is about HTTP is not judged.
func Conform(t testing.TB, srv *server.Server) {
	t.Helper()
	ConformUnder(t, srv, Conditions{})
}

// ConformUnder is [Conform] with tokens, waivers or for one host.
func ConformUnder(t testing.TB, srv *server.Server, under Conditions) {
	t.Helper()
	evidence, seen := look(t, srv, under)
	for _, s := range evidence.Skipped {
		t.Logf("not tried: %s: %s", s.What, s.Why)
	}
	profiles := lint.Profiles()
	if under.Profile != 0 {
		profiles = []lint.Profile{under.Profile}
	}
	told := map[string]bool{}
	for _, profile := range profiles {
		r := lint.Judge(lint.Subject{Catalog: seen, Evidence: evidence}, lint.Options{Profile: profile, Waivers: under.Waivers})
		for _, p := range r.Found {
			line := fmt.Sprintf("%s: %s", p.Rule.Level, p)
			switch {
			case told[line]:
			case p.Rule.Level == fault.Info:
				t.Logf("%s (%s)", line, profile)
			default:
				t.Errorf("%s (%s)", line, profile)
			}
			told[line] = true
		}
	}
}

// look serves the server in memory and probes it.
func look(t testing.TB, srv *server.Server, under Conditions) (*lint.Evidence, catalog.Catalog) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	address := srv.Catalog().Server.URL
	overStdio := address == ""
	if overStdio {
		address = "http://127.0.0.1/mcp"
	}
	l := &memory{conns: make(chan net.Conn), closed: make(chan struct{})}
	ended := make(chan error, 1)
	go func() {
		if overStdio {
			ended <- serveMessages(ctx, srv, l)
		} else {
			ended <- srv.Serve(ctx, l)
		}
	}()
	evidence, seen, err := probe.Run(ctx, probe.Target{URL: address}, probe.Options{Transport: l.transport(address), Tokens: under.Tokens,
		AllowWrites: under.AllowWrites, Rate: 1e6, MaxCalls: 10_000, Timeout: 5 * time.Minute})
	stop()
	if served := <-ended; served != nil {
		t.Fatalf("serving in memory: %v", served)
	}
	if err != nil {
		t.Fatal(err)
	}
	if overStdio {
		evidence.Transport, evidence.URL, evidence.Exchanges, evidence.Documents, seen.Server.URL = lint.OverStdio, "", nil, nil, ""
	}
	return evidence, seen
}

// serveMessages serves a server without a URL until ctx ends: to its one caller, by the SDK's handler, since none of our own
// is for it.
func serveMessages(ctx context.Context, srv *server.Server, l net.Listener) error {
	sdk := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv.MCP() },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true, DisableLocalhostProtection: true})
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sdk.ServeHTTP(w, r.WithContext(auth.WithCaller(r.Context(), auth.LocalCaller())))
	})}
	context.AfterFunc(ctx, func() { _ = s.Close() }) // nobody is waiting for an answer any more
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}
