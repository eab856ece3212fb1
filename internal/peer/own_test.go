package peer_test

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
	"github.com/comity-mcp/comity/catalog"
	"github.com/comity-mcp/comity/internal/peer"
	"github.com/comity-mcp/comity/server"
)

// as makes this test binary a server on stdio: "own", or the name of a script in process_test.go.
const as = "COMITY_PEER_AS"

func TestMain(m *testing.M) {
	switch name := os.Getenv(as); name {
	case "":
		os.Exit(m.Run())
	case "own":
		srv, err := server.New(declared("http://127.0.0.1:1/mcp"))
		if err == nil {
			err = srv.Stdio(context.Background())
		}
		if err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
	default:
		scripts[name]()
	}
}

type text struct {
	Text string `json:"text" jsonschema_description:"Text to give back"`
}

func declared(url string) server.Config {
	quiet := zerolog.Nop()
	give := func(_ context.Context, in text) (text, error) { return in, nil }
	return server.Config{
		Name: "echoes", Title: "Echoes", Version: "1.0.0", URL: url, Logger: &quiet,
		Description: "Gives back what it was given, for tests of a client that looks at servers.",
		World:       annotations.Closed, Auth: auth.Off{Because: "a test"},
		Tools: []server.Tool{
			server.Read(server.Spec{Name: "get_echo", Title: "Get an echo", Access: auth.Anyone(),
				Description: "Gives back the text it was given, unchanged. Use it to see that calls arrive."}, give),
			server.Write(server.Spec{Name: "add_echo", Title: "Add an echo", Access: auth.Anyone(),
				Description: "Gives back the text it was given, and says that it changes something. Use it in tests."}, annotations.Creates, give),
		},
	}
}

// serve serves the declaration that declare gives for the URL, which it returns.
func serve(t *testing.T, declare func(url string) server.Config) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String() + "/mcp"
	srv, err := server.New(declare(url))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return url
}

// script is the command that runs this test binary as the named script.
func script(t *testing.T, name string) peer.Target {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return peer.Target{Command: []string{self}, Env: append(peer.Environment(), as+"="+name)}
}

