package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/annotations"
	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/server"
)

var roadRequests = flag.Int("road-requests", 2400, "how many made-up requests go down both roads")

// A difference between the roads that is meant.
type difference struct {
	why  string
	fits func(q roadRequest, direct, sdk answered) bool
}

var mayDiffer = []difference{
	{"The SDK decodes arguments before the tool sees them, and tells nobody which of them has a number that it can not hold.",
		func(q roadRequest, direct, sdk answered) bool {
			return strings.Contains(q.Body, "1e400") && direct.has("result") && sdk.has("error")
		}},
	{"A clientInfo of null is the absence of one, as null is everywhere else.",
		func(q roadRequest, direct, sdk answered) bool {
			return strings.Contains(q.Body, `clientInfo":null`) && direct.has("result") && sdk.has("error")
		}},
	{"An id goes back as it was sent, and the SDK writes -0 as 0.",
		func(q roadRequest, direct, sdk answered) bool {
			sdk.Body = setID(sdk.Body, json.Number("-0"))
			return strings.Contains(q.Body, `"id":-0`) && reflect.DeepEqual(direct, sdk)
		}},
}

func setID(body any, id any) any {
	m, ok := body.(map[string]any)
	if !ok {
		return body
	}
	m = maps.Clone(m)
	m["id"] = id
	return m
}

// TestBothRoadsAnswerAlike sends the same requests to two servers of one declaration, of which one answers through the
// SDK alone, and compares status, headers, body and audit.
func TestBothRoadsAnswerAlike(t *testing.T) {
	for _, policy := range []string{"off", "oauth", "closed", "kept"} {
		t.Run(policy, func(t *testing.T) {
			issuer := authtest.New(t)
			direct, sdk := newRoad(t, policy, issuer, false), newRoad(t, policy, issuer, true)
			requests := recorded(t)
			makes := newMaker(issuer)
			if policy == "closed" { // without a token, every request is turned away before either road
				makes.usual = "Bearer " + makes.tokens[0]
			}
			for range *roadRequests / 4 {
				requests = append(requests, makes.request())
			}
			failures := 0
			for i, q := range requests {
				a, b := direct.send(q), sdk.send(q)
				if reflect.DeepEqual(a, b) || slices.ContainsFunc(mayDiffer, func(d difference) bool { return d.fits(q, a, b) }) {
					continue
				}
				t.Errorf("request %d: %s\ndirect %+v\nsdk    %+v", i, q, a, b)
				if failures++; failures == 5 {
					t.FailNow()
				}
			}
			spared := sdk.reaching.Load() - direct.reaching.Load()
			t.Logf("%d requests, of which the SDK answers %d, and %d of those where there is a direct road", len(requests), sdk.reaching.Load(), direct.reaching.Load())
			if spared < int64(len(requests)/10) {
				t.Errorf("the direct road answers %d of %d requests, so that it is hardly compared", spared, len(requests))
			}
		})
	}
}

// A road is one of the two servers.
type road struct {
	http.Handler
	log      *journal
	reaching interface{ Load() int64 }
	read     int // how much of the log was read
}

func newRoad(t *testing.T, policy string, issuer *authtest.Issuer, bySDK bool) *road {
	t.Helper()
	srv, log := newRoadServer(t, policy, issuer, bySDK)
	return &road{Handler: srv.Handler(), log: log, reaching: server.Reaching(srv)}
}

func newRoadServer(t *testing.T, policy string, issuer *authtest.Issuer, bySDK bool) (*server.Server, *journal) {
	t.Helper()
	log := &journal{}
	c := config(roadTools(policy)...)
	c.Title, c.Instructions = "Stock & <keeping>", "Look before you count."
	c.Logger = log.logger()
	engine := handles.Memory()
	t.Cleanup(func() { engine.Close() })
	c.Jobs = engine
	switch policy {
	case "oauth":
		c.Auth = auth.OAuth{Issuers: []string{issuer.URL}}
	case "closed":
		c.Auth = auth.OAuth{Issuers: []string{issuer.URL}, Discovery: auth.ListClosed}
	case "kept":
		c.Sessions = server.Kept
	}
	srv := mustNew(t, c)
	if bySDK {
		server.BySDK(srv)
	}
	return srv, log
}

// roadArguments has a field of each kind that arguments can have.
type roadArguments struct {
	Text  string    `json:"text" jsonschema:"maxLength=40" jsonschema_description:"What comes back, e.g. <b>é</b>"`
	Kind  string    `json:"kind" jsonschema:"enum=small,enum=large,enum=fail,enum=panic,enum=break,enum=nothing" jsonschema_description:"How the call ends"`
	Count *int64    `json:"count" jsonschema_description:"A number, up to 64 bits"`
	Share *float64  `json:"share" jsonschema:"minimum=0" jsonschema_description:"A part of the whole, from 0"`
	Rows  []roadRow `json:"rows,omitempty" jsonschema:"maxItems=3" jsonschema_description:"Rows that come back"`
}

