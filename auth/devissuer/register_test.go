package devissuer_test

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func registration(t *testing.T, h http.Handler, body string) answer {
	t.Helper()
	resp, err := browser(h).Post(issuerURL+"/register", "application/json; charset=utf-8", strings.NewReader(body))
	return read(t, resp, err)
}

func TestWhatARegistrationAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		a := registration(t, h, `{"client_name":"  Inspector\n","redirect_uris":["`+callback+`","cursor://anysphere.cursor-mcp/oauth/callback"],
			"grant_types":["authorization_code","refresh_token","implicit"],"response_types":["code"],"token_endpoint_auth_method":"client_secret_post",
			"scope":"inventory:read","software_id":"x","contacts":["a@example.com"]}`)
		got := a.decode(t)
		if id, _ := got["client_id"].(string); len(id) < 16 {
			t.Errorf("got client_id %q", id)
		}
		delete(got, "client_id")
		want := map[string]any{
			"client_id_issued_at": float64(time.Now().Unix()), "client_name": "Inspector",
			"redirect_uris":  []any{callback, "cursor://anysphere.cursor-mcp/oauth/callback"},
			"grant_types":    []any{"authorization_code", "refresh_token"},
			"response_types": []any{"code"}, "token_endpoint_auth_method": "none",
		}
		if !reflect.DeepEqual(got, want) || a.Status != 201 {
			t.Errorf("got %d %v\nwant %v", a.Status, got, want)
		}
	})
}

func TestRefusedRegistrations(t *testing.T) {
	h := open(t)
	redirect := func(uri string) string { return fmt.Sprintf(`{"redirect_uris":[%q]}`, uri) }
	for _, c := range []struct{ claim, body, want string }{
		{"no redirect", `{}`, "400 invalid_redirect_uri: redirect_uris is empty: list where the authorization code may be sent"},
		{"http elsewhere", redirect("http://client.example.com/cb"), "400 invalid_redirect_uri: redirect_uri 'http://client.example.com/cb' is http, which only a loopback host may be: use https, or http://127.0.0.1"},
		{"a look-alike of loopback", redirect("http://127.0.0.1.example.com/cb"), "400 invalid_redirect_uri: redirect_uri 'http://127.0.0.1.example.com/cb' is http, which only a loopback host may be: use https, or http://127.0.0.1"},
		{"a fragment", redirect(callback + "#a"), "400 invalid_redirect_uri: redirect_uri '" + callback + "#a' has a fragment, which RFC 6749 section 3.1.2 rules out"},
		{"an empty fragment", redirect(callback + "#"), "400 invalid_redirect_uri: redirect_uri '" + callback + "#' has a fragment, which RFC 6749 section 3.1.2 rules out"},
		{"a user", redirect("https://u@client.example.com/cb"), "400 invalid_redirect_uri: redirect_uri 'https://u@client.example.com/cb' has a user name in it"},
		{"a script", redirect("javascript:alert(1)"), "400 invalid_redirect_uri: redirect_uri 'javascript:alert(1)' has a scheme that no client receives a code by: use https, http on loopback, or a scheme of the program's own"},
		{"a script in capitals", redirect("JavaScript:alert(1)"), "400 invalid_redirect_uri: redirect_uri 'JavaScript:alert(1)' has a scheme that no client receives a code by: use https, http on loopback, or a scheme of the program's own"},
		{"a file", redirect("file:///etc/passwd"), "400 invalid_redirect_uri: redirect_uri 'file:///etc/passwd' has a scheme that no client receives a code by: use https, http on loopback, or a scheme of the program's own"},
		{"no scheme", redirect("client.example.com/cb"), "400 invalid_redirect_uri: redirect_uri 'client.example.com/cb' is no absolute URI in ASCII"},
		{"no host", redirect("https:///cb"), "400 invalid_redirect_uri: redirect_uri 'https:///cb' names no host"},
		{"a line break", redirect("https://client.example.com/\r\nSet-Cookie: a=b"), "400 invalid_redirect_uri: redirect_uri 'https://client.example.com//r/nSet-Cookie: a=b' is no absolute URI in ASCII"},
		{"one bad among good ones", `{"redirect_uris":["` + callback + `","ftp://x/"]}`, "400 invalid_redirect_uri: redirect_uri 'ftp://x/' has a scheme that no client receives a code by: use https, http on loopback, or a scheme of the program's own"},
		{"one without end", redirect("https://client.example.com/" + strings.Repeat("x", 2000)), "400 invalid_redirect_uri: redirect_uri 'https://client.example.com/" + strings.Repeat("x", 73) + "...' is longer than 2000 bytes"},
		{"too many", `{"redirect_uris":[` + strings.Repeat(`"`+callback+`",`, 20) + `"` + callback + `"]}`, "400 invalid_redirect_uri: redirect_uris has 21 entries: list 20 at most"},
		{"the script's grant", `{"redirect_uris":["` + callback + `"],"grant_types":["client_credentials"]}`, "400 invalid_client_metadata: grant_types 'client_credentials' lack authorization_code: only the built-in script client does without"},
		{"tokens in the redirect", `{"redirect_uris":["` + callback + `"],"response_types":["token"]}`, "400 invalid_client_metadata: response_types 'token' lack code, the only one offered"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			if got := registration(t, h, c.body).told(t); got != c.want {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
	for _, c := range []struct{ claim, body, want string }{
		{"no JSON", `redirect_uris=x`, "400 invalid_client_metadata: the body is not the JSON of RFC 7591: "},
		{"a member twice", `{"redirect_uris":["` + callback + `"],"redirect_uris":["https://evil.example.com"]}`, "400 invalid_client_metadata: the body is not the JSON of RFC 7591: "},
		{"a list that is none", `{"redirect_uris":"` + callback + `"}`, "400 invalid_client_metadata: the body is not the JSON of RFC 7591: "},
		{"a body without end", `{"x":"` + strings.Repeat("x", 70<<10) + `"}`, "413 invalid_client_metadata: the body is larger than 64 KiB"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			if got := registration(t, h, c.body).told(t); !strings.HasPrefix(got, c.want) {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
	t.Run("a form", func(t *testing.T) {
		if got, want := post(t, browser(h), issuerURL+"/register", nil).told(t),
			"400 invalid_client_metadata: Content-Type is 'application/x-www-form-urlencoded': send application/json"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestAFloodOfRegistrationsIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, inMemory)
		used, unused := register(t, h), register(t, h)
		for range 499 {
			time.Sleep(time.Second)
			get(t, browser(h), issuerURL+"/authorize?"+request(used).Encode())
			register(t, h)
		}
		if a := get(t, browser(h), issuerURL+"/authorize?"+request(used).Encode()); a.Status != 200 {
			t.Errorf("a client in use had to go: %d", a.Status)
		}
		if a := get(t, browser(h), issuerURL+"/authorize?"+request(unused).Encode()); a.Status != 400 {
			t.Errorf("the client unused the longest: got %d, want it gone", a.Status)
		}
	})
}