func dial(t *testing.T, target peer.Target, o peer.Options) *peer.Peer {
	t.Helper()
	p, err := peer.Dial(t.Context(), target, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func TestOurOwnServerIsReadInEveryWay(t *testing.T) {
	plain := serve(t, declared)
	kept := serve(t, func(url string) server.Config {
		c := declared(url)
		c.Sessions = server.Kept
		return c
	})
	for _, c := range []struct {
		claim   string
		target  peer.Target
		era     peer.Era
		version string
		is      peer.Era
	}{
		{"HTTP, the newest era of those it has", peer.Target{URL: plain}, peer.Auto, "2026-07-28", peer.Modern},
		{"HTTP, modern", peer.Target{URL: plain}, peer.Modern, "2026-07-28", peer.Modern},
		{"HTTP, with a handshake", peer.Target{URL: plain}, peer.Handshake, "2025-11-25", peer.Handshake},
		{"HTTP, in a session", peer.Target{URL: kept}, peer.Handshake, "2025-11-25", peer.Handshake},
		{"stdio, the newest era of those it has", script(t, "own"), peer.Auto, "2026-07-28", peer.Modern},
		{"stdio, with a handshake", script(t, "own"), peer.Handshake, "2025-11-25", peer.Handshake},
	} {
		t.Run(c.claim, func(t *testing.T) {
			p := dial(t, c.target, peer.Options{Era: c.era})
			if p.Version() != c.version || p.Era() != c.is {
				t.Errorf("got %s %s, want %s %s", p.Version(), p.Era(), c.version, c.is)
			}
			got, err := p.Catalog(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want := catalog.Server{Name: "echoes", Title: "Echoes", Version: "1.0.0", Description: declared("").Description,
				URL: c.target.URL, Command: c.target.Command}
			if !reflect.DeepEqual(got.Server, want) {
				t.Errorf("got %+v\nwant %+v", got.Server, want)
			}
			if tool, _ := got.Tool("get_echo"); len(got.Tools) != 2 || !tool.ReadOnly() {
				t.Errorf("got %+v, want two tools, get_echo read-only", got.Tools)
			}
			echoed(t, p)
		})
	}
}

// echoed makes many calls at once, and each must have the answer to its own text.
func echoed(t *testing.T, p *peer.Peer) {
	t.Helper()
	var calls sync.WaitGroup
	for _, said := range []string{"a", "bb", "é <&>", strings.Repeat("c", 60_000), "", "e", "f", "g"} {
		calls.Go(func() {
			r, err := p.Request(t.Context(), "tools/call", map[string]any{"name": "get_echo", "arguments": text{said}})
			if err != nil || r.Error != nil {
				t.Errorf("%v, %v", err, r.Error)
				return
			}
			var got struct{ StructuredContent text }
			if err := json.Unmarshal(r.Result, &got); err != nil || got.StructuredContent.Text != said || r.Elapsed <= 0 {
				t.Errorf("got %.200s after %s, want %.200q", r.Result, r.Elapsed, said)
			}
		})
	}
	calls.Wait()
}

func TestTheWelcomeIsKeptAsItWasSent(t *testing.T) {
	url := serve(t, declared)
	for era, want := range map[peer.Era]string{peer.Modern: `"supportedVersions"`, peer.Handshake: `"protocolVersion"`} {
		if got := string(dial(t, peer.Target{URL: url}, peer.Options{Era: era}).Welcome()); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s in it", era, got, want)
		}
	}
}

func TestATransportIsUsed(t *testing.T) {
	url := serve(t, declared)
	asked := 0
	counting := roundTripper(func(r *http.Request) (*http.Response, error) {
		asked++
		return http.DefaultTransport.RoundTrip(r)
	})
	dial(t, peer.Target{URL: url}, peer.Options{Era: peer.Modern, Transport: counting})
	if asked != 1 {
		t.Errorf("the transport was asked %d times, want once", asked)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestWhatTheServerRefusesIsAReply(t *testing.T) {
	p := dial(t, peer.Target{URL: serve(t, declared)}, peer.Options{})
	r, err := p.Request(t.Context(), "tools/destroy", nil)
	if err != nil || r.Error == nil || r.Error.Code != -32601 || r.Status != http.StatusNotFound || r.Header.Get("Content-Type") == "" {
		t.Errorf("got %+v, %v", r, err)
	}
	r, err = p.Request(t.Context(), "tools/list", json.RawMessage(`[1]`))
	if err != nil || r.Error == nil {
		t.Errorf("params that are no object: got %+v, %v", r, err)
	}
	if _, err := p.Request(t.Context(), "tools/list", json.RawMessage(`{`)); err == nil || !strings.Contains(err.Error(), "encoding the params of tools/list") {
		t.Errorf("params that are no JSON: got %v", err)
	}
}

func TestASessionIsKeptAndEnded(t *testing.T) {
	url := serve(t, func(url string) server.Config {
		c := declared(url)
		c.Sessions = server.Kept
		return c
	})
	p, err := peer.Dial(t.Context(), peer.Target{URL: url}, peer.Options{Era: peer.Handshake})
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Request(t.Context(), "ping", nil)
	if err != nil || r.Error != nil {
		t.Fatalf("got %+v, %v", r, err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if r, err := p.Request(t.Context(), "ping", nil); err != nil || r.Status != http.StatusNotFound {
		t.Errorf("after Close: got %+v, %v, want 404 for a session that was deleted", r, err)
	}
	if err := p.Close(); err != nil {
		t.Errorf("the second Close: %v", err)
	}
}

// closedLists is a server that shows nothing to strangers.
func closedLists(t *testing.T, issuer *authtest.Issuer) string {
	return serve(t, func(url string) server.Config {
		c := declared(url)
		c.Auth = auth.OAuth{Issuers: []string{issuer.URL}, Discovery: auth.ListClosed}
		for i, name := range []string{"get_echo", "add_echo"} {
			give := func(_ context.Context, in text) (text, error) { return in, nil }
			spec := server.Spec{Name: name, Title: "Echo of " + name, Access: auth.Scopes("echo:use"),
				Description: "Gives back the text it was given, for tests of a client that looks at servers."}
			if c.Tools[i] = server.Read(spec, give); name == "add_echo" {
				c.Tools[i] = server.Write(spec, annotations.Creates, give)
			}
		}
		return c
	})
}

func TestAServerThatIsClosedSaysWhereATokenComesFrom(t *testing.T) {
	issuer := authtest.New(t)
	url := closedLists(t, issuer)
	_, err := peer.Dial(t.Context(), peer.Target{URL: url}, peer.Options{})
	want := url + " asks for an access token (HTTP 401); get one from " + issuer.URL + " with the scopes echo:use"
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	bad := peer.Target{URL: url, Header: http.Header{"authorization": {"Bearer nonsense"}}}
	_, err = peer.Dial(t.Context(), bad, peer.Options{})
	if err == nil || !strings.Contains(err.Error(), "refuses the access token (HTTP 401): ") {
		t.Errorf("got %v", err)
	}
	good := peer.Target{URL: url, Header: http.Header{"Authorization": {"Bearer " + issuer.Token(authtest.Claims{"aud": url, "scope": "echo:use"})}}}
	c, err := dial(t, good, peer.Options{}).Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if want := (&catalog.Authorization{Resource: url, Issuers: []string{issuer.URL}, Scopes: []string{"echo:use"}}); !reflect.DeepEqual(c.Authorization, want) {
		t.Errorf("got %+v, want %+v", c.Authorization, want)
	}
	if want := []catalog.SecurityScheme{{Type: "oauth2", Scopes: []string{"echo:use"}}}; !reflect.DeepEqual(c.Tools[0].SecuritySchemes, want) {
		t.Errorf("got %+v, want %+v, which no SDK hands on", c.Tools[0].SecuritySchemes, want)
	}
}