type roadRow struct {
	SKU  string `json:"sku" jsonschema_description:"Product SKU, e.g. SKU-1"`
	Last bool   `json:"last" jsonschema_description:"Whether it is the last"`
}

type roadResult struct {
	Text  string         `json:"text" jsonschema_description:"The text, with <, > and & as they are"`
	Count int64          `json:"count" jsonschema_description:"The number"`
	Rows  []roadRow      `json:"rows" jsonschema_description:"The rows"`
	By    map[string]int `json:"by" jsonschema_description:"Counts by name"`
	File  *server.Link   `json:"file" jsonschema_description:"A report, where there is one"`
	Who   string         `json:"who" jsonschema_description:"Who called"`
}

func travel(ctx context.Context, in roadArguments) (roadResult, error) {
	out := roadResult{Text: in.Text, Rows: in.Rows, Who: auth.CallerFrom(ctx).Subject}
	if in.Count != nil {
		out.Count = *in.Count
	}
	switch in.Kind {
	case "large":
		out.Text = strings.Repeat("<é>", 1000)
	case "nothing":
		out.File = &server.Link{URI: "https://example.com/a?b=<c>&d", Name: "report \u2028", MIMEType: "text/csv", Size: 7}
	case "fail":
		return out, server.Errorf(server.NotFound, "There is no %s \xff; look again.", in.Text)
	case "break":
		return out, errors.New("postgres://admin:secret@db/x is down")
	case "panic":
		panic("a fault of the author's")
	}
	return out, nil
}

// roadTools are a plain tool, one with an argument that is a header, one for few, one under a key, and a job.
func roadTools(policy string) []server.Tool {
	spec := func(name string, access auth.Access) server.Spec {
		s := stockSpec()
		s.Name, s.Access, s.MaxResult = name, access, 2000
		return s
	}
	written := spec("create_trip", auth.Anyone())
	written.Was = []string{"make_trip"}
	few := auth.Anyone()
	if policy != "off" && policy != "kept" {
		few = auth.Scopes("stock:read")
	}
	job := jobSpec()
	return []server.Tool{
		server.Read(spec("get_trip", auth.Anyone()), travel),
		server.Read(spec("get_few", few), travel),
		server.Read(spec("check_inventory", auth.Anyone()), inventory), // what the recordings call
		server.Write(written, annotations.Creates, travel),
		server.Write(spec("create_once", auth.Anyone()), annotations.Creates, func(ctx context.Context, in struct {
			server.RequestKey
			Text string `json:"text" jsonschema_description:"What comes back"`
		}) (Stock, error) {
			return Stock{OnHand: len(in.Text)}, nil
		}),
		server.Read(spec("get_shelf", auth.Anyone()), func(_ context.Context, in struct {
			Region string `json:"region" jsonschema_extras:"x-mcp-header=Region" jsonschema_description:"Region of the shelf"`
		}) (Stock, error) {
			return Stock{OnHand: len(in.Region)}, nil
		}),
		server.Job(job, annotations.Creates, run(), func(context.Context, Recount, *handles.Progress) (Recounted, error) { return Recounted{1}, nil }),
	}
}

// An answered request is what of an answer matters to a client, and of its audit to an operator.
type answered struct {
	Status int
	Header http.Header
	Body   any // JSON decoded, numbers as sent; else the text
	Audit  []map[string]any
}

// has reports whether the answer is JSON-RPC with that member.
func (a answered) has(member string) bool {
	m, ok := a.Body.(map[string]any)
	return ok && m[member] != nil
}

// send sends the request and reads its audit.
func (r *road) send(q roadRequest) answered {
	w := httptest.NewRecorder()
	r.ServeHTTP(w, q.http())
	if w.Header().Get("Mcp-Session-Id") != "" {
		w.Header().Set("Mcp-Session-Id", "CHANGING")
	}
	return answered{Status: w.Code, Header: w.Header(), Body: readable(w.Body.String()), Audit: r.audited()}
}

// audited returns the audit since it was asked for last, without what changes from call to call.
func (r *road) audited() (records []map[string]any) {
	lines := r.log.String()[r.read:]
	r.read += len(lines)
	for line := range strings.Lines(lines) {
		var record map[string]any
		if json.Unmarshal([]byte(line), &record) != nil || record["message"] != "call" {
			continue
		}
		for _, changes := range []string{"took_ms", "ref", "stack", "time"} {
			delete(record, changes)
		}
		if record["tool"] == "start_recount" {
			delete(record, "bytes") // there is a time in it, written in as many digits as it has
		}
		records = append(records, record)
	}
	return records
}

// changing is what differs between two calls of the same tool: references into the log, identifiers of jobs, times.
var changing = regexp.MustCompile(`[A-Z2-7]{8,12}\b|recount_[A-Za-z0-9_-]{10,}|\d{4}-\d\d-\d\dT[0-9:.]+Z`)

func readable(body string) any {
	body = changing.ReplaceAllString(body, "CHANGING")
	d := json.NewDecoder(strings.NewReader(body))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil || d.More() {
		return body
	}
	return v
}
