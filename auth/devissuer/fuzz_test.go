package devissuer_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// FuzzAuthorize sends any query as an authorization request. Whatever it says, the answer is a page or a redirect to
// what the client listed, and a redirect carries the issuer and no code: nobody approved.
func FuzzAuthorize(f *testing.F) {
	h := open(f)
	clientID := register(f, h, callback, "https://client.example.com/cb")
	for _, seed := range []url.Values{
		request(clientID), request(clientID, "scope", "x"), request(clientID, "redirect_uri", "https://client.example.com/cb"),
		request(clientID, "redirect_uri", "https://evil.example.com"), request("http://127.0.0.1:1/x"), request(clientID, "resource", "x"),
		request(clientID, "redirect_uri", "http://127.0.0.1@evil.example.com/callback"), request(clientID, "code_challenge_method", "plain"),
	} {
		f.Add(seed.Encode())
	}
	f.Add(request(clientID).Encode() + "&scope=a&resource=b&redirect_uri=c")
	f.Add("%zz&;=&client_id")
	f.Fuzz(func(t *testing.T, query string) {
		if values, _ := url.ParseQuery(query); strings.HasPrefix(values.Get("client_id"), "http") {
			return // would fetch a document
		}
		r, err := http.NewRequest("GET", issuerURL+"/authorize", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.URL.RawQuery = query
		resp, err := browser(h).Do(r)
		a := read(t, resp, err)
		switch a.Status {
		case 200, 400, 414:
			if a.Header.Get("Location") != "" {
				t.Errorf("%d with a Location", a.Status)
			}
		case 303:
			u := a.location(t)
			own := u.Host == "client.example.com" && u.Path == "/cb" || u.Hostname() == "127.0.0.1" && u.Path == "/callback"
			if !own || u.User != nil || u.Query().Get("iss") != issuerURL || u.Query().Get("error") == "" || u.Query().Get("code") != "" {
				t.Errorf("%q led to %s", query, u)
			}
		default:
			t.Errorf("%q: got %d %s", query, a.Status, a.Body)
		}
	})
}

// FuzzToken sends any form to the token endpoint. Without a code, a refresh token or the script's secret nothing
// comes of it but an error as RFC 6749 section 5.2 has it.
func FuzzToken(f *testing.F) {
	h := open(f)
	clientID := register(f, h)
	f.Add(exchange(clientID, "x").Encode(), "")
	f.Add(again(clientID, "rt.x.0.y").Encode(), "Basic c2NyaXB0Og==")
	f.Add("grant_type=client_credentials&client_id=script&client_secret=x", "")
	f.Add("grant_type=client_credentials", "Basic !!!")
	f.Add("a=%zz&b", "Bearer x")
	codes := map[string]bool{"invalid_request": true, "invalid_client": true, "invalid_grant": true, "unauthorized_client": true, "unsupported_grant_type": true, "invalid_scope": true, "invalid_target": true}
	f.Fuzz(func(t *testing.T, form, authorization string) {
		r, err := http.NewRequest("POST", issuerURL+"/token", strings.NewReader(form))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header["Authorization"] = []string{authorization}
		resp, err := browser(h).Do(r)
		a := read(t, resp, err)
		if a.Status != 400 && a.Status != 401 && a.Status != 413 {
			t.Fatalf("%q: got %d %s", form, a.Status, a.Body)
		}
		m := a.decode(t)
		says, _ := m["error_description"].(string)
		if code, _ := m["error"].(string); !codes[code] || says == "" || len(m) != 2 {
			t.Errorf("%q: got %s", form, a.Body)
		}
		if strings.ContainsFunc(says, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
			t.Errorf("%q: %q has characters that error_description may not have", form, says)
		}
	})
}
