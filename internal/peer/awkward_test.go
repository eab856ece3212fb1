package peer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/internal/peer"
)

// asked is what the fakes read of a request.
type asked struct {
	ID     json.RawMessage
	Method string
}

// answer is the answer of a server of the handshake era that knows no other.
func (a asked) answer() string {
	switch a.Method {
	case "initialize":
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","serverInfo":{"name":"old","version":"1"},"capabilities":{}}}`, a.ID)
	case "tools/list":
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"look"}]}}`, a.ID)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no %s here"}}`, a.ID, a.Method)
}

// fake serves a function of the request.
func fake(t *testing.T, serve func(http.ResponseWriter, *http.Request, asked)) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var a asked
		_ = json.NewDecoder(r.Body).Decode(&a) // a GET has none
		serve(w, r, a)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/mcp"
}

func says(status int, kind, body string) func(http.ResponseWriter, *http.Request, asked) {
	return func(w http.ResponseWriter, _ *http.Request, _ asked) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Location", "https://elsewhere.example.com/mcp")
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// quick keeps the tests of what never ends short.
var quick = peer.Options{Timeout: 300 * time.Millisecond}

func TestAnErrorOfDialSaysWhatCameAndWhatToDo(t *testing.T) {
	t.Parallel()
	endless := func(w http.ResponseWriter, r *http.Request, _ asked) {
		w.Header().Set("Content-Type", "text/event-stream")
		for r.Context().Err() == nil {
			io.WriteString(w, ": still here\n\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n")
			w.(http.Flusher).Flush()
		}
	}
	for _, c := range []struct {
		claim   string
		serve   func(http.ResponseWriter, *http.Request, asked)
		options peer.Options
		want    string // URL stands for the address
	}{
		{"a web page", says(200, "text/html", "<!DOCTYPE html><p>Hello"), quick,
			"asking initialize: URL answered HTTP 200 OK with a web page instead of a message; MCP endpoints often are at /mcp"},
		{"no such path", says(404, "text/plain", "404 page not found"), quick,
			"asking initialize: URL answered HTTP 404 Not Found, so there is no MCP endpoint; look for its path, which often is /mcp"},
		{"a broken server", says(502, "text/plain", "upstream\nis gone"), quick,
			"asking initialize: URL answered HTTP 502 Bad Gateway and upstream is gone; its log has the reason"},
		{"too many requests", says(429, "text/plain", ""), quick, "asking initialize: URL answered HTTP 429 Too Many Requests; try again later"},
		{"JSON that is no message", says(200, "application/json", `{"hello":"world"}`), quick,
			`asking initialize: URL answered HTTP 200 OK and {"hello":"world"}, which is no JSON-RPC message; see that it is an MCP endpoint`},
		{"another address", says(308, "text/plain", ""), quick,
			"asking initialize: URL answered HTTP 308 Permanent Redirect and points to https://elsewhere.example.com/mcp; use that address if it is the server's"},
		{"a token is wanted and nobody says from where", says(401, "text/plain", "no"), quick,
			"asking server/discover: URL asks for an access token (HTTP 401); get one from whoever runs the server"},
		{"a token is wanted under another id", says(401, "application/json", `{"jsonrpc":"2.0","id":"seven","result":{}}`), quick,
			"asking server/discover: URL asks for an access token (HTTP 401); get one from whoever runs the server"},
		{"silence", func(_ http.ResponseWriter, r *http.Request, _ asked) { <-r.Context().Done() }, quick,
			"asking initialize: initialize was not answered in 300ms"},
		{"a stream without an answer", endless, quick, "asking initialize: initialize was not answered in 300ms"},
		{"a stream that ends", says(200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n"), peer.Options{Era: peer.Handshake},
			"asking initialize: URL closed the event stream of initialize before the answer"},
		{"a stream of something else", says(200, "text/event-stream", "event: endpoint\ndata: /messages?id=1\n\n"), peer.Options{Era: peer.Handshake},
			`asking initialize: URL sent /messages?id=1 in the event stream of initialize: that is no JSON-RPC message: invalid character '/' looking for beginning of value`},
		{"more than is read", says(200, "application/json", strings.Repeat(" ", 2000)), peer.Options{Era: peer.Handshake, MaxBytes: 1000},
			"asking initialize: the answer has more than 1000 bytes, which is all that is read of one"},
		{"a stream of more than is read", endless, peer.Options{Era: peer.Handshake, MaxBytes: 100_000},
			"asking initialize: the answer has more than 100000 bytes, which is all that is read of one"},
		{"the answer to another request", says(200, "application/json", `{"jsonrpc":"2.0","id":"seven","result":{}}`), peer.Options{Era: peer.Handshake},
			`asking initialize: URL answered initialize under the id "seven", and it was asked under 1; answers must have the id of their request`},
		{"a version nobody speaks", says(200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1999-01-01"}}`), peer.Options{Era: peer.Handshake},
			`asking initialize: the server answered with the protocol version "1999-01-01"; spoken are ["2026-07-28" "2025-11-25" "2025-06-18" "2025-03-26" "2024-11-05"]`},
		{"a server that is not modern", says(200, "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"what?"}}`), peer.Options{Era: peer.Modern},
			"asking server/discover: what? (code -32601)"},
		{"an error that would write over the terminal", says(200, "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"a\u001b[2J\n\u202eb"}}`), peer.Options{Era: peer.Modern},
			`asking server/discover: a\u001b[2J \u202eb (code -32000)`},
		{"an error without an end", says(200, "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"`+strings.Repeat("x", 5000)+`"}}`), peer.Options{Era: peer.Modern},
			"asking server/discover: " + strings.Repeat("x", 1000) + "... (code -32000)"},
		{"an error before the id was read", says(400, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}`), peer.Options{Era: peer.Modern},
			"asking server/discover: what? (code -32700)"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			url := fake(t, c.serve)
			_, err := peer.Dial(t.Context(), peer.Target{URL: url + "?key=hunter2"}, c.options)
			if want := strings.ReplaceAll(c.want, "URL", url); err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}

func TestWhoEndsAWaitSaysWhy(t *testing.T) {
	url := fake(t, func(_ http.ResponseWriter, r *http.Request, _ asked) { <-r.Context().Done() })
	ctx, cancel := context.WithTimeoutCause(t.Context(), 50*time.Millisecond, errors.New("the time is over"))
	defer cancel()
	_, err := peer.Dial(ctx, peer.Target{URL: url}, peer.Options{})
	if want := "asking server/discover: the time is over"; err == nil || err.Error() != want || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestATargetThatCanNotBeIsRefused(t *testing.T) {
	for _, c := range []struct {
		claim  string
		target peer.Target
		want   string
	}{
		{"nothing", peer.Target{}, "neither a URL nor a command"},
		{"both", peer.Target{URL: "http://a/mcp", Command: []string{"a"}}, "both a URL and a command"},
		{"no scheme", peer.Target{URL: "inventory.example.com/mcp"}, "must begin with http:// or https://"},
		{"a slip in the scheme", peer.Target{URL: "htps://inventory.example.com/mcp"}, "did you mean https?"},
		{"no host", peer.Target{URL: "https:///mcp"}, "no host"},
		{"no URL", peer.Target{URL: "http://[::1/mcp"}, "cannot be read"},
		{"a password", peer.Target{URL: "https://ada:hunter2@a.example.com/mcp"}, "user or a password"},
		{"a fragment", peer.Target{URL: "https://a.example.com/mcp#top"}, "#fragment"},
		{"a port nobody listens at", peer.Target{URL: "http://127.0.0.1:1/mcp?key=hunter2"}, "reaching http://127.0.0.1:1/mcp: dial tcp 127.0.0.1:1: connect: connection refused; nothing listens there"},
		{"a host that is not", peer.Target{URL: "http://inventory.invalid/mcp"}, "reaching http://inventory.invalid/mcp: "},
		{"TLS where there is none", peer.Target{URL: strings.Replace(fake(t, says(200, "", "")), "http:", "https:", 1)}, "begin the URL with http://"},
		{"a command that is not installed", peer.Target{Command: []string{"comity-no-such-server"}}, "no command comity-no-such-server on the PATH"},
		{"a file that is not there", peer.Target{Command: []string{"./no-such-server"}}, "no file ./no-such-server"},
		{"a file that is no program", peer.Target{Command: []string{"./awkward_test.go"}}, "may not be run"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			_, err := peer.Dial(t.Context(), c.target, quick)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("got %v, want ...%s...", err, c.want)
			}
		})
	}
	if _, err := peer.Dial(t.Context(), peer.Target{URL: "http://127.0.0.1:1/mcp"}, peer.Options{Era: 7}); err == nil || !strings.Contains(err.Error(), "no era Era(7)") {
		t.Errorf("got %v", err)
	}
}

func TestAServerOfTheHandshakeEraIsMetOnItsTerms(t *testing.T) {
	for status := range map[int]bool{200: true, 400: true, 404: true, 500: true} {
		url := fake(t, func(w http.ResponseWriter, r *http.Request, a asked) {
			switch {
			case a.Method == "server/discover" && status != 200:
				http.Error(w, "Bad Request: no valid session ID", status)
			case a.ID == nil:
				w.WriteHeader(http.StatusAccepted)
			case a.Method == "tools/list" && r.Header.Get("Mcp-Protocol-Version") != "2025-06-18":
				http.Error(w, "the header does not say what was agreed", http.StatusBadRequest)
			default:
				w.Header().Set("Content-Type", "application/json")
				io.WriteString(w, a.answer())
			}
		})
		p := dial(t, peer.Target{URL: url}, peer.Options{})
		c, err := p.Catalog(t.Context())
		if err != nil || p.Era() != peer.Handshake || p.Version() != "2025-06-18" || len(c.Tools) != 1 || c.Authorization != nil {
			t.Errorf("%d: got %s %s, %+v, %v", status, p.Era(), p.Version(), c, err)
		}
	}
}

func TestWhatTheServerAsksInAStreamIsAnswered(t *testing.T) {
	told := make(chan string, 4)
	url := fake(t, func(w http.ResponseWriter, r *http.Request, a asked) {
		switch a.Method {
		case "":
			told <- string(a.ID)
			w.WriteHeader(http.StatusAccepted)
		case "tools/list":
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, "id: 1\r\ndata:\r\n\r\ndata: {\"jsonrpc\":\"2.0\",\r\ndata: \"method\":\"notifications/progress\"}\r\n\r\n")
			for _, method := range []string{"ping", "sampling/createMessage"} {
				fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%q,\"method\":%q}\n\n", method, method)
				w.(http.Flusher).Flush()
				if got := <-told; got != strconv.Quote(method) {
					t.Errorf("got an answer to %s, want one to %s", got, method)
				}
			}
			fmt.Fprintf(w, "data: %s\n\n", a.answer())
		case "initialize":
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, a.answer())
		}
	})
	p := dial(t, peer.Target{URL: url}, peer.Options{Era: peer.Handshake})
	r, err := p.Request(t.Context(), "tools/list", nil)
	if err != nil || len(r.Notifications) != 1 || r.Result == nil {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestPagesThatDoNotEndAreGivenUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		claim string
		next  func(n int) string
		want  string
	}{
		{"a cursor that comes twice", func(n int) string { return strconv.Itoa(n % 3) }, `the cursor "1" came twice`},
		{"a cursor that always leads on", strconv.Itoa, "more than 1000 pages"},
		{"pages without an end to their size", func(n int) string { return strings.Repeat("x", 50_000) + strconv.Itoa(n) }, "more than 100000 bytes together"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			n := 0
			url := fake(t, func(w http.ResponseWriter, _ *http.Request, a asked) {
				w.Header().Set("Content-Type", "application/json")
				if a.Method != "tools/list" {
					io.WriteString(w, a.answer())
					return
				}
				n++
				fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[],"nextCursor":%q}}`, a.ID, c.next(n))
			})
			_, err := dial(t, peer.Target{URL: url}, peer.Options{Era: peer.Handshake, MaxBytes: 100_000}).Tools(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want ...%s...", err, c.want)
			}
		})
	}
}
