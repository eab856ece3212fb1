package guard_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/internal/guard"
)

func TestPreflightIsAnsweredBeforeAnyoneAsksForAToken(t *testing.T) {
	r := newRig(t, public, func(o *guard.Options) {
		o.Who = func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("WWW-Authenticate", "Bearer")
				w.WriteHeader(http.StatusUnauthorized)
			})
		}
	})
	origin := "Origin: https://inventory.example.com"
	a := r.send(t, "OPTIONS", "/mcp", "", origin, "Access-Control-Request-Method: POST",
		"Access-Control-Request-Headers: content-type,Mcp-Param-City, x-else", "Access-Control-Request-Headers: mcp-param-(bad),mcp-param-", "Access-Control-Request-Headers: mcp-param-b")
	a.is(t, 204, 0)
	want := http.Header{
		"Access-Control-Allow-Origin":   {"https://inventory.example.com"},
		"Access-Control-Expose-Headers": {"WWW-Authenticate, Mcp-Session-Id"},
		"Access-Control-Allow-Methods":  {"POST, GET, OPTIONS"},
		"Access-Control-Allow-Headers": {"authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, " +
			"mcp-session-id, last-event-id, mcp-param-city, mcp-param-b"},
		"Access-Control-Max-Age": {"7200"},
		"Allow":                  {"POST, OPTIONS"},
		"Vary":                   {"Origin", "Access-Control-Request-Headers"},
	}
	if got, want := fmt.Sprint(a.header), fmt.Sprint(want); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}

	a = r.send(t, "POST", "/mcp", list, origin)
	a.isStatus(t, 401)
	if got := a.header.Get("Access-Control-Expose-Headers"); !strings.Contains(got, "WWW-Authenticate") {
		t.Errorf("got a 401 that exposes %q\nwant WWW-Authenticate readable for the page", got)
	}
}

func TestDeleteIsOfferedOnlyWithSessions(t *testing.T) {
	a := newKept(t, nil).send(t, "OPTIONS", "/mcp", "", "Origin: https://inventory.example.com")
	if got := a.header.Get("Access-Control-Allow-Methods"); got != "POST, GET, DELETE, OPTIONS" {
		t.Errorf("got %q\nwant DELETE among them", got)
	}
}

func TestAFloodOfParamHeadersIsCut(t *testing.T) {
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, "mcp-param-%d,", i)
	}
	a := newRig(t, public, nil).send(t, "OPTIONS", "/mcp", "", "Origin: https://inventory.example.com", "Access-Control-Request-Headers: "+b.String())
	if got := strings.Count(a.header.Get("Access-Control-Allow-Headers"), "mcp-param-"); got != 64 {
		t.Errorf("got %d\nwant 64", got)
	}
}
