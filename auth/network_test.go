package auth_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/auth/authtest"
)

func TestTheClientOfItsOwn(t *testing.T) {
	issuer := authtest.New(t)
	r := auth.NewResource(inventory, auth.OAuth{Issuers: []string{issuer.URL}}, nil, "", zerolog.Nop())
	expect(t, r, issuer.Token(good()), "ada", "over a loopback port, without a Client")
}

// TestRedirectsStayAtTheHost is that what an issuer says of itself is read from the issuer.
func TestRedirectsStayAtTheHost(t *testing.T) {
	issuer := authtest.New(t)
	serve := func(to string) *httptest.Server {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			http.Redirect(w, req, to+req.URL.Path, http.StatusFound)
		}))
		t.Cleanup(s.Close)
		return s
	}
	for _, c := range []struct{ claim, to, want string }{
		{"to another port", issuer.URL, "redirected to another host, " + issuer.URL},
		{"to another scheme", "ftp://" + strings.TrimPrefix(issuer.URL, "http://"), "redirected to another host, ftp://"},
		{"in circles", "", "redirected more than 3 times"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			var log bytes.Buffer
			s := serve(c.to)
			r := auth.NewResource(inventory, auth.OAuth{Issuers: []string{s.URL}}, nil, "", zerolog.New(&log))
			claims := good()
			claims["iss"] = s.URL
			expect(t, r, issuer.Token(claims), "503", c.claim)
			if !strings.Contains(log.String(), c.want) {
				t.Errorf("the log is %s\nwant in it %q", log.String(), c.want)
			}
		})
	}
}
