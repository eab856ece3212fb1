package authtest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// An Issuer is an authorization server in this process. It is safe for concurrent use.
type Issuer struct {
	// URL is the issuer, as the iss of its tokens has it.
	URL string

	t    testing.TB
	also string // another address of the metadata

	mu      sync.Mutex
	keys    []*key // published ones, and those that sign though they are not
	failure Failure
	count   map[string]int
	opaque  map[string]Claims
	made    int // opaque tokens
}

// New starts an issuer on a loopback port, which stops with the test.
func New(t testing.TB) *Issuer {
	t.Helper()
	i := newIssuer(t, "")
	s := httptest.NewServer(i)
	t.Cleanup(s.Close)
	i.URL = s.URL
	return i
}

// InMemory makes an issuer without a network, whose URL can be anything; reach it through [Client]. also
// is another address where its metadata stands; empty for none.
func InMemory(t testing.TB, issuer, also string) *Issuer {
	i := newIssuer(t, issuer)
	i.also = also
	return i
}

func newIssuer(t testing.TB, issuer string) *Issuer {
	return &Issuer{URL: issuer, t: t, count: map[string]int{}, opaque: map[string]Claims{}}
}

// Requests returns how often a document was asked for: "metadata", "keys" or "introspection".
func (i *Issuer) Requests(document string) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.count[document]
}

// ServeHTTP answers as the issuer does: metadata at the well-known addresses of RFC 8414 and OpenID
// Connect Discovery, keys at /jwks and introspection at /introspect below its URL.
func (i *Issuer) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	document := i.document(req)
	i.mu.Lock()
	i.count[document]++
	failure := i.failure
	i.mu.Unlock()
	if document == "" {
		http.NotFound(w, req)
		return
	}
	if failure.hits(document) && failure.answer(w, req) {
		return
	}
	switch document {
	case "metadata":
		i.metadata(w, failure)
	case "keys":
		i.keySet(w)
	case "introspection":
		i.introspection(w, req)
	}
}

// document says which document req asks for; empty for none.
func (i *Issuer) document(req *http.Request) string {
	own, err := url.Parse(i.URL)
	if err != nil {
		return ""
	}
	path := strings.TrimSuffix(own.Path, "/")
	if i.also != "" && "https://"+req.Host+req.URL.Path == i.also {
		return "metadata"
	}
	if req.Host != own.Host {
		return ""
	}
	switch req.URL.Path {
	case "/.well-known/oauth-authorization-server" + path, path + "/.well-known/openid-configuration":
		return "metadata"
	case path + "/jwks":
		return "keys"
	case path + "/introspect":
		return "introspection"
	}
	return ""
}

// Client returns a client that reaches the issuers without a network; any other address is refused.
func Client(issuers ...*Issuer) *http.Client { return &http.Client{Transport: transport(issuers)} }

type transport []*Issuer

// RoundTrip has the handler answer in its own goroutine, so that a request can end before its answer.
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	for _, i := range t {
		served := req.Clone(req.Context())
		served.Host = req.URL.Host
		if i.document(served) == "" {
			continue
		}
		done := make(chan *httptest.ResponseRecorder, 1)
		go func() {
			w := httptest.NewRecorder()
			i.ServeHTTP(w, served)
			done <- w
		}()
		select {
		case w := <-done:
			resp := w.Result()
			resp.Request = req
			return resp, nil
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
	return &http.Response{
		StatusCode: http.StatusNotFound, Status: "404 Not Found", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: http.NoBody, Request: req,
	}, nil
}
