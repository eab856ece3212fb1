package guard_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/comity-mcp/comity/internal/guard"
)

func TestR034_NullParamsAreAbsentParams(t *testing.T) {
	r := newRig(t, public, nil)
	r.send(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}`).is(t, 200, 0)
	for _, params := range []string{`[]`, `"x"`, `3`, `true`} {
		r.send(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":`+params+`}`).is(t, 400, -32602)
	}
}

func TestR038_NamesAreReadInExactCase(t *testing.T) {
	r := newRig(t, public, nil)
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"Method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","Method":"tools/call","params":{"name":"danger"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"safe","Name":"danger"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"safe","n\u0041me":"danger"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"danger","Arguments":{"all":true}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"danger","argument\u017f":{"all":true}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"danger"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"safe","name":"danger"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"tools/list","params":{"name":"danger"}}`,
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tool\u017f/call\",\"params\":{\"name\":\"danger\"}}",
	} {
		if a := r.send(t, "POST", "/mcp", body); a.code == 0 {
			t.Errorf("got %s\nwant an error for %s", a.body, body)
		}
	}
	if len(r.ran) != 0 {
		t.Errorf("%s ran", <-r.ran)
	}
}

func TestL11_BatchesAreRefusedWithoutRunningAnything(t *testing.T) {
	r := newRig(t, public, nil)
	for _, header := range []string{"X: y", "Mcp-Protocol-Version: 2025-03-26", "Mcp-Protocol-Version: 2025-11-25", version} {
		for _, body := range []string{"[" + call("danger") + "]", " \n[" + call("danger") + "," + list + "]", "[]", "\xef\xbb\xbf[" + list + "]"} {
			r.send(t, "POST", "/mcp", body, header).is(t, 400, -32600)
		}
	}
	if len(r.ran) != 0 {
		t.Errorf("%s ran", <-r.ran)
	}
}

func TestBody(t *testing.T) {
	const limit = 200
	r := newRig(t, public, func(o *guard.Options) { o.MaxBody = limit })
	fits := list + strings.Repeat(" ", limit-len(list))
	for _, c := range []struct {
		name         string
		body         io.Reader
		length       int64
		status, code int
	}{
		{"the largest passes", strings.NewReader(fits), limit, 200, 0},
		{"the largest in chunks passes", strings.NewReader(fits), -1, 200, 0},
		{"one byte more is refused by its length", strings.NewReader(fits + " "), limit + 1, 413, -32600},
		{"one byte more is refused unread", iotest.ErrReader(errors.New("it was read")), limit + 1, 413, -32600},
		{"one byte more is refused in chunks", strings.NewReader(fits + " "), -1, 413, -32600},
		{"none is refused", strings.NewReader(""), 0, 400, -32700},
		{"a broken one is refused", iotest.ErrReader(errors.New("reset")), -1, 400, -32700},
		{"no JSON is refused", strings.NewReader("name=safe"), -1, 400, -32700},
		{"a byte order mark passes", strings.NewReader("\xef\xbb\xbf" + list), -1, 200, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := httptest.NewRequest("POST", "/mcp", c.body)
			q.Host, q.ContentLength = "inventory.example.com", c.length
			q.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			r.ServeHTTP(w, q)
			answered(t, w.Result()).is(t, c.status, c.code)
		})
	}
}

func TestContentType(t *testing.T) {
	r := newRig(t, public, nil)
	for sent, status := range map[string]int{
		"application/json": 200, "application/json; charset=utf-8": 200, "Application/JSON;charset=UTF8": 200,
		"text/plain": 415, "application/x-www-form-urlencoded": 415, "application/json; charset=latin1": 415,
		"application/jsonx": 415, "multipart/form-data": 415, "": 415,
	} {
		code := 0
		if status != 200 {
			code = -32600
		}
		r.send(t, "POST", "/mcp", list, "Content-Type: "+sent).is(t, status, code)
	}
	a := r.send(t, "POST", "/mcp", list, "Content-Encoding: gzip")
	a.is(t, 415, -32600)
	if a.header.Get("Accept-Encoding") != "identity" {
		t.Errorf("got %v\nwant the encoding that is read", a.header)
	}
}

func TestUndecodableCallsAreInvalidParamsInBothEras(t *testing.T) {
	r := newRig(t, public, nil)
	for _, params := range []string{``, `"name":7`, `"Name":"safe"`} {
		r.send(t, "POST", "/mcp", modern("tools/call", params), version, "Mcp-Method: tools/call", "Mcp-Name: safe").is(t, 400, -32602)
	}
	r.send(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`).is(t, 400, -32602)
}

func TestTheBodyIsNotReadBeforeTheCallerIsKnown(t *testing.T) {
	r := newRig(t, public, func(o *guard.Options) {
		o.Who = func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) })
		}
	})
	q := httptest.NewRequest("POST", "/mcp", iotest.ErrReader(errors.New("the body was read")))
	q.Host = "inventory.example.com"
	w := httptest.NewRecorder()
	r.ServeHTTP(w, q)
	answered(t, w.Result()).isStatus(t, 401)
}

func TestFourMiBAreReadUnlessSaidOtherwise(t *testing.T) {
	r := newRig(t, public, nil)
	padded := func(n int) string { return list + strings.Repeat(" ", n-len(list)) }
	r.send(t, "POST", "/mcp", padded(guard.DefaultMaxBody)).is(t, 200, 0)
	r.send(t, "POST", "/mcp", padded(guard.DefaultMaxBody+1)).is(t, 413, -32600)
}
