package devissuer_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

// described serves client metadata documents and counts how often it is asked.
func described(t *testing.T, serve func(w http.ResponseWriter, r *http.Request, own string)) (at string, asked *atomic.Int32) {
	t.Helper()
	asked = new(atomic.Int32)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		serve(w, r, "http://"+r.Host+r.URL.Path)
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

// document writes one that is in order, with what is appended.
func document(w http.ResponseWriter, own, more string) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"client_id":%q,"client_name":"Described","redirect_uris":[%q],"grant_types":["authorization_code","refresh_token"]%s}`, own, callback, more)
}

func TestAClientDescribesItselfUnderItsID(t *testing.T) {
	at, asked := described(t, func(w http.ResponseWriter, _ *http.Request, own string) {
		document(w, own, `,"token_endpoint_auth_method":"none"`)
	})
	h := open(t)
	id := at + "/client.json"
	c := browser(h)
	page := get(t, c, issuerURL+"/authorize?"+request(id).Encode())
	if want := "<dd>Described by " + strings.TrimPrefix(at, "http://") + "</dd>"; !strings.Contains(page.Body, want) {
		t.Errorf("the page lacks %s:\n%s", want, page.Body)
	}
	code := press(t, c, page, "approve").location(t).Query().Get("code")
	tokens := post(t, c, issuerURL+"/token", exchange(id, code)).decode(t)
	_, body := claims(t, h, tokens["access_token"])
	if body["client_id"] != id {
		t.Errorf("got client_id %v, want %s", body["client_id"], id)
	}
	if a := refresh(t, h, id, tokens["refresh_token"]); a.Status != 200 {
		t.Errorf("refreshing: got %d %s", a.Status, a.Body)
	}
	approve(t, h, request(id))
	if got := asked.Load(); got != 1 {
		t.Errorf("the document was fetched %d times, want once in five minutes", got)
	}
	a := get(t, browser(h), issuerURL+"/authorize?"+request(id, "redirect_uri", "https://evil.example.com/cb").Encode())
	if a.Status != 400 || a.Header.Get("Location") != "" {
		t.Errorf("a redirect that the document does not list: got %d to %q", a.Status, a.Header.Get("Location"))
	}
}

func TestDocumentsThatAreRefused(t *testing.T) {
	var elsewhere atomic.Int32
	target := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { elsewhere.Add(1) }))
	t.Cleanup(target.Close)
	at, _ := described(t, func(w http.ResponseWriter, r *http.Request, own string) {
		switch r.URL.Path {
		case "/moved":
			http.Redirect(w, r, target.URL+"/client.json", http.StatusFound)
		case "/gone":
			w.WriteHeader(http.StatusNotFound)
		case "/html":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<html>")
		case "/large":
			document(w, own, `,"x":"`+strings.Repeat("x", 33<<10)+`"`)
		case "/other":
			document(w, own+"/x", "")
		case "/secret":
			document(w, own, `,"client_secret":"s"`)
		case "/jwt":
			document(w, own, `,"token_endpoint_auth_method":"private_key_jwt"`)
		case "/broken":
			document(w, own, `,`)
		case "/bare":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"client_id":%q}`, own)
		case "/hang":
			<-r.Context().Done()
		default:
			w.Header().Set("Content-Type", "application/client+json")
			document(w, own, "")
		}
	})
	tls := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	t.Cleanup(tls.Close)
	h := open(t)
	for _, c := range []struct{ claim, id, want string }{
		{"a redirect is not followed", at + "/moved", "its host answered 302, and only 200 counts, without a redirect"},
		{"only 200 counts", at + "/gone", "its host answered 404, and only 200 counts, without a redirect"},
		{"a page is no document", at + "/html", "its Content-Type is &#39;text/html&#39;, not application/json"},
		{"size is bounded", at + "/large", "it is larger than 32 KiB"},
		{"a document of another client", at + "/other", "its client_id is &#39;" + at + "/other/x&#39;; it has to be the document&#39;s own URL, character by character"},
		{"a secret for all to read", at + "/secret", "it holds a client_secret, which everyone can read"},
		{"a method that is not offered", at + "/jwt", "its token_endpoint_auth_method is &#39;private_key_jwt&#39;; only none is offered here"},
		{"no JSON", at + "/broken", "it is not the JSON of client metadata"},
		{"no redirects", at + "/bare", "redirect_uris is empty: list where the authorization code may be sent"},
		{"no path", at, "it is not a URL with a path and without user, query and fragment, of 500 bytes at most"},
		{"a query", at + "/ok?a=b", "it is not a URL with a path"},
		{"a fragment", at + "/ok#a", "it is not a URL with a path"},
		{"a user", "https://u:p@client.example.com/x", "it is not a URL with a path"},
		{"dots", at + "/a/../ok", "it has a dot segment in its path"},
		{"hidden dots", at + "/a/%2e%2e/ok", "it has a dot segment in its path"},
		{"longer than anybody needs", at + "/" + strings.Repeat("x", 500), "it is not a URL with a path"},
		{"http elsewhere", "http://client.example.com/x", "it is http, which only a loopback host may be: use https"},
		{"https on this machine, by address", tls.URL + "/x", "its host resolves to an address that such a document may not come from"},
		{"https on this machine, by name", strings.Replace(tls.URL, "127.0.0.1", "localhost", 1) + "/x", "its host resolves to an address that such a document may not come from"},
		{"the metadata service of clouds", "https://169.254.169.254/latest/meta-data", "its host resolves to an address that such a document may not come from"},
		{"a private network", "https://10.0.0.1/x", "its host resolves to an address that such a document may not come from"},
		{"a private network, as IPv6 writes it", "https://[::ffff:10.0.0.1]/x", "its host resolves to an address that such a document may not come from"},
		{"this machine, as nobody writes it", "https://0.0.0.0/x", "its host resolves to an address that such a document may not come from"},
		{"the network of a carrier", "https://100.64.0.1/x", "its host resolves to an address that such a document may not come from"},
		{"a private network of IPv6", "https://[fd00::1]/x", "its host resolves to an address that such a document may not come from"},
		{"a link", "https://[fe80::1]/x", "its host resolves to an address that such a document may not come from"},
		{"a translation of a private address", "https://[64:ff9b::a00:1]/x", "its host resolves to an address that such a document may not come from"},
		{"a tunnel to a private address", "https://[2002:a00:1::]/x", "its host resolves to an address that such a document may not come from"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			a := get(t, browser(h), issuerURL+"/authorize?"+request("", "client_id", c.id).Encode())
			if a.Status != 400 || a.Header.Get("Location") != "" || !strings.Contains(a.Body, c.want) {
				t.Errorf("got %d and\n%s\nwant %q", a.Status, a.Body, c.want)
			}
		})
	}
	if got := elsewhere.Load(); got != 0 {
		t.Errorf("%d requests reached where none may go", got)
	}
	t.Run("a fault is not remembered, a type of its own is taken", func(t *testing.T) {
		approve(t, h, request(at+"/ok"))
	})
}

// TestAnIDOfADocumentIsBoundToItsGrant holds that the token endpoint asks for no document: the code tells the client.
func TestAnIDOfADocumentIsBoundToItsGrant(t *testing.T) {
	h := open(t)
	form := url.Values{"grant_type": {"authorization_code"}, "client_id": {"https://client.example.com/client.json"}, "code": {"x"}, "code_verifier": {verifier}}
	if got, want := post(t, browser(h), issuerURL+"/token", form).told(t),
		"400 invalid_grant: the code is unknown here, or was given to another client: start a new authorization"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
