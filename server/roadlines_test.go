package server_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/auth/authtest"
	"github.com/comity-mcp/comity/server"
)

// TestBothRoadsOfStdioAnswerAlike sends the same lines to two servers over pipes, of which one answers through the SDK
// alone. Each session speaks one era: in a session that speaks both, the SDK words an answer by the message before.
func TestBothRoadsOfStdioAnswerAlike(t *testing.T) {
	issuer := authtest.New(t)
	makes := newMaker(issuer)
	requests := recorded(t)
	for range *roadRequests / 2 {
		requests = append(requests, makes.request())
	}
	for _, modern := range []bool{false, true} {
		t.Run(fmt.Sprintf("modern %v", modern), func(t *testing.T) {
			direct, sdk := newLineRoad(t, issuer, modern, false), newLineRoad(t, issuer, modern, true)
			sent := 0
			for i, q := range requests {
				q.Body = strings.NewReplacer("\n", " ", "\r", " ").Replace(q.Body)
				if !ofSession(q.Body, modern) {
					continue
				}
				sent++
				a, b := direct.send(t, i, q.Body), sdk.send(t, i, q.Body)
				if !reflect.DeepEqual(a, b) && !slices.ContainsFunc(mayDiffer, func(d difference) bool { return d.fits(q, a, b) }) {
					t.Errorf("line %d: %s\ndirect %+v\nsdk    %+v", i, q.Body, a, b)
				}
			}
			spared := sdk.reaching.Load() - direct.reaching.Load()
			if !modern {
				spared -= int64(sent) // the pings
			}
			t.Logf("%d lines, of which the direct road spares the SDK %d", sent, spared)
			if spared < int64(sent/10) {
				t.Errorf("the direct road answers %d of %d lines, so that it is hardly compared", spared, sent)
			}
		})
	}
}

// ofSession reports whether a line can be sent in a session of one era, and has an answer that ends it.
func ofSession(line string, modern bool) bool {
	for _, other := range []string{"subscriptions/listen", `"initialize"`, "notifications/cancelled"} {
		if strings.Contains(line, other) {
			return false
		}
	}
	return strings.Contains(line, `"io.modelcontextprotocol/protocolVersion":"2026-07-28"`) == modern
}

// A lineRoad is one of the two servers, with a session open.
type lineRoad struct {
	*road
	in  io.Writer
	out *bufio.Scanner
}

func newLineRoad(t *testing.T, issuer *authtest.Issuer, modern, bySDK bool) *lineRoad {
	t.Helper()
	srv, log := newRoadServer(t, "off", issuer, bySDK)
	inR, inW := osPipe(t)
	outR, outW := osPipe(t)
	ended := make(chan error, 1)
	go func() { ended <- server.ServeStdio(t.Context(), srv, inR, outW) }()
	t.Cleanup(func() {
		inW.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	l := &lineRoad{road: &road{log: log, reaching: server.Reaching(srv)}, in: inW, out: bufio.NewScanner(outR)}
	l.out.Buffer(nil, 1<<20)
	if !modern {
		l.write(t, stockOpen)
		l.line(t)
		l.write(t, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	}
	return l
}

// osPipe is a pipe with room in it: a server may write before it reads on.
func osPipe(t testing.TB) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Close()
		w.Close()
	})
	return r, w
}

func (l *lineRoad) write(t *testing.T, line string) {
	t.Helper()
	if _, err := io.WriteString(l.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

func (l *lineRoad) line(t *testing.T) string {
	t.Helper()
	if !l.out.Scan() {
		t.Fatal("the server has closed its output: ", l.out.Err())
	}
	return l.out.Text()
}

// send sends one line and a ping after it, and returns what came beside the answer to the ping: one line if the message
// asks for an answer, whatever it was, and no line or one if not.
func (l *lineRoad) send(t *testing.T, i int, body string) answered {
	t.Helper()
	sync := fmt.Sprintf(`"sync-%d"`, i)
	silent := time.AfterFunc(20*time.Second, func() { panic("no answer to " + body) })
	defer silent.Stop()
	l.write(t, body)
	l.write(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"ping"}`, sync))
	var a answered
	for pinged := false; !pinged || a.Body == nil && asksForAnswer(body); {
		line := l.line(t)
		if strings.HasPrefix(line, `{"jsonrpc":"2.0","id":`+sync) {
			pinged = true
			continue
		}
		a.Body = readable(line)
	}
	a.Audit = l.audited()
	return a
}

// asksForAnswer reports whether a line is answered in any case: one object with a method and an id.
func asksForAnswer(body string) bool {
	var m map[string]json.RawMessage
	return json.Unmarshal([]byte(strings.TrimPrefix(strings.TrimSpace(body), "\ufeff")), &m) == nil && m["method"] != nil && m["id"] != nil
}
