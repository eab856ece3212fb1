package main

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/server"
)

const (
	lookUp  = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_inventory","arguments":{"product_sku":"SKU-4421","warehouse":"Chicago"}}}`
	list    = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_warehouses","arguments":{}}}`
	reorder = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_reorder","arguments":{"product_sku":"SKU-4421","warehouse":"Chicago","units":1,"request_key":"k-1"}}}`
)

// described fetches a JSON document.
func described(t *testing.T, at string) map[string]any {
	t.Helper()
	res, err := http.Get(at)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var m map[string]any
	if err := json.NewDecoder(res.Body).Decode(&m); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", at, res.Status, err)
	}
	return m
}

// TestWhoMayCallWhat follows the challenge to the issuer, as a client does, and calls with what it gets there.
func TestWhoMayCallWhat(t *testing.T) {
	s := serve(t, t.TempDir())
	if res, b := s.post(t, "", list); res.StatusCode != http.StatusOK {
		t.Errorf("list_warehouses is open to anyone, but: %s %s", res.Status, b)
	}
	res, b := s.post(t, "", lookUp)
	if res.StatusCode != http.StatusUnauthorized {
		t.Fatalf("a lookup without a token: %s %s", res.Status, b)
	}
	challenge := regexp.MustCompile(`resource_metadata="([^"]*)"`).FindStringSubmatch(res.Header.Get("WWW-Authenticate"))
	if challenge == nil {
		t.Fatalf("a challenge that leads nowhere: %q", res.Header.Get("WWW-Authenticate"))
	}
	resource := described(t, challenge[1])
	if got := resource["resource"]; got != s.url {
		t.Errorf("got resource %v, want %s", got, s.url)
	}
	issuer := resource["authorization_servers"].([]any)[0].(string)
	metadata := described(t, issuer+"/.well-known/oauth-authorization-server")
	secret := regexp.MustCompile(`script:(\S+)`).FindStringSubmatch(s.tokenCommand)[1]
	token := func(scopes ...string) string {
		config := clientcredentials.Config{ClientID: "script", ClientSecret: secret, TokenURL: metadata["token_endpoint"].(string), Scopes: scopes, AuthStyle: oauth2.AuthStyleInHeader}
		token, err := config.Token(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return token.AccessToken
	}
	got := map[string]int{}
	for name, call := range map[string]struct{ token, body string }{
		"read with read":       {token("inventory:read"), lookUp},
		"write with read":      {token("inventory:read"), reorder},
		"write with write":     {token("inventory:write"), reorder},
		"read with write":      {token("inventory:write"), lookUp},
		"read with a bad one":  {token("inventory:read") + "x", lookUp},
		"anyone with no scope": {token("inventory:write"), list},
	} {
		res, _ := s.post(t, call.token, call.body)
		got[name] = res.StatusCode
	}
	want := map[string]int{"read with read": 200, "write with read": 403, "write with write": 200, "read with write": 403, "read with a bad one": 401, "anyone with no scope": 200}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAuthenticationCanBeTurnedOffWithAReason(t *testing.T) {
	s := serve(t, t.TempDir(), "-auth", "off", "-because", "a test")
	if s.tokenCommand != "" {
		t.Errorf("a token for nothing: %s", s.tokenCommand)
	}
	var got StockLevel
	structured(t, []byte(shell(t, s.callCommand)), &got)
	if got.ProductSKU != "SKU-4421" {
		t.Errorf("got %+v", got)
	}
}

func TestWhatTheFlagsMean(t *testing.T) {
	const here = "http://127.0.0.1:8080/mcp"
	for _, c := range []struct {
		claim string
		who   signIn
		flags server.Flags
		want  auth.Policy
		says  string
	}{
		{"a real issuer", signIn{"dev", "https://login.example.com", ""}, server.Flags{URL: "https://inventory.example.com/mcp"}, auth.OAuth{Issuers: []string{"https://login.example.com"}}, ""},
		{"off, with a reason", signIn{"off", "", "a gateway verifies"}, server.Flags{URL: here}, auth.Off{Because: "a gateway verifies"}, ""},
		{"nothing starts for stdio", signIn{"dev", "", ""}, server.Flags{URL: here, Stdio: true}, auth.OAuth{Issuers: []string{"http://127.0.0.1:8081"}}, ""},
		{"nothing starts to describe", signIn{"dev", "", ""}, server.Flags{URL: here, Describe: true}, auth.OAuth{Issuers: []string{"http://127.0.0.1:8081"}}, ""},
		{"a published server is described with a real issuer", signIn{"dev", "", ""}, server.Flags{URL: "https://inventory.example.com/mcp", Describe: true}, auth.OAuth{Issuers: []string{"https://login.example.com"}}, ""},
		{"off, without a reason", signIn{"off", "", ""}, server.Flags{URL: here}, nil, `-auth off lets anyone call every tool; say why that is safe here, for example -because "behind a gateway that verifies"`},
		{"off, and a real issuer", signIn{"off", "https://login.example.com", "x"}, server.Flags{URL: here}, nil, "-auth off and -issuer contradict each other; leave one out"},
		{"a reason for nothing", signIn{"dev", "", "x"}, server.Flags{URL: here}, nil, "-because gives the reason for -auth off; add that, or leave it out"},
		{"neither", signIn{"on", "", ""}, server.Flags{URL: here}, nil, "-auth on is neither dev nor off"},
		{"sign-ins of this machine for clients elsewhere", signIn{"dev", "", ""}, server.Flags{URL: "https://inventory.example.com/mcp"}, nil,
			"clients of https://inventory.example.com/mcp cannot reach a development issuer, which serves its own machine only; name a real one with -issuer, or turn authentication off with -auth off -because REASON"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			dir := t.TempDir()
			got, closer, err := c.who.policy(c.flags, dir, io.Discard)
			closer.Close()
			says := ""
			if err != nil {
				says = err.Error()
			}
			if !reflect.DeepEqual(got, c.want) || says != c.says {
				t.Errorf("got %+v, %q\nwant %+v, %q", got, says, c.want, c.says)
			}
			if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
				t.Errorf("it left %v, %v", files, err)
			}
		})
	}
}

// TestTheIssuerIsNextDoor holds that it is found at the same place after a restart, and elsewhere when that is taken.
func TestTheIssuerIsNextDoor(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	next := l.Addr().(*net.TCPAddr).Port // free in a moment
	resource := (&url.URL{Scheme: "http", Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(next-1)), Path: "/mcp"}).String()
	dir := t.TempDir()
	issuer := func() string {
		var printed strings.Builder
		policy, closer, err := (&signIn{mode: "dev"}).policy(server.Flags{URL: resource}, dir, &printed)
		if err != nil {
			t.Fatal(err)
		}
		defer closer.Close()
		at := policy.(auth.OAuth).Issuers[0]
		if got := described(t, at+"/.well-known/oauth-authorization-server")["protected_resources"]; !reflect.DeepEqual(got, []any{resource}) {
			t.Errorf("got tokens for %v, want %s", got, resource)
		}
		if !strings.HasPrefix(printed.String(), "A development issuer runs at "+at+", for this machine only. It asks for no password.\n") {
			t.Errorf("got %s", printed.String())
		}
		return at
	}
	usual := "http://127.0.0.1:" + strconv.Itoa(next)
	if got := issuer(); got == usual {
		t.Errorf("got %s, which was taken", got)
	}
	l.Close()
	for range 2 {
		if got := issuer(); got != usual {
			t.Errorf("got %s, want %s", got, usual)
		}
	}
}
